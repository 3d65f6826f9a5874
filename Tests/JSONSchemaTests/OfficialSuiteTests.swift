import Foundation
import JSONSchema
import SchemaRuntime
import Testing

/// Every schema of the official suite resolves, whatever the suite goes on to do with it.
@Suite struct OfficialSuiteTests {
  /// A folder of the suite, and the dialect of schemas without `$schema` in it.
  static let folders = [
    ("draft4", Dialect.draft4), ("draft6", .draft6), ("draft7", .draft7), ("draft2019-09", .draft2019),
    ("draft2020-12", .draft2020),
  ]

  @Test(arguments: folders)
  func `every schema of a draft resolves`(folder: String, dialect: Dialect) throws {
    guard let suite = try Suite(folder: folder) else { return }
    let options = SchemaResolver.Options(defaultDialect: dialect)
    var count = 0
    for (name, schema) in suite.schemas {
      count += 1
      var failure: String?
      do {
        _ = try SchemaResolver.resolve([schema], options: options) { suite.remotes[$0] }
      } catch {
        failure = error.description
      }
      #expect(failure == nil, "\(folder)/\(name)")
    }
    #expect(count > 100)
  }
}

/// One draft's folder of the official suite.
private struct Suite {
  /// The schemas with a name each: `file.json: description`.
  var schemas: [(name: String, schema: SchemaDocument)] = []
  /// The documents that the suite expects at `http://localhost:1234/`.
  var remotes: [String: SchemaDocument] = [:]

  /// Nil, with a hint, when the suites are not there.
  init?(folder: String) throws {
    guard let suites = ProcessInfo.processInfo.environment["SCHEMATA_SUITES"] else {
      if ProcessInfo.processInfo.environment["CI"] == "true" { Issue.record("expected SCHEMATA_SUITES to be set") }
      print("skipped: set SCHEMATA_SUITES to a folder with a clone of json-schema-org/JSON-Schema-Test-Suite")
      return nil
    }
    let root = suites + "/json-schema-test-suite"
    for file in Self.files(in: root + "/remotes") {
      let document = try JSONDocument(parsing: Array(try Data(contentsOf: URL(fileURLWithPath: file.path))))
      let uri = "http://localhost:1234/" + file.name
      remotes[uri] = SchemaDocument(uri: uri, name: file.name, source: document)
    }
    for file in Self.files(in: root + "/tests/" + folder) {
      let cases = try JSONValue(parsing: Array(try Data(contentsOf: URL(fileURLWithPath: file.path))))
      for test in cases.array ?? [] {
        let name = "\(file.name): \(test["description"]?.string ?? "")"
        let text = try #require(test["schema"]).json()
        schemas.append(
          (name, SchemaDocument(uri: "test:schema", name: name, source: try JSONDocument(parsing: text))))
      }
    }
  }

  /// The JSON files below a folder, sorted.
  private static func files(in folder: String) -> [(name: String, path: String)] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { ($0, folder + "/" + $0) }
  }
}
