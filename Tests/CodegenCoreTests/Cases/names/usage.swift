import SchemaRuntime

let words = """
  Any Self Type actor as associatedtype async await borrowing break case catch class consuming
  continue convenience default defer deinit didSet do dynamic each else enum extension fallthrough
  false fileprivate final for func get guard if import in indirect infix init inout internal is
  isolated lazy let macro mutating nil nonisolated nonmutating open operator optional override package
  postfix precedencegroup prefix private protocol public repeat required rethrows return self sending
  set some static struct subscript super switch throw throws true try typealias unowned var weak where
  while willSet _
  """.split { " \n".contains($0) }.map(String.init)
let others = """
  hash hashValue description debugDescription encode decode rawValue allCases json jsonName jsonValue
  jsonMember jsonMembers jsonKey value name names node writer reader decoder encoder coder container
  additionalMembers validate write writeLocally schema isValid issues memberIndex memberNames
  init(json:) id seen found element matching place tag newValue oldValue error key index program text
  bytes
  """.split { " \n".contains($0) }.map(String.init)
let odd = [
  "a b", "a-b", "a_b", "aB", "AB", "ab", "Ab", "A-B", "1st", "2", "\u{e9}", "e\u{301}", "\u{301}", "\u{1f44d}",
  "\u{1f44d}\u{1f3fd}", "$ref", "@type", "x.y", "x/y", "\u{65e5}\u{672c}", "a\nb", "\u{1}", "\u{202e}",
  "\"quoted\"", "\\(x)", "--", "-", "__", "URL", "url", "assetURL", "asset_url", "HTMLPage", "has-volume",
  "stored-volume",
]
let required = ["self", "init", "hash", ""]
expect(words.count + others.count + odd.count > 150, "many names")
for name in words + others + odd where !required.contains(name) {
  let key = String(decoding: JSONValue.string(name).json(), as: UTF8.self)
  let text = #"{"members":{"init":2,"self":1,"hash":3,"":4,\#(key):5}}"#
  let names = try ANames(json: text)
  expect(names.members?.additionalMembers.isEmpty ?? false, "'\(name)' to be declared")
  expect(try JSONValue(parsing: names.json()) == JSONValue(parsing: text), "'\(name)' to come back")
  refuse(
    ANames.self, #"{"members":{"init":2,"self":1,"hash":3,"":4,\#(key):"x"}}"#,
    JSONPointer(["members", name]).description + " type", codable: false)
}
refuse(ANames.self, #"{"members":{}}"#, "/members required")
for word in words { accept(ANames.self, #"{"words":"\#(word)"}"#) }
for word in others + words { accept(ANames.self, #"{"open":"\#(word)"}"#) }
for choice in ["self", "init", "none", "some", "value", "json", "rawValue", "unknown"] {
  accept(ANames.self, #"{"choices":{"kind":"\#(choice)","n":1}}"#)
}
accept(ANames.self, #"{"volume":1,"hasVolume":true,"storedVolume":2,"clearVolume":3}"#)

// Types called like those that generated code uses.
for type in """
Type Error String Codable Decoder Encoder Swift Int Bool Double Array Optional Set Dictionary
Character Result Never Void Any Self Protocol UnsafeJSONNode JSONValue SchemaModel WritableModel
JSONWriter JSONObject JSONMap Presence TextTable MemberCursor SchemaProgram ModelCatalog
AnyCodingKey CodingKeys DecodingFailure DecodingError SchemaRuntime CopyOnWrite CallStack SharedMembers Hasher Identifiable
UInt64 StaticString RuntimeVersion Runtime Names Value Task Foundation
""".split(whereSeparator: { " \n".contains($0) }) {
  accept(ANames.self, #"{"types":{"\#(type)":{"n":1,"string":"x","next":2.5,"kind":"a"}}}"#)
  refuse(ANames.self, #"{"types":{"\#(type)":{"n":"x"}}}"#, "/types/\(type)/n type")
}
accept(ANames.self, #"{"types":{"type":{"type":{"Type":{"n":1}},"twin-case":"x","twinCase":"y","twin case":{"n":1}}}}"#)
let text: String = "Swift's own"
accept(StringModel.self, #"{"self":"\#(text)","string":1}"#)
accept(ErrorModel.self, #"{"self":"x","string":{"string":1}}"#)

// The twin for partial updates has the same names.
var members = try ANames.Members(json: #"{"init":2,"self":1,"hash":3,"":4,"value":5,"new":6,"description":7}"#)
let patch = try ANames.Members.MembersPatch(json: #"{"value":null,"new":null,"self":9,"json":10}"#)
try patch.apply(to: &members)
expect(
  String(decoding: try members.json(), as: UTF8.self).count,
  #"{"init":2,"self":9,"hash":3,"":4,"description":7,"json":10}"#.count)
