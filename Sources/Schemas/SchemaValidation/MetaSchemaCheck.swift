public import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Checks schemas in custom dialects against their meta-schemas.
///
/// Built-in dialects do not need this: the resolver's keyword reader rejects exactly what their meta-schemas reject,
/// with its own messages. A custom meta-schema may have any requirements, such as a title for every property, and only
/// an evaluator can check them.
///
///     let resolution = try loader.resolve()
///     let findings = MetaSchemaCheck.diagnostics(of: resolution)
public struct MetaSchemaCheck {
  private let metaSchemas: SchemaGraph
  /// The validators of the dialects by URI; nil if a dialect has none.
  private var validators: [String: SchemaValidator?] = [:]
  private var diagnostics: [Diagnostic] = []
  private var reported: Set<Diagnostic> = []
  /// The resolver's warnings about values that a standard meta-schema rejects, by document.
  private let tolerated: [String: [JSONPointer]]
  private let lenientDocuments: Set<String>

  /// All violations of the meta-schemas of a resolution's dialects, as errors at the offending values, or warnings in
  /// lenient documents: by document, within a document by position. Meta-schemas are checked as well. Violations of a
  /// standard meta-schema that the resolver has already reported as a warning are omitted.
  public static func diagnostics(of resolution: SchemaResolver.Resolution) -> [Diagnostic] {
    guard let metaSchemas = resolution.metaSchemas else { return [] }
    var check = MetaSchemaCheck(metaSchemas: metaSchemas, resolution: resolution)
    for graph in [resolution.graph, metaSchemas] {
      for node in graph.nodes where check.isEntry(node, of: graph) { check.hold(node, of: graph) }
    }
    return check.diagnostics.inOrderOfText
  }

  private init(metaSchemas: SchemaGraph, resolution: SchemaResolver.Resolution) {
    self.metaSchemas = metaSchemas
    lenientDocuments = resolution.lenientDocuments
    tolerated = Dictionary(grouping: resolution.facts.filter(\.kind.concernsMetaSchema), by: \.document).mapValues {
      $0.map(\.pointer)
    }
  }

  /// Whether a schema is checked separately from the schema around it: because it is a root, because it has a different
  /// dialect (2020-12 core, section 9.3.3), or because only a reference makes it a schema.
  private func isEntry(_ node: SchemaNode, of graph: SchemaGraph) -> Bool {
    guard metaSchemas.root(named: node.dialect.uri) != nil else { return false }
    guard let parent = node.parent.map({ graph[$0] }) else { return true }
    return parent.dialect != node.dialect || !parent.subschemas.contains { $0.schema == node.id }
  }

  private mutating func hold(_ node: SchemaNode, of graph: SchemaGraph) {
    guard let validator = validator(of: node.dialect) else { return }
    let text = ownText(of: node, in: graph).json()
    let issues = validator.validate(text).issues
    let document = graph.document(of: node.id)
    for issue in issues {
      let pointer = JSONPointer(node.pointer.tokens + issue.instanceLocation.tokens)
      if isTolerated(issue, node, document) { continue }
      let location = SourceLocation(
        document: document.name, pointer: pointer, position: document.source.position(of: pointer))
      let kind = document.source.isSensitive(pointer) ? issue.kind.redacted(as: issue.keyword) : issue.kind
      let requirement = keywordLocation(of: issue)
      let message =
        "\(IssueMessages.english.text(for: kind)), according to \(issue.kind.keyword.quoted) in the meta-schema at \(requirement)"
      let isLenient = lenientDocuments.contains(document.name)
      report(
        Diagnostic(
          severity: isLenient ? .warning : .error, location: location,
          message: message + (isLenient ? "; ignored, because the file is lenient" : "")))
    }
  }

  /// Whether the resolver has warned of everything that an issue is about. The rules of a custom meta-schema are its
  /// author's own.
  private func isTolerated(_ issue: ValidationIssue, _ node: SchemaNode, _ document: SchemaDocument) -> Bool {
    guard let tolerated = tolerated[document.name] else { return false }
    let uri = issue.absoluteKeywordLocation.prefix { $0 != "#" }
    let path = node.pointer.tokens + issue.instanceLocation.tokens
    return MetaSchema.uris.contains(String(uri)) && tolerated.contains { $0.tokens.starts(with: path) }
      && issue.causes.allSatisfy { isTolerated($0, node, document) }
  }

  /// A schema as written, except that schemas in other dialects inside it are replaced with an empty one, `true` if the
  /// dialect supports it.
  private func ownText(of node: SchemaNode, in graph: SchemaGraph) -> JSONValue {
    if let boolean = node.boolean { return .bool(boolean) }
    // Includes everything that the resolver ignored.
    var text = graph.document(of: node.id).root[node.pointer] ?? .object(node.keywords.written)
    let depth = node.pointer.tokens.count
    for inner in graph.nodes[(node.id.index + 1)...] {
      guard inner.document == node.document, inner.pointer.tokens.starts(with: node.pointer.tokens) else { break }
      if inner.dialect != node.dialect {
        text = text.replacing(inner.pointer.tokens[depth...], with: node.dialect.draft <= .draft4 ? [:] : true)
      }
    }
    return text
  }

  private mutating func report(_ diagnostic: Diagnostic) {
    if reported.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }
}

// MARK: - Meta-schemas

extension MetaSchemaCheck {
  /// The validator of a dialect's meta-schema; nil, with a diagnostic, if it does not compile.
  private mutating func validator(of dialect: Dialect) -> SchemaValidator? {
    if let known = validators[dialect.uri] { return known }
    var validator: SchemaValidator?
    if let root = metaSchemas.root(named: dialect.uri) {
      do throws(CompileError) {
        validator = try SchemaValidator(graph: metaSchemas, schema: root)
      } catch {
        let location = metaSchemas.location(of: error.schema, keyword: error.keyword)
        report(Diagnostic(severity: .error, location: location, message: error.message))
      }
    }
    validators[dialect.uri] = validator
    return validator
  }

  /// The location of the keyword that raised an issue: a file and position in a custom meta-schema, a URI in a standard
  /// one.
  private func keywordLocation(of issue: ValidationIssue) -> String {
    let parts = issue.absoluteKeywordLocation.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let uri = parts.first, !MetaSchema.uris.contains(String(uri)),
      let root = metaSchemas.root(named: String(uri)),
      let text = URIReference.percentDecoded(parts.count > 1 ? String(parts[1]) : ""),
      let pointer = JSONPointer(text)
    else { return issue.absoluteKeywordLocation }
    let document = metaSchemas.document(of: root)
    let position = document.source.position(of: JSONPointer(metaSchemas[root].pointer.tokens + pointer.tokens))
    return "\(document.name):\(position.line):\(position.column)"
  }
}
