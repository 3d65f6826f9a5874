import CodegenCore
import JSONSchema
import SchemaRuntime

/// Which schema of the new version stands for which of the old: documents by path, then by `$id`; the schemas inside
/// by where they stand.
struct SchemaMatching {
  let old: SchemaComparison.Version
  let new: SchemaComparison.Version
  /// Pairs that are compared: the roots of documents, and definitions that no root reaches.
  private(set) var pairs: [Pair] = []
  /// Documents without a counterpart.
  private(set) var removed: [SchemaID] = []
  private(set) var added: [SchemaID] = []
  private var documents: [Int: Int] = [:]
  private let newSchemas: [Place: SchemaID]

  /// A schema in both versions.
  struct Pair {
    /// What the values of a schema are to a document.
    enum Role {
      case root
      /// A definition of a document that is nothing but definitions: for others to refer to.
      case shared
      /// A definition that nothing refers to, beside a root that demands something.
      case unused
    }

    var old: SchemaID
    var new: SchemaID
    var role = Role.root
  }

  private struct Place: Hashable {
    var document: Int
    var pointer: JSONPointer
  }

  init(old: SchemaComparison.Version, new: SchemaComparison.Version) {
    self.old = old
    self.new = new
    newSchemas = Dictionary(
      new.graph.nodes.filter { $0.dynamicScope.isEmpty }.map {
        (Place(document: $0.document, pointer: $0.pointer), $0.id)
      }
    ) { first, _ in first }
    matchDocuments()
    matchDefinitions()
  }

  /// Whether both versions have the same documents, whatever their layout.
  var isEqual: Bool {
    removed.isEmpty && added.isEmpty
      && documents.allSatisfy { old.graph.documents[$0.key].root == new.graph.documents[$0.value].root }
  }

  /// The new version of an old schema; nil when it is gone.
  func counterpart(of schema: SchemaID) -> SchemaID? {
    let node = old.graph[schema]
    return documents[node.document].flatMap { newSchemas[Place(document: $0, pointer: node.pointer)] }
  }

  /// Every old schema with a counterpart, and that.
  var counterparts: [(old: SchemaID, new: SchemaID)] {
    old.graph.nodes.filter { $0.dynamicScope.isEmpty }.compactMap { node in
      counterpart(of: node.id).map { (node.id, $0) }
    }
  }

  var places: SourceComparison.Places {
    let (sensitive, newSensitive) = (old.graph.sensitiveSchemas, new.graph.sensitiveSchemas)
    return SourceComparison.Places(
      old: { old.graph.location(of: $0) }, new: { new.graph.location(of: $0) },
      oldSchema: { old.schemaName(of: $0) }, newSchema: { new.schemaName(of: $0) },
      counterpart: { counterpart(of: $0) },
      isSensitive: { old, new in
        old.map { sensitive.contains($0) } ?? false || new.map { newSensitive.contains($0) } ?? false
      })
  }

  // MARK: - Matching

  private mutating func matchDocuments() {
    // Two single files are versions of one schema, whatever they are called.
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

  /// Definitions that nothing in their version refers to are there for others, or for nobody.
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
  /// Whether the document of a schema demands nothing by itself.
  fileprivate func isLibrary(at schema: SchemaID) -> Bool {
    var root = graph[schema]
    while let parent = root.parent { root = graph[parent] }
    return root.asserting.isEmpty
  }

  /// The roots of documents that are available.
  fileprivate var roots: [SchemaID] { graph.roots.filter { !graph.standIns.contains(graph[$0].document) } }

  /// The path of a schema's document within the folder, and where in it where it holds several.
  func path(of schema: SchemaID) -> String { local(graph.document(of: schema).place) }

  /// What a schema's document is called: its path without the ending.
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
  /// The schemas that some others apply, directly or not.
  func reached(from start: [SchemaID]) -> Set<SchemaID> {
    var seen: Set<SchemaID> = []
    var pending = start
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      let keywords = self[next].keywords
      let definitions = Set(keywords.defs.map(\.schema))
      pending += subschemas(of: next).map(\.schema).filter { !definitions.contains($0) }
      pending += keywords.references
    }
    return seen
  }
}
