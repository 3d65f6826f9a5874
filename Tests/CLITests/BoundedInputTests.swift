import Foundation
import JSONSchema
import SchemaAnalysis
import SchemaRuntime
import TestSupport
import Testing

/// Hostile folders and texts end in a message.
@Suite struct BoundedInputTests {
  private static let schema = #"{"type": "object", "properties": {"a": {"type": "string"}}}"#

  /// A project with schemas in a folder.
  private func project() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write("", to: "Package.swift")
    try folder.write(#"{"outputs": {"models": "../Models"}}"#, to: "Schemas/codegen.json")
    try folder.write(Self.schema, to: "Schemas/a.schema.json")
    try folder.write(#"{"a": "x"}"#, to: "payload.json")
    return folder
  }

  static let commands = [
    ["lint", "Schemas"], ["lint"], ["lint", "Other"], ["generate"], ["diff", "Schemas", "Schemas"],
    ["diff", "Other", "Other"],
    ["validate", "--schema", "b", "payload.json"],
  ]

  @Test("a pipe in the place of a schema is a message at once", arguments: commands)
  func pipe(_ arguments: [String]) throws {
    let folder = try project()
    try folder.write(Self.schema, to: "Other/a.schema.json")
    for name in ["Schemas/b.schema.json", "Other/b.schema.json"] {
      try #require(mkfifo(folder.path + "/" + name, 0o600) == 0)
    }
    let result = folder.run(arguments)
    #expect(result.code == 2, "\(result)")
    #expect(
      result.errors.contains("b.schema.json: error: cannot be read: it is a pipe, socket or device, not a file"),
      "\(result)")
  }

  @Test("a file beyond the limit is a message at once", arguments: commands)
  func large(_ arguments: [String]) throws {
    let folder = try project()
    try folder.write(Self.schema, to: "Other/a.schema.json")
    for name in ["Schemas/b.schema.json", "Other/b.schema.json"] {
      try folder.write("{", to: name)
      // Sparse: it has no blocks.
      try #require(truncate(folder.path + "/" + name, 3 << 30) == 0)
    }
    let result = folder.run(arguments)
    #expect(result.code == 2, "\(result)")
    #expect(result.errors.contains("cannot be read: it has 3221225472 bytes, and the limit is 268435455"), "\(result)")
  }

