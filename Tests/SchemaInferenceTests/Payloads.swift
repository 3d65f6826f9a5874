import Foundation
import JSONSchema
import SchemaInference
import SchemaRuntime
import SchemaValidation
import Testing

/// The valid payloads of `Tests/Fixtures`, by their schema.
struct PayloadGroup: CustomTestStringConvertible {
  let schema: String
  var payloads: [[UInt8]] = []

  var testDescription: String { schema }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let all: [PayloadGroup] = {
    let folder = root.appending(path: "Tests/Fixtures")
    func bytes(_ path: String) -> [UInt8] {
      [UInt8]((try? Data(contentsOf: folder.appending(path: path))) ?? Data())
    }
    var groups: [PayloadGroup] = []
    for row in (try? JSONValue(parsing: bytes("EXPECTED.json")))?.array ?? [] where row["valid"] == true {
      guard let schema = row["schema"]?.string, let file = row["file"]?.string else { continue }
      if groups.last?.schema != schema { groups.append(PayloadGroup(schema: schema)) }
      groups[groups.count - 1].payloads.append(bytes(file))
    }
    return groups
  }()

  /// The schema inferred from the payloads.
  ///
  /// - Parameter evidence: how many objects make a member required.
  func inferred(evidence: Int = InferenceOptions().minimumRequiredEvidence) throws -> JSONValue {
    var options = InferenceOptions()
    options.minimumRequiredEvidence = evidence
    var inference = SchemaInference(options: options)
    for payload in payloads { inference.observe(try JSONDocument(parsing: payload)) }
    return inference.schema(title: schema)
  }
}

/// A validator of an inferred schema; formats are asserted.
func validator(_ schema: JSONValue) throws -> SchemaValidator {
  let document = SchemaDocument(
    uri: "https://inferred.example/schema.json", name: "schema.json",
    source: try JSONDocument(parsing: schema.json(.pretty)))
  let graph = try SchemaResolver.resolve([document], options: SchemaResolver.Options(isStrict: true)).checkedGraph
  return try SchemaValidator(
    graph: graph, schema: graph.roots[0], options: Compiler.Options(assertedFormats: Set(Format.allCases)))
}

extension SchemaResolver.Resolution {
  /// The graph, which must have no findings.
  fileprivate var checkedGraph: SchemaGraph {
    get throws {
      guard diagnostics.isEmpty else { throw UnexpectedDiagnostics(lines: diagnostics.map(\.description)) }
      return graph
    }
  }
}

struct UnexpectedDiagnostics: Error {
  let lines: [String]
}

/// The schema that is inferred from these texts.
func inferred(_ texts: [String], options: InferenceOptions = InferenceOptions()) throws -> JSONValue {
  var inference = SchemaInference(options: options)
  for text in texts { inference.observe(try JSONDocument(parsing: Array(text.utf8))) }
  return inference.schema(title: "Test")
}
