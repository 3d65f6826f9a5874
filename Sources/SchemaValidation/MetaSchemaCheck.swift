public import JSONSchema
import SchemaRuntime

/// Holds schemas of the user's own dialects against their meta-schemas.
///
/// The dialects that are built in need no such run: the resolver's reader of keywords refuses exactly what their
/// meta-schemas refuse, in words of its own. A meta-schema of the user's may ask for anything, a title of every
/// property say, and only an evaluator knows whether it is there.
///
///     let resolution = try loader.resolve()
///     let findings = MetaSchemaCheck.diagnostics(of: resolution)
public struct MetaSchemaCheck {
  private let metaSchemas: SchemaGraph
  /// The validators of the dialects by URI; nil for one that has none.
  private var validators: [String: SchemaValidator?] = [:]
  private var diagnostics: [Diagnostic] = []
  private var reported: Set<Diagnostic> = []

  /// Everything that the meta-schemas of a resolution's dialects find wrong with its schemas, as errors at the
  /// offending values: by document, within one by position. Meta-schemas are held against their own.
  public static func diagnostics(of resolution: SchemaResolver.Resolution) -> [Diagnostic] {
    guard let metaSchemas = resolution.metaSchemas else { return [] }
    var check = MetaSchemaCheck(metaSchemas: metaSchemas)
    for graph in [resolution.graph, metaSchemas] {
      for node in graph.nodes where check.isEntry(node, of: graph) { check.hold(node, of: graph) }
    }
    return check.diagnostics.inOrderOfText
  }

  private init(metaSchemas: SchemaGraph) { self.metaSchemas = metaSchemas }

  /// Whether a schema is held against its meta-schema apart from the schema around it: because it is a root,
  /// because it has another dialect (2020-12 core, section 9.3.3), or because only a reference makes it a schema.
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
      let location = SourceLocation(
        document: document.name, pointer: pointer, position: document.source.position(of: pointer))
      let kind = document.source.isSensitive(pointer) ? issue.kind.redacted(as: issue.keyword) : issue.kind
      report(
        Diagnostic(
          severity: .error, location: location,
          message: "\(kind.message), by \(issue.kind.keyword.quoted) of the meta-schema at \(place(of: issue))"))
    }
  }

  /// A schema as it is written, but for the schemas inside it that have other dialects: in their place stands one
  /// that asks for nothing, `true` where the dialect knows it.
  private func ownText(of node: SchemaNode, in graph: SchemaGraph) -> JSONValue {
    if let boolean = node.boolean { return .bool(boolean) }
    var text = JSONValue.object(node.keywords.written)
    let depth = node.pointer.tokens.count
    for inner in graph.nodes[(node.id.index + 1)...] {
      guard inner.document == node.document, inner.pointer.tokens.starts(with: node.pointer.tokens) else { break }
      if inner.dialect != node.dialect {
        text = text.replacing(inner.pointer.tokens[depth...], with: node.dialect.draft == .draft4 ? [:] : true)
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
  /// The validator of a dialect's meta-schema; nil, after a report, when it does not compile.
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

  /// Where the keyword that raised an issue stands: in a file of the user's a place, in a standard meta-schema its
  /// location.
  private func place(of issue: ValidationIssue) -> String {
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

extension JSONValue {
  /// The value with the part at a path replaced, where there is one.
  fileprivate func replacing(_ path: ArraySlice<String>, with part: JSONValue) -> JSONValue {
    guard let token = path.first else { return part }
    switch self {
    case .object(var object):
      guard let child = object[token] else { return self }
      object[token] = child.replacing(path.dropFirst(), with: part)
      return .object(object)
    case .array(var elements):
      guard let index = JSONPointer.arrayIndex(token), elements.indices.contains(index) else { return self }
      elements[index] = elements[index].replacing(path.dropFirst(), with: part)
      return .array(elements)
    case .null, .bool, .number, .string: return self
    }
  }
}
