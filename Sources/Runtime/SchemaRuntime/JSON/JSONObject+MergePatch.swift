// JSON merge patches (RFC 7396): an absent member stays, null removes it, an object is merged into the old one, and every
// other value, including an array, replaces the old one.

extension JSONMap where Value == JSONValue {
  /// The maximum depth of merges. Deeper values are replaced; no payload within the reader's limits is deeper.
  private static var mergeDepth: Int { 512 }

  /// Merges a partial update into the object: null removes a member, objects are merged, other values are replaced.
  public mutating func mergePatch(_ patch: JSONObject) { mergePatch(patch, depth: Self.mergeDepth) }

  private mutating func mergePatch(_ patch: JSONObject, depth: Int) {
    for (name, value) in patch {
      switch value {
      case .null: self[name] = nil
      case .object(let change) where depth > 0:
        var merged = self[name]?.object ?? JSONObject()
        merged.mergePatch(change, depth: depth - 1)
        self[name] = .object(merged)
      case .object, .bool, .number, .string, .array: self[name] = value
      }
    }
  }

  /// Returns the partial update that turns the object into another one, if that contains no null in an object.
  public func mergePatch(to new: JSONObject) -> JSONObject { mergePatch(to: new, depth: Self.mergeDepth) }

  private func mergePatch(to new: JSONObject, depth: Int) -> JSONObject {
    var patch = JSONObject()
    for (name, _) in self where new[name] == nil { patch[name] = .null }
    for (name, value) in new {
      let old = self[name]
      if old == value { continue }
      if depth > 0, case .object(let before)? = old, case .object(let after) = value {
        patch[name] = .object(before.mergePatch(to: after, depth: depth - 1))
      } else {
        patch[name] = value
      }
    }
    return patch
  }
}
