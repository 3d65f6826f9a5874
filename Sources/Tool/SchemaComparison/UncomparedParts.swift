import JSONSchema
import SchemaRuntime

/// Finds the differences between two texts that contain schemas and other content, such as OpenAPI, outside of the
/// schemas: what no comparison of schemas sees.
struct UncomparedParts {
  let matching: SchemaMatching
  /// Whether the operations of API descriptions are compared.
  let hasOperations: Bool

  /// The differences, in the order of the texts.
  var parts: [ComparisonReport.UncomparedPart] {
    matching.hosts.flatMap { pair in
      let (old, new) = (rest(of: pair.old, matching.old.graph), rest(of: pair.new, matching.new.graph))
      return differences(old, new, at: []).map { tokens in
        let pointer = JSONPointer(tokens)
        func location(_ value: JSONValue, _ document: SchemaDocument) -> SourceLocation? {
          value[pointer].map { _ in
            SourceLocation(
              document: document.name, pointer: pointer, position: document.source.position(of: pointer))
          }
        }
        return ComparisonReport.UncomparedPart(old: location(old, pair.old), new: location(new, pair.new))
      }
    }
  }

  /// Members at the root that describe a document for readers.
  private static let annotations: Set = ["info", "tags", "externalDocs"]
  /// The members whose own members contain parts, one level deeper than elsewhere.
  private static let nested = ["components"]

  /// The members of descriptions that are compared with operations.
  private static let compared: Set = [
    "paths", "webhooks", "servers", "security", "openapi", "swagger", "parameters", "responses", "securityDefinitions",
    "host", "basePath", "schemes", "consumes", "produces",
  ]
  /// Those of `components`.
  private static let comparedComponents: Set = [
    "parameters", "requestBodies", "responses", "headers", "securitySchemes", "callbacks", "pathItems", "examples",
  ]

  private func isCompared(_ path: [String]) -> Bool {
    guard hasOperations else { return false }
    return path.count == 1 && Self.compared.contains(path[0])
      || path.count == 2 && path[0] == "components" && Self.comparedComponents.contains(path[1])
  }

  private func differences(_ old: JSONValue, _ new: JSONValue, at path: [String]) -> [[String]] {
    if Self.worded(old) == Self.worded(new) { return [] }
    let depth = path.first.map(Self.nested.contains) ?? false ? 3 : 2
    guard path.count < depth, let before = old.object, let after = new.object else { return [path] }
    var seen: Set<String> = []
    return (Array(before.keys) + Array(after.keys)).filter { seen.insert($0).inserted }.flatMap { name -> [[String]] in
      if path.isEmpty, Self.annotations.contains(name) { return [] }
      if isCompared(path + [name]) { return [] }
      guard let first = before[name], let second = after[name] else { return [path + [name]] }
      return differences(first, second, at: path + [name])
    }
  }

  /// Returns a value without summaries and descriptions, unless it may be one that payloads have.
  private static func worded(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let object):
      return .object(
        JSONObject(
          object.compactMap { name, value in
            switch name {
            case "summary", "description": value.string == nil ? (name, worded(value)) : nil
            case "schema", "schemas", "const", "enum", "default": (name, value)
            default: (name, worded(value))
            }
          }))
    case .array(let elements): return .array(elements.map(worded))
    case .null, .bool, .number, .string: return value
    }
  }

  /// Returns a text without the schemas of a graph.
  private func rest(of document: SchemaDocument, _ graph: SchemaGraph) -> JSONValue {
    var tree = PointerTree()
    for node in graph.nodes where node.parent == nil && node.twin == nil {
      if graph.documents[node.document].name == document.name { tree.insert(node.pointer.tokens[...]) }
    }
    return tree.removing(from: document.root) ?? .null
  }
}

/// Pointers by their tokens.
private struct PointerTree {
  private var children: [String: PointerTree] = [:]
  private var isEnd = false

  mutating func insert(_ tokens: ArraySlice<String>) {
    guard let token = tokens.first else { return isEnd = true }
    children[token, default: PointerTree()].insert(tokens.dropFirst())
  }

  /// Returns a value without the values at the pointers, and without objects that have nothing else; elements of arrays
  /// become null. Nil for the value itself.
  func removing(from value: JSONValue) -> JSONValue? {
    if isEnd { return nil }
    if children.isEmpty { return value }
    switch value {
    case .object(let object):
      let rest = object.compactMap { member -> (String, JSONValue)? in
        guard let child = children[member.key] else { return (member.key, member.value) }
        return child.removing(from: member.value).map { (member.key, $0) }
      }
      return rest.isEmpty ? nil : .object(JSONObject(rest))
    case .array(let elements):
      return .array(
        elements.enumerated().map { index, element in
          children[String(index)].map { $0.removing(from: element) ?? .null } ?? element
        })
    case .null, .bool, .number, .string: return value
    }
  }
}
