import Foundation
import JSONSchema
import SchemaRuntime
import Testing

/// The official JSON Schema test suite, which lies outside the repository.
enum OfficialSuite {
  /// A folder of the suite, and the dialect of schemas without `$schema` in it.
  struct Draft: Sendable, CustomTestStringConvertible {
    let folder: String
    let dialect: Dialect

    var testDescription: String { folder }
  }

  struct File {
    let name: String
    let cases: [JSONValue]
  }

  static let drafts = [
    Draft(folder: "draft4", dialect: .draft4), Draft(folder: "draft6", dialect: .draft6),
    Draft(folder: "draft7", dialect: .draft7), Draft(folder: "draft2019-09", dialect: .draft2019),
    Draft(folder: "draft2020-12", dialect: .draft2020),
  ]

  static let instructions: Comment = """
    set SCHEMATA_SUITES to a folder that holds json-schema-test-suite: git clone \
    https://github.com/json-schema-org/JSON-Schema-Test-Suite "$SCHEMATA_SUITES/json-schema-test-suite"
    """

  private static let root = ProcessInfo.processInfo.environment["SCHEMATA_SUITES"].map {
    $0 + "/json-schema-test-suite"
  }

  /// Whether the suite is there; says how to fetch it where it is not.
  static let isPresent: Bool = {
    if let root, FileManager.default.fileExists(atPath: root + "/tests") { return true }
    print("CompilerSuiteTests skipped: \(instructions)")
    return false
  }()

  /// The documents that the suite expects at `http://localhost:1234/`.
  static let remotes: [String: SchemaDocument] = {
    var remotes: [String: SchemaDocument] = [:]
    for name in names(below: "/remotes") {
      guard let source = try? JSONDocument(parsing: bytes("/remotes/" + name)) else { continue }
      let uri = "http://localhost:1234/" + name
      remotes[uri] = SchemaDocument(uri: uri, name: name, source: source)
    }
    return remotes
  }()

  /// The required files of a draft, and when asked for the optional ones too.
  static func files(of draft: Draft, withOptional: Bool = false) throws -> [File] {
    let names = names(below: "/tests/" + draft.folder).filter { withOptional || !$0.hasPrefix("optional/") }
    return try names.map { name in
      let value = try JSONValue(parsing: bytes("/tests/\(draft.folder)/\(name)"))
      return File(name: String(name.dropLast(".json".count)), cases: value.array ?? [])
    }
  }

  /// The files of a folder of the suite, as values.
  static func values(below folder: String) throws -> [(name: String, value: JSONValue)] {
    try names(below: folder).map { ($0, try JSONValue(parsing: bytes(folder + $0))) }
  }

  private static func names(below folder: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: (root ?? "") + folder)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".json") }.sorted()
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: (root ?? "") + path)))
  }

  // MARK: - What does not pass yet

  /// Groups that fail for another reason; one that passes fails the run.
  static let failing: [String: String] = [:]
}
