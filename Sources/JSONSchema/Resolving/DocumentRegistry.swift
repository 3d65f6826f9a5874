import SchemaRuntime

/// What can be had by its URI: the documents that were given, those that the caller looks up, and the dialects
/// that meta-schemas among them describe.
///
/// Shared by the runs of the resolver over the schemas and over their meta-schemas: each URI is looked up once.
final class DocumentRegistry {
  private let options: SchemaResolver.Options
  private let lookup: (String) -> SchemaDocument?
  /// The given documents by their own URI and by that of retrieval; of several with one URI the first.
  private var given: [String: SchemaDocument] = [:]
  private var lookedUp: [String: SchemaDocument?] = [:]
  private var dialects: [String: Result<Dialect?, ResolveError.DialectReason>] = [:]
  /// The documents that describe dialects of the user's own, in the order in which they were found.
  private(set) var metaSchemas: [SchemaDocument] = []

  init(
    given documents: [SchemaDocument], options: SchemaResolver.Options, lookup: @escaping (String) -> SchemaDocument?
  ) {
    self.options = options
    self.lookup = lookup
    for uris in [\SchemaDocument.identifier, \SchemaDocument.retrievalURI] {
      for document in documents {
        if let uri = document[keyPath: uris], given[uri] == nil { given[uri] = document }
      }
    }
  }

  /// The document with an absolute URI without fragment; the meta-schemas that are built in are not among them.
  func document(at uri: String) -> SchemaDocument? {
    if let document = given[uri] { return document }
    if let known = lookedUp[uri] { return known }
    let document = lookup(uri)
    lookedUp[uri] = document
    return document
  }

  /// What `$schema` may say, of the dialects that need no document.
  var dialectURIs: [String] { (Dialect.all + options.dialects).map(\.uri) }
}

// MARK: - Dialects

extension DocumentRegistry {
  /// The dialect that `$schema` names; nil when nothing has the URI.
  func dialect(named text: String) throws(ResolveError.DialectReason) -> Dialect? {
    if let dialect = Dialect(schemaURI: text, among: Dialect.all + options.dialects) { return dialect }
    if let dialect = Dialect.ofHost(named: text) { return dialect }
    guard let uri = URIReference(text), uri.isAbsolute, (uri.fragment ?? "").isEmpty else { return nil }
    let key = uri.withoutFragment.description
    if let known = dialects[key] { return try known.get() }
    // A meta-schema that leads back to itself describes nothing, unless it says which draft it belongs to.
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

  /// The dialect on which the one that a meta-schema describes builds.
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
  /// The URI that the document gives itself, without fragment; nil when it gives none.
  fileprivate var identifier: String? {
    guard let text = (root["$id"] ?? root["id"])?.string, let id = URIReference(text)?.withoutFragment,
      id != URIReference(""), let base = URIReference(uri)
    else { return nil }
    return id.resolved(against: base).description
  }

  /// The URI by which the document was retrieved, without fragment.
  fileprivate var retrievalURI: String? { URIReference(uri)?.withoutFragment.description }
}