  @Test(
    "pipes in the place of other files are messages",
    arguments: ["Schemas/codegen.lock.json", "Models/A.swift", "T/a.mustache"])
  func otherPipes(_ name: String) throws {
    let folder = try project()
    try folder.write("", to: name + ".txt")
    try #require(mkfifo(folder.path + "/" + name, 0o600) == 0)
    let result = folder.run("generate", "--templates", "T")
    if name.hasPrefix("T/") { #expect(result.code == 2 && result.errors.contains("not a file"), "\(result)") }
    let plain = folder.run("generate")
    #expect(name.hasPrefix("T/") || plain.code == 2 && plain.errors.contains("not a file"), "\(plain)")
  }

  @Test("a device is no schema")
  func device() throws {
    let folder = try project()
    let result = folder.run("validate", "--schema", "/dev/zero", "payload.json")
    #expect(result.code == 2, "\(result)")
  }

  @Test("two configurations with one output folder refuse each other", arguments: ["../M", "../M/Inner"])
  func neighbors(_ output: String) throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "Package.swift")
    for (name, path) in [("A", "../M"), ("B", output)] {
      try folder.write(#"{"outputs": {"models": "\#(path)"}}"#, to: name + "/codegen.json")
      try folder.write(Self.schema, to: "\(name)/\(name.lowercased()).schema.json")
    }
    let first = folder.run("--config", "B/codegen.json")
    #expect(first.code == 0, "\(first)")
    let names = folder.names().filter { $0.hasSuffix(".swift") }
    for arguments in [["--config", "A/codegen.json"], ["generate", "--check", "--config", "A/codegen.json"]] {
      let second = folder.run(arguments)
      #expect(second.code == 2, "\(second)")
      #expect(
        second.errors.contains(
          "'outputs.models' overlaps with 'outputs.models' of 'B/codegen.json'; choose another path"),
        "\(second)")
    }
    #expect(folder.names().filter { $0.hasSuffix(".swift") } == names)
  }

  @Test("an own folder for each of two configurations is fine")
  func separateFolders() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "Package.swift")
    for name in ["A", "B"] {
      try folder.write(#"{"outputs": {"models": "../M/\#(name)"}}"#, to: name + "/codegen.json")
      try folder.write(Self.schema, to: name + "/a.schema.json")
      #expect(folder.run("--config", name + "/codegen.json").code == 0)
    }
    try folder.write(#"{"type": "object", "properties": {"b": {"type": "string"}}}"#, to: "A/a.schema.json")
    #expect(folder.run("--config", "A/codegen.json").code == 0)
  }

  @Test("the name lock stays in the project", arguments: ["../evil.json", "/elsewhere/evil.json", "../../evil.json"])
  func lock(_ path: String) throws {
    let folder = try ScratchFolder()
    try folder.write(#"{"outputs": {"models": "Models"}, "lock": "\#(path)"}"#, to: "codegen.json")
    try folder.write(Self.schema, to: "a.schema.json")
    let result = folder.run("--config", "codegen.json")
    #expect(result.code == 2 && result.errors.contains("expected a path inside the project"), "\(result)")
  }

  @Test("no output contains raw control characters or marks that reorder text")
  func hiddenCharacters() throws {
    let folder = try project()
    let name = "a\u{1b}[2J\u{7}\u{85}\u{202e}\u{2066}b\u{feff}"
    let escaped = #"a\u001b[2J\u0007\#u{85}\#u{202e}\#u{2066}b\#u{feff}"#
    try folder.write(
      #"{"type": "object", "description": "\#(escaped)", "x-\#(escaped)": 1, "properties": {"\#(escaped)": {"typ": "string", "type": "integer"}}, "required": ["\#(escaped)"], "oneOf": [true, true]}"#,
      to: "Schemas/a.schema.json")
    try folder.write(
      #"{"type": "object", "properties": {"\#(escaped)": {"type": "string"}}}"#, to: "Other/a.schema.json")
    try folder.write(#"{"\#(escaped)": "\#(escaped)"}"#, to: "payload.json")
    var commands = [
      ["sample", "--schema", "a"], ["sample", "--schema", "a", "--invalid"], ["coverage"], ["coverage", "--json"],
      ["generate", "--json"],
    ]
    for form in ["text", "json", "github-actions", "sarif"] {
      commands += [["lint", "--notes", "--output", form], ["diff", "Other", "Schemas", "--output", form]]
    }
    for form in ["text", "json", "basic", "detailed", "github-actions", "sarif"] {
      commands.append(["validate", "--schema", "a", "--output", form, "payload.json"])
    }
    let hidden = Set(name.unicodeScalars.filter { $0.value < 0x20 || $0.value >= 0x7f })
    for command in commands {
      let result = folder.run(command)
      for text in [result.output, result.errors] {
        #expect(
          !text.unicodeScalars.contains(where: hidden.contains), "\(command): \(text.debugDescription.prefix(600))")
      }
    }
  }

  @Test("the page of a choice with 2,000 branches ends, in time proportional to the branches")
  func manyBranches() throws {
    let folder = try ScratchFolder()
    try folder.write(#"{"outputs": {"documentation": "Docs", "docc": "Docs.docc"}}"#, to: "codegen.json")
    func cost(_ count: Int) throws -> Duration {
      let branches = (0..<count).map {
        #"{"type": "object", "required": ["k"], "properties": {"k": {"const": "t\#($0)"}}}"#
      }
      try folder.write(#"{"oneOf": [\#(branches.joined(separator: ","))]}"#, to: "a.schema.json")
      return ProcessorTime.measure {
        let result = folder.run("--quiet", "--config", "codegen.json")
        #expect(result.code == 0, "\(result)")
      }
    }
    let (few, many) = (try cost(500), try cost(2_000))
    #expect(many < few * 8, "\(few), \(many)")
  }

  @Test("issues are found in time proportional to their number", arguments: ["", #", "x-sensitive": true"#])
  func manyIssues(_ mark: String) throws {
    let folder = try ScratchFolder()
    try folder.write(
      #"{"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"\#(mark)}}}}"#,
      to: "a.schema.json")
    func cost(_ count: Int) throws -> Duration {
      try folder.write(
        "[" + Array(repeating: #"{"a": 1}"#, count: count).joined(separator: ",\n") + "]", to: "payload.json")
      return ProcessorTime.measure {
        let result = folder.run(
          "validate", "--schema", "a.schema.json", "--max-issues", "100000", "--output", "text", "payload.json")
        #expect(result.code == 1 && result.output.split(separator: "\n").count >= count)
      }
    }
    let (few, many) = (try cost(5_000), try cost(20_000))
    #expect(many < few * 8, "\(few), \(many)")
  }

  @Test(
    "nested counted repetition ends after its steps, undecided",
    arguments: ["^((a{0,50}){0,50}){0,50}$", "((a{1,40}b?){1,40}){1,40}c"])
  func nestedCounts(_ pattern: String) throws {
    let compiled = try Pattern(pattern)
    #expect(!compiled.isLinear)
    var text = String(repeating: "a", count: 30_000) + "!"
    let (outcome, steps) = text.withUTF8 { compiled.matchCountingSteps($0) }
    #expect(outcome == .exhausted && steps < 4_000_000, "\(outcome), \(steps)")
    let folder = try ScratchFolder()
    try folder.write(#"{"pattern": "\#(pattern)"}"#, to: "a.schema.json")
    try folder.write("\"\(text)\"", to: "payload.json")
    let result = folder.run("validate", "--schema", "a.schema.json", "payload.json")
    #expect(
      result.code == 1 && result.output.contains("steps"), "\(result.output.prefix(300)) \(result.errors.prefix(300))")
    // Short texts are decided.
    #expect(try compiled.matches("aac") == !pattern.hasPrefix("^"))
  }

  @Test(
    "long counts of a single set remain linear",
    arguments: [#"^\p{L}{1,1000}$"#, #"^(?:[a-z]{1,63}\.){0,8}[a-z]{1,63}$"#])
  func plainCounts(_ pattern: String) throws {
    var text = String(repeating: "a", count: 200_000)
    let outcome = text.withUTF8 { (try? Pattern(pattern))?.match($0) }
    #expect(outcome == .noMatch)
  }

  @Test("a JSON text without hidden characters has the same value")
  func sameValue() throws {
    let text = Array("{\"a\u{202e}\u{85}\": \"\u{e0001}ä\u{2028}\"}".utf8)
    let safe = text.withoutHiddenCharacters
    #expect(String(decoding: safe, as: UTF8.self) == #"{"a\u202e\u0085": "\udb40\udc01ä\u2028"}"#)
    #expect(try JSONDocument(parsing: safe).value == JSONDocument(parsing: text).value)
  }
}
