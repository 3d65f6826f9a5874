import JSONSchema
import SchemaRuntime

/// Another module with generated types, to whose schemas those of this one refer.
package struct SharedModule: Sendable {
  /// A schema by its document and its location there.
  private struct Place: Hashable {
    var document: String
    var pointer: JSONPointer
  }

  /// The name of the module.
  package let name: String
  /// The URI of the folder of its schemas, with a slash at the end.
  let folder: String
  /// The URIs of its documents.
  let documents: Set<String>
  private var types: [Place: SwiftType] = [:]

  /// Creates a module with the types of a plan.
  ///
  /// - Parameters:
  ///   - graph: the schemas that were planned.
  ///   - others: the modules on which it depends.
  init(name: String, folder: String, plan: TypePlan, graph: SchemaGraph, others: [SharedModule]) {
    self.name = name
    self.folder = folder
    documents = Set(graph.documents.map(\.uri)).subtracting(others.flatMap(\.documents))
    let declarations = plan.files.flatMap(\.types)
    // A module's name means a type of that name, if it has one.
    let prefix = declarations.contains { $0.name.qualified == name } ? "" : name + "."
    for declaration in declarations {
      let key = declaration.key
      let document = graph.document(of: key.schema).uri
      // Wrappers stand for payloads; where a schema refers to one, the type is the one inside.
      if case .wrapper = declaration.kind { continue }
      guard !key.isPatch, key.part == nil, graph[key.schema].twin == nil, documents.contains(document) else { continue }
      let place = Place(document: document, pointer: graph[key.schema].pointer)
      types[place] = try? SwiftType(prefix + declaration.name.qualified)
    }
  }

  /// Gives the schemas of a graph the types that they have in this module.
  func adopt(in graph: inout SchemaGraph) {
    var found: [SchemaID: SwiftType] = [:]
    for node in graph.nodes {
      let document = graph.documents[node.document].uri
      guard documents.contains(document) else { continue }
      found[node.id] = types[Place(document: document, pointer: node.pointer)]
    }
    graph.setTypes(found, of: name)
  }
}

extension SchemaGraph {
  /// The roots of documents that belong to no other module.
  func roots(outside modules: [SharedModule]) -> [SchemaID] {
    let others = Set(modules.flatMap(\.documents))
    return others.isEmpty ? roots : roots.filter { !others.contains(document(of: $0).uri) }
  }
}
