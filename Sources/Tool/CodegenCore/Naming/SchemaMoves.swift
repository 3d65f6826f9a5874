/// Finds schemas that have moved: by the move of the enclosing schema, by identical content, or by members or values
/// that only one candidate shares.
struct SchemaMoves {
  /// New locations by old ones.
  private(set) var targets: [String: String] = [:]
  private let old: [String: TypeFingerprint]
  private let new: [String: TypeFingerprint]
  /// Locations that no longer exist, outer schemas first.
  private let gone: [String]
  /// New locations not yet matched to a schema.
  private var fresh: Set<String>

  /// - Parameter isLocked: whether a location had a name before.
  init(from old: [String: TypeFingerprint], to new: [String: TypeFingerprint], isLocked: (String) -> Bool) {
    self.old = old
    self.new = new
    gone = old.keys.filter { new[$0] == nil }.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    fresh = Set(new.keys.filter { old[$0] == nil && !isLocked($0) })
    if gone.isEmpty || fresh.isEmpty { return }
    match { $0.content }
    match { $0.outline }
  }

  /// Matches schemas if exactly one removed and one new schema have the same hash. Nested schemas move with them.
  private mutating func match(_ hash: (TypeFingerprint) -> UInt64?) {
    var candidates: [UInt64: [String]] = [:]
    for location in fresh {
      if let hash = new[location].flatMap(hash) { candidates[hash, default: []].append(location) }
    }
    var rivals: [UInt64: [String]] = [:]
    for location in gone where targets[location] == nil {
      if let hash = old[location].flatMap(hash) { rivals[hash, default: []].append(location) }
    }
    for location in gone where targets[location] == nil {
      if let target = followed(location), fresh.contains(target) {
        take(location, target)
      } else if let hash = old[location].flatMap(hash) {
        var left: [String] = []
        for candidate in candidates[hash] ?? [] where left.count < 2 && fresh.contains(candidate) {
          left.append(candidate)
        }
        var count = 0
        for rival in rivals[hash] ?? [] where count < 2 && targets[rival] == nil { count += 1 }
        if left.count == 1, count == 1 { take(location, left[0]) }
      }
    }
  }

  private mutating func take(_ location: String, _ target: String) {
    targets[location] = target
    fresh.remove(target)
  }

  /// Returns the location that results from moving with the nearest enclosing schema that has moved.
  private func followed(_ location: String) -> String? {
    var outer = location[...]
    while let end = outer.lastIndex(where: { $0 == "/" || $0 == "#" }) {
      // The root of a resource ends in a number sign.
      let root = outer[...end]
      outer = outer[..<end]
      if root.last == "#" { return targets[String(root)].map { $0 + location[root.endIndex...] } }
      if let target = targets[String(outer)] { return target + location[outer.endIndex...] }
    }
    return nil
  }
}
