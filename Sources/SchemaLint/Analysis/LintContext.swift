import JSONSchema
import SchemaRuntime
import SchemaStrings
import SchemaValidation

/// What rules look at: the graph, and what several of them ask for.
struct LintContext {
  let graph: SchemaGraph
  let fixes: FixWriter
  /// The schemas to look at: each place once, of documents whose findings are wanted.
  let nodes: [SchemaNode]
  /// What can be said of each pattern, by its text; nil for one that is no regular expression.
  let patterns: [String: PatternInsight?]
  let judge: SchemaJudge
  let satisfiability: Satisfiability
  let options: Compiler.Options
  /// The schemas whose values no finding shows.
  let sensitive: Set<SchemaID>
  private let schemas: [SchemaPlace: SchemaID]
  /// The way to each schema from the one around it, by the schema's number.
  private let paths: [[String]]
  /// The lines of each document.
  private let lines: [LineTable]

  private struct SchemaPlace: Hashable {
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
    lines = graph.documents.map { LineTable($0.source.text) }
    var patterns: [String: PatternInsight?] = [:]
    for node in graph.nodes {
      for (_, source) in node.patterns where patterns[source] == nil { patterns[source] = PatternInsight(source) }
    }
    self.patterns = patterns
    sensitive = graph.sensitiveSchemas
    judge = SchemaJudge(graph: graph.markingSensitive, patterns: patterns, options: options)
    satisfiability = Satisfiability(graph: graph, judge: judge, patterns: patterns)
    schemas = Dictionary(
      nodes.map { (SchemaPlace(document: graph.documents[$0.document].name, pointer: $0.pointer), $0.id) }
    ) { first, _ in first }
  }

  /// The schema one of whose keywords a finding is about; nil where there is none in the graph.
  func schema(around fact: ResolveError) -> SchemaNode? {
    guard let around = fact.pointer.parent else { return nil }
    return schemas[SchemaPlace(document: fact.document, pointer: around)].map { graph[$0] }
  }

  /// The way to a schema from the one around it: the keyword that holds it, and a name or index where that holds several.
  /// Empty for a root, and for what only a reference makes a schema.
  func path(to schema: SchemaID) -> [String] { paths[schema.index] }

  /// Whether a schema stands under `$defs` or `definitions`.
  func isDefinition(_ schema: SchemaID) -> Bool { ["$defs", "definitions"].contains(paths[schema.index].first) }

  /// The place of a keyword, or of a value within it, of a schema.
  func location(_ node: SchemaNode, _ path: String...) -> SourceLocation {
    location(node.document, JSONPointer(node.pointer.tokens + path))
  }

  func location(_ document: Int, _ pointer: JSONPointer) -> SourceLocation {
    let source = graph.documents[document].source
    let offset = MemberPlace(pointer, in: source)?.value.lowerBound ?? source.withRoot(\.offset)
    return location(document, pointer, at: offset)
  }

  private func location(_ document: Int, _ pointer: JSONPointer, at offset: Int) -> SourceLocation {
    SourceLocation(
      document: graph.documents[document].name, pointer: pointer, position: lines[document].position(at: offset))
  }

  /// The place of a keyword's name.
  func nameLocation(_ node: SchemaNode, _ keyword: String) -> SourceLocation { nameLocation(node, [keyword]) }

  /// The place of the name of a member within a schema.
  func nameLocation(_ node: SchemaNode, _ path: some Sequence<String>) -> SourceLocation {
    let pointer = JSONPointer(node.pointer.tokens + path)
    guard let place = MemberPlace(pointer, in: graph.documents[node.document].source) else {
      return location(node.document, pointer)
    }
    return location(node.document, pointer, at: place.name.lowerBound)
  }

  /// A pattern of a schema as findings show it.
  func words(_ pattern: String, of node: SchemaNode) -> String {
    sensitive.contains(node.id) ? "one that is not shown" : pattern.quoted
  }

  /// What can be said of a pattern; nil for one that is no regular expression.
  func insight(_ source: String) -> PatternInsight? { patterns[source] ?? nil }
}

extension SchemaNode {
  /// The regular expressions of the schema, with the way to each: the value of `pattern`, and names under
  /// `patternProperties`.
  var patterns: [(path: [String], source: String)] {
    var patterns: [(path: [String], source: String)] = []
    if let pattern = keywords.pattern { patterns.append((["pattern"], pattern)) }
    for member in keywords.patternProperties { patterns.append((["patternProperties", member.name], member.name)) }
    return patterns
  }
}

extension Keywords {
  /// The words of the text of which any is there, in the order of the text.
  func written(among names: Set<String>) -> [String] { written.names.filter(names.contains) }
}
