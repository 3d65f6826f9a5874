import SchemaRuntime

/// Documents by URI: those given and those that the caller looks up, and the dialects that meta-schemas among them
/// describe.
///
/// Shared by the resolver's runs over the schemas and their meta-schemas. Each URI is looked up once.
final class DocumentRegistry {
  private let options: SchemaResolver.Options
  private let lookup: (String) -> SchemaDocument?
  /// The given documents by their own URI and by retrieval URI; of several with one URI, the first.
  private var given = Lookup<ExactName, SchemaDocument>()
  private var lookedUp: [String: SchemaDocument?] = [:]
  private var dialects: [String: Result<Dialect?, ResolveError.DialectReason>] = [:]
  /// The documents that describe custom dialects, in the order in which they were found.
  private(set) var metaSchemas: [SchemaDocument] = []

  init(
    given documents: [SchemaDocument], options: SchemaResolver.Options, lookup: @escaping (String) -> SchemaDocument?
  ) {
    self.options = options
    self.lookup = lookup
    for uri in [{ $0.identifier }, { $0.retrievalURI }] as [(SchemaDocument) -> String?] {
      for document in documents {
        if let uri = uri(document), given[uri] == nil { given.set(uri, document) }
      }
    }
  }

  /// Returns the document with an absolute URI without fragment; built-in meta-schemas are not included.
  func document(at uri: String) -> SchemaDocument? {
    if let document = given[uri] { return document }
    if let known = lookedUp[uri] { return known }
    let document = lookup(uri)
    lookedUp[uri] = document
    return document
  }

  /// Whether a document is replaced by a stub.
  func isStub(_ uri: String) -> Bool { given[uri] == nil && options.isStub(uri) }

  /// The `$schema` URIs of dialects that need no document.
  var dialectURIs: [String] { Dialect.Draft.allCases.map(\.uri) + options.dialects.map(\.uri) }
}

// MARK: - Dialects

extension DocumentRegistry {
  /// Returns the dialect that `$schema` names; nil if no document has the URI.
  func dialect(named text: String) throws(ResolveError.DialectReason) -> Dialect? {
    if let dialect = Dialect.named(text, or: options.dialects) { return dialect }
    if let dialect = Dialect.ofHost(named: text) { return dialect }
    guard let uri = URIReference(text), uri.isAbsolute, (uri.fragment ?? "").isEmpty else { return nil }
    let key = uri.withoutFragment.description
    if let known = dialects[key] { return try known.get() }
    // A meta-schema that refers back to itself describes nothing, unless it specifies its draft.
    dialects[key] = .success(nil)
    let found: Result<Dialect?, ResolveError.DialectReason>
    do throws(ResolveError.DialectReason) {
      found = .success(try describedDialect(key))
    } catch {
      found = .failure(error)
    }
    dialects[key] = found
    return try found.get()
  }

  private func describedDialect(_ uri: String) throws(ResolveError.DialectReason) -> Dialect? {
    if isStub(uri) { return options.defaultDialect }
    guard let document = document(at: uri) ?? MetaSchema.document(at: uri) else { return nil }
    func location(_ tokens: [String]) -> SourceLocation {
      let pointer = JSONPointer(tokens)
      return SourceLocation(
        document: document.name, pointer: pointer, position: document.source.position(of: pointer))
    }
    guard document.root.object != nil else { throw .notAnObject(at: location([])) }
    let base = try baseDialect(of: document, at: location(["$schema"]))
    do throws(Dialect.UnknownVocabulary) {
      let dialect = try Dialect(metaSchema: document.root, uri: uri, base: base)
      if !MetaSchema.uris.contains(uri) { metaSchemas.append(document) }
      return dialect
    } catch {
      throw .requiredVocabulary(name: error.name, at: location(["$vocabulary", error.name]))
    }
  }

  /// Returns the dialect that a meta-schema's dialect is based on.
  private func baseDialect(
    of metaSchema: SchemaDocument, at location: SourceLocation
  ) throws(ResolveError.DialectReason) -> Dialect {
    if let listed = Dialect.draft(ofVocabulariesIn: metaSchema.root) { return listed }
    guard let name = metaSchema.root["$schema"]?.string else { return options.defaultDialect }
    guard let base = try dialect(named: name) else { throw .baseDialect(actual: name, at: location) }
    return base
  }
}

extension SchemaDocument {
  /// The URI that the document specifies for itself, without fragment; nil if there is none.
  fileprivate var identifier: String? {
    guard let text = (root["$id"] ?? root["id"])?.string, let id = URIReference(text)?.withoutFragment,
      id != URIReference(""), let base = URIReference(uri)
    else { return nil }
    return id.resolved(against: base).description
  }

  /// The retrieval URI of the document, without fragment.
  fileprivate var retrievalURI: String? { URIReference(uri)?.withoutFragment.description }
}
