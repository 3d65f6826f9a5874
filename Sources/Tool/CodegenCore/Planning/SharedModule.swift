import JSONSchema
import SchemaRuntime
import SchemaValidation

/// Another module with generated types, whose schemas are referenced here.
package struct SharedModule: Sendable {
  /// A schema, by its document and its location in the document.
  private struct Location: Hashable {
    var document: String
    var pointer: JSONPointer
  }

  /// The name of the module.
  package let name: String
  /// The URI of the folder of its schemas, with a trailing slash.
  let folder: String
  /// The URIs of its documents.
  let documents: Set<String>
  private var types: [Location: SwiftType] = [:]
  /// The schemas that a type's validator checks.
  private var validated: Set<Location> = []
  private let options: Compiler.Options

  /// Creates a module with the types of a plan.
  ///
  /// - Parameters:
  ///   - graph: the schemas that were planned.
  ///   - others: the modules on which it depends.
  ///   - options: those of its validators.
  init(
    name: String, folder: String, plan: TypePlan, graph: SchemaGraph, others: [SharedModule],
    options: Compiler.Options
  ) {
    self.options = options
    self.name = name
    self.folder = folder
    documents = Set(graph.documents.map(\.uri)).subtracting(others.flatMap(\.documents))
    let declarations = plan.files.flatMap(\.types)
    // If a module contains a type with its own name, that name refers to the type.
    let prefix = declarations.contains { $0.name.qualified == name } ? "" : name + "."
    for declaration in declarations {
      let key = declaration.key
      let document = graph.document(of: key.schema).uri
      // Wrappers represent payloads; references to the schema use the type inside.
      if case .wrapper = declaration.kind { continue }
      guard !key.isPatch, key.part == nil, graph[key.schema].twin == nil, documents.contains(document) else { continue }
      let location = Location(document: document, pointer: graph[key.schema].pointer)
      types[location] = try? SwiftType(prefix + declaration.name.qualified)
      // Validators of other types check only some values of the schema, or more.
      if !key.isInner, !declaration.isBesideNull, graph[key.schema].dynamicScope.isEmpty { validated.insert(location) }
    }
  }

  /// Returns the types whose validators give the verdicts that validators with other options would give.
  func validators(in graph: SchemaGraph, _ options: Compiler.Options) -> [SchemaID: SwiftSource] {
    guard self.options.haveSameVerdicts(as: options) else { return [:] }
    var found: [SchemaID: SwiftSource] = [:]
    for node in graph.nodes where node.twin == nil && node.dynamicScope.isEmpty {
      let location = Location(document: graph.documents[node.document].uri, pointer: node.pointer)
      if validated.contains(location) { found[node.id] = types[location].map { SwiftSource($0) } }
    }
    return found
  }

  /// Assigns the schemas of a graph their types in this module.
  func adopt(in graph: inout SchemaGraph) {
    var found: [SchemaID: SwiftType] = [:]
    for node in graph.nodes {
      let document = graph.documents[node.document].uri
      guard documents.contains(document) else { continue }
      found[node.id] = types[Location(document: document, pointer: node.pointer)]
    }
    graph.setTypes(found, of: name)
  }
}

extension Compiler.Options {
  fileprivate func haveSameVerdicts(as other: Self) -> Bool {
    customFormats.isEmpty && other.customFormats.isEmpty && assertedFormats == other.assertedFormats
      && assertsContent == other.assertsContent
  }
}
