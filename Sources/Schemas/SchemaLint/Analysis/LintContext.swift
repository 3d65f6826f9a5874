import JSONSchema
import SchemaAnalysis
import SchemaRuntime
import SchemaSampling
import SchemaValidation

/// The input of rules: the graph, and analyses that several rules share.
struct LintContext {
  let graph: SchemaGraph
  let fixes: FixWriter
  /// The schemas to check: one for each location in documents whose findings are reported.
  let nodes: [SchemaNode]
  /// Facts about each pattern, by its text; nil for an invalid regular expression.
  let patterns: [String: PatternInsight?]
  let memberPatterns: MemberPatterns
  let judge: SchemaJudge
  let satisfiability: Satisfiability
  /// Schemas that describe the same value.
  let relation: SameValueRelation
  /// Without a limit of steps; nil if there is no program.
  let prover: EmptinessProver?
  let options: Compiler.Options
  /// The schemas whose values are never shown in findings.
  let sensitive: Set<SchemaID>
  private let schemas: [SchemaLocation: SchemaID]
  /// The path to each schema from its parent, by the schema's index.
  private let paths: [[String]]
  /// The lines of each document.
  private let lines: [LineTable]

  private struct SchemaLocation: Hashable {
    var document: String
    var pointer: JSONPointer
  }

  init(graph: SchemaGraph, fixes: FixWriter, reported: Set<String>, options: Compiler.Options) {
    self.graph = graph
    self.fixes = fixes
    self.options = options
    nodes = graph.nodes.filter { $0.dynamicScope.isEmpty && reported.contains(graph.documents[$0.document].name) }
    var paths: [[String]] = Array(repeating: [], count: graph.nodes.count)
    for node in graph.nodes { for inner in node.subschemas { paths[inner.schema.index] = inner.path } }
    self.paths = paths
    lines = graph.documents.map { LineTable($0.source) }
    var patterns: [String: PatternInsight?] = [:]
    for node in graph.nodes {
      for (_, source) in node.patterns where patterns[source] == nil { patterns[source] = PatternInsight(source) }
    }
    self.patterns = patterns
    sensitive = graph.sensitiveSchemas
    judge = SchemaJudge(graph: graph.markingSensitive, patterns: patterns, options: options)
    relation = SameValueRelation(graph)
    prover = judge.program.map { EmptinessProver($0) }
    memberPatterns = MemberPatterns(graph)
    satisfiability = Satisfiability(graph: graph, judge: judge, patterns: patterns, memberPatterns: memberPatterns)
    schemas = Dictionary(
      nodes.map { (SchemaLocation(document: graph.documents[$0.document].name, pointer: $0.pointer), $0.id) }
    ) { first, _ in first }
  }

  /// Returns the schema whose keyword a finding is about; nil if the graph does not contain it.
  func schema(around fact: ResolveError) -> SchemaNode? {
    guard let around = fact.pointer.parent else { return nil }
    return schemas[SchemaLocation(document: fact.document, pointer: around)].map { graph[$0] }
  }

  /// Returns the path to a schema from its parent: a keyword, followed by a name or index if the keyword has several
  /// schemas. Empty for a root, and for a schema that is one only because a reference leads to it.
  func path(to schema: SchemaID) -> [String] { paths[schema.index] }

  /// Whether a schema is an entry of `$defs` or `definitions`.
  func isDefinition(_ schema: SchemaID) -> Bool { ["$defs", "definitions"].contains(paths[schema.index].first) }

  /// Returns the location of a schema's keyword, or of a value within it.
  func location(_ node: SchemaNode, _ path: String...) -> SourceLocation {
    location(node.document, JSONPointer(node.pointer.tokens + spelling(path, of: node)))
  }

  func location(_ document: Int, _ pointer: JSONPointer) -> SourceLocation {
    let source = graph.documents[document].source
    let offset = MemberRanges(pointer, in: source)?.value.lowerBound ?? source.withRoot(\.offset)
    return location(document, pointer, at: offset)
  }

  private func location(_ document: Int, _ pointer: JSONPointer, at offset: Int) -> SourceLocation {
    SourceLocation(
      document: graph.documents[document].name, pointer: pointer, position: lines[document].position(at: offset))
  }

  /// Returns the location of a keyword's name.
  func nameLocation(_ node: SchemaNode, _ keyword: String) -> SourceLocation { nameLocation(node, [keyword]) }

  /// Returns the location of the name of a member within a schema.
  func nameLocation(_ node: SchemaNode, _ path: some Sequence<String>) -> SourceLocation {
    let pointer = JSONPointer(node.pointer.tokens + spelling(Array(path), of: node))
    guard let ranges = MemberRanges(pointer, in: graph.documents[node.document].source) else {
      return location(node.document, pointer)
    }
    return location(node.document, pointer, at: ranges.name.lowerBound)
  }

  private func spelling(_ path: [String], of node: SchemaNode) -> [String] {
    path.prefix(1).map(node.spelling(of:)) + path.dropFirst()
  }

  /// Returns a pattern of a schema as findings show it.
  func words(_ pattern: String, of node: SchemaNode) -> String {
    sensitive.contains(node.id) ? "(redacted)" : pattern.quoted
  }

  /// Returns facts about a pattern; nil for an invalid regular expression.
  func insight(_ source: String) -> PatternInsight? { patterns[source] ?? nil }
}

extension SchemaNode {
  /// The regular expressions of the schema, with the path to each: the value of `pattern`, and names under
  /// `patternProperties`.
  var patterns: [(path: [String], source: String)] {
    var patterns: [(path: [String], source: String)] = []
    if let pattern = keywords.pattern { patterns.append((["pattern"], pattern)) }
    for member in keywords.patternProperties { patterns.append((["patternProperties", member.name], member.name)) }
    return patterns
  }
}

extension Keywords {
  /// Returns those of the names that the schema has, in the order of the text.
  func written(among names: Set<String>) -> [String] {
    written.compactMap { names.contains($0.key) ? $0.key : nil }
  }
}
