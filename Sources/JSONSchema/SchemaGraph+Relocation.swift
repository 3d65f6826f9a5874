import SchemaRuntime

extension SchemaGraph {
  /// The same graph with locations that begin with `prefix` beginning with `replacement` instead.
  ///
  /// Schemas without `$id` are located by where their file lies; generated text must not depend on that.
  public func relocated(from prefix: String, to replacement: String) -> SchemaGraph {
    var graph = self
    for index in graph.nodes.indices where graph.nodes[index].place.base.hasPrefix(prefix) {
      graph.nodes[index].place.base = replacement + graph.nodes[index].place.base.dropFirst(prefix.count)
    }
    return graph
  }
}
