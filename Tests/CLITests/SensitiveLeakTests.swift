import Foundation
import SchemaRuntime
import TestSupport
import Testing

@testable import CodegenCommands

private let mark = #""x-sensitive": true"#

/// Puts a text in every slot of a sensitive schema and its payloads, and checks that no output of any verb contains it.
@Suite struct SensitiveLeakTests {
  private static let canary = "S3CR3T"

  /// The keywords about a value, by the slot that contains the text.
  private static let slots: [(name: String, keywords: String)] = [
    ("const", #""type": "string", "const": "S3CR3T""#),
    ("constObject", #""const": {"a": ["S3CR3T"]}"#),
    ("enum", #""type": "string", "enum": ["S3CR3T", "S3CR3T2"]"#),
    ("escapedEnum", #""type": "string", "enum": ["S3CR3T-a", "S3CR3T_a"]"#),
    ("mixedEnum", #""enum": ["S3CR3T", 1, {"S3CR3T": 1}]"#),
    ("varnames", #""type": "integer", "enum": [1, 2], "x-enum-varnames": ["S3CR3T", "other"]"#),
    ("default", #""type": "string", "default": "S3CR3T""#),
    ("invalidDefault", #""type": "integer", "default": "S3CR3T""#),
    ("examples", #""type": "string", "examples": ["S3CR3T"]"#),
    ("invalidExample", #""type": "integer", "examples": ["S3CR3T"]"#),
    ("pattern", #""type": "string", "pattern": "S3CR3T{1,}""#),
    ("lookahead", #""type": "string", "pattern": "^(?!S3CR3T)""#),
    (
      "names",
      #""type": "object", "propertyNames": {"enum": ["S3CR3T", "a"]}, "additionalProperties": {"type": "integer"}"#
    ),
    ("patternNames", #""type": "object", "patternProperties": {"^S3CR3T": {"type": "string", "default": 1}}"#),
    ("items", #""type": "array", "items": {"const": "S3CR3T"}, "minItems": 1, "maxItems": 2"#),
    (
      "tag",
      #""oneOf": [{"type": "object", "required": ["k"], "properties": {"k": {"const": "S3CR3T"}}}, {"type": "object", "required": ["k"], "properties": {"k": {"const": "other"}}}]"#
    ),
    ("not", #""not": {"enum": ["S3CR3T"]}"#),
    ("condition", #""if": {"const": "S3CR3T"}, "then": {"const": "S3CR3T"}, "else": {"type": "string"}"#),
    ("foreign", #""type": "string", "x-note": "S3CR3T", "example": "S3CR3T""#),
  ]

  /// A sample of all combinations, including the first.
  private static let ways = [allWays[0]] + Effort.sample(Array(allWays.dropFirst()), oneIn: 9, thorough: 3)

  /// The ways in which a schema's values become sensitive: the schema of a member, and the content of `$defs`.
  private static let allWays:
    [(name: String, schema: @Sendable (String) -> String, definition: (@Sendable (String) -> String)?)] = [
      ("own", { "{\($0), \(mark)}" }, nil),
      ("outer", { #"{"type": "object", "properties": {"inner": {\#($0)}}, \#(mark)}"# }, nil),
      ("marked", { _ in ##"{"$ref": "#/$defs/NAME"}"## }, { "{\($0), \(mark)}" }),
      ("referred", { _ in ##"{"$ref": "#/$defs/NAME", \##(mark)}"## }, { "{\($0)}" }),
      ("joined", { #"{"allOf": [{\#(mark)}, {\#($0)}]}"# }, nil),
      ("branch", { #"{"anyOf": [{"type": "null"}, {\#($0), \#(mark)}]}"# }, nil),
      ("elements", { #"{"type": "array", "items": {\#($0), \#(mark)}}"# }, nil),
      (
        "values", { #"{"type": "object", "propertyNames": {\#(mark)}, "additionalProperties": {\#($0), \#(mark)}}"# },
        nil
      ),
      ("negated", { #"{"not": {\#($0), \#(mark)}}"# }, nil),
      ("conditional", { #"{"if": {\#($0), \#(mark)}, "then": {"title": "x"}}"# }, nil),
    ]

  private static func schema(_ way: Int, isMarked: Bool) -> String {
    let way = ways[way]
    let members = slots.map {
      "\"\($0.name)\": " + way.schema($0.keywords).replacingOccurrences(of: "NAME", with: $0.name)
    }
    let definitions = slots.compactMap { slot in way.definition.map { "\"\(slot.name)\": " + $0(slot.keywords) } }
    // An example that contains a sensitive value, as the value of that member.
    let example = ["elements", "values"].contains(way.name) ? "{}" : #"{"const": "S3CR3T"}"#
    let text = """
      {"title": "All", "type": "object", "properties": {\(members.joined(separator: ",\n"))},
       "examples": [\(example)], "$defs": {\(definitions.joined(separator: ",\n"))}}
      """
    return isMarked ? text : text.replacingOccurrences(of: mark, with: #""x-sensitive": false"#)
  }

  /// A folder of schemas, another version of it, and payloads.
  private static func folder(isMarked: Bool) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for version in ["Schemas", "Next"] {
      let outputs = """
        {"outputs": {"models": "../Out/Models", "documentation": "../Out/Documentation", "docc": "../Out/Documentation.docc",
         "openapi": "../Out/openapi.json", "testSupport": "../Out/Support"}}
        """
      try folder.write(outputs, to: version + "/codegen.json")
      for way in ways.indices {
        var text = schema(way, isMarked: isMarked)
        if version == "Next" { text = text.replacingOccurrences(of: "S3CR3T", with: "S3CR3TX") }
        try folder.write(text, to: "\(version)/\(ways[way].name).schema.json")
      }
    }
    for (number, value) in [#""S3CR3T!""#, #"{"S3CR3T!": "S3CR3T"}"#, #"[["S3CR3T"], "S3CR3T!"]"#, #""S3CR3T""#]
      .enumerated()
    {
      let members = slots.map { "\"\($0.name)\": \(value)" }.joined(separator: ", ")
      try folder.write("{\(members)}\n", to: "\(number).json")
    }
    return folder
  }

  /// Everything that the verbs print and write, with a description.
  /// - Parameter schemas: those for payloads.
  private static func outputs(in folder: ScratchFolder, of schemas: [String]) -> [(name: String, text: String)] {
    var commands = [
      ["generate"], ["generate", "--json"], ["generate", "--changes-since", "Next"], ["coverage"],
      ["coverage", "--json"],
      ["dump", "graph"], ["dump", "program"], ["dump", "plan"],
    ]
    commands += Lint.Form.allCases.map { ["lint", "--config", "Schemas/codegen.json", "--output", $0.rawValue] }
    for form in Diff.Form.allCases {
      commands += [
        ["diff", "Schemas", "Next", "--output", form.rawValue], ["diff", "Next", "Schemas", "--output", form.rawValue],
      ]
    }
    for schema in schemas {
      commands += [
        ["sample", "--schema", schema, "--count", "6"], ["sample", "--schema", schema, "--size", "maximal"],
        ["sample", "--schema", schema, "--size", "minimal"], ["sample", "--schema", schema, "--invalid"],
        ["validate", "--schema", schema, "--lines", "0.json", "1.json", "2.json", "3.json"],
      ]
      commands += PayloadCheck.Form.allCases.map {
        ["validate", "--schema", schema, "--output", $0.rawValue, "0.json", "1.json", "2.json", "3.json"]
      }
    }
    var found = commands.flatMap { command in
      let outcome = folder.run(command)
      let name = command.joined(separator: " ")
      return [(name: name, text: outcome.output), (name: name, text: outcome.errors)]
    }
    for name in folder.names() where name.hasPrefix("Out/") {
      guard let text = folder.text(name) else { continue }
      found.append((name, text))
    }
    return found
  }

  /// The lines that contain the text. In Swift, only comments count: code must know what it checks.
  private static func leaks(in outputs: [(name: String, text: String)]) -> [String] {
    outputs.flatMap { name, text in
      text.split(separator: "\n").filter { line in
        guard line.range(of: canary, options: .caseInsensitive) != nil else { return false }
        return !name.hasSuffix(".swift") || line.drop { $0 == " " }.hasPrefix("//")
      }.map { "\(name): \($0.prefix(300))" }
    }
  }

  @Test("sensitive values are in no output of any verb")
  func hides() throws {
    let folder = try Self.folder(isMarked: true)
    let outputs = Self.outputs(in: folder, of: Self.ways.map(\.name))
    #expect(outputs.contains { $0.name.hasSuffix("openapi.json") } && outputs.contains { $0.name.hasSuffix("own.md") })
    #expect(Self.leaks(in: outputs) == [])
    for name in outputs.map(\.name) where name.lowercased().contains(Self.canary.lowercased()) {
      Issue.record("\(name)")
    }
  }

  @Test("unmarked values are shown, so the outputs would reveal a leak")
  func showsOthers() throws {
    let folder = try Self.folder(isMarked: false)
    let leaks = Self.leaks(in: Self.outputs(in: folder, of: ["own"]))
    for kind in [
      "Out/Documentation/own.html", "Out/Documentation/own.md", "Out/Documentation/own.schema.json",
      "Out/Documentation/search/", "Out/openapi.json",
      ".docc",
      "Out/Models", "dump graph", "dump program", "dump plan", "coverage", "lint", "diff", "sample",
      "sample --schema own --invalid",
      "validate --schema own --output text", "validate --schema own --output json",
      "validate --schema own --output basic",
      "validate --schema own --output detailed",
    ] {
      #expect(leaks.contains { $0.contains(kind) }, "\(kind)")
    }
  }

  @Test("samples of sensitive values are made up, or redacted with a note, unless requested")
  func samples() throws {
    let folder = try ScratchFolder()
    try folder.write(
      #"{"type": "object", "required": ["pin"], "properties": {"pin": {"type": "string", "minLength": 2, "default": "S3CR3T", "x-sensitive": true}}}"#,
      to: "free.json")
    try folder.write(
      #"{"type": "object", "required": ["pin"], "properties": {"pin": {"const": "S3CR3T", "x-sensitive": true}}}"#,
      to: "fixed.json")
    let free = folder.run("sample", "--schema", "free.json")
    #expect(free.code == 0 && free.errors.isEmpty)
    try folder.write(free.output, to: "payload.json")
    #expect(folder.run("validate", "--schema", "free.json", "payload.json") == Outcome(0))
    let fixed = folder.run("sample", "--schema", "fixed.json", "--output", "lines")
    #expect(fixed.output == "{\"pin\":\"(redacted)\"}\n")
    #expect(
      fixed.errors
        == "note: sensitive values specified by fixed.json are redacted, so payloads may be invalid; use --show-sensitive to print them\n"
    )
    let shown = folder.run("sample", "--schema", "fixed.json", "--output", "lines", "--show-sensitive")
    #expect(shown == Outcome(0, "{\"pin\":\"S3CR3T\"}\n"))
  }

  @Test("widening a schema writes no value or name of a sensitive part into it")
  func widens() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {
       "choice": {"type": "string", "enum": ["a", "b"], "x-sensitive": true},
       "object": {"type": "object", "properties": {}, "additionalProperties": false, "x-sensitive": true},
       "number": {"type": "integer", "x-sensitive": true}, "plain": {"type": "string", "enum": ["a", "b"]}}}
      """, to: "old.json")
    try folder.write(
      #"{"choice": "S3CR3T", "object": {"S3CR3T": "S3CR3T"}, "number": {"S3CR3T": "S3CR3T"}, "plain": "c"}"#,
      to: "new.json")
    let result = folder.run("infer", "--schema", "old.json", "new.json")
    #expect(result.code == 0 && result.output.contains("\"c\"") && !result.output.contains(Self.canary), "\(result)")
    try folder.write(result.output, to: "wide.json")
    #expect(folder.run("validate", "--schema", "wide.json", "new.json") == Outcome(0))
    #expect(result.output.components(separatedBy: mark).count == 4)
  }
}
