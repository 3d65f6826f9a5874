import SchemaRuntime

extension SchemaGraph {
  /// The same graph with locations that begin with `prefix` beginning with `replacement` instead.
  ///
  /// Schemas without `$id` are located by where their file lies; generated text must not depend on that.
  public func relocated(from prefix: String, to replacement: String) -> SchemaGraph {
    var graph = self
    for node in graph.nodes where node.place.base.hasPrefix(prefix) {
      var place = node.place
      place.base = replacement + place.base.dropFirst(prefix.count)
      graph.nodes[node.id.index] = node.with(place)
    }
    return graph
  }
}
