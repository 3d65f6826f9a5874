import CodegenCore
import JSONSchema
import SchemaRuntime

/// Matches the schemas of two versions: documents by path, then by name or `$id`; definitions by name, whichever keyword
/// contains them, then by content; all other schemas by their locations.
struct SchemaMatching {
  let old: SchemaComparison.Version
  let new: SchemaComparison.Version
  /// The pairs to compare: the roots of documents, definitions of libraries, and others that no root reaches.
  private(set) var pairs: [Pair] = []
  /// Documents without a counterpart.
  private(set) var removed: [SchemaID] = []
  private(set) var added: [SchemaID] = []
  /// Definitions without a counterpart in a document that has one.
  private(set) var removedDefinitions: [Definition] = []
  private(set) var addedDefinitions: [Definition] = []
  /// Definitions with another name and the same content.
  private(set) var renamedDefinitions: [Pair] = []
  private var documents: [Int: Int] = [:]
  private var newSchemas: [Location: SchemaID] = [:]
  private var oldLocations: [SchemaID: Location] = [:]

  /// A schema in both versions.
  struct Pair {
    /// The role of a schema in its document.
    enum Role {
      case root
      /// A definition of a document with only definitions, for use by others, or one that becomes a type of its own.
      case shared
      /// An unreferenced definition of a document whose root has assertions.
      case unused
    }

    var old: SchemaID
    var new: SchemaID
    var role = Role.root
    /// The view of which these are the schemas; nil for schemas as written.
    var view: SchemaView?

    /// The schema of a side: 0 old, 1 new.
    func schema(of side: Int) -> Ref { Ref(side: side, schema: side == 0 ? old : new) }
  }

  /// A definition of one version.
  struct Definition {
    var schema: SchemaID
    var name: String
    var role: Pair.Role
  }

  /// The document of the new version, and the path from its root, in which each definition is below `$defs`.
  private struct Location: Hashable {
    var document: Int
    var path: [String]
  }

  /// - Parameter contents: a number for each schema of a version (0 old, 1 new) that only schemas with equal assertions
  ///   have.
  init(
    old: SchemaComparison.Version, new: SchemaComparison.Version, contents: (_ side: Int, SchemaID) -> Int
  ) {
    self.old = old
    self.new = new
    matchDocuments()
    let newLocations = locations(in: new, documents: { $0 }, renamed: [:])
    for node in new.graph.nodes {
      guard let location = newLocations[node.id] else { continue }
      // Definitions may have the same name below two keywords.
      if newSchemas[location] == nil { newSchemas[location] = node.id }
    }
    oldLocations = locations(in: old, documents: { documents[$0] }, renamed: [:])
    matchRenamed(contents, newLocations)
    matchDefinitions(newLocations)
  }

  /// Whether both versions have the same documents, regardless of their layout.
  var isEqual: Bool {
    guard removed.isEmpty, added.isEmpty else { return false }
    var texts = EqualTexts()
    return documents.allSatisfy { before, after in
      let (before, after) = (old.graph.documents[before], new.graph.documents[after])
      return texts.areEqual(before, after) { $0.text == $1.text || before.root == after.root }
    }
  }

  /// Returns the new version of an old schema; nil if it was removed.
  func counterpart(of schema: SchemaID) -> SchemaID? {
    oldLocations[schema].flatMap { newSchemas[$0] }
  }

  /// All old schemas with a counterpart, in pairs.
  var counterparts: [(old: SchemaID, new: SchemaID)] {
    old.graph.nodes.filter { $0.dynamicScope.isEmpty }.compactMap { node in
      counterpart(of: node.id).map { (node.id, $0) }
    }
  }

