import CodegenCore
import CodegenProject
import JSONSchema
import SchemaLoading
import SchemaRuntime

/// What the generator makes of the configured schemas: the types of schemas and of members, by document and pointer.
struct SwiftNamesOfSchemas {
  struct Place: Hashable {
    var document: String
    var pointer: JSONPointer
  }

  /// The names of generated types.
  private(set) var types: [Place: String] = [:]
  /// The types of properties.
  private(set) var members: [Place: String] = [:]
  /// ``Workspace/generation`` of the files.
  let generation: Int

  init?(_ workspace: Workspace, _ scope: Scope) {
    generation = workspace.generation
    guard let project = scope.project else { return nil }
    let documents = scope.chosenPaths.compactMap { path -> SchemaDocument? in
      guard let document = workspace.document(at: path, scope) else { return nil }
      let inside = FilePath.relative(path, to: scope.folder)
      let source = try? scope.loader.options.overlay.applied(
        to: document.source, at: inside, limits: scope.loader.options.limits)
      return SchemaDocument(
        uri: document.uri, name: document.name, source: source ?? document.source, extent: document.extent)
    }
    guard let first = scope.chosenPaths.first,
      let graph = try? SchemaResolver.resolve(
        documents, options: project.options(), lookup: workspace.lookup(scope, from: first)
      ).graph, let input = try? project.input(graph), let planned = try? CodegenPipeline.plan(input, hasComments: false)
    else { return nil }
    func place(_ schema: SchemaID) -> Place {
      Place(document: planned.graph.document(of: schema).name, pointer: planned.graph[schema].pointer)
    }
    for type in planned.plan.files.flatMap(\.types) {
      if type.key == TypeKey(schema: type.key.schema) { types[place(type.key.schema)] = type.name.qualified }
      guard case .structure(let plan) = type.kind, !type.key.isPatch else { continue }
      for member in plan.members { members[place(member.schema)] = member.propertyType.text }
    }
  }

  /// The Swift type of a schema; nil if it has none of its own.
  func type(_ document: String, _ pointer: JSONPointer) -> String? {
    let place = Place(document: document, pointer: pointer)
    return members[place] ?? types[place]
  }
}

extension Workspace {
  /// What the generator makes of a file's folder, as it is now, or was when it last could be generated.
  func model(of path: String, isCurrent: Bool = true) -> SwiftNamesOfSchemas? {
    let scope = scope(of: path)
    if let model = scope.model, !isCurrent || model.generation == generation { return model }
    if let model = SwiftNamesOfSchemas(self, scope) { scope.model = model }
    return scope.model
  }
}
