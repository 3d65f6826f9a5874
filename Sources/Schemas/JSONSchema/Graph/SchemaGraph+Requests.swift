import SchemaAnalysis
import SchemaRuntime

extension SchemaGraph {
  /// The schemas that requests may hold: those of request bodies and parameters of OpenAPI's operations, with all that
  /// these refer to and contain. Nil if no text describes operations, or if one describes some in files that were not
  /// read.
  package var schemasOfRequests: Set<SchemaID>? {
    guard describesAPI else { return nil }
    var search = RequestSearch(schemas: [:], readsOperations: !operations.isEmpty)
    for node in nodes where node.twin == nil {
      let key = documents[node.document].uri + "#" + node.pointer.description
      search.schemas[key] = search.schemas[key] ?? node.id
    }
    var seen: Set<String> = []
    for document in documents where seen.insert(document.uri).inserted {
      guard document.root["openapi"] != nil || document.root["swagger"] != nil else { continue }
      search.addRequests(of: document)
    }
    guard search.hasOperations, !search.isIncomplete else { return nil }
    let inline = nodes.filter { Self.isInRequest($0.pointer.tokens) || $0.twin?.view == .request }.map(\.id)
    return Set(Closure.of(search.found + inline) { self[$0].keywords.applied })
  }

  /// Whether a schema is written in the description of a request.
  private static func isInRequest(_ tokens: [String]) -> Bool {
    let homes: Set<String> = ["requestBody", "requestBodies", "parameters"]
    return ["paths", "components", "parameters"].contains(tokens.first) && tokens.contains { homes.contains($0) }
      && !tokens.starts(with: ["components", "schemas"])
  }
}

/// The search for the references of requests in a text.
private struct RequestSearch {
  /// The schemas by their URIs with the pointer as the fragment.
  var schemas: [String: SchemaID]
  /// Whether the graph has all schemas of the operations that count.
  let readsOperations: Bool
  private(set) var found: [SchemaID] = []
  private(set) var hasOperations = false
  /// Whether a request refers to a file that was not read.
  private(set) var isIncomplete = false
  private var seen: Set<String> = []
  /// Parts of the text to which requests refer and that are not schemas: a list, since one may refer to the next without
  /// end.
  private var pending: [JSONValue] = []

  init(schemas: [String: SchemaID], readsOperations: Bool) {
    self.schemas = schemas
    self.readsOperations = readsOperations
  }

  mutating func addRequests(of document: SchemaDocument) {
    for (_, item) in document.root["paths"]?.object ?? [:] {
      hasOperations = true
      guard let item = target(of: item, in: document) else { continue }
      add(item["parameters"], in: document)
      for (_, operation) in item.object ?? [:] where operation.object != nil {
        guard let operation = target(of: operation, in: document) else { continue }
        add(operation["requestBody"], in: document)
        add(operation["parameters"], in: document)
      }
    }
    while let next = pending.popLast() { add(next, in: document) }
  }

  /// The value itself, or what it refers to in the same text; nil for another text.
  private mutating func target(of value: JSONValue, in document: SchemaDocument) -> JSONValue? {
    guard let reference = value["$ref"]?.string else { return value }
    guard let pointer = JSONPointer(fragmentOrPointer: reference), reference.hasPrefix("#") else {
      isIncomplete = isIncomplete || !readsOperations
      return nil
    }
    return document.root[pointer]
  }

  /// Adds the schemas to which a value and everything in it refers.
  private mutating func add(_ value: JSONValue?, in document: SchemaDocument) {
    switch value {
    case .array(let elements): for element in elements { add(element, in: document) }
    case .object(let object):
      if let reference = object["$ref"]?.string { add(reference: reference, in: document) }
      for (name, member) in object where name != "example" && name != "examples" { add(member, in: document) }
    case .null, .bool, .number, .string, nil: break
    }
  }

  private mutating func add(reference: String, in document: SchemaDocument) {
    guard let uri = URIReference(reference), let base = URIReference(document.uri),
      let pointer = JSONPointer(fragmentOrPointer: "#" + (uri.fragment ?? ""))
    else { return }
    let file = uri.isFragment ? document.uri : uri.resolved(against: base).withoutFragment.description
    let location = file + "#" + pointer.description
    guard seen.insert(location).inserted else { return }
    if let schema = schemas[location] {
      found.append(schema)
    } else if file == document.uri {
      if let part = document.root[pointer] { pending.append(part) }
    } else if !readsOperations {
      isIncomplete = true
    }
  }
}
