public import SchemaRuntime

// Where the schemas of a graph are, for people and for other stages.
extension SchemaGraph {
  /// The document that holds a schema.
  public func document(of id: SchemaID) -> SchemaDocument { documents[self[id].document] }

  /// The place of a schema, or of one of its keywords: where a diagnostic about it points.
  public func location(of id: SchemaID, keyword: String? = nil) -> SourceLocation {
    let node = self[id]
    let document = documents[node.document]
    let pointer = keyword.map(node.pointer.appending) ?? node.pointer
    return SourceLocation(
      document: document.name, pointer: pointer, position: document.source.position(of: pointer))
  }

  /// The name of a schema's document and the place of the schema, or of one of its keywords, in it.
  public func position(of id: SchemaID, keyword: String? = nil) -> (name: String, position: SourcePosition) {
    let location = location(of: id, keyword: keyword)
    return (location.document, location.position)
  }

  /// The schema with a URI of its own, or the root of the document with this URI or name; nil when there is none.
  public func root(named name: String) -> SchemaID? {
    if let uri = URIReference(name)?.withoutFragment, let id = resources[uri.description] { return id }
    return documents.firstIndex { $0.part == nil && $0.name == name || $0.part != nil && $0.place == name }
      .flatMap { document in roots.first { self[$0].document == document } }
  }

  /// Whether a schema is the root of its document.
  public func isRoot(_ id: SchemaID) -> Bool { self[id].pointer == documents[self[id].document].pointer }

  /// The schemas directly inside one, in the order of the text, with the way to each.
  public func subschemas(of id: SchemaID) -> [SchemaNode.Subschema] { self[id].subschemas }
}
