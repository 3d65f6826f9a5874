package import JSONSchema
import SchemaRuntime

extension SchemaGraph {
  /// Returns the names of the resources that redirect the dynamic references of a schema: `strict-tree`; nil for a
  /// schema that occurs in the graph once.
  package func scopeWords(of schema: SchemaID) -> String? {
    let scope = self[schema].dynamicScope
    if scope.isEmpty { return nil }
    var words: [String] = []
    for schema in scope {
      let resource = self[self[schema].resource]
      let word = resource.pointer.tokens.last ?? FileStem.of(documents[resource.document])
      if !words.contains(word) { words.append(word) }
    }
    return words.joined(separator: "-")
  }

  /// Returns what distinguishes a copy of a schema from others on its page: `strict-tree`, `request`; nil for a schema
  /// that occurs once in the graph.
  package func copyWords(of schema: SchemaID) -> String? {
    let words = [scopeWords(of: schema), self[schema].twin?.mark].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: "-")
  }
}