  /// The texts of both versions that are not schemas as a whole, in pairs, by their documents.
  var hosts: [(old: SchemaDocument, new: SchemaDocument)] {
    var names: [String: String] = [:]
    for (before, after) in documents { names[old.graph.documents[before].name] = new.graph.documents[after].name }
    let others = Dictionary(new.graph.documents.map { ($0.name, $0) }) { first, _ in first }
    let local = Dictionary(new.graph.documents.map { (new.local($0.name), $0) }) { first, _ in first }
    var seen: Set<String> = []
    return old.graph.documents.compactMap { document in
      guard document.extent != .whole, seen.insert(document.name).inserted else { return nil }
      let other = names[document.name].flatMap { others[$0] } ?? local[old.local(document.name)]
      return other.map { (document, $0) }
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
    for name in [SchemaComparison.Version.partName, SchemaComparison.Version.identifier] {
      let byName = Dictionary(
        new.roots.filter { !taken.contains($0) }.compactMap { root in name(new)(root).map { ($0, root) } }
      ) { first, _ in first }
      for root in old.roots where matches[root] == nil {
        if let name = name(old)(root), let other = byName[name], taken.insert(other).inserted { matches[root] = other }
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

  /// Returns the locations of the schemas whose documents have a number.
  private func locations(
    in version: SchemaComparison.Version, documents: (Int) -> Int?, renamed: [SchemaID: String]
  ) -> [SchemaID: Location] {
    var locations: [SchemaID: Location] = [:]
    // Enclosing schemas come first.
    for node in version.graph.nodes where node.dynamicScope.isEmpty && node.twin == nil {
      guard let parent = node.parent else {
        guard let document = documents(node.document) else { continue }
        let base = version.graph.documents[node.document].pointer.tokens
        let tokens = node.pointer.tokens
        let path = tokens.starts(with: base) ? Array(tokens.dropFirst(base.count)) : ["#"] + tokens
        locations[node.id] = Location(document: document, path: path)
        continue
      }
      guard var location = locations[parent] else { continue }
      let tokens = node.pointer.tokens.dropFirst(version.graph[parent].pointer.tokens.count)
      if let container = Self.containers.first(where: tokens.starts), tokens.count == container.count + 1,
        let name = tokens.last
      {
        location.path += ["$defs", renamed[node.id] ?? name]
      } else {
        location.path += tokens
      }
      locations[node.id] = location
    }
    return locations
  }

  /// The members of a schema that contain definitions.
  private static let containers = [["$defs"], ["definitions"], ["components", "schemas"]]

  /// Returns the definitions of a version whose documents are in both, each with the schema that contains it.
  private static func definitions(
    of version: SchemaComparison.Version, _ locations: [SchemaID: Location]
  ) -> [(owner: SchemaID, name: String, schema: SchemaID)] {
    version.graph.nodes.flatMap { node in
      locations[node.id] == nil ? [] : node.keywords.defs.map { (node.id, $0.name, $0.schema) }
    }
  }

  /// Matches definitions without a counterpart of the same name by their content.
  private mutating func matchRenamed(
    _ contents: (_ side: Int, SchemaID) -> Int, _ newLocations: [SchemaID: Location]
  ) {
    let known = Set(oldLocations.values)
    var candidates: [Int: [(name: String, schema: SchemaID)]] = [:]
    for (owner, name, schema) in Self.definitions(of: new, newLocations).reversed() {
      guard let location = newLocations[schema], !known.contains(location), newLocations[owner]?.path == [] else {
        continue
      }
      candidates[contents(1, schema), default: []].append((name, schema))
    }
    if candidates.isEmpty { return }
    var renamed: [SchemaID: String] = [:]
    for (owner, _, schema) in Self.definitions(of: old, oldLocations) where counterpart(of: schema) == nil {
      let content = contents(0, schema)
      guard oldLocations[owner]?.path == [],
        let index = candidates[content]?.lastIndex(where: {
          newLocations[$0.schema]?.document == oldLocations[schema]?.document
        }), let match = candidates[content]?.remove(at: index)
      else { continue }
      renamed[schema] = match.name
      renamedDefinitions.append(Pair(old: schema, new: match.schema))
    }
    if renamed.isEmpty { return }
    oldLocations = locations(in: old, documents: { [documents] in documents[$0] }, renamed: renamed)
  }

  /// Matches the definitions of libraries, and those that are not referenced in their version: they are for other users,
  /// or unused.
  private mutating func matchDefinitions(_ newLocations: [SchemaID: Location]) {
    let areTypes = [old, new].contains { $0.configuration.definitions == .all }
    let (reached, newReached) = (old.graph.reached(from: old.graph.roots), new.graph.reached(from: new.graph.roots))
    var taken: Set<SchemaID> = []
    for (owner, name, schema) in Self.definitions(of: old, oldLocations) {
      let isLibrary = old.isLibrary(at: schema)
      if let other = counterpart(of: schema) {
        taken.insert(other)
        let isShared = isLibrary || new.isLibrary(at: other)
        if !isShared, reached.contains(schema) { continue }
        pairs.append(Pair(old: schema, new: other, role: isShared || areTypes ? .shared : .unused))
      } else if counterpart(of: owner) != nil, isLibrary || !reached.contains(schema) {
        removedDefinitions.append(
          Definition(schema: schema, name: name, role: isLibrary || areTypes ? .shared : .unused))
      }
    }
    let known = Set(documents.values)
    for (owner, name, schema) in Self.definitions(of: new, newLocations) where !taken.contains(schema) {
      let isLibrary = new.isLibrary(at: schema)
      guard known.contains(new.graph[schema].document), newLocations[owner]?.path == [],
        isLibrary || !newReached.contains(schema)
      else { continue }
      addedDefinitions.append(Definition(schema: schema, name: name, role: isLibrary || areTypes ? .shared : .unused))
    }
  }

  /// The keywords below which definitions of the old version are, and those below which they are in the new one, where
  /// these differ, each with a definition.
  var movedDefinitions: [(from: JSONPointer, to: JSONPointer, first: Pair)] {
    var moved: [(from: JSONPointer, to: JSONPointer, first: Pair)] = []
    for (_, _, schema) in Self.definitions(of: old, oldLocations) {
      guard let other = counterpart(of: schema) else { continue }
      let (from, to) = (
        JSONPointer(old.graph[schema].pointer.tokens.dropLast()),
        JSONPointer(new.graph[other].pointer.tokens.dropLast())
      )
      if from == to || moved.contains(where: { $0.from == from && $0.to == to }) { continue }
      moved.append((from, to, Pair(old: schema, new: other)))
    }
    return moved
  }
}

/// Compares texts once, however many documents are parts of them.
private struct EqualTexts {
  private var known: [[ObjectIdentifier]: Bool] = [:]

  mutating func areEqual(
    _ a: SchemaDocument, _ b: SchemaDocument, _ compare: (JSONDocument, JSONDocument) -> Bool
  ) -> Bool {
    let key = [ObjectIdentifier(a.source), ObjectIdentifier(b.source)]
    let isEqual = known[key] ?? compare(a.source, b.source)
    known[key] = isEqual
    return isEqual
  }
}

extension SchemaComparison.Version {
  /// Whether another version has the same texts below the same names, read in the same way.
  func isSame(as other: Self) -> Bool {
    var texts = EqualTexts()
    func areSame(_ a: SchemaGraph, _ b: SchemaGraph) -> Bool {
      a.nodes.count == b.nodes.count && a.documents.count == b.documents.count && a.standIns == b.standIns
        && zip(a.documents, b.documents).allSatisfy { a, b in
          local(a.name) == other.local(b.name) && a.part == b.part && a.extent == b.extent
            && texts.areEqual(a, b) { $0.text == $1.text }
        }
    }
    guard configuration == other.configuration, lock == other.lock, hasUnreadAPI == other.hasUnreadAPI,
      areSame(graph, other.graph)
    else { return false }
    guard let api, let otherAPI = other.api else { return api == nil && other.api == nil }
    return areSame(api, otherAPI)
  }

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
  func schemaName(of schema: SchemaID) -> String { name(of: graph.document(of: schema)) }

  /// Returns the name of a document: its path without the extension.
  func name(of document: SchemaDocument) -> String { local(document.schemaName) }

  func local(_ name: String) -> String {
    name.hasPrefix(folder) ? String(name.dropFirst(folder.count)) : name
  }

  /// Returns the file and the name of a part of a document; nil for a document that is one schema.
  fileprivate func partName(of root: SchemaID) -> String? {
    let document = graph.document(of: root)
    return document.part.map { local(document.name) + "#" + $0.name }
  }

  fileprivate func identifier(of root: SchemaID) -> String? {
    let written = graph[root].keywords.written
    return (written["$id"] ?? written["id"])?.string
  }
}

extension SchemaGraph {
  /// Returns the schemas that others apply, directly or not.
  func reached(from start: [SchemaID]) -> Set<SchemaID> { Set(Closure.of(start, next: applied)) }

  /// Returns the schemas that another one applies, or to which it refers.
  func applied(by schema: SchemaID) -> [SchemaID] {
    let keywords = self[schema].keywords
    let definitions = Set(keywords.defs.map(\.schema))
    return subschemas(of: schema).map(\.schema).filter { !definitions.contains($0) } + keywords.references
  }
}
