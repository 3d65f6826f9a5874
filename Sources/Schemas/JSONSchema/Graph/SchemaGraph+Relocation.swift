import SchemaRuntime

extension SchemaGraph {
  /// Returns the graph with the prefix of locations replaced.
  ///
  /// Schemas without `$id` are identified by the location of their file, on which generated text must not depend.
  public func relocated(from prefix: String, to replacement: String) -> SchemaGraph {
    var graph = self
    for node in graph.nodes where node.absoluteLocation.base.hasPrefix(prefix) {
      var location = node.absoluteLocation
      location.base = replacement + location.base.dropFirst(prefix.count)
      graph.nodes[node.id.index] = node.with(location)
    }
    return graph
  }
}
