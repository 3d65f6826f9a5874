import JSONSchema
import SchemaRuntime

/// References to values of documents that the graph does not contain.
struct Referrers {
  /// The documents whose referrers are all among the sources.
  private var seen: Set<String> = []
  /// The names of members in references of documents that are not in the graph because they have errors.
  private(set) var names: Set<String> = []

  init(_ sources: [LintSource], _ resolution: LintResolution) {
    // A text that is not JSON may become one that refers to anything.
    guard resolution.syntaxErrors.isEmpty else { return }
    let connected = Set(resolution.graph?.documents.map(\.name) ?? [])
    for source in sources {
      guard let document = resolution.documents[source.name] else { continue }
      document.withRoot { root in
        if source.seesReferrers, !Self.hasIdentifier(root) { seen.insert(source.name) }
        if !connected.contains(source.name) { addNames(root) }
      }
    }
  }

  /// Whether the sources contain every possible reference to a document: no other file and no URI leads to it.
  func areSeen(of document: String) -> Bool { seen.contains(document) }

  /// Whether a schema in a document has a URI, by which any document can refer to it.
  private static func hasIdentifier(_ root: UnsafeJSONNode) -> Bool {
    (root.index..<root.nextIndex).contains { entry in
      let node = root[at: entry]
      guard node.isObject else { return false }
      return ["$id", "id"].contains { name in
        guard let value = node.member(name), value.isString else { return false }
        return !value.string.hasPrefix("#")
      }
    }
  }

  private mutating func addNames(_ root: UnsafeJSONNode) {
    for entry in root.index..<root.nextIndex where root[at: entry].isObject {
      for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
        guard let value = root[at: entry].member(keyword), value.isString,
          let fragment = URIReference(value.string)?.fragment.flatMap(URIReference.percentDecoded),
          let pointer = JSONPointer(fragment)
        else { continue }
        names.formUnion(pointer.tokens)
      }
    }
  }
}
