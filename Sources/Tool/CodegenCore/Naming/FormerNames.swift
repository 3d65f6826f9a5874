import JSONSchema

/// Finds the former names of types that were renamed, or moved to another location or file.
struct FormerNames {
  /// The former names by current type.
  private(set) var names: [TypeKey: [FormerName]] = [:]
  /// The rows to keep in the lock.
  private(set) var rows: [(name: String, location: String)] = []
  private(set) var diagnostics: [Diagnostic] = []

  private let graph: SchemaGraph
  private let namer: TypeNamer
  /// The types by location in the lock.
  private let keys: [String: TypeKey]
  /// The types by qualified name.
  private var keysByName: [String: TypeKey] = [:]
  /// The names in use in each type, and at the top level.
  private var taken: [String: Set<String>] = [:]

  /// - Parameters:
  ///   - before: the lock of the previous run.
  ///   - namer: the namer, after naming the types.
  ///   - shapes: the fingerprints of the types, by location.
  init(_ before: NameLock, _ namer: TypeNamer, shapes: [String: TypeFingerprint]) {
    self.namer = namer
    graph = namer.graph
    let graph = namer.graph
    // A member's name may make its location equal to that of a twin: the first schema takes precedence.
    let named = namer.names.keys.sorted { $0.schema < $1.schema }
    keys = Dictionary(named.map { ($0.lockLocation(in: graph), $0) }) { first, _ in first }
    for (key, name) in namer.names {
      keysByName[name.qualified] = key
      taken[name.enclosing, default: []].insert(name.name)
    }
    let moves = SchemaMoves(from: before.shapes, to: shapes, isLocked: { before[$0] != nil }).targets
    func now(_ location: String) -> String? { keys[location] == nil ? moves[location] : location }
    var found: [(name: String, location: String)] = before.former
    for (location, name) in oldNames(before) { found.append((name, location)) }
    // Outer types first: inner ones are reached through them.
    let ordered = found.compactMap { row in now(row.location).map { (name: row.name, location: $0) } }
      .sorted { (depth($0.name), $0.name, $0.location) < (depth($1.name), $1.name, $1.location) }
    for row in ordered { add(row.name, standingFor: row.location) }
  }

  /// Returns the former qualified names of types, by their former locations.
  private func oldNames(_ before: NameLock) -> [(location: String, name: String)] {
    var rows = before.shapes.map { (location: $0.key, name: $0.value.qualifiedName) }
    // A lock without fingerprints records only unqualified names; it also contains the enclosing types.
    for (location, key) in keys where before.shapes[location] == nil {
      guard before[location] != nil else { continue }
      var parts: [String] = []
      var next: TypeKey? = key
      while let key = next, let old = before[key.lockLocation(in: graph)], let name = namer.names[key] {
        parts.append(old)
        next = keysByName[name.enclosing]
      }
      rows.append((location, parts.reversed().joined(separator: ".")))
    }
    return rows
  }

  /// Returns the type that has, or had, a qualified name.
  func type(named name: String) -> TypeKey? { keysByName[name] }

  private func depth(_ name: String) -> Int { name.utf8.count { $0 == UInt8(ascii: ".") } }

  /// Keeps a former name, unless the type still has it.
  private mutating func add(_ name: String, standingFor location: String) {
    guard let key = keys[location], let current = namer.names[key], current.qualified != name else { return }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let last = parts.last, parts.allSatisfy(SwiftIdentifier.isIdentifier) else {
      leaveOut(name, key, "it is not a Swift name")
      return
    }
    var outer: TypeKey?
    let around = parts.dropLast().joined(separator: ".")
    if parts.count > 1, around != namer.namespace {
      outer = keysByName[around]
      guard outer != nil else {
        leaveOut(name, key, "its enclosing type no longer exists")
        return
      }
    }
    let enclosing = outer.flatMap { namer.names[$0]?.qualified } ?? around
    // The type is reached through the former name of its enclosing type.
    if (enclosing.isEmpty ? last : enclosing + "." + last) == current.qualified {
      keysByName[name] = key
      return
    }
    if names[key]?.contains(FormerName(name: last, enclosing: enclosing)) ?? false { return }
    guard isFree(last, in: outer, enclosing) else {
      leaveOut(name, key, "it is already in use")
      return
    }
    taken[enclosing, default: []].insert(last)
    keysByName[name] = key
    names[key, default: []].append(FormerName(name: last, enclosing: enclosing))
    rows.append((name, location))
  }

  /// Whether a name in a type, or at the top level, would shadow no other.
  private func isFree(_ name: String, in outer: TypeKey?, _ enclosing: String) -> Bool {
    if taken[enclosing]?.contains(name) ?? false || SwiftNames.reservedTypes.contains(name)
      || namer.mentionedTypes.contains(name)
    {
      return false
    }
    guard let outer else { return true }
    return !enclosing.split(separator: ".").contains { $0 == name }
      && !namer.mentioned[graph[outer.schema].document].contains(name)
  }

  private mutating func leaveOut(_ name: String, _ key: TypeKey, _ reason: String) {
    diagnostics.append(
      graph.diagnostic(
        .note, at: key.schema,
        "no typealias is generated for the former name '\(SwiftText.visible(name))': \(reason)"))
  }
}
