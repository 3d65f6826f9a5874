import SchemaRuntime

extension SchemaGraph {
  /// Returns a diagnostic about a schema, one of its keywords, or a member of the keyword's value.
  package func diagnostic(
    _ severity: Diagnostic.Severity, at schema: SchemaID, keyword: String? = nil, member: String? = nil,
    _ message: String
  ) -> Diagnostic {
    let node = self[schema]
    let document = documents[node.document]
    let pointer = [keyword, member].reduce(node.pointer) { pointer, token in token.map(pointer.appending) ?? pointer }
    return Diagnostic(
      severity: severity,
      location: document.source.shown(
        SourceLocation(document: document.name, pointer: pointer, position: document.source.position(of: pointer))),
      message: message)
  }
}
