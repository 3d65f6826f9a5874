import Foundation
import SchemaRuntime

/// What a refusal says.
func words(_ payload: String) -> String {
  do throws(SchemaError) {
    _ = try Card(json: Array(payload.utf8))
    return "accepted"
  } catch {
    return "\(error)"
  }
}

/// What Foundation's decoder says.
func foundationWords<Model: SchemaModel>(_ type: Model.Type, _ payload: String) -> String {
  do {
    _ = try JSONDecoder().decode(Model.self, from: Data(payload.utf8))
    return "accepted"
  } catch {
    return "\(error) \(String(reflecting: error))"
  }
}

func dumped(_ value: Any) -> String {
  var text = ""
  dump(value, to: &text)
  return text
}

accept(Card.self, #"{"number":4711}"#)
// Neither the marked schema nor another one that looks at the same value shows it.
expect(
  words(#"{"number":4711.5}"#),
  "1:11: /number: expected integer, found a value that is not shown, because it is sensitive (type)")
expect(
  words(#"{"number":42}"#),
  "1:11: /number: expected at least 1000, found a value that is not shown, because it is sensitive (minimum)")
expect(
  words(#"{"number":47110000000000000001}"#), "1:11: /number: expected a value that Int can represent, found (redacted)"
)
// What lies beside it is shown.
expect(
  words(#"{"number":4711,"amount":47110000000000000001}"#),
  "1:25: /amount: expected a value that Int can represent, found 47110000000000000001")

// Models show their JSON without what is sensitive, and without what they are stored in.
let payload =
  #"{"description":"S3CR3T","gender":"x","card":{"number":4711,"holder":"Ada"},"cards":[{"number":4711}],"#
  + #""tokens":{"a":"S3CR3T"},"owner":"S3CR3T","note":"S3CR3T","kind":"cash","more":"S3CR3T"}"#
let shown =
  #"Wallet({"description":"(redacted)","gender":"x","card":{"number":"(redacted)","holder":"Ada"},"#
  + #""cards":[{"number":"(redacted)"}],"tokens":{"a":"(redacted)"},"owner":"(redacted)","note":"(redacted)","#
  + #""kind":"cash","more":"(redacted)"})"#
if let wallet = accept(Wallet.self, payload) {
  expect("\(wallet)", shown)
  expect(String(describing: wallet), shown)
  expect(String(reflecting: wallet), shown)
  expect("\([wallet])", "[\(shown)]")
  expect("\(Optional(wallet) as Any)", "Optional(\(shown))")
  expect(wallet.description, "S3CR3T")
  expect(
    Mirror(reflecting: wallet).children.map { $0.label ?? "" },
    ["description", "gender", "card", "cards", "tokens", "owner", "note", "kind", "more"])
  if let card = wallet.card { expect("\(card)", #"Card({"number":"(redacted)","holder":"Ada"})"#) }
  if let owner = wallet.owner { expect("\(owner)".contains("(redacted)"), "a union that hides its branch") }
  let children = "\(Mirror(reflecting: wallet).children)"
  for text in [dumped(wallet), dumped([wallet as Wallet?]), dumped(["a": wallet]), children] {
    for word in ["S3CR3T", "4711", "storedGender", "memberwise", "Memberwise", "places"] {
      expect(!text.contains(word), "no \(word) in \(text)")
    }
  }
}
if let draft = try? Draft(json: #"{"text":"S3CR3T","size":1}"#) {
  expect("\(draft)", #"Draft({"text":"(redacted)","size":1})"#)
  expect(!dumped(draft).contains("S3CR3T"), "a local model that hides its member")
} else {
  expect(false, "a draft")
}

// Errors of Foundation's decoder end where a sensitive value begins.
for payload in [
  #"{"description":{"S3CR3T":1}}"#, #"{"description":"x","tokens":{"a":["S3CR3T"]}}"#,
  #"{"description":"x","card":{"number":"S3CR3T"}}"#, #"{"description":"x","card":{"number":["4711"]}}"#,
  #"{"description":"x","note":"S3CR3T!"}"#, #"{"description":"x","more":["S3CR3T"]}"#,
] {
  let words = foundationWords(Wallet.self, payload)
  expect(words.contains("sensitive"), "an error that says why it says no more, found \(words)")
  expect(!words.contains("S3CR3T") && !words.contains("4711"), "nothing sensitive in \(words)")
}
expect(
  foundationWords(Wallet.self, #"{"description":"x","gender":5}"#).contains("gender"),
  "a path to what is not sensitive")

// What a branch has beside the members of a sensitive struct is sensitive too, and names no case.
let key = accept(Vault.self, #"{"key":{"kind":"paper","words":"open sesame"}}"#)?.key
let texts = [
  key.map { "\($0.kindVariant)" }, key?.kindVariant.object.map { "\($0)" }, key.map { dumped($0.kindVariant) },
]
for text in texts {
  expect(text.map { !$0.contains("sesame") && !$0.contains("paper") } ?? false, "no secret in \(text ?? "nothing")")
}
