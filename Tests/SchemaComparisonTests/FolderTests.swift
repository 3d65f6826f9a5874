import CodegenCore
import JSONSchema
import SchemaComparison
import SchemaRuntime
import Testing

@Suite struct FolderTests {
  private static let order =
    #"{"type": "object", "properties": {"id": {"type": "string"}}, "additionalProperties": false}"#

  private func compare(
    _ old: [(name: String, text: String)], _ new: [(name: String, text: String)],
    _ options: SchemaComparison.Options = SchemaComparison.Options()
  ) throws -> ComparisonReport {
    try SchemaComparison.compare(old: try Versions.version(old), new: try Versions.version(new), options: options)
  }

  @Test("documents are matched by path")
  func byPath() throws {
    let old = [("a.schema.json", #"{"type": "string"}"#), ("b.schema.json", #"{"type": "integer"}"#)]
    let new = [("b.schema.json", #"{"type": "integer"}"#), ("a.schema.json", #"{"type": "string", "maxLength": 3}"#)]
    let report = try compare(old, new)
    #expect(report.changes.map(\.rule.id) == ["max-length-added"])
    #expect(report.changes.map(\.schema) == ["a"])
  }

  @Test("a document that moved is found by its $id")
  func byIdentifier() throws {
    let text = #"{"$id": "https://example.com/a", "title": "Thing", "type": "object", "properties": {"a": true}}"#
    let other = ("z.schema.json", #"{"type": "string"}"#)
    let report = try compare([("a.schema.json", text), other], [("b.schema.json", text), other])
    #expect(report[.newReadsOld].answer == .holds)
    #expect(report[.oldReadsNew].answer == .holds)
    #expect(report.changes.map(\.rule.id) == ["type-renamed"])
    #expect(report.changes.map(\.message) == ["type 'A' is renamed to 'B'"])
  }

  @Test("a removed schema breaks old data, a new one breaks nothing")
  func comesAndGoes() throws {
    let (a, b, c) = (("a.schema.json", Self.order), ("b.schema.json", Self.order), ("c.schema.json", Self.order))
    let less = try compare([a, b], [a])
    #expect(less[.newReadsOld].answer == .broken)
    #expect(less[.oldReadsNew].answer == .holds)
    #expect(less[.source].answer == .broken)
    #expect(less.changes.map(\.rule.id) == ["schema-removed", "type-removed"])
    #expect(less.step == .major)
    let more = try compare([a, b], [a, b, c])
    #expect(more.verdicts.map(\.answer) == [.holds, .holds, .holds])
    #expect(more.changes.map(\.rule.id) == ["schema-added", "type-added"])
    #expect(more.step == .minor)
  }

  @Test("a change of a shared definition is reported once, in the schema that contains it")
  func shared() throws {
    func folder(_ limit: Int) -> [(name: String, text: String)] {
      [
        ("a.schema.json", #"{"properties": {"x": {"$ref": "common.schema.json"}}}"#),
        ("b.schema.json", #"{"items": {"$ref": "common.schema.json"}}"#),
        ("common.schema.json", #"{"type": "string", "maxLength": \#(limit)}"#),
      ]
    }
    let report = try compare(folder(5), folder(4))
    #expect(report.changes.map(\.rule.id) == ["max-length-lowered"])
    #expect(report.changes.map(\.schema) == ["common"])
    #expect(report.changes.first?.old?.description == "Schemas/common.schema.json:1:33")
    #expect(report.changes.first?.new?.pointer.description == "/maxLength")
  }

  @Test("the next version follows from the breaks, and from the requested verdicts")
  func steps() throws {
    func step(_ old: String, _ new: String, _ breaking: Set<Verdict.Question>? = nil) throws -> ComparisonReport.Step {
      var options = SchemaComparison.Options()
      if let breaking { options.breaking = breaking }
      return try compare([("a.schema.json", old)], [("a.schema.json", new)], options).step
    }
    let short = #"{"type": "string", "maxLength": 3}"#
    let long = #"{"type": "string", "maxLength": 5}"#
    #expect(try step(short, short) == .none)
    #expect(try step(short, #"{"type": "string", "maxLength": 3, "description": "A text."}"#) == .patch)
    #expect(try step(short, #"{"type": "string", "allOf": [{"maxLength": 3}]}"#) == .patch)
    #expect(try step(short, long) == .minor)
    #expect(try step(short, long, [.oldReadsNew]) == .major)
    #expect(try step(long, short) == .major)
    #expect(try step(long, short, [.source]) == .minor)
    #expect(
      try step(Self.order, #"{"type": "object", "properties": {"id": {"type": "string"}, "at": {"type": "string"}}}"#)
        == .minor)
  }

  @Test("a lower access level breaks source")
  func access() throws {
    var narrow = Configuration()
    narrow.accessLevel = .internal
    let old = try Versions.version(Self.order)
    let new = try Versions.version(Self.order, narrow)
    let report = try SchemaComparison.compare(old: old, new: new)
    #expect(report.changes.map(\.rule.id) == ["access-lowered"])
    #expect(report[.source].answer == .broken)
    #expect(try SchemaComparison.compare(old: new, new: old).step == .minor)
  }

  @Test("a former name breaks only declarations that cannot have two names")
  func formerNames() throws {
    let old = try Versions.version(
      ##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/part"}}, "$defs": {"part": {"enum": ["x"]}}}"##)
    func named(_ type: String, _ member: String) throws -> SchemaComparison.Version {
      var new = try Versions.version(
        ##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/part"\##(member)}}, "$defs": {"part": {"enum": ["x"]}}\##(type)}"##
      )
      let input = CodegenPipeline.Input(
        graph: old.graph, configuration: old.configuration, folder: old.folder, lock: nil, templates: [])
      new.lock = try CodegenPipeline.run(input).lock
      return new
    }
    let type = try SchemaComparison.compare(old: old, new: try named(#", "x-swift": {"name": "Other"}"#, ""))
    #expect(type[.source].answer == .holds)
    #expect(type.changes.map(\.rule.id) == ["type-renamed", "swift-changed"])
    #expect(type.step == .minor)
  }

  @Test("a member's former name is kept, but not its label")
  func formerMembers() throws {
    func version(_ name: String) throws -> SchemaComparison.Version {
      try Versions.version(#"{"type": "object", "properties": {"a": {"type": "string"\#(name)}}}"#)
    }
    let old = try version("")
    var new = try version(#", "x-swift": {"name": "other"}"#)
    new.lock = try CodegenPipeline.run(
      CodegenPipeline.Input(
        graph: old.graph, configuration: old.configuration, folder: old.folder, lock: nil, templates: [])
    ).lock
    let report = try SchemaComparison.compare(old: old, new: new)
    #expect(report.changes.map(\.rule.id) == ["initializer-parameter-renamed", "member-renamed", "swift-changed"])
    #expect(report.changes.map { $0.effect(on: .source) } == [.breaks, .none, .none])
  }

  @Test("a graph without a plan names the version concerned")
  func failure() throws {
    let good = try Versions.version(Self.order)
    let bad = try Versions.version(
      #"{"type": "object", "properties": {"a": {"type": "object", "properties": {"b": true}, "x-localOnly": true}}, "x-swift": {"id": "nothing"}}"#
    )
    do throws(ComparisonFailure) {
      _ = try SchemaComparison.compare(old: good, new: bad)
      Issue.record("compared")
    } catch {
      #expect(error.version == .new)
      #expect(error.diagnostics.map(\.location.document) == ["Schemas/thing.schema.json"])
    }
  }

  @Test("schemas nested beyond all limits are undecided, and nothing traps")
  func depth() throws {
    func nested(_ leaf: String, _ depth: Int) -> String {
      String(repeating: #"{"items": "#, count: depth) + leaf + String(repeating: "}", count: depth)
    }
    let old = nested(#"{"maximum": 3}"#, 400)
    let report = try compare([("a.schema.json", old)], [("a.schema.json", nested(#"{"maximum": 2}"#, 400))])
    #expect(report[.newReadsOld].answer == .unknown)
    #expect(try compare([("a.schema.json", old)], [("a.schema.json", old)])[.newReadsOld].answer == .holds)
    let shallow = try compare(
      [("a.schema.json", nested(#"{"maximum": 3}"#, 15))], [("a.schema.json", nested(#"{"maximum": 2}"#, 15))])
    #expect(shallow[.newReadsOld].answer == .broken)
  }

  @Test(
    "limits beyond all bounds do not trap, on either side",
    arguments: [
      #"{"minLength": 9223372036854775807}"#, #"{"minItems": 1e40, "items": {"type": "integer"}}"#,
      #"{"maxLength": 9223372036854775807, "minLength": 9223372036854775806}"#, #"{"x-minUTF8Bytes": 1e30}"#,
      #"{"minProperties": 1e30}"#, #"{"contains": true, "minContains": 1e30}"#, #"{"maxContains": 0, "contains": {}}"#,
      #"{"type": "integer", "minimum": -9223372036854775808, "maximum": 9223372036854775807}"#,
      #"{"type": "integer", "exclusiveMinimum": 9223372036854775807}"#, #"{"minimum": 1e400, "maximum": 1e401}"#,
      #"{"multipleOf": 1e-300}"#,
      #"{"multipleOf": 9223372036854775807, "allOf": [{"multipleOf": 9223372036854775783}]}"#,
      #"{"pattern": "^[a-z]{1000}$", "minLength": 1001}"#, #"{"required": ["a"], "maxProperties": 0}"#,
      #"{"prefixItems": [false], "minItems": 1}"#, #"{"enum": [1e400, [[1]], {"a": 1}]}"#,
      #"{"not": {"not": {"not": {}}}}"#,
      ##"{"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"a": {"$ref": "#/$defs/a"}}, "required": ["a"]}}}"##,
    ])
  func extremes(_ text: String) throws {
    let plain = #"{"minLength": 3, "maximum": 7, "minItems": 2, "minProperties": 2, "multipleOf": 3, "maxItems": 4}"#
    for (old, new) in [(text, plain), (plain, text), (text, text)] {
      let report = try compare([("a.schema.json", old)], [("a.schema.json", new)])
      #expect(report.verdicts.count == 3)
      if old == new { #expect(report.step == .none) }
    }
  }

  @Test("the same comparison has the same output twice")
  func isDeterministic() throws {
    let old =
      #"{"type": "object", "properties": {"a": {"enum": ["x", "y"]}, "b": {"type": "integer"}, "c": {"pattern": "^a+$"}}, "required": ["a", "b"]}"#
    let new =
      #"{"type": "object", "properties": {"a": {"enum": ["y", "z"]}, "c": {"pattern": "^b+$"}, "d": {"maxLength": 2}}, "additionalProperties": false}"#
    let first = try compare([("a.schema.json", old)], [("a.schema.json", new)])
    let second = try compare([("a.schema.json", old)], [("a.schema.json", new)])
    #expect(first == second)
    #expect(first.textLines == second.textLines)
    #expect(first.changes.count > 8)
  }

  @Test("names are not markup in Markdown, whatever characters combine with their markers")
  func escapes() throws {
    let old = #"{"type": "object", "required": ["<\u0301b``\u0301"], "properties": {"c": true}}"#
    let new = #"{"type": "object", "required": ["c"], "properties": {"c": true}}"#
    let lines = try compare([("a.schema.json", old)], [("a.schema.json", new)]).markdownLines
    #expect(
      lines.contains("- **required-removed**: member '\\<\u{301}b\\`\\`\u{301}' is no longer required"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("  - breaks *new-reads-old*: ```{") && $0.hasSuffix("}```") }, "\(lines)")
  }

  @Test("text, Markdown and JSON have the content of the report")
  func forms() throws {
    let report = try compare(
      [("a.schema.json", #"{"type": "integer", "maximum": 9}"#)],
      [("a.schema.json", #"{"type": "integer", "maximum": 5}"#)])
    #expect(
      report.textLines == [
        "new readers can read old data: no",
        "old readers can read new data: yes",
        "Swift source still compiles: yes",
        "",
        "a",
        "  maximum-lowered: 'maximum' is lowered from 9 to 5",
        "    old Schemas/a.schema.json:1:32 /maximum",
        "    new Schemas/a.schema.json:1:32 /maximum",
        "    breaks new-reads-old: 6",
        "",
        "next version: major (new readers reject data from old writers)",
      ])
    #expect(
      report.markdownLines == [
        "| Question | Answer |", "|---|---|", "| Can new readers read old data? | **no** |",
        "| Can old readers read new data? | yes |", "| Does Swift source still compile? | yes |", "",
        "Next version: **major**, new readers reject data from old writers.", "", "### a", "",
        "- **maximum-lowered**: 'maximum' is lowered from 9 to 5", "  - old: `Schemas/a.schema.json:1:32 /maximum`",
        "  - new: `Schemas/a.schema.json:1:32 /maximum`", "  - breaks *new-reads-old*: `6`",
      ])
    let change = report.json["changes"]?.array?.first
    #expect(change?["rule"] == "maximum-lowered")
    #expect(change?["effects"]?["new-reads-old"] == ["effect": "breaks", "example": 6])
    #expect(change?["old"]?["pointer"] == "/maximum")
    #expect(report.json["verdicts"]?["old-reads-new"]?["answer"] == "holds")
  }

  @Test("a payload of a definition names the definition")
  func definitions() throws {
    let report = try compare(
      [("a.schema.json", #"{"$defs": {"age": {"type": "integer", "maximum": 9}}}"#)],
      [("a.schema.json", #"{"$defs": {"age": {"type": "integer", "maximum": 5}}}"#)])
    #expect(report.textLines.contains("    breaks new-reads-old: 6, a value of /$defs/age"))
    #expect(report.markdownLines.contains("  - breaks *new-reads-old*: `6`, a value of `/$defs/age`"))
    let effect = report.json["changes"]?.array?.first?["effects"]?["new-reads-old"]
    #expect(effect == ["effect": "breaks", "example": 6, "exampleOf": "/$defs/age"])
  }
}
