import JSONSchema
import SchemaRuntime
import SchemaValidation

/// A graph of all usable documents, and the errors of the others.
///
/// One broken document must not hide findings in others: documents with errors are left out, and so are those that refer
/// to them, until the rest resolves. Of documents that are not available, only the URI is known.
struct LintResolution {
  private(set) var graph: SchemaGraph?
  /// The texts that are JSON, by the names of their documents.
  private(set) var documents: [String: JSONDocument] = [:]
  /// Texts that are not JSON.
  private(set) var syntaxErrors: [(source: LintSource, error: JSONSyntaxError)] = []
  /// Errors of the resolver about documents as they were given.
  private(set) var errors: [ResolveError] = []
  /// The other findings of the resolver.
  private(set) var others: [ResolveError] = []
  /// Findings of the meta-schemas of custom dialects.
  private(set) var metaSchemaFindings: [Diagnostic] = []

  init(_ sources: [LintSource], options: SchemaResolver.Options, lookup: (String) -> SchemaDocument?) {
    var usable: [SchemaDocument] = []
    for source in sources {
      do throws(JSONSyntaxError) {
        let document = try source.document()
        documents[source.name] = document
        usable.append(SchemaDocument(uri: source.uri, name: source.name, source: document, extent: source.extent))
      } catch {
        syntaxErrors.append((source, error))
      }
    }
    // The resolver does not keep the closure after the call.
    withoutActuallyEscaping(lookup) { lookup in
      resolve(usable, options, lookup)
    }
  }

  /// Locations as reports show them.
  var shownLocation: (SourceLocation) -> SourceLocation {
    let redaction = graph.map { LocationRedaction($0) }
    // A document that is not in the graph is redacted separately.
    return { location in
      let shown = redaction?.shown(location) ?? location
      return documents[location.document]?.shown(shown) ?? shown
    }
  }

  private mutating func resolve(
    _ documents: [SchemaDocument], _ options: SchemaResolver.Options, _ lookup: @escaping (String) -> SchemaDocument?
  ) {
    var usable = documents
    var broken: Set<String> = []
    var options = options
    // Every round leaves out at least one document, except for the one that puts up with missing documents.
    for round in 0...(documents.count + 101) {
      let left = broken
      do throws(ResolveErrors) {
        let resolution = try SchemaResolver.resolve(usable, options: options) { uri in
          lookup(uri).flatMap { left.contains($0.name) ? nil : $0 }
        }
        graph = resolution.graph
        if round == 0 { others = resolution.facts }
        metaSchemaFindings = MetaSchemaCheck.diagnostics(of: resolution)
        return
      } catch {
        if round == 0 { (errors, others) = (error.errors, error.facts) }
        if !options.allowsUnavailableDocuments, error.errors.contains(where: \.isMissingDocument) {
          options.allowsUnavailableDocuments = true
          continue
        }
        let others = error.errors.filter { !$0.isMissingDocument }
        let found = Set((others.isEmpty ? error.errors : others).map(\.document)).subtracting(broken)
        guard !found.isEmpty else { return }
        broken.formUnion(found)
        usable.removeAll { broken.contains($0.name) }
      }
    }
  }
}
