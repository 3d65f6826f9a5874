import Foundation
import SchemaRuntime
import Testing

/// The acceptance payloads through the tool: verdict, location and keyword.
@Suite struct AcceptanceTests {
  /// One file of `Tests/Fixtures/EXPECTED.json`.
  struct Fixture {
    var file: String
    var schema: String
    var isValid: Bool
    var locations: [String]
    var keywords: [String]

    init(_ row: JSONValue) {
      file = row["file"]?.string ?? ""
      schema = row["schema"]?.string ?? ""
      isValid = row["valid"]?.bool ?? false
      locations =
        ([row["instanceLocation"]].compactMap { $0?.string }) + (row["alsoAt"]?.array ?? []).compactMap(\.string)
      keywords = row["keyword"]?.string.map { [$0] } ?? (row["keyword"]?.array ?? []).compactMap(\.string)
    }
  }

  static let folder = CodegenProcess.root.appending(path: "Tests/Fixtures")

  static func fixtures() throws -> [String: [Fixture]] {
    let text = try Data(contentsOf: folder.appending(path: "EXPECTED.json"))
    let rows = try JSONValue(parsing: [UInt8](text)).array ?? []
    return Dictionary(grouping: rows.map(Fixture.init), by: \.schema)
  }

  @Test func everyPayloadGetsItsVerdictPlaceAndKeyword() throws {
    let fixtures = try Self.fixtures()
    #expect(fixtures.values.reduce(0) { $0 + $1.count } == 140)
    for (schema, fixtures) in fixtures {
      let files = fixtures.map { "Tests/Fixtures/" + $0.file }
      let outcome = try CodegenProcess.run(["validate", "--schema", schema, "--output", "json"] + files)
      #expect(outcome.status == (fixtures.allSatisfy(\.isValid) ? 0 : 1), "\(schema): \(outcome.errors)")
      let lines = try outcome.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      try #require(lines.count == fixtures.count, "\(schema): one object a payload")
      for (fixture, line) in zip(fixtures, lines) { check(fixture, line) }
    }
  }

  private func check(_ fixture: Fixture, _ line: JSONValue) {
    #expect(line["file"]?.string == "Tests/Fixtures/" + fixture.file)
    #expect(line["valid"]?.bool == fixture.isValid, "\(fixture.file)")
    let errors = line["errors"]?.array ?? []
    #expect(errors.isEmpty == fixture.isValid, "\(fixture.file)")
    guard !fixture.isValid else { return }
    let members = [
      "instanceLocation", "keyword", "keywordLocation", "absoluteKeywordLocation", "error", "expected", "actual",
      "line", "column", "offset",
    ]
    for error in errors { #expect(error.object?.keys == members, "\(fixture.file)") }
    let isAccepted = errors.contains { error in
      guard let keyword = error["keyword"]?.string, let location = error["instanceLocation"]?.string else {
        return false
      }
      if !fixture.keywords.contains(keyword) { return false }
      return keyword == "parse" || keyword == "uniqueNames" || fixture.locations.contains(location)
    }
    #expect(isAccepted, "\(fixture.file): \(errors.map { $0.text() })")
  }
}
