extension SchemaGraph {
  /// The same graph with locations that begin with `prefix` beginning with `replacement` instead.
  ///
  /// Schemas without `$id` are located by where their file lies; generated text must not depend on that.
  public func relocated(from prefix: String, to replacement: String) -> SchemaGraph {
    var graph = self
    for index in graph.nodes.indices where graph.nodes[index].location.hasPrefix(prefix) {
      graph.nodes[index].location = replacement + graph.nodes[index].location.dropFirst(prefix.count)
    }
    return graph
  }
}
