import Foundation
import Testing

/// Sensitive values stay unseen wherever a payload for the documentation moves them, and name nothing.
@Suite struct MovedSecretTests {
  private static let secret = #"{"type": "string", "x-sensitive": true, "examples": ["S3CR3Tex"]}"#

  static let schemas = [
    (
      "a renamed member",
      #"{"type": "object", "properties": {"pw": \#(secret)}, "propertyNames": {"pattern": "^[a-zX]+$"}}"#
    ),
    (
      "a renamed member around it",
      #"{"type": "object", "properties": {"a": {"type": "object", "properties": {"b": \#(secret)}}}, "propertyNames": {"pattern": "^[a-zX]+$"}}"#
    ),
    (
      "a copied element", #"{"type": "array", "prefixItems": [\#(secret), {"type": "string"}], "uniqueItems": true}"#
    ),
    (
      "a repeated last element",
      #"{"type": "array", "prefixItems": [{"type": "string"}, \#(secret)], "minItems": 2, "maxItems": 2}"#
    ),
    (
      "a repeated last member",
      #"{"type": "object", "required": ["pw"], "properties": {"pw": \#(secret)}, "maxProperties": 1}"#
    ),
    (
      "a member with a sensitive pattern of names",
      #"{"type": "object", "patternProperties": {"^s_": \#(secret)}, "required": ["s_a"], "propertyNames": {"maxLength": 3}}"#
    ),
    (
      "an additional member",
      #"{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"], "additionalProperties": \#(secret), "propertyNames": {"enum": ["a", "b"]}}"#
    ),
    (
      "a tag",
      #"{"oneOf": [{"type": "object", "required": ["k"], "properties": {"k": {"const": "S3CR3Tt1", "x-sensitive": true}, "a": {"type": "string"}}}, {"type": "object", "required": ["k"], "properties": {"k": {"const": "S3CR3Tt2", "x-sensitive": true}, "b": {"type": "string"}}}]}"#
    ),
    (
      "a tag in a definition",
      ##"{"type": "object", "properties": {"x": {"anyOf": [{"type": "object", "required": ["k"], "properties": {"k": {"$ref": "#/$defs/one"}}}, {"type": "object", "required": ["k"], "properties": {"k": {"$ref": "#/$defs/two"}}}]}}, "$defs": {"one": {"const": "S3CR3Tt1", "x-sensitive": true}, "two": {"enum": ["S3CR3Tt2"], "x-sensitive": true}}}"##
    ),
    (
      "constants", #"{"oneOf": [{"const": "S3CR3T1", "x-sensitive": true}, {"const": "S3CR3T2", "x-sensitive": true}]}"#
    ),
  ]

  @Test("no page, message, type, anchor or file contains a sensitive value", arguments: schemas)
  func hides(_ row: (name: String, schema: String)) throws {
    let folder = try ScratchFolder()
    try folder.write(
      #"{"outputs": {"documentation": "Out/Docs", "docc": "Out/Docs.docc", "openapi": "Out/api.json", "models": "Out/Models"}}"#,
      to: "codegen.json")
    try folder.write(row.schema, to: "a.schema.json")
    let generated = folder.run("--config", "codegen.json")
    #expect(generated.code == 0, "\(generated)")
    var texts = [("generate", generated.output + generated.errors)]
    for arguments in [["--invalid"], ["--count", "5"], ["--size", "maximal"]] {
      let sample = folder.run(["sample", "--schema", "a.schema.json"] + arguments)
      // Values are invented, and constants are redacted.
      texts.append(("sample", sample.output + sample.errors))
    }
    for name in folder.names() where name.hasPrefix("Out/") {
      #expect(!name.lowercased().contains("s3cr3t"), "\(name)")
      texts.append((name, folder.text(name) ?? ""))
    }
    for (name, text) in texts {
      for line in text.split(separator: "\n") where line.lowercased().contains("s3cr3t") {
        // Code knows the values that it checks, and enumerations have them as cases; types are not named after them.
        let words = ["struct ", "enum ", "typealias ", "indirect enum "]
        if name.hasSuffix(".swift"), !words.contains(where: { line.contains("public " + $0) }) { continue }
        Issue.record("\(row.name): \(name): \(line.prefix(200))")
      }
    }
  }

  @Test("an example of 'diff' with two equal elements shows neither, if one is sensitive")
  func hidesCopiesInComparisons() throws {
    let folder = try ScratchFolder()
    let items = #""prefixItems": [\#(Self.secret)], "items": {"type": "string"}, "minItems": 2"#
    try folder.write(#"{"type": "array", \#(items)}"#, to: "old.schema.json")
    try folder.write(#"{"type": "array", \#(items), "uniqueItems": true}"#, to: "new.schema.json")
    for format in ["text", "json"] {
      let result = folder.run("diff", "old.schema.json", "new.schema.json", "--output", format)
      #expect(result.output.contains("redacted"), "an example, \(result)")
      #expect(!result.output.contains("S3CR3T"), "\(result)")
    }
  }
}
