import CollaborationModels
import Foundation
import JSONSchema
import SchemaLoading
import SchemaRuntime
import SchemaValidation
import Testing

/// One payload of `Tests/Fixtures`, with its entry in `EXPECTED.json`.
struct Fixture: CustomTestStringConvertible {
  var file: String
  var schema: String
  var isValid: Bool
  /// The locations at which the issue may be; empty for text that is not JSON.
  var locations: [String]
  /// The keywords, one of which the issue has.
  var keywords: [String]

  var testDescription: String { file }

  /// Whether the text is JSON; equal names are allowed here.
  var isReadable: Bool { !keywords.contains("parse") || keywords.contains("uniqueNames") }

  /// Differences that Codable cannot see, so that its verdict or value differs; nil for most payloads.
  var codableDifference: String? { Self.codableDifferences[file] }

  private static let codableDifferences = [
    "attachments/attachment/invalid/trailing-comma.json": "Foundation's parser accepts trailing commas on Linux",
    "participants/setup-screen-view-data/invalid/title-twice-once-as-an-escape.json":
      "a Decoder sees one of two equal names",
    "whiteboard/room-state/valid/global-state-with-odd-names.json":
      "Foundation takes names for one that differ only in normal form",
  ]

  var bytes: [UInt8] { (try? Data(contentsOf: Self.folder.appending(path: file))).map { [UInt8]($0) } ?? [] }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let folder = root.appending(path: "Tests/Fixtures")

  static let all = fixtures(in: "EXPECTED.json")
  /// Partial updates of a model.
  static let patches = fixtures(in: "EXPECTED-PATCHES.json")

  private static func fixtures(in file: String) -> [Fixture] {
    let data = (try? Data(contentsOf: folder.appending(path: file))) ?? Data()
    return ((try? JSONValue(parsing: [UInt8](data)))?.array ?? []).map { Fixture($0) }
  }

  private init(_ row: JSONValue) {
    func strings(_ value: JSONValue?) -> [String] {
      value?.array?.compactMap(\.string) ?? [value?.string].compactMap { $0 }
    }
    file = row["file"]?.string ?? ""
    schema = row["schema"]?.string ?? ""
    isValid = row["valid"]?.bool ?? false
    keywords = strings(row["keyword"])
    locations = strings(row["instanceLocation"]) + strings(row["alsoAt"])
    // Equal names are an issue of the object that has them.
    if keywords.contains("uniqueNames") { locations.append("") }
  }
}

/// The evaluator of each schema, compiled from the folder of schemas without generated code.
enum Schemas {
  static let validators: [String: SchemaValidator] = (try? load()) ?? [:]

  private static func load() throws -> [String: SchemaValidator] {
    let folder = Fixture.root.appending(path: "Schemas").path
    let graph = try SchemaLoader(root: folder, workingDirectory: folder).resolve().graph
    let configuration = try JSONValue(
      parsing: [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/codegen.json"))))
    let formats = (configuration["formats"]?["assert"]?.array ?? []).compactMap {
      $0.string.flatMap { Format(keyword: $0) }
    }
    let options = Compiler.Options(assertedFormats: Set(formats))
    var validators: [String: SchemaValidator] = [:]
    for root in graph.roots {
      let name = graph.documents[graph[root].document].name.replacingOccurrences(of: ".schema.json", with: "")
      validators[name] = try SchemaValidator(graph: graph, schema: root, options: options)
    }
    return validators
  }
}

extension [ValidationIssue] {
  /// The issues and all their causes.
  var withCauses: [ValidationIssue] { flatMap { [$0] + $0.causes.withCauses } }
}
