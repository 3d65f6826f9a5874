import CodegenCore
import CodegenProject
import JSONSchema
import SchemaAnalysis
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

  init(_ planned: CodegenPipeline.CompiledPlan, generation: Int) {
    self.generation = generation
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
  /// What the generator makes of a file's folder, as of the last plan.
  func model(of path: String) -> SwiftNamesOfSchemas? {
    let scope = scope(of: path)
    if scope.model == nil { plan(scope) }
    return scope.model
  }

  /// Plans the types of a folder, unless nothing has changed since the last time. A folder that cannot be planned keeps
  /// its model.
  func plan(_ scope: Scope) {
    if scope.plannedGeneration == generation { return }
    scope.plannedGeneration = generation
    scope.problems = [:]
    guard let input = generatorInput(scope) else { return }
    do throws(CodegenFailure) {
      let planned = try CodegenPipeline.plan(input, hasComments: false)
      scope.model = SwiftNamesOfSchemas(planned, generation: generation)
      scope.problems = Dictionary(grouping: planned.diagnostics.map(located), by: \.document)
    } catch {
      scope.problems = Dictionary(grouping: error.diagnostics.map(located), by: \.document)
    }
  }

  /// The schemas of a folder for the generator; nil if they cannot be resolved, of which the linter tells.
  private func generatorInput(_ scope: Scope) -> CodegenPipeline.Input? {
    let paths = scope.chosenPaths
    guard let project = scope.project, let first = paths.first, paths.allSatisfy({ file($0)?.failure == nil }) else {
      return nil
    }
    let documents = paths.compactMap { path -> SchemaDocument? in
      guard let document = document(at: path, scope) else { return nil }
      let inside = FilePath.relative(path, to: scope.folder)
      let source = try? scope.loader.options.overlay.applied(
        to: document.source, at: inside, limits: scope.loader.options.limits)
      return SchemaDocument(
        uri: document.uri, name: document.name, source: source ?? document.source, extent: document.extent)
    }
    let resolution = try? SchemaResolver.resolve(
      documents, options: project.options(), lookup: lookup(scope, from: first))
    return resolution.flatMap { try? project.input($0.graph) }
  }

  /// Moves a diagnostic about a value that the configuration adds to the value around it.
  private func located(_ diagnostic: Diagnostic) -> Diagnostic {
    guard let outline = file(path(ofName: diagnostic.document))?.outline else { return diagnostic }
    var pointer = diagnostic.pointer
    while outline.entry(at: pointer) == nil, !pointer.tokens.isEmpty {
      pointer = JSONPointer(Array(pointer.tokens.dropLast()))
    }
    return Diagnostic(
      severity: diagnostic.severity,
      location: SourceLocation(document: diagnostic.document, pointer: pointer, position: diagnostic.position),
      message: diagnostic.message)
  }

  /// What `codegen generate` says of a schema file, as of the last plan, besides what the linter says of the same
  /// keywords. Values keep their diagnostics while the text around them changes.
  func generatorDiagnostics(of file: SourceFile, besides known: [FileDiagnostic]) -> [FileDiagnostic] {
    guard let found = scope(of: file.path).problems[name(of: file.path)], file.failure == nil,
      case .schema = content(of: file), let outline = file.outline
    else { return [] }
    return found.compactMap { diagnostic in
      guard let entry = outline.entry(at: diagnostic.pointer).map({ outline.entries[$0] }) else { return nil }
      let range = file.text.token(at: entry.start, isYAML: file.format == .yaml)
      let keyword = entry.token.quoted
      let isKnown = known.contains {
        $0.range == range && $0.message.contains(keyword) && diagnostic.message.contains(keyword)
      }
      return isKnown
        ? nil
        : FileDiagnostic(
          range: range, severity: diagnostic.severity, code: "generate", message: diagnostic.message)
    }
  }
}
