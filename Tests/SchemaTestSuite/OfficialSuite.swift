import Foundation
package import JSONSchema
package import SchemaRuntime

/// The official JSON Schema test suite, which is outside the repository.
package enum OfficialSuite {
  /// A folder of the suite, and the dialect of schemas without `$schema` in it.
  package struct Draft: Hashable, Sendable, CustomStringConvertible {
    package let folder: String
    package let dialect: Dialect
    /// Files, or folders of them, that do not test the dialect, and why.
    package var leftOut: [(path: String, reason: String)] = []

    package static func == (a: Draft, b: Draft) -> Bool { a.folder == b.folder }
    package func hash(into hasher: inout Hasher) { hasher.combine(folder) }

    package var description: String { folder }
  }

  /// A file as it stands.
  package struct File: Sendable {
    /// The path within the draft's folder, without extension: `optional/format/email`.
    package let name: String
    package let cases: [JSONValue]

    var isOptional: Bool { name.hasPrefix("optional/") }
  }

  /// A schema and its instances.
  package struct Group: Sendable {
    package let draft: Draft
    /// The path of the file within the draft's folder, without extension: `optional/format/email`.
    package let file: String
    /// The name of the schema: `draft7/ref-0`, with its index in the file.
    package let name: String
    package let description: String
    package let schema: SchemaDocument
    package var instances: [Instance]

    package init(
      draft: Draft, file: String, name: String, description: String, schema: SchemaDocument, instances: [Instance]
    ) {
      self.draft = draft
      self.file = file
      self.name = name
      self.description = description
      self.schema = schema
      self.instances = instances
    }

    package var isOptional: Bool { file.hasPrefix("optional/") }

    /// Optional assertions that the group assumes.
    package var assertion: Assertion {
      if file.hasPrefix("optional/format/") || file == "optional/format-assertion" { return .formats }
      return file == "optional/content" ? .content : .none
    }

    /// The name of an instance in failures.
    package func title(of instance: Instance) -> String { "\(name): \(description): \(instance.description)" }
  }

  /// Keywords that are annotations by default.
  package enum Assertion: Sendable {
    case none, formats, content
  }

  package struct Instance: Sendable {
    package let description: String
    package let text: String
    /// The suite's verdict.
    package var isValid: Bool

    package init(description: String, text: String, isValid: Bool) {
      self.description = description
      self.text = text
      self.isValid = isValid
    }
  }

  /// Every dialect that the suite tests and this project supports, oldest first.
  package static let drafts = [
    Draft(
      folder: "draft3", dialect: .draft3,
      leftOut: [
        ("optional/format/color", "colors are not checked"),
        ("optional/format/time", "its times have no zone, unlike `time` in later dialects"),
      ]),
    Draft(folder: "draft4", dialect: .draft4), Draft(folder: "draft6", dialect: .draft6),
    Draft(folder: "draft7", dialect: .draft7), Draft(folder: "draft2019-09", dialect: .draft2019),
    Draft(folder: "draft2020-12", dialect: .draft2020),
    Draft(
      folder: "v1", dialect: .v1,
      leftOut: [
        ("proposals/", "the dialect rejects keywords that are only proposed"),
        ("optional/dependencies-compatibility", "the dialect rejects `dependencies` as unknown"),
        ("optional/format-annotation", "the dialect asserts formats"),
        ("optional/refOfUnknownKeyword", "the references lead to unknown keywords, which the dialect rejects"),
        ("optional/unknownKeyword", "the dialect rejects unknown keywords"),
      ]),
  ]

  package static func draft(of dialect: Dialect) -> Draft { drafts.first { $0.dialect == dialect } ?? drafts[0] }

  package static let instructions = """
    set SCHEMATA_SUITES to a folder that holds json-schema-test-suite: git clone \
    https://github.com/json-schema-org/JSON-Schema-Test-Suite "$SCHEMATA_SUITES/json-schema-test-suite"
    """

  private static let root = ProcessInfo.processInfo.environment["SCHEMATA_SUITES"].map {
    $0 + "/json-schema-test-suite"
  }

  /// Whether the suite is available; explains how to fetch it if not.
  package static let isPresent: Bool = {
    if let root, FileManager.default.fileExists(atPath: root + "/tests") { return true }
    print("tests of the official suite skipped: \(instructions)")
    return false
  }()

  /// The documents that the suite expects at `http://localhost:1234/`.
  package static let remotes: [String: SchemaDocument] = {
    var remotes: [String: SchemaDocument] = [:]
    for name in names(below: "/remotes") {
      guard let source = try? JSONDocument(parsing: bytes("/remotes/" + name)) else { continue }
      let uri = "http://localhost:1234/" + name
      remotes[uri] = SchemaDocument(uri: uri, name: "remotes/" + name, source: source)
    }
    return remotes
  }()

  /// Returns the required files of a draft, and optionally the optional ones.
  package static func files(of draft: Draft, withOptional: Bool = false) throws -> [File] {
    try values(below: "/tests/\(draft.folder)/").compactMap { path, value in
      let file = File(name: String(path.dropLast(".json".count)), cases: value.array ?? [])
      if draft.leftOut.contains(where: { file.name.hasPrefix($0.path) }) { return nil }
      return withOptional || !file.isOptional ? file : nil
    }
  }

  /// Returns all groups of a draft, required and optional, in the order of their files.
  package static func groups(of draft: Draft) throws -> [Group] {
    try files(of: draft, withOptional: true).flatMap { file in
      try file.cases.enumerated().map { try group($1, file.name, $0, draft) }
    }
  }

  private static func group(_ value: JSONValue, _ file: String, _ index: Int, _ draft: Draft) throws -> Group {
    let name = "\(draft.folder)/\(file)-\(index)"
    let source = try JSONDocument(parsing: try member("schema", of: value).json())
    return Group(
      draft: draft, file: file, name: name, description: value["description"]?.string ?? "",
      schema: SchemaDocument(
        uri: "https://suite.example/\(name).schema.json", name: name + ".schema.json", source: source),
      instances: try (value["tests"]?.array ?? []).map { test in
        Instance(
          description: test["description"]?.string ?? "", text: try member("data", of: test).text(),
          isValid: try member("valid", of: test).bool ?? false)
      })
  }

  /// A member that every file of the suite has.
  private static func member(_ name: String, of value: JSONValue) throws -> JSONValue {
    guard let member = value[name] else { throw MissingMember(name: name) }
    return member
  }

  private struct MissingMember: Error {
    let name: String
  }

  /// Returns the files of a folder of the suite, as values.
  package static func values(below folder: String) throws -> [(name: String, value: JSONValue)] {
    try names(below: folder).map { ($0, try JSONValue(parsing: bytes(folder + $0))) }
  }

  private static func names(below folder: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: (root ?? "") + folder)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".json") }.sorted()
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: (root ?? "") + path)))
  }
}
