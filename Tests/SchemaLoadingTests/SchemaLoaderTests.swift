import Foundation
import JSONSchema
import SchemaLoading
import SchemaRuntime
import Testing

/// The results of loading a folder: files in, names of documents or errors out.
@Suite struct SchemaLoaderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let files: [String: String]
    var links: [String: String] = [:]
    var options = SchemaLoader.Options()
    var root = "Schemas"
    let expected: [String]

    init(
      _ name: String, files: [String: String], links: [String: String] = [:],
      options: SchemaLoader.Options = SchemaLoader.Options(), root: String = "Schemas", expected: [String]
    ) {
      testDescription = name
      self.files = files
      self.links = links
      self.options = options
      self.root = root
      self.expected = expected
    }
  }

  static let loaded: [Row] = [
    Row(
      "files are sorted by path",
      files: [
        "Schemas/b.schema.json": "{}", "Schemas/a/z.schema.json": "{}", "Schemas/a-b.schema.json": "{}",
        "Schemas/readme.md": "", "Schemas/other.json": "{}",
      ], expected: ["Schemas/a-b.schema.json", "Schemas/a/z.schema.json", "Schemas/b.schema.json"]),
    Row(
      "patterns choose and leave out",
      files: ["Schemas/a/x.json": "{}", "Schemas/b/y.json": "{}", "Schemas/c/z.json": "{}"],
      options: SchemaLoader.Options(include: ["a/*.json", "**/*.json"], exclude: ["b/**"]),
      expected: ["Schemas/a/x.json", "Schemas/c/z.json"]),
    Row(
      "hidden files and folders do not count",
      files: ["Schemas/.x.schema.json": "{}", "Schemas/.git/a.schema.json": "{}", "Schemas/a.schema.json": "{}"],
      expected: ["Schemas/a.schema.json"]),
    Row(
      "a reference brings in a file that no pattern chooses",
      files: [
        "Schemas/a.schema.json": #"{"items": {"$ref": "shared/b%20c.json#/$defs/x"}}"#,
        "Schemas/shared/b c.json": #"{"$defs": {"x": {"$ref": "d.json"}}}"#, "Schemas/shared/d.json": "true",
      ], expected: ["Schemas/a.schema.json", "Schemas/shared/b c.json", "Schemas/shared/d.json"]),
    Row(
      "a file that a pattern leaves out can still be referred to",
      files: ["Schemas/a.schema.json": #"{"$ref": "b.schema.json"}"#, "Schemas/b.schema.json": "{}"],
      options: SchemaLoader.Options(exclude: ["b*"]), expected: ["Schemas/a.schema.json", "Schemas/b.schema.json"]),
    Row(
      "links are followed once", files: ["Schemas/a/x.schema.json": #"{"$id": "urn:x"}"#],
      links: ["Schemas/copy.schema.json": "a/x.schema.json", "Schemas/twin": "a"],
      expected: ["Schemas/a/x.schema.json"]),
    Row(
      "a link that leads outside the folder is harmless if it is not followed",
      files: ["Schemas/a.schema.json": "{}", "shared/b.schema.json": "{}", "README.md": ""],
      links: ["Schemas/README.md": "../README.md", "Schemas/shared": "../shared"],
      options: SchemaLoader.Options(exclude: ["shared/**"]), expected: ["Schemas/a.schema.json"]),
    Row(
      "all schemas of a folder, whatever they are called",
      files: [
        "Schemas/a.schema.json": "{}", "Schemas/b.json": #"{"type": "string"}"#, "Schemas/c.json": "[1]",
        "Schemas/d/e.json": #"{"$schema": "http://json-schema.org/draft-07/schema#", "x": 1}"#,
        "Schemas/f.json": #"{"name": "payload"}"#, "Schemas/g.json": #"{"openapi": "3.1.0", "paths": {}}"#,
        "Schemas/h.txt": "", "Schemas/i.json": #"{"properties": {"a": {}}}"#,
      ], options: whole(exclude: ["i*"]),
      expected: ["Schemas/a.schema.json", "Schemas/b.json", "Schemas/d/e.json"]),
    Row(
      "a reference through a link finds the file that is loaded",
      files: ["Schemas/a.schema.json": #"{"$ref": "link.json"}"#, "Schemas/b.schema.json": #"{"$id": "urn:b"}"#],
      links: ["Schemas/link.json": "b.schema.json"], expected: ["Schemas/a.schema.json", "Schemas/b.schema.json"]),
    Row(
      "the offline map has files and folders",
      files: [
        "Schemas/a.schema.json":
          #"{"allOf": [{"$ref": "https://x.org/one"}, {"$ref": "https://x.org/v1/two.json#/$defs/t"}]}"#,
        "mirror/1.json": "{}", "mirror/v1/two.json": #"{"$defs": {"t": {"$ref": "three.json"}}}"#,
        "mirror/v1/three.json": "{}",
      ],
      options: SchemaLoader.Options(files: ["https://x.org/one": "../mirror/1.json", "https://x.org/": "../mirror"]),
      expected: ["Schemas/a.schema.json", "mirror/1.json", "mirror/v1/two.json", "mirror/v1/three.json"]),
    Row(
      "the offline map compares URIs, not their spelling, and the longest entry counts",
      files: [
        "Schemas/a.schema.json":
          #"{"allOf": [{"$ref": "https://x.org/~a"}, {"$ref": "https://x.org/v/b.json"}, {"$ref": "https://x.org/v/w/c.json"}]}"#,
        "m/a.json": "{}", "m/v/b.json": "{}", "m/w/c.json": "{}",
      ],
      options: SchemaLoader.Options(files: [
        "HTTPS://X.org/%7ea": "../m/a.json", "https://x.org/v/": "../m/v/", "https://x.org/v/w/": "../m/w",
      ]),
      expected: ["Schemas/a.schema.json", "m/a.json", "m/v/b.json", "m/w/c.json"]),
    Row(
      "names are relative to the working directory", files: ["../outside/a.schema.json": "{}"], root: "../outside",
      expected: ["../outside/a.schema.json"]),
  ]

  private static func whole(exclude: [String] = []) -> SchemaLoader.Options {
    var options = SchemaLoader.Options(exclude: exclude)
    options.isWhole = true
    return options
  }

  static let failures: [Row] = [
    Row(
      "a link to a folder outside", files: ["Schemas/a.schema.json": "{}", "shared/b.schema.json": "{}"],
      links: ["Schemas/shared": "../shared"],
      expected: ["Schemas/shared: error: " + leadsOutside("shared")]),
    Row(
      "a link to a file outside", files: ["Schemas/a.schema.json": "{}", "b.json": "{}"],
      links: ["Schemas/b.schema.json": "../b.json"],
      expected: ["Schemas/b.schema.json: error: " + leadsOutside("b.json")]),
    Row(
      "a reference through a link to a file outside",
      files: ["Schemas/a.schema.json": #"{"$ref": "b.json"}"#, "secret": "{}"], links: ["Schemas/b.json": "../secret"],
      expected: ["Schemas/b.json: error: " + leadsOutside("secret")]),
    Row(
      "a reference through a link that leaves a folder of the offline map",
      files: ["Schemas/a.schema.json": #"{"$ref": "https://x.org/b.json"}"#, "m/c.json": "{}", "secret": "{}"],
      links: ["m/b.json": "../secret"], options: SchemaLoader.Options(files: ["https://x.org/": "../m/"]),
      expected: ["m/b.json: error: " + leadsOutside("secret")]),
    Row(
      "a link that leads back", files: ["Schemas/a/x.schema.json": "{}"], links: ["Schemas/a/loop": ".."],
      expected: [
        "Schemas/a/loop: error: this symbolic link leads to 'Schemas', a folder that contains it"
      ]),
    Row(
      "a link to itself", files: ["Schemas/a.schema.json": "{}"], links: ["Schemas/b.schema.json": "b.schema.json"],
      expected: ["Schemas/b.schema.json: error: cannot be read: it is a broken symbolic link"]),
    Row(
      "a folder without a schema", files: ["Schemas/a.json": "[]"], options: whole(),
      expected: ["Schemas: error: the folder contains no schemas"]),
    Row(
      "a JSON file of a whole folder that cannot be read", files: ["Schemas/a.json": "{}", "Schemas/b.json": "{"],
      options: whole(),
      expected: [
        "Schemas/b.json:1:2: error: expected a member name in double quotes or '}', found the end of the text"
      ]),
    Row(
      "syntax errors of every file",
      files: ["Schemas/a.schema.json": "{\n  \"a\": tru\n}", "Schemas/b.schema.json": ""],
      expected: [
        "Schemas/a.schema.json:2:8: error: expected 'true', 'false' or 'null', found 't'",
        "Schemas/b.schema.json:1:1: error: expected a JSON value, found an empty text",
      ]),
    Row(
      "a control character in a path", files: ["Schemas/a\nb/c.schema.json": "{}"],
      expected: ["Schemas/a\\u{a}b/c.schema.json:1:1: error: expected a path without control characters, found U+000A"]),
    Row("no folder", files: ["x": ""], expected: ["Schemas: error: there is no such folder"]),
    Row("a file for a folder", files: ["Schemas": ""], expected: ["Schemas: error: there is no such folder"]),
    Row(
      "an empty folder", files: ["Schemas/.keep": ""],
      expected: ["Schemas: error: the folder contains no files"]),
    Row(
      "patterns that choose nothing", files: ["Schemas/a.json": "{}"],
      options: SchemaLoader.Options(include: ["**/*.schema.json", "*.json", "x/**"]),
      expected: [
        "Schemas: error: no file in the folder matches '**/*.schema.json'",
        "Schemas: error: no file in the folder matches 'x/**'",
      ]),
    Row(
      "names of the offline map that are no URIs", files: ["Schemas/a.schema.json": "{}"],
      options: SchemaLoader.Options(files: ["b.json": "../b.json", "%": "c.json"]),
      expected: ["Schemas/c.json: error: expected a URI, found '%'", "b.json: error: expected a URI, found 'b.json'"]),
    Row(
      "a link to nothing", files: ["Schemas/a.schema.json": "{}"], links: ["Schemas/b.schema.json": "nowhere"],
      expected: ["Schemas/b.schema.json: error: cannot be read: it is a broken symbolic link"]),
    Row(
      "a syntax error in a file that a reference brings in",
      files: ["Schemas/a.schema.json": #"{"$ref": "b.json"}"#, "Schemas/b.json": "[1"],
      expected: ["Schemas/b.json:1:3: error: expected ',' or ']', found the end of the text"]),
    Row(
      "a reference that leaves the folder",
      files: ["Schemas/a.schema.json": #"{"$ref": "../b.json"}"#, "b.json": "{}"],
      expected: [
        "Schemas/a.schema.json:1:10: error: expected '$ref' to name a schema, found '../b.json', which resolves to 'file://ROOT/b.json': "
          + "no schema has this URI"
      ]),
    Row(
      "a reference that leaves the folder by encoded slashes",
      files: ["Schemas/a.schema.json": #"{"$ref": "x%2F..%2F..%2Fb.json"}"#, "b.json": "{}"],
      expected: [
        "Schemas/a.schema.json:1:10: error: expected '$ref' to name a schema, found 'x%2F..%2F..%2Fb.json', which resolves to "
          + "'file://ROOT/Schemas/x%2F..%2F..%2Fb.json': no schema has this URI"
      ]),
    Row(
      "a text that is too deep", files: ["Schemas/a.schema.json": #"{"not": {"not": {}}}"#],
      options: SchemaLoader.Options(limits: JSONLimits(maximumDepth: 2)),
      expected: [
        "Schemas/a.schema.json:1:17: error: expected at most 2 levels of nested arrays and objects, found more"
      ]),
    Row(
      "a text that is too long", files: ["Schemas/a.schema.json": #"{"a": 1}"#],
      options: SchemaLoader.Options(limits: JSONLimits(maximumByteCount: 7)),
      expected: ["Schemas/a.schema.json: error: cannot be read: it has 8 bytes, and the limit is 7"]),
  ]

  private static func leadsOutside(_ target: String) -> String {
    "this symbolic link leads out of the folder of the schemas, to 'ROOT/\(target)'; copy the files, or map their URIs "
      + "under 'references' in the configuration"
  }

  @Test("slashes separate the names of a path even before a combining mark")
  func pathsAreSplitAtBytes() {
    #expect(FilePath.absolute("\u{301}a/../b/./c", in: "/x") == "/x/b/c")
    #expect(FilePath.relative("/x/\u{301}a/b", to: "/x/c") == "../\u{301}a/b")
  }

  @Test(arguments: loaded)
  func `a folder is loaded`(row: Row) throws {
    let (folder, loader) = try prepare(row)
    let documents = try loader.resolve().graph.documents
    #expect(documents.map(\.name) == row.expected)
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: failures)
  func `files that cannot be loaded are reported`(row: Row) throws {
    let (folder, loader) = try prepare(row)
    let error = #expect(throws: (any Error).self) { try loader.resolve() }
    let lines = "\(try #require(error))".replacing(folder.path + "/work", with: "ROOT")
    #expect(lines.split(separator: "\n").map(String.init) == row.expected)
  }

  @Test func `documents have file URIs, with and without the resolver`() throws {
    let folder = try Folder(["ä b.schema.json": "{}", "c.json": "{}"])
    let loader = SchemaLoader(root: folder.path, workingDirectory: folder.path)
    let uri = "file://\(folder.path)/%C3%A4%20b.schema.json"
    #expect(try loader.load().map(\.uri) == [uri])
    #expect(try loader.document(at: uri)?.name == "ä b.schema.json")
    #expect(try loader.document(at: "file://\(folder.path)/c.json")?.name == "c.json")
    #expect(try loader.document(at: "file://\(folder.path)/d.json") == nil)
    #expect(try loader.document(at: "https://example.com/c.json") == nil)
  }

  /// The working directory is `work` in the folder, so that `..` stays inside it.
  private func prepare(_ row: Row) throws -> (Folder, SchemaLoader) {
    let folder = try Folder()
    for (name, text) in row.files { try folder.write("work/" + name, Data(text.utf8)) }
    for (name, target) in row.links { try folder.link("work/" + name, to: target) }
    return (folder, SchemaLoader(root: row.root, workingDirectory: folder.path + "/work", options: row.options))
  }
}
