import CodegenCore
import Foundation
import JSONSchema
import SchemaComparison
import SchemaRuntime
import Testing

/// Documents that consist of definitions: each of them is compared, wherever it is, and none is lost.
@Suite struct LibraryTests {
  private static let draft7 = #""$schema": "http://json-schema.org/draft-07/schema#""#
  private static let draft2020 = #""$schema": "https://json-schema.org/draft/2020-12/schema""#

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: String
    let new: String
    let newReadsOld: Verdict.Answer
    let oldReadsNew: Verdict.Answer
    let rules: Set<String>

    init(
      _ sentence: String, _ old: String, _ new: String, _ newReadsOld: Verdict.Answer, _ oldReadsNew: Verdict.Answer,
      _ rules: Set<String>
    ) {
      (testDescription, self.old, self.new) = (sentence, old, new)
      (self.newReadsOld, self.oldReadsNew, self.rules) = (newReadsOld, oldReadsNew, rules)
    }
  }

  static let rows = [
    Row(
      "a library moves to another keyword with another draft, and a definition changes",
      #"{\#(draft7), "definitions": {"A": {"type": "string"}}}"#,
      #"{\#(draft2020), "$defs": {"A": {"type": "integer"}}}"#,
      .broken, .broken, ["type-changed", "definitions-moved"]),
    Row(
      "a library moves to a keyword that its draft ignores",
      #"{\#(draft7), "definitions": {"A": {"maxLength": 9}}}"#, #"{\#(draft7), "$defs": {"A": {"maxLength": 9}}}"#,
      .broken, .holds, ["definition-removed"]),
    Row(
      "a library moves back", #"{"$defs": {"A": {"maxLength": 9}}}"#, #"{"definitions": {"A": {"maxLength": 10}}}"#,
      .holds, .broken, ["max-length-raised", "definitions-moved"]),
    Row(
      "a library moves, and nothing else changes", #"{"$defs": {"A": {"maxLength": 9}}}"#,
      #"{"definitions": {"A": {"maxLength": 9}}}"#, .holds, .holds, ["definitions-moved"]),
    Row(
      "a definition is removed", #"{"$defs": {"A": {"type": "string"}, "B": {"type": "null"}}}"#,
      #"{"$defs": {"A": {"type": "string"}}}"#, .broken, .holds, ["definition-removed"]),
    Row(
      "a definition is new", #"{"$defs": {"A": {"type": "string"}}}"#,
      #"{"$defs": {"A": {"type": "string"}, "B": {"type": "null"}}}"#, .holds, .holds, ["definition-added"]),
    Row(
      "a definition is renamed", #"{"$defs": {"A": {"type": "string", "maxLength": 4}}}"#,
      #"{"$defs": {"B": {"maxLength": 4, "type": "string"}}}"#, .holds, .holds, ["definition-renamed"]),
    Row(
      "a definition is renamed and changed", #"{"$defs": {"A": {"type": "string"}}}"#,
      #"{"$defs": {"B": {"type": "integer"}}}"#, .broken, .holds, ["definition-removed", "definition-added"]),
    Row(
      "a renamed definition is used by one that changes",
      ##"{"$defs": {"A": {"type": "string"}, "C": {"items": {"$ref": "#/$defs/A"}, "maxItems": 2}}}"##,
      ##"{"$defs": {"B": {"type": "string"}, "C": {"items": {"$ref": "#/$defs/B"}, "maxItems": 1}}}"##,
      .broken, .holds, ["definition-renamed", "max-items-lowered"]),
    Row(
      "definitions of the same name below two keywords",
      #"{"$defs": {"A": {"maxLength": 9}}, "definitions": {"A": {"maxLength": 9}}}"#,
      #"{"$defs": {"A": {"maxLength": 8}}}"#, .broken, .holds, ["max-length-lowered"]),
    Row(
      "a definition inside of another one", #"{"$defs": {"A": {"definitions": {"B": {"maxLength": 9}}}}}"#,
      #"{"definitions": {"A": {"$defs": {"B": {"maxLength": 3}}}}}"#, .broken, .holds, ["max-length-lowered"]),
    Row(
      "an unused definition of a schema with demands",
      #"{"type": "object", "definitions": {"A": {"type": "string"}}}"#, #"{"type": "object"}"#, .holds, .holds,
      ["definition-removed"]),
    Row(
      "components that a reference uses move",
      ##"{"properties": {"a": {"$ref": "#/components/schemas/A"}}, "components": {"schemas": {"A": {"maxLength": 9}}}}"##,
      ##"{"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"maxLength": 3}}}"##, .broken, .holds,
      ["max-length-lowered"]),
  ]

  @Test("a change of a library has the verdicts of its row, and is never an equivalence", arguments: rows)
  func row(_ row: Row) throws {
    let report = try SchemaComparison.compare(
      old: try Versions.version(row.old), new: try Versions.version(row.new))
    #expect(report[.newReadsOld].answer == row.newReadsOld, "\(report.textLines)")
    #expect(report[.oldReadsNew].answer == row.oldReadsNew, "\(report.textLines)")
    let rules = Set(report.changes.map(\.rule.id))
    #expect(row.rules.subtracting(rules).isEmpty, "\(rules)")
    #expect(!report.reason.contains("equivalent") && report.step != .none, "\(report.reason)")
  }

  @Test("what refers to a changed definition, and is too hard to decide, is not reported beside that definition")
  func hardUses() throws {
    // No tag tells the branches apart, so that each is compared with all.
    func version(_ changed: String) throws -> SchemaComparison.Version {
      let branches = (0..<12).map { index in
        let more = index == 5 ? "" : ##", "more": {"items": {"$ref": "#/$defs/Any"}}"##
        let own = index == 5 ? changed : #""maximum": 5"#
        return #""B\#(index)": {"required": ["m\#(index)"], "properties": {"m\#(index)": {\#(own)}\#(more)}}"#
      }
      let references = (0..<12).map { ##"{"$ref": "#/$defs/B\##($0)"}"## }
      let any = #""Any": {"oneOf": [\#(references.joined(separator: ","))]}"#
      return try Versions.version(#"{"$defs": {\#(any), \#(branches.joined(separator: ","))}}"#)
    }
    var options = SchemaComparison.Options()
    options.steps = 600
    let report = try SchemaComparison.compare(
      old: version(#""maximum": 9"#), new: version(#""minimum": 1"#), options: options)
    #expect(report[.newReadsOld].answer == .broken && report[.oldReadsNew].answer == .broken)
    #expect(!report.changes.contains { $0.rule.id == "undecided" }, "\(report.textLines)")
  }

  @Test("definitions that become types count, even if the schema around them has demands")
  func types() throws {
    var configuration = Configuration()
    configuration.definitions = .all
    func version(_ definitions: String) throws -> SchemaComparison.Version {
      try Versions.version(#"{"type": "object", "$defs": {\#(definitions)}}"#, configuration)
    }
    let both = try version(#""A": {"type": "string"}, "B": {"type": "object"}"#)
    let removed = try SchemaComparison.compare(old: both, new: try version(#""A": {"type": "string"}"#))
    #expect(removed[.newReadsOld].answer == .broken, "\(removed.textLines)")
    let changed = try SchemaComparison.compare(
      old: both, new: try version(#""A": {"type": "null"}, "B": {"type": "object"}"#))
    #expect(changed[.newReadsOld].answer == .broken && changed[.oldReadsNew].answer == .broken)
  }

  @Test(
    "schemas below a root that moves are matched by name",
    arguments: [("/definitions", "/$defs"), ("/definitions", "/components/schemas"), ("/a/b", "/c")])
  func roots(_ from: String, _ to: String) throws {
    func version(_ root: String, _ maximum: Int) throws -> SchemaComparison.Version {
      let pointer = JSONPointer(root) ?? JSONPointer()
      var value: JSONValue = ["A": ["maximum": .number(JSONNumber(maximum))], "B": ["type": "string"]]
      for token in pointer.tokens.reversed() { value = .object(JSONObject([(token, value)])) }
      let document = SchemaDocument(
        uri: "file:///Schemas/a.json", name: "Schemas/a.json", source: try JSONDocument(parsing: value.json()),
        extent: .members(of: pointer))
      return SchemaComparison.Version(graph: try SchemaResolver.resolve([document]).graph, folder: "Schemas/")
    }
    let report = try SchemaComparison.compare(old: try version(from, 9), new: try version(to, 5))
    #expect(report.changes.map(\.rule.id) == ["maximum-lowered"], "\(report.textLines)")
    #expect(report[.newReadsOld].answer == .broken)
    #expect(report.uncompared.isEmpty, "\(report.uncompared)")
  }

  @Test("the Model Context Protocol of November 2025 breaks that of June")
  func modelContextProtocol() throws {
    guard let folder = ProcessInfo.processInfo.environment["SCHEMATA_CORPORA"] else {
      print("SCHEMATA_CORPORA names no folder: skipped")
      return
    }
    let versions = try ["2025-06-18", "2025-11-25"].map { name in
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/mcp-older/\(name).schema.json"))
      return try Versions.version(String(decoding: data, as: UTF8.self))
    }
    let report = try SchemaComparison.compare(old: versions[0], new: versions[1])
    #expect(report[.newReadsOld].answer == .broken && report.step == .major)
    #expect(report.changes.contains { $0.rule.id == "definition-removed" && $0.effect(on: .newReadsOld) == .breaks })
    #expect(report.changes.contains { $0.rule.id == "definitions-moved" })
    #expect(report[.oldReadsNew].answer == .broken, "\(report.verdicts)")
  }
}
