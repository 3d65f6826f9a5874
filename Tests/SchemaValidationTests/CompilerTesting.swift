import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

/// A schema of `https://example.com/s.json` and lines with its compiled form, or the error.
struct CompilerRow: Sendable, CustomTestStringConvertible {
  let name: String
  let schema: String
  let lines: [String]
  let formats: Set<Format>

  init(_ name: String, _ schema: String, _ lines: [String], formats: Set<Format> = []) {
    self.name = name
    self.schema = schema
    self.lines = lines
    self.formats = formats
  }

  var testDescription: String { name }

  func graph() throws -> SchemaGraph {
    let source = try JSONDocument(
      parsing: Array(schema.utf8), limits: JSONLimits(maximumDepth: JSONLimits.hardMaximumDepth))
    let document = SchemaDocument(uri: "https://example.com/s.json", name: "s.json", source: source)
    return try SchemaResolver.resolve([document]).graph
  }

  func compile() throws -> Compiler.Output {
    let graph = try graph()
    return try Compiler.compile([graph.roots[0]], of: graph, options: Compiler.Options(assertedFormats: formats))
  }
}

extension Program {
  /// One line per schema: the fragment of its location, its steps and its marks.
  var lines: [String] {
    (json.array ?? []).map { schema in
      let row = schema.array ?? []
      let location = row.first?.string?.drop { $0 != "#" } ?? ""
      let steps = row.count > 1 ? row[1].array ?? [] : []
      let words = (steps.map { $0.text() } + row.dropFirst(2).compactMap(\.string)).joined(separator: " ")
      return "\(location) \(words)"
    }
  }
}

/// A payload, and what a reader is told of it.
struct MessageRow: CustomTestStringConvertible {
  let testDescription: String
  let schema: String
  let payload: String
  let told: [String]

  init(_ name: String, _ schema: String, _ payload: String, _ told: String...) {
    (testDescription, self.schema, self.payload, self.told) = (name, schema, payload, told)
  }
}
