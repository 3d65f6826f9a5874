import SchemaAnalysis
import SchemaRuntime

/// Handles references without a target and schemas that apply themselves to the same value.
///
/// If payloads may reach them, they are errors. If not, and in lenient documents, they are warnings: the schema is
/// marked as defective, and every value is undecided there.
final class DefectFinder {
  private let builder: GraphBuilder
  private let graph: SchemaGraph
  private let options: SchemaResolver.Options
  /// Known once there is a defect.
  private lazy var used: UsedSchemas = {
    let candidates = builder.dynamicCandidates()
    var dynamic: [SchemaID: [SchemaID]] = [:]
    for reference in builder.dynamicReferences() { dynamic[reference.schema] = candidates[reference.anchor] }
    return UsedSchemas(of: graph, dynamic: dynamic)
  }()

  init(_ builder: GraphBuilder, _ graph: SchemaGraph, options: SchemaResolver.Options) {
    self.builder = builder
    self.graph = graph
    self.options = options
  }

  /// Reports references without a target.
  func checkReferences(of graph: inout SchemaGraph, _ findings: inout Findings) {
    for unresolved in builder.unresolvedReferences {
      let kind = ResolveError.Kind.unresolvable(unresolved.fact)
      guard !mustBeStandIn(unresolved.fact), let consequence = consequence(of: unresolved.schema, in: graph) else {
        findings.add(kind, at: unresolved.location)
        continue
      }
      findings.add(kind, at: unresolved.location, severity: .warning, consequence: consequence)
      let reference = unresolved.fact.reference.quoted
      graph.mark(
        unresolved.schema,
        SchemaNode.Defect(
          keyword: unresolved.fact.keyword,
          reason: "its \(unresolved.fact.keyword.quoted) leads to no schema: \(reference)"))
    }
  }

  /// Reports dynamic references that lead nowhere on a way from a root.
  func checkScopes(of graph: SchemaGraph, before: SchemaGraph, _ findings: inout Findings) {
    guard graph.nodes.contains(where: { $0.defect?.keyword == "$dynamicRef" }) else { return }
    let reached = Closure.of(graph.roots) { graph[$0].keywords.applied + graph[$0].keywords.references }
    var reported: Set<SchemaID> = []
    for schema in reached.sorted() where graph[schema].defect != nil {
      let original = builder.original(of: schema, in: graph)
      guard before[original].defect == nil, let text = before[original].keywords.written["$dynamicRef"]?.string,
        let name = KeywordRule.AnchorName.dynamic(in: text), reported.insert(original).inserted
      else { continue }
      let fact = ResolveError.Unresolvable(
        keyword: "$dynamicRef", reference: text, uri: text, reason: .noScope(name: name))
      let isLenient = options.reading(graph.document(of: schema)).isLenient
      findings.add(
        .unresolvable(fact), at: builder.location(of: original), severity: isLenient ? .warning : .error,
        consequence: isLenient ? .undecided : nil)
    }
  }

  /// Whether a missing document has a replacement, so that its schemas can be compared.
  private func mustBeStandIn(_ fact: ResolveError.Unresolvable) -> Bool {
    if case .noDocument = fact.reason { options.allowsUnavailableDocuments } else { false }
  }

  /// Reports cycles of references, and breaks those that are not errors.
  func checkCycles(of graph: inout SchemaGraph, _ findings: inout Findings) {
    // Most graphs have none; those along references and `allOf` are among these.
    var isBroken = !ReferenceCycles.find(in: graph, along: { $0.appliedInPlace }, limit: 1).isEmpty
    guard isBroken else { return }
    while isBroken, !findings.hasErrors {
      isBroken = false
      for cycle in ReferenceCycles.find(in: graph, along: { $0.keywords.conjuncts }) {
        let kind = ResolveError.Kind.referenceCycle(chain: cycle.map { graph[$0].location })
        if let broken = breakCycle(cycle, kind, "its references lead back to it", in: &graph, &findings) {
          isBroken = isBroken || broken
        } else {
          findings.add(kind, at: builder.location(of: cycle[0], in: graph))
        }
      }
    }
    isBroken = true
    // The compiler rejects the others.
    while isBroken, !findings.hasErrors {
      isBroken = false
      for cycle in ReferenceCycles.find(in: graph, along: { $0.appliedInPlace }) {
        let kind = ResolveError.Kind.endlessRecursion(chain: cycle.map { graph[$0].location })
        let reason = "it applies itself to the same value again"
        isBroken = breakCycle(cycle, kind, reason, in: &graph, &findings) ?? false || isBroken
      }
    }
  }

  /// Marks the first possible schema of a cycle as defective; nil if there is none, and false if the cycle is already
  /// broken.
  private func breakCycle(
    _ cycle: [SchemaID], _ kind: ResolveError.Kind, _ reason: String, in graph: inout SchemaGraph,
    _ findings: inout Findings
  ) -> Bool? {
    if cycle.contains(where: { graph[$0].defect != nil }) { return false }
    for schema in cycle {
      guard let consequence = consequence(of: schema, in: graph) else { continue }
      findings.add(kind, at: builder.location(of: schema, in: graph), severity: .warning, consequence: consequence)
      let keyword = graph[schema].keywords.references.isEmpty ? "allOf" : "$ref"
      graph.mark(schema, SchemaNode.Defect(keyword: keyword, reason: reason))
      return true
    }
    return nil
  }

  /// How a mistake in a schema is read; nil if it is an error.
  private func consequence(of schema: SchemaID, in graph: SchemaGraph) -> Findings.Consequence? {
    let original = builder.original(of: schema, in: graph)
    if !used[original] { return .unused }
    return options.reading(graph.document(of: schema)).isLenient ? .undecided : nil
  }
}

extension SchemaGraph {
  fileprivate mutating func mark(_ schema: SchemaID, _ defect: SchemaNode.Defect) {
    if self[schema].defect == nil { nodes[schema.index] = self[schema].with(defect) }
  }
}
