import CodegenCore
import JSONSchema
import SchemaComparison
import SchemaRuntime
import Testing

/// Interfaces: the schemas of requests and responses, and the parts of a document that are no schemas.
@Suite struct InterfaceTests {
  private static var viewing: Configuration {
    var configuration = Configuration()
    configuration.views = [.request, .response]
    return configuration
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: String
    let new: String
    let newReadsOld: Verdict.Answer
    let oldReadsNew: Verdict.Answer
    let words: String

    init(
      _ sentence: String, _ old: String, _ new: String, _ newReadsOld: Verdict.Answer, _ oldReadsNew: Verdict.Answer,
      _ words: String
    ) {
      (testDescription, self.old, self.new) = (sentence, old, new)
      (self.newReadsOld, self.oldReadsNew, self.words) = (newReadsOld, oldReadsNew, words)
    }
  }

  private static func object(_ mark: String, _ rest: String = "") -> String {
    #"{"type": "object", "required": ["id"], "properties": {"id": {"type": "string"\#(mark)}}\#(rest)}"#
  }

  static let rows = [
    Row(
      "a required member is no longer read-only", object(#", "readOnly": true"#), object(""), .broken, .holds,
      "in requests"),
    Row(
      "a required member becomes read-only", object(""), object(#", "readOnly": true"#), .holds, .broken, "in requests"),
    Row(
      "a required member is no longer write-only", object(#", "writeOnly": true"#), object(""), .broken, .holds,
      "in responses"),
    Row(
      "a required member changes its direction", object(#", "readOnly": true"#), object(#", "writeOnly": true"#),
      .broken, .broken, "in responses"),
    Row(
      "inside of a member",
      #"{"properties": {"a": \#(object(#", "readOnly": true"#))}}"#, #"{"properties": {"a": \#(object(""))}}"#, .broken,
      .holds, "in requests"),
    Row(
      "a definition of a library", #"{"$defs": {"A": \#(object(#", "readOnly": true"#))}}"#,
      #"{"$defs": {"A": \#(object(""))}}"#, .broken, .holds, "in requests"),
    Row(
      "a change of another member", object(#", "readOnly": true"#, #", "maxProperties": 3"#),
      object(#", "readOnly": true"#, #", "maxProperties": 4"#), .holds, .broken, "raised from 3 to 4"),
  ]

  @Test("requests and responses are compared as what they are", arguments: rows)
  func interfaces(_ row: Row) throws {
    let report = try SchemaComparison.compare(
      old: try Versions.version(row.old, Self.viewing), new: try Versions.version(row.new, Self.viewing))
    #expect(report[.newReadsOld].answer == row.newReadsOld, "\(report.textLines)")
    #expect(report[.oldReadsNew].answer == row.oldReadsNew, "\(report.textLines)")
    #expect(report.changes.contains { $0.message.contains(row.words) }, "\(report.textLines)")
  }

  @Test("the same schemas have the same requests and responses")
  func same() throws {
    for mark in ["", #", "readOnly": true"#, #", "writeOnly": true"#] {
      let version = try Versions.version(Self.object(mark), Self.viewing)
      #expect(try SchemaComparison.compare(old: version, new: version).step == .none)
    }
  }

  @Test("turning views on or off is a change where a member is required in one of them only")
  func turning() throws {
    let text = Self.object(#", "readOnly": true"#)
    let report = try SchemaComparison.compare(
      old: try Versions.version(text), new: try Versions.version(text, Self.viewing))
    #expect(report[.newReadsOld].answer == .holds && report[.oldReadsNew].answer == .broken, "\(report.textLines)")
  }

  // MARK: - Parts that are no schemas

  private static func api(_ text: String) throws -> SchemaComparison.Version {
    let root = #"{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, \#(text)}"#
    let document = SchemaDocument(
      uri: "file:///Schemas/api.json", name: "Schemas/api.json", source: try JSONDocument(parsing: Array(root.utf8)),
      extent: .members(of: JSONPointer(["components", "schemas"])))
    return SchemaComparison.Version(graph: try SchemaResolver.resolve([document]).graph, folder: "Schemas/")
  }

  private static let schemas = #""schemas": {"A": {"type": "string"}}"#

  static let parts: [(name: String, old: String, new: String, parts: [String])] = [
    (
      "a path is removed", #""paths": {"/a": {}, "/b": {}}, "components": {\#(schemas)}"#,
      #""paths": {"/a": {}}, "components": {\#(schemas)}"#, ["removed /paths/~1b"]
    ),
    (
      "a parameter becomes required",
      #""paths": {"/a": {"get": {"parameters": [{"name": "q", "in": "query"}]}}}, "components": {\#(schemas)}"#,
      #""paths": {"/a": {"get": {"parameters": [{"name": "q", "in": "query", "required": true}]}}}, "components": {\#(schemas)}"#,
      ["changed /paths/~1a"]
    ),
    (
      "the schema of a body demands more",
      #""paths": {"/a": {"post": {"requestBody": {"content": {"application/json": {"schema": {"description": "x"}}}}}}}, "components": {\#(schemas)}"#,
      #""paths": {"/a": {"post": {"requestBody": {"content": {"application/json": {"schema": {"required": ["n"]}}}}}}}, "components": {\#(schemas)}"#,
      ["changed /paths/~1a"]
    ),
    (
      "components of other kinds", #""components": {\#(schemas), "parameters": {"a": {"in": "query"}}, "headers": {}}"#,
      #""components": {\#(schemas), "parameters": {"a": {"in": "path"}, "b": {}}, "responses": {}}"#,
      [
        "changed /components/parameters/a", "added /components/parameters/b", "added /components/responses",
        "removed /components/headers",
      ]
    ),
    (
      "only descriptions", #""paths": {"/a": {"summary": "a"}}, "components": {\#(schemas)}"#,
      #""paths": {"/a": {"summary": "b", "description": "c"}}, "tags": [], "components": {\#(schemas)}"#, []
    ),
    (
      "only schemas", #""components": {\#(schemas)}"#,
      #""components": {"schemas": {"A": {"type": "string", "title": "a"}}}"#, []
    ),
  ]

  @Test("parts of a document that are not compared are named, and nothing is called equivalent", arguments: parts)
  func uncompared(_ row: (name: String, old: String, new: String, parts: [String])) throws {
    let report = try SchemaComparison.compare(old: try Self.api(row.old), new: try Self.api(row.new))
    let found = report.uncompared.map { "\($0.words) \(($0.new ?? $0.old)?.pointer.description ?? "")" }
    #expect(Set(found) == Set(row.parts) && found.count == row.parts.count, "\(row.name): \(found)")
    let isComplete = row.parts.isEmpty
    for question in [Verdict.Question.newReadsOld, .oldReadsNew] {
      #expect(report[question].answer == (isComplete ? .holds : .unknown), "\(row.name)")
    }
    #expect(report.json["notCompared"]?.array?.count == row.parts.count)
    #expect(isComplete || !report.textLines.joined().contains("equivalent"), "\(report.textLines)")
    for part in row.parts {
      let pointer = part.split(separator: " ")[1]
      #expect(report.textLines.contains { $0.hasSuffix(" " + pointer) }, "\(report.textLines)")
      #expect(report.markdownLines.contains { $0.contains(" " + pointer) })
    }
  }

  @Test("a change of a schema is found whatever else was not compared")
  func both() throws {
    let report = try SchemaComparison.compare(
      old: try Self.api(#""paths": {"/a": {}}, "components": {\#(Self.schemas)}"#),
      new: try Self.api(#""paths": {}, "components": {"schemas": {"A": {"type": "integer"}}}"#))
    #expect(report[.newReadsOld].answer == .broken && report.step == .major && report.uncompared.count == 1)
  }
}
