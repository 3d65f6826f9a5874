import SchemaRuntime

extension SchemaGraph {
  /// Adds a schema that is not in any text, composed of others.
  ///
  /// - Parameters:
  ///   - keywords: its keywords, which name schemas of the graph.
  ///   - path: the reference tokens that lead to it from `parent`.
  package mutating func add(_ keywords: Keywords, at path: [String], below parent: SchemaID) -> SchemaID {
    let around = self[parent]
    let id = SchemaID(index: nodes.count)
    var location = around.absoluteLocation
    location.pointer = JSONPointer(location.pointer.tokens + path)
    let twin = around.twin.map { SchemaTwin(view: $0.view, origin: nil, names: $0.names, hidden: nil) }
    nodes.append(
      SchemaNode(
        id: id, document: around.document, pointer: JSONPointer(around.pointer.tokens + path),
        absoluteLocation: location, parent: parent, resource: around.resource, dialect: around.dialect, boolean: nil,
        keywords: keywords, twin: twin))
    addedStart = addedStart ?? id.index
    return id
  }

  /// The schemas that are part of a document.
  package var writtenNodes: ArraySlice<SchemaNode> { nodes.prefix(addedStart ?? nodes.count) }

  /// The copies that views have of these.
  package var twinNodes: ArraySlice<SchemaNode> { nodes[twinRange] }

  /// Whether a schema is part of a document, or a copy of such a schema, and not composed of others.
  package func isWritten(_ schema: SchemaID) -> Bool {
    schema.index < addedStart ?? nodes.count || twinRange.contains(schema.index)
  }

  /// The schema itself if it is part of a document, or else the one below which it was added, or of which it is a copy.
  package func written(_ schema: SchemaID) -> SchemaID {
    var schema = schema
    while !isWritten(schema), let parent = self[schema].parent { schema = parent }
    return self[schema].twin?.origin ?? schema
  }
}
