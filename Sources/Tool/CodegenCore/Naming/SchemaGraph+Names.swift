package import JSONSchema
import SchemaRuntime

extension SchemaGraph {
  /// The names in schemas from which Swift names are derived.
  package struct WrittenNames: Sendable {
    /// Properties, definitions, and files.
    package fileprivate(set) var identifiers: Set<String> = []
    /// Strings listed in `enum` and `const`.
    package fileprivate(set) var values: Set<String> = []
  }

  package var writtenNames: WrittenNames {
    var names = WrittenNames()
    names.identifiers.formUnion(documents.map(FileStem.of))
    for node in nodes {
      names.identifiers.formUnion((node.keywords.properties + node.keywords.defs).map(\.name))
      let listed = (node.keywords.enumeration ?? []) + (node.keywords.const.map { [$0] } ?? [])
      names.values.formUnion(listed.compactMap(\.string))
    }
    return names
  }
}
