package import JSONSchema
import SchemaRuntime

/// The schemas that types reach, and what Swift can express of each. Every schema that types need in addition to those of
/// the documents is added here.
struct Survey {
  let configuration: Configuration
  /// The schemas of the documents, copies of them for requests and responses, and schemas composed of them for types of
  /// their own.
  let graph: SchemaGraph
  /// Other modules, by the URIs of their documents.
  let modules: [String: String]
  /// The roots of the documents that are not part of another module.
  let roots: [SchemaID]
  /// These and their copies, which are types like any other.
  let tops: [SchemaID]
  /// The definitions that have types although nothing references them, if so configured.
  let listed: Set<SchemaID>
  /// The schemas that requests may hold; nil if that is not known.
  let schemasOfRequests: Set<SchemaID>?
  /// The schemas with sensitive values.
  let sensitive: Set<SchemaID>
  /// The schemas that types reach.
  let reached: Set<SchemaID>
  /// Those that need a type, in the order of the graph.
  let named: [SchemaID]
  /// The shapes of the schemas that types reach, and of all that these shapes mention.
  let shapes: [SchemaID: Shape]
  /// The unions that contain the types of branches.
  let homes: [SchemaID: Home]
  /// The schemas for which others were composed.
  let origins: [SchemaID: SchemaID]
  /// For each branch that is the only alternative to null, the schema that contains it.
  let soleBranches: [SchemaID: SchemaID]
  let diagnostics: [Diagnostic]

  init(of graph: SchemaGraph, _ configuration: Configuration, modules: [SharedModule]) {
    var diagnostics: [Diagnostic] = []
    // 1. Give schemas of other modules their types there, and those of requests and responses copies.
    let names = Dictionary(modules.flatMap { module in module.documents.map { ($0, module.name) } }) { $1 }
    var adopted = graph
    for module in modules { module.adopt(in: &adopted) }
    let graph = Self.withViews(adopted, configuration, &diagnostics)
    schemasOfRequests = graph.schemasOfRequests
    // 2. Find the schemas that have types in any case.
    func isOwn(_ schema: SchemaID) -> Bool { names[graph.document(of: schema).uri] == nil }
    roots = graph.roots.filter(isOwn)
    tops = roots + graph.twins(of: roots).filter { !graph[$0].keywords.vendor.localOnly }
    let definitions = graph.listedDefinitions(configuration.definitions).filter(isOwn)
    listed = Set(definitions + graph.twins(of: definitions))
    if configuration.definitions == .reachable {
      diagnostics += roots.filter(graph.isLibrary).map { Self.note(onLibrary: $0, in: graph) }
    }
    // 3. Classify them, and those that they reach.
    var classifier = ShapeClassifier(
      graph: graph, types: configuration.types.compactMapValues { (try? SwiftType($0.type)).map { SwiftSource($0) } },
      untypedObjects: configuration.untypedObjects)
    var shapes: [SchemaID: Shape] = [:]
    func shape(of schema: SchemaID) -> Shape {
      if let known = shapes[schema] { return known }
      let (shape, note) = ShapeLimits.reduced(classifier.shape(of: schema))
      var notes = note.map { [$0] } ?? []
      if case .any(let reason?) = shape { notes.append("generated as JSONValue, because \(reason)") }
      diagnostics += notes.map { classifier.graph.diagnostic(.note, at: schema, $0) }
      shapes[schema] = shape
      return shape
    }
    var constants: [SchemaID] = []
    let typed = Closure.of((tops + definitions + graph.twins(of: definitions)).reversed()) { schema in
      let own = shape(of: schema)
      if case .object(let object) = own {
        constants += object.members.filter { $0.constant(shape) != nil }.map(\.schema)
      }
      return own.children(shape).reversed()
    }
    let cases = typed.compactMap { shapes[$0]?.union }.flatMap(\.branches).filter { $0.constant != nil }
    // Cases without a value have no type, but belong to what their union means.
    _ = Closure.of(cases.flatMap(\.schemas)) { shape(of: $0).children(shape) }
    let (tops, listed) = (Set(tops), listed)
    named = typed.filter { schema in
      let shape = shape(of: schema)
      return shape.needsName || shape.holdsNamed && !tops.contains(schema)
        || shape.isContainer && listed.contains(schema)
    }.sorted()
    reached = Set(typed + constants)
    self.shapes = shapes
    (homes, origins, soleBranches) = (classifier.homes, classifier.origins, classifier.soleBranches)
    self.graph = classifier.graph
    sensitive = classifier.graph.sensitiveSchemas
    self.configuration = configuration
    self.modules = names
    self.diagnostics = diagnostics
  }

  /// Returns the graph with the schemas of requests and responses.
  private static func withViews(
    _ graph: SchemaGraph, _ configuration: Configuration, _ diagnostics: inout [Diagnostic]
  ) -> SchemaGraph {
    let whole = graph.withTwins(for: configuration)
    if whole == nil, let root = graph.roots.first {
      diagnostics.append(
        graph.diagnostic(
          .warning, at: root,
          "too many schemas for separate request and response types, so there are none; set \"views\": [] in the "
            + "configuration, or split the schemas"))
    }
    if configuration.views == nil {
      diagnostics += graph.schemasRequiringViews.values.sorted().map { schema in
        graph.diagnostic(
          .note, at: schema,
          "a required member is 'readOnly' or 'writeOnly', so requests and responses have separate Swift types; set "
            + "\"views\": [] in the configuration to have one type for both")
      }
    }
    return whole ?? graph
  }

  private static func note(onLibrary root: SchemaID, in graph: SchemaGraph) -> Diagnostic {
    let count = graph[root].keywords.defs.count
    return graph.diagnostic(
      .note, at: root,
      "the schema only holds definitions, so that \(count == 1 ? "the only one is a type" : "all \(count) are types")")
  }

  /// Returns the shape of a schema that types reach.
  func shape(of schema: SchemaID) -> Shape { shapes[schema] ?? .any(fallback: nil) }

  /// Returns the module that has a schema; nil for a schema of these documents.
  func module(of schema: SchemaID) -> String? { modules[graph.document(of: schema).uri] }
}

extension SchemaGraph {
  /// Returns the graph with the schemas of requests and responses that a configuration asks for; nil if these are too
  /// many.
  package func withTwins(for configuration: Configuration) -> SchemaGraph? {
    let requiring = Set(configuration.views == nil ? schemasRequiringViews.keys.map { $0 } : [])
    let views = configuration.views ?? (requiring.isEmpty ? [] : Set(SchemaView.allCases))
    return withTwins(views: views, in: configuration.views == nil ? requiring : nil) { graph, branches in
      UnionAnalysis(branches.map { Facts(of: $0, in: graph) }, graph: graph).isExclusive
    }
  }
}
