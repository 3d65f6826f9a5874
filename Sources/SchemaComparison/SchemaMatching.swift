import JSONSchema
import SchemaRuntime

/// Matches the schemas of two versions: documents by path, then by `$id`; the schemas inside by their locations.
struct SchemaMatching {
  let old: SchemaComparison.Version
  let new: SchemaComparison.Version
  /// The pairs to compare: the roots of documents, and definitions that no root reaches.
  private(set) var pairs: [Pair] = []
  /// Documents without a counterpart.
  private(set) var removed: [SchemaID] = []
  private(set) var added: [SchemaID] = []
  private var documents: [Int: Int] = [:]
  private let newSchemas: [Location: SchemaID]

  /// A schema in both versions.
  struct Pair {
    /// The role of a schema in its document.
    enum Role {
      case root
      /// A definition of a document with only definitions, for use by others.
      case shared
      /// An unreferenced definition of a document whose root has assertions.
      case unused
    }

    var old: SchemaID
    var new: SchemaID
    var role = Role.root
  }

  private struct Location: Hashable {
    var document: Int
    var pointer: JSONPointer
  }

  init(old: SchemaComparison.Version, new: SchemaComparison.Version) {
    self.old = old
    self.new = new
    newSchemas = Dictionary(
      new.graph.nodes.filter { $0.dynamicScope.isEmpty }.map {
        (Location(document: $0.document, pointer: $0.pointer), $0.id)
      }
    ) { first, _ in first }
    matchDocuments()
    matchDefinitions()
  }

  /// Whether both versions have the same documents, regardless of their layout.
  var isEqual: Bool {
    removed.isEmpty && added.isEmpty
      && documents.allSatisfy { old.graph.documents[$0.key].root == new.graph.documents[$0.value].root }
  }

  /// Returns the new version of an old schema; nil if it was removed.
  func counterpart(of schema: SchemaID) -> SchemaID? {
    let node = old.graph[schema]
    return documents[node.document].flatMap { newSchemas[Location(document: $0, pointer: node.pointer)] }
  }

  /// All old schemas with a counterpart, in pairs.
  var counterparts: [(old: SchemaID, new: SchemaID)] {
    old.graph.nodes.filter { $0.dynamicScope.isEmpty }.compactMap { node in
      counterpart(of: node.id).map { (node.id, $0) }
    }
  }

  var sourceLookup: SourceComparison.Lookup {
    let (sensitive, newSensitive) = (old.graph.sensitiveSchemas, new.graph.sensitiveSchemas)
    return SourceComparison.Lookup(
      old: { old.graph.location(of: $0) }, new: { new.graph.location(of: $0) },
      oldSchema: { old.schemaName(of: $0) }, newSchema: { new.schemaName(of: $0) },
      counterpart: { counterpart(of: $0) },
      isSensitive: { old, new in
        old.map { sensitive.contains($0) } ?? false || new.map { newSensitive.contains($0) } ?? false
      })
  }

  // MARK: - Matching

  private mutating func matchDocuments() {
    // Two single files are versions of one schema, regardless of their names.
    let isPair = old.roots.count == 1 && new.roots.count == 1
    let byPath = Dictionary(new.roots.map { (new.path(of: $0), $0) }) { first, _ in first }
    var taken: Set<SchemaID> = []
    var matches: [SchemaID: SchemaID] = [:]
    for root in old.roots {
      if let other = isPair ? new.roots.first : byPath[old.path(of: root)], taken.insert(other).inserted {
        matches[root] = other
      }
    }
    let byIdentifier = Dictionary(
      new.roots.filter { !taken.contains($0) }.compactMap { root in new.identifier(of: root).map { ($0, root) } }
    ) { first, _ in first }
    for root in old.roots where matches[root] == nil {
      if let id = old.identifier(of: root), let other = byIdentifier[id], taken.insert(other).inserted {
        matches[root] = other
      }
    }
    for root in old.roots {
      if let other = matches[root] {
        pairs.append(Pair(old: root, new: other))
        documents[old.graph[root].document] = new.graph[other].document
      } else {
        removed.append(root)
      }
    }
    added = new.roots.filter { !taken.contains($0) }
  }

  /// Matches definitions that are not referenced in their version: they are for other users, or unused.
  private mutating func matchDefinitions() {
    let reached = old.graph.reached(from: old.graph.roots)
    for node in old.graph.nodes where node.dynamicScope.isEmpty {
      for definition in node.keywords.defs where !reached.contains(definition.schema) {
        guard let other = counterpart(of: definition.schema) else { continue }
        let isShared = old.isLibrary(at: definition.schema) || new.isLibrary(at: other)
        pairs.append(Pair(old: definition.schema, new: other, role: isShared ? .shared : .unused))
      }
    }
  }
}

extension SchemaComparison.Version {
  /// Whether the root of a schema's document has no assertions.
  fileprivate func isLibrary(at schema: SchemaID) -> Bool {
    var root = graph[schema]
    while let parent = root.parent { root = graph[parent] }
    return root.asserting.isEmpty
  }

  /// The roots of available documents.
  fileprivate var roots: [SchemaID] { graph.roots.filter { !graph.standIns.contains(graph[$0].document) } }

  /// Returns the path of a schema's document within the folder, with the pointer of a part.
  func path(of schema: SchemaID) -> String { local(graph.document(of: schema).qualifiedName) }

  /// Returns the name of a schema's document: its path without the extension.
  func schemaName(of schema: SchemaID) -> String { local(graph.document(of: schema).schemaName) }

  private func local(_ name: String) -> String {
    name.hasPrefix(folder) ? String(name.dropFirst(folder.count)) : name
  }

  func identifier(of root: SchemaID) -> String? {
    let written = graph[root].keywords.written
    return (written["$id"] ?? written["id"])?.string
  }
}

extension SchemaGraph {
  /// Returns the schemas that others apply, directly or not.
  func reached(from start: [SchemaID]) -> Set<SchemaID> {
    Set(
      Closure.of(start) { schema in
        let keywords = self[schema].keywords
        let definitions = Set(keywords.defs.map(\.schema))
        return subschemas(of: schema).map(\.schema).filter { !definitions.contains($0) } + keywords.references
      })
  }
}
