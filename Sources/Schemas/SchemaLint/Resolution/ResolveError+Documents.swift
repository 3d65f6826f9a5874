import JSONSchema

extension ResolveError {
  /// Whether it is about a document that is missing.
  var isMissingDocument: Bool {
    guard case .unresolvable(let fact) = kind, case .noDocument = fact.reason else { return false }
    return true
  }

  /// Whether it is about a document on the web, which is not expected among the files.
  var isUnavailable: Bool {
    guard case .unresolvable(let fact) = kind, case .noDocument(nil) = fact.reason else { return false }
    return ["http", "https"].contains(URIReference(fact.reference)?.scheme?.lowercased())
  }
}
