import Foundation
@_spi(Generated) import SchemaRuntime
import SchemaRuntimeFoundation
import Testing

/// The common behavior of generated types: reading, writing, verdicts and errors.
@Suite struct ModelsTests {
  @Test(
    "a valid payload gives a value, and the value its payload",
    arguments: [
      (#"{"name":"a"}"#, Account(name: "a")),
      (
        #"{"name":"日本語日本","balance":-7,"rate":0.5,"note":null}"#,
        Account(name: "日本語日本", balance: -7, rate: 0.5, note: .null)
      ),
      (#"{"name":"","note":"x"}"#, Account(name: "", note: .value("x"))),
      (#"{"name":"a","balance":9223372036854775807}"#, Account(name: "a", balance: .max)),
    ])
  func roundTrips(_ text: String, _ expected: Account) throws {
    let bytes = Array(text.utf8)
    #expect(try Account(json: text) == expected)
    #expect(try Account(json: bytes) == expected)
    #expect(Account.isValid(bytes))
    #expect(try Account.issues(in: bytes).isEmpty)
    #expect(try expected.json() == bytes)
    try expected.validate()
    #expect(try JSONDecoder().decode(Account.self, from: Data(bytes)) == expected)
    #expect(try JSONDecoder().decode(Account.self, from: JSONEncoder().encode(expected)) == expected)
  }

  @Test(
    "an invalid payload gives a reason",
    arguments: [
      Row("no JSON", #"{"name":"a""#, "1:12: expected ',' or '}', found the end of the text"),
      Row("a member missing", "{}", "1:1: expected member 'name', found none (required)"),
      Row(
        "several issues, a line each", "{\"name\":\"abcdef\",\n\"x\":1}",
        "1:9: /name: expected at most 5 characters, found 6 (maxLength)\n2:5: /x: expected a declared member, found 'x' (additionalProperties)"
      ),
      Row(
        "equal names", #"{"name":"a","name":"b"}"#,
        "1:13: expected unique member names, found 'name' twice in one object (uniqueNames)"),
      Row(
        "an integer beyond Int", #"{"name":"a","balance":9223372036854775808}"#,
        "1:23: /balance: expected a value that Int can represent, found 9223372036854775808"),
      Row(
        "an integer with an exponent beyond Int", #"{"name":"a","balance":1e30}"#,
        "1:23: /balance: expected a value that Int can represent, found 1e30"),
      Row(
        "a number beyond Double", #"{"name":"a","rate":-1e400}"#,
        "1:20: /rate: expected a value that Double can represent, found -1e400"),
    ])
  func explains(_ row: Row) throws {
    do throws(SchemaError) {
      _ = try Account(json: row.text)
      Issue.record("the payload gave a value")
    } catch {
      #expect(error.description == row.expected)
      // A number that Swift cannot represent is not an issue of the schema.
      if case .notRepresentable = error {
        #expect(Account.isValid(Array(row.text.utf8)))
        #expect(try Account.issues(in: Array(row.text.utf8)).isEmpty)
      } else {
        #expect(!Account.isValid(Array(row.text.utf8)))
      }
    }
    // Codable cannot see equal names.
    if row.testDescription != "equal names" {
      #expect(throws: (any Error).self) { try JSONDecoder().decode(Account.self, from: Data(row.text.utf8)) }
    }
  }

  @Test("an invalid value in memory is found by validate, and can still be written")
  func validatesInMemory() throws {
    let account = Account(name: "much too long")
    #expect(String(decoding: try account.json(), as: UTF8.self) == #"{"name":"much too long"}"#)
    do throws(SchemaError) {
      try account.validate()
      Issue.record("the value was valid")
    } catch {
      #expect(error.description == "/name: expected at most 5 characters, found 13 (maxLength)")
    }
  }

  @Test(
    "a number that JSON cannot represent is an error of writing and of validating",
    arguments: [Double.nan, .infinity, -.infinity])
  func refusesNonFinite(_ rate: Double) {
    let account = Account(name: "a", rate: rate)
    let expected = "expected a finite number, found NaN or an infinity, which JSON cannot write"
    let writing = #expect(throws: SchemaError.self) { try account.json() }
    let validating = #expect(throws: SchemaError.self) { try account.validate() }
    #expect(writing?.description == expected)
    #expect(validating?.description == expected)
  }

  @Test("limits apply to models as to texts")
  func keepsLimits() {
    #expect(throws: SchemaError.self) { try Account(json: #"{"name":"a"}"#, limits: JSONLimits(maximumByteCount: 5)) }
    #expect(!Account.isValid(Array(#"{"name":"a"}"#.utf8), limits: JSONLimits(maximumDepth: 0)))
  }

  @Test("one reader can read many payloads, valid or not")
  func reusesReader() throws {
    var reader = JSONReader()
    for (text, expected) in [(#"{"name":"a"}"#, "a"), ("{", nil), (#"{"name":1}"#, nil), (#"{"name":"\u0062"}"#, "b")] {
      #expect((try? Account(json: Array(text.utf8), using: &reader))?.name == expected)
      #expect(Account.isValid(Array(text.utf8), using: &reader) == (expected != nil))
    }
  }

  @Test(
    "a text is a string or any collection of bytes",
    arguments: [(#"{"name":"a"}"#, true), (#"{"name":"abcdef"}"#, false), ("{}", false), ("{", false), ("", false)])
  func readsAllTexts(_ text: String, _ isValid: Bool) throws {
    let bytes = Array(text.utf8)
    func check(_ text: some Collection<UInt8>) {
      #expect(Account.isValid(text) == isValid)
      #expect((try? Account(json: text)) == (isValid ? Account(name: "a") : nil))
      #expect((try? Account.issues(in: text)) == (try? Account.issues(in: bytes)))
      #expect((try? JSONValue(parsing: text)) == (try? JSONValue(parsing: bytes)))
      #expect((try? JSONDocument(parsing: text).value) == (try? JSONValue(parsing: bytes)))
    }
    check(bytes)
    check(([0x20, 0x20] + bytes + [0x20])[2..<(bytes.count + 2)])
    check(Data(bytes))
    check(ContiguousArray(bytes))
    check(text.utf8)
    check("(\(text))".dropFirst().dropLast().utf8)
    check(bytes.lazy.map { $0 })
    bytes.withUnsafeBytes { check($0) }
    bytes.withUnsafeBufferPointer { check($0) }
    #expect(Account.isValid(text) == isValid)
    #expect((try? Account(json: text)) == (isValid ? Account(name: "a") : nil))
    #expect((try? Account.issues(in: text)) == (try? Account.issues(in: bytes)))
  }

  @Test(
    "a model is written in any layout",
    arguments: [
      (JSONFormat.compact, #"{"name":"a","balance":1}"#), (.pretty, "{\n  \"name\": \"a\",\n  \"balance\": 1\n}"),
      (.sortedKeys, #"{"balance":1,"name":"a"}"#),
      (JSONFormat([.indented(by: 1), .sortedKeys]), "{\n \"balance\": 1,\n \"name\": \"a\"\n}"),
    ])
  func writes(_ format: JSONFormat, _ expected: String) throws {
    let account = Account(name: "a", balance: 1)
    #expect(try String(decoding: account.json(format), as: UTF8.self) == expected)
    #expect(try String(decoding: account.jsonData(format), as: UTF8.self) == expected)
    #expect(try JSONValue(account).text(format) == expected)
    #expect(throws: SchemaError.unwritable(.notFinite)) { try Account(name: "a", rate: .nan).json(format) }
  }

  @Test("options of a layout are combined")
  func combinesOptions() throws {
    let account = Account(name: "a", balance: 1)
    #expect(try account.json(.pretty, .sortedKeys) == account.json([.pretty, .sortedKeys]))
    #expect(try account.json() == account.json(.compact))
    #expect(try account.jsonData(.sortedKeys, .pretty) == Data(account.json(.pretty, .sortedKeys)))
    #expect(try account.jsonData() == Data(account.json()))
    #expect(JSONFormat([.indented(by: 1), .indented(by: 4)]) == .indented(by: 4))
  }

  @Test("a model and a JSONValue become each other")
  func convertsValues() throws {
    let account = Account(name: "a", balance: -7, note: .null)
    let value: JSONValue = ["name": "a", "balance": -7, "note": nil]
    #expect(try JSONValue(account) == value)
    #expect(try Account(json: value) == account)
    #expect(try Account(json: ["name": "a"]) == Account(name: "a"))
    #expect(try JSONValue([1.5, 2]) == [1.5, 2])
    #expect(throws: SchemaError.unwritable(.notFinite)) { try JSONValue(Account(name: "a", rate: .infinity)) }
  }

  @Test("an error that an app logs says what is wrong")
  func isLocalized() {
    let error = #expect(throws: SchemaError.self) { try Account(json: Array(#"{"name":1}"#.utf8)) }
    #expect((error as (any Error)?)?.localizedDescription == "1:9: /name: expected string, found integer (type)")
  }

  @Test(
    "an error about a value in memory has locations, but no line and column",
    arguments: [
      Row("a limit", #"{"name":"abcdef"}"#, "/name: expected at most 5 characters, found 6 (maxLength)"),
      Row("a missing member", "{}", "expected member 'name', found none (required)"),
      Row(
        "several issues", #"{"name":1,"x":2}"#,
        "/name: expected string, found integer (type)\n/x: expected a declared member, found 'x' (additionalProperties)"
      ),
      Row(
        "a number beyond Int", #"{"name":"a","balance":1e30}"#,
        "/balance: expected a value that Int can represent, found 1e30"),
    ])
  func explainsValues(_ row: Row) throws {
    let value = try JSONValue(parsing: row.text)
    let error = #expect(throws: SchemaError.self) { try Account(json: value) }
    #expect(error?.description == row.expected)
    switch error {
    case .invalid(let issues): #expect(issues.allSatisfy { $0.position == nil })
    case .notRepresentable(let fact): #expect(fact.position == nil)
    case .syntax, .unwritable, .internalInconsistency, nil: Issue.record("found \(String(describing: error))")
    }
  }

  @Test(
    "a Codable error has the explanation, without line and column, and the coding path of the value",
    arguments: [
      Row("a limit", #"[{"name":"abcdef"}]"#, "0.name: /name: expected at most 5 characters, found 6 (maxLength)"),
      Row(
        "another element", #"[{"name":"a"},{"name":"abcdef"}]"#,
        "1.name: /name: expected at most 5 characters, found 6 (maxLength)"),
    ])
  func explainsThroughCodable(_ row: Row) {
    do {
      _ = try JSONDecoder().decode([Account].self, from: Data(row.text.utf8))
      Issue.record("the payload was decoded")
    } catch DecodingError.dataCorrupted(let context) {
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
      #expect("\(path): \(context.debugDescription)" == row.expected)
      #expect(context.underlyingError is SchemaError)
    } catch {
      Issue.record("another error: \(error)")
    }
  }

  @Test(
    "the coding path of an error goes through members and elements",
    arguments: [
      Row("an element", "[[1],[2,3,4,5]]", "1: /1: expected at most 3 items, found 4 (maxItems)"),
      Row("the first element", "[[1,2,3,4],[]]", "0: /0: expected at most 3 items, found 4 (maxItems)"),
    ])
  func findsElements(_ row: Row) {
    do {
      _ = try JSONDecoder().decode(Matrix.self, from: Data(row.text.utf8))
      Issue.record("the payload was decoded")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(
        "\(context.codingPath.map { $0.intValue ?? -1 }.map(String.init).joined(separator: ".")): \(context.debugDescription)"
          == row.expected)
    } catch {
      Issue.record("another error: \(error)")
    }
  }

  @Test("a negative verdict without an issue is an inconsistency, not a crash")
  func survivesDisagreement() {
    do throws(SchemaError) {
      _ = try Contrary(json: "1")
      Issue.record("a payload that is refused gave a value")
    } catch {
      #expect(
        error.description
          == "internal error: Contrary rejected a payload without an issue; generate the code again, and report the "
          + "error if it remains")
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let expected: String

    init(_ name: String, _ text: String, _ expected: String) {
      testDescription = name
      self.text = text
      self.expected = expected
    }
  }
}

/// A model whose validator refuses what its program accepts.
private struct Contrary: SchemaModel {
  static let schema = ModelSchema(Program.embedded(#"[["urn:contrary#",[]]]"#), 0)
  static func isValid(_ json: UnsafeJSONNode) -> Bool { false }
  var redactedJSON: JSONValue { [:] }
  init(decoding json: UnsafeJSONNode) throws(DecodingFailure) {}
  func validate() throws(SchemaError) {}
}
