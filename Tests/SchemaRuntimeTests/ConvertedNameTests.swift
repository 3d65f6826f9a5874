import Foundation
@_spi(Generated) import SchemaRuntime
import Testing

/// Errors of decoders that convert names from snake case.
@Suite struct ConvertedNameTests {
  @Test(
    "an error says that the decoder has converted a name",
    arguments: [
      Row("a required member", #"{"user_name":"a"}"#, "user_name", "userName"),
      Row("a required member of a member", #"{"user_name":"a","home_address":{"zip_code":1}}"#, "zip_code", "zipCode"),
      Row(
        "a required member of an element", #"{"user_name":"a","homes":[{"x":1},{"zip_code":1}]}"#, "zip_code", "zipCode"
      ),
      Row("a member that no other may accompany", #"{"first_of_all":1}"#, "first_of_all", "firstOfAll", closed: true),
      Row("underscores around a name", #"{"__my_id_":1}"#, "__my_id_", "__myId_", closed: true),
    ])
  func explains(_ row: Row) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      if row.isClosed {
        _ = try decoder.decode(Closed.self, from: Data(row.text.utf8))
      } else if row.text.contains("zip") {
        _ = try decoder.decode(Homes.self, from: Data(row.text.utf8))
      } else {
        _ = try decoder.decode(User.self, from: Data(row.text.utf8))
      }
      Issue.record("the payload was decoded")
    } catch {
      let expected =
        "expected member '\(row.declared)', found '\(row.found)', as if the decoder converted names from snake case; "
        + "models use the names in their schemas, so do not set keyDecodingStrategy"
      #expect("\(error)".contains(expected), "\(error)")
      if !row.isClosed, case DecodingError.keyNotFound(let key, _) = error {
        #expect(key.stringValue == row.declared)
      } else {
        #expect(row.isClosed)
      }
    }
  }

  @Test(
    "a member that is missing, or has another name, is an error as ever",
    arguments: ["{}", #"{"userName":1}"#, #"{"user":"a"}"#])
  func staysSilent(_ text: String) {
    do {
      _ = try JSONDecoder().decode(User.self, from: Data(text.utf8))
      Issue.record("the payload was decoded")
    } catch {
      #expect("\(error)".contains("snake case") == text.contains("userName"), "\(error)")
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let declared: String
    let found: String
    let isClosed: Bool

    init(_ name: String, _ text: String, _ declared: String, _ found: String, closed: Bool = false) {
      testDescription = name
      self.text = text
      self.declared = declared
      self.found = found
      isClosed = closed
    }
  }
}

/// A model that is only validated.
private protocol Checked: SchemaModel {
  static var program: Program { get }
  init()
}

extension Checked {
  static var schema: ModelSchema { ModelSchema(program, 0) }
  static func isValid(_ json: UnsafeJSONNode) -> Bool { schema.evaluator.isValid(json, schema: 0) }
  var redactedJSON: JSONValue { [:] }
  init(decoding json: UnsafeJSONNode) throws(DecodingFailure) { self.init() }
  func validate() throws(SchemaError) {}
}

private struct User: Checked {
  static let program = Program.embedded(#"[["urn:user#",[["required",["user_name"]]]]]"#)
}

private struct Homes: Checked {
  static let program = Program.embedded(
    #"[["urn:homes#",[["properties",{"homeAddress":2,"homes":1}]]],["urn:homes#/homes",[["items",2,0]]],"#
      + #"["urn:home#",[["if",3,-1,4]]],["urn:home#/x",[["required",["x"]]]],["urn:home#/zip",[["required",["zip_code"]]]]]"#
  )
}

private struct Closed: Checked {
  static let program = Program.embedded(
    #"[["urn:closed#",[["properties",{"first_of_all":1,"__my_id_":1,"other":1}],["additionalProperties",2]]],"#
      + #"["urn:any#",[]],["urn:never#",[["false"]]]]"#)
}
