import Foundation
import SchemaRuntime

func check(_ member: String, line: UInt = #line) -> APalette? {
  accept(APalette.self, #"{"nullableRequired":null,\#(member)}"#, canonical: nil, line: line)
}

// Closed.
expect(APalette.Closed.allCases.map(\.rawValue), ["red", "FIT_XY", "light-blue", "LightBlue", "2d"])
expect(check(#""closed":"FIT_XY""#)?.closed, .fitXy)
expect(check(#""closed":"light-blue""#)?.closed?.rawValue, "light-blue")
expect(check(#""number":-1"#)?.number, .minus1)
expect(check(#""number":100"#)?.number, .number100)
expect(check(#""named":2"#)?.named, .all)
refuse(APalette.self, #"{"nullableRequired":null,"closed":"blue"}"#, "/closed enum")
refuse(APalette.self, #"{"nullableRequired":null,"closed":"reds"}"#, "/closed enum")
refuse(APalette.self, #"{"nullableRequired":null,"number":2}"#, "/number enum")
refuse(APalette.self, #"{"nullableRequired":null,"named":"none"}"#, "/named enum")
refuse(APalette.self, #"{"nullableRequired":null,"named":9223372036854775808}"#, "/named enum")
// Numbers are equal by value, strings by scalars, with or without escapes.
expect(
  accept(
    APalette.self, #"{"nullableRequired":null,"number":1.0}"#, canonical: #"{"nullableRequired":null,"number":1}"#)?
    .number, .number1)
expect(
  accept(
    APalette.self, #"{"nullableRequired":"yes","closed":"r\u0065d"}"#,
    canonical: #"{"nullableRequired":"yes","closed":"red"}"#)?.closed, .red)

// Open.
expect(check(#""openWord":"on""#)?.openWord, .on)
expect(check(#""openWord":"standby""#)?.openWord, .unknown("standby"))
expect(check(#""openNumber":2"#)?.openNumber, .two)
expect(check(#""openNumber":3"#)?.openNumber, .unknown(3))
expect(APalette.OpenWord(rawValue: "off"), .off)
refuse(APalette.self, #"{"nullableRequired":null,"openWord":1}"#, "/openWord anyOf")
refuse(APalette.self, #"{"nullableRequired":null,"openNumber":1.5}"#, "/openNumber anyOf")
expect(check(#""limited":"a""#)?.limited, .a)
expect(check(#""limited":"abc""#)?.limited, .unknown("abc"))
expect(check(#""limited":"unknown""#)?.limited?.rawValue, "unknown")
refuse(APalette.self, #"{"nullableRequired":null,"limited":"ab"}"#, "/limited minLength")

// The values that the schema lists, and literals for all.
expect(APalette.OpenWord.allKnownCases, [.on, .off])
expect(APalette.OpenNumber.allKnownCases.map(\.rawValue), [1, 2])
expect(APalette.Limited.allKnownCases.contains("unknown"), "a listed value called unknown")
expect("off" as APalette.OpenWord, .off)
expect("standby" as APalette.OpenWord, .unknown("standby"))
expect(2 as APalette.OpenNumber, .two)
expect(7 as APalette.OpenNumber, .unknown(7))
var palette = APalette(nullableRequired: nil)
palette.openWord = "standby"
palette.openNumber = 1
expect(palette, APalette(nullableRequired: nil, openWord: .unknown("standby"), openNumber: .one))
expect(APalette.Words.allKnownCasesValue.rawValue, "allKnownCases")

// A closed enumeration says what it found, and what is listed.
do {
  _ = try JSONDecoder().decode(APalette.self, from: Data(#"{"nullableRequired":null,"named":3}"#.utf8))
  fail("expected a refusal", #line)
} catch DecodingError.dataCorrupted(let context) {
  expect(context.debugDescription, "/named: expected 0, 1 or 2, found 3 (enum)")
  expect(context.codingPath.map(\.stringValue), ["named"])
} catch { fail("found \(error)", #line) }
do {
  _ = try JSONDecoder().decode(BShade.self, from: Data(#""light""#.utf8))
  fail("expected a refusal", #line)
} catch DecodingError.dataCorrupted(let context) {
  expect(context.debugDescription, #"expected "dark" or "pale", found "light" (enum)"#)
} catch { fail("found \(error)", #line) }

// With null.
expect(check(#""nullable":null"#)?.nullable, .null)
expect(check(#""nullable":"no""#)?.nullable, .value(.no))
expect(APalette(nullableRequired: .yes).nullable, .absent)
refuse(APalette.self, #"{"nullableRequired":"no"}"#, "/nullableRequired enum")
refuse(APalette.self, #"{"nullableRequired":null,"nullable":"x"}"#, "/nullable enum")

// Text that could break out of a literal.
let hard = [
  "", "\"", "\n", "\\(boom())", "\u{202e}\u{2066}x", "*/", "`", " ", "é", "#\"", "\"\"\"", "\0", "👍🏽",
]
expect(APalette.Hard.allCases.map { Array($0.rawValue.unicodeScalars) }, hard.map { Array($0.unicodeScalars) })
for text in hard {
  let json = String(
    decoding: JSONValue.object(["nullableRequired": .null, "hard": .string(text)]).json(), as: UTF8.self)
  let value = accept(APalette.self, json)
  expect(value?.hard.map { Array($0.rawValue.unicodeScalars) }, Array(text.unicodeScalars))
}
expect(Set(APalette.Hard.allCases).count, hard.count)
refuse(APalette.self, #"{"nullableRequired":null,"hard":"boom"}"#, "/hard enum")

// Values that are one to Swift's == stay two.
expect(check(#""equivalent":"é""#)?.equivalent != nil, "the first")
accept(APalette.self, "{\"nullableRequired\":null,\"equivalent\":\"e\u{301}\"}")
refuse(APalette.self, "{\"nullableRequired\":null,\"hard\":\"e\u{301}\"}", "/hard enum")
for (member, other) in [("composed", "e\u{301}"), ("decomposed", "\u{e9}")] {
  refuse(APalette.self, "{\"nullableRequired\":null,\"\(member)\":\"\(other)\"}", "/\(member) const")
}
accept(APalette.self, "{\"nullableRequired\":null,\"composed\":\"\u{e9}\",\"decomposed\":\"e\u{301}\"}")

// Words of Swift.
for word in APalette.Words.allCases { expect(check(#""words":"\#(word.rawValue)""#)?.words, word) }
expect(APalette.Words.allCases.count, 25)
expect(APalette.Words.self.allCases.contains(.selfValue), "a case for self")
expect(String(describing: APalette.Words.json), "json")

// Values of several types.
expect(check(#""mixed":1"#)?.mixed, .value(.mixed1))
expect(check(#""mixed":null"#)?.mixed, .null)
expect(APalette.Mixed.auto.rawValue, "auto")
refuse(APalette.self, #"{"nullableRequired":null,"mixed":2}"#, "/mixed enum")
expect(check(#""flags":true"#)?.flags, true)
refuse(APalette.self, #"{"nullableRequired":null,"flags":false}"#, "/flags enum")

// At the root of a document.
expect(check(#""reference":"pale""#)?.reference, BShade.pale)
expect(accept(BShade.self, #""dark""#), .dark)
refuse(BShade.self, #""light""#, " enum")

// A type beside null: the member admits null, the type itself does not. It is an enum like any other to Codable.
let answers = try JSONDecoder().decode([APalette.NullableRequired].self, from: Data(#"["yes"]"#.utf8))
expect(answers, [.yes])
expect(String(decoding: try JSONEncoder().encode(answers), as: UTF8.self), #"["yes"]"#)
for text in ["[null]", #"["no"]"#] {
  let answers = try? JSONDecoder().decode([APalette.NullableRequired].self, from: Data(text.utf8))
  expect(answers, nil)
}
// Scalar by scalar, through Codable too.
refuse(APalette.self, "{\"nullableRequired\":null,\"hard\":\"e\u{301}\"}", "/hard enum")
