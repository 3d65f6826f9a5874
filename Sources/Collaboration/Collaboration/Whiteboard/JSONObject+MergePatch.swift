public import SchemaRuntime

// Partial updates are JSON merge patches (RFC 7396): an absent member stays, null removes it, an object is merged into
// the old one, and every other value, including an array, replaces the old one. The two mobile libraries of the service
// disagree here: one merges deeply and cannot clear, the other replaces everything. The document promises both partial
// updates and equal states everywhere, which only this rule provides.

extension JSONObject {
  /// The maximum depth of merges. Deeper values are replaced; no payload within the reader's limits is deeper.
  static var mergeDepth: Int { 512 }

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

  /// Returns the partial update that turns the object into another one, if that contains no null.
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

extension JSONObject {
  /// Adds null to a partial update for the members of an old object that it lacks, also in nested objects.
  mutating func removeMembers(absentFrom old: JSONObject) { removeMembers(absentFrom: old, depth: Self.mergeDepth) }

  private mutating func removeMembers(absentFrom old: JSONObject, depth: Int) {
    for (name, value) in old {
      if self[name] == nil {
        self[name] = .null
      } else if depth > 0, case .object(let before) = value, case .object(var after)? = self[name] {
        after.removeMembers(absentFrom: before, depth: depth - 1)
        self[name] = .object(after)
      }
    }
  }
}

extension JSONValue {
  /// Returns the value after a partial update: two objects are merged, other values are replaced.
  func merging(_ patch: JSONValue) -> JSONValue {
    guard case .object(let change) = patch, case .object(var merged) = self else { return patch }
    merged.mergePatch(change)
    return .object(merged)
  }
}
