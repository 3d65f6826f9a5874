public import SchemaRuntime

// Locations of schemas in a graph.
extension SchemaGraph {
  /// Returns the document that contains a schema.
  public func document(of id: SchemaID) -> SchemaDocument { documents[self[id].document] }

  /// Returns the source location of a schema, or of one of its keywords, for diagnostics.
  public func location(of id: SchemaID, keyword: String? = nil) -> SourceLocation {
    let node = self[id]
    let document = documents[node.document]
    let pointer = keyword.map { node.pointer.appending(node.spelling(of: $0)) } ?? node.pointer
    return SourceLocation(
      document: document.name, pointer: pointer, position: document.source.position(of: pointer))
  }

  /// Returns the name of a schema's document and the position of the schema, or of one of its keywords.
  public func position(of id: SchemaID, keyword: String? = nil) -> (name: String, position: SourcePosition) {
    let location = location(of: id, keyword: keyword)
    return (location.document, location.position)
  }

  /// Returns the schema with its own URI, or the root of the document with this URI or name; nil if there is none.
  public func root(named name: String) -> SchemaID? {
    if let uri = URIReference(name)?.withoutFragment, let id = resources[uri.description] { return id }
    return documents.firstIndex { $0.part == nil && $0.name == name || $0.part != nil && $0.qualifiedName == name }
      .flatMap { document in roots.first { self[$0].document == document } }
  }

  /// Returns the graph with other names of documents.
  package func renamingDocuments(_ names: [String: String]) -> SchemaGraph {
    var graph = self
    for index in documents.indices {
      if let name = names[documents[index].name] { graph.documents[index].name = name }
    }
    return graph
  }

  /// Whether a schema is the root of its document.
  public func isRoot(_ id: SchemaID) -> Bool { self[id].pointer == documents[self[id].document].pointer }

  /// Returns the direct subschemas of a schema, in the order of the text, with their paths.
  public func subschemas(of id: SchemaID) -> [SchemaNode.Subschema] { self[id].subschemas }
}
