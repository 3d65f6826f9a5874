import JSONSchema

/// Makes one change of what both directions, or several ways through the schemas, found of it.
enum ChangeMerging {
  private struct Key: Hashable {
    var rule: String
    var old: SourceLocation?
    var new: SourceLocation?
    var message: String
  }

  static func merged(_ changes: [Change]) -> [Change] {
    var places: [Key: Int] = [:]
    var merged: [Change] = []
    for change in changes {
      let key = Key(rule: change.rule, old: change.old, new: change.new, message: change.message)
      guard let place = places[key] else {
        places[key] = merged.count
        merged.append(change)
        continue
      }
      merged[place].effects.merge(change.effects) { $0 == .breaks ? $0 : $1 }
      merged[place].examples.merge(change.examples) { first, _ in first }
      merged[place].isBeyondDeclared = merged[place].isBeyondDeclared && change.isBeyondDeclared
    }
    return joined(merged)
  }

  /// A type that is narrowed in one way and widened in another is changed.
  private static func joined(_ changes: [Change]) -> [Change] {
    var result: [Change] = []
    for change in changes {
      let other = result.firstIndex { earlier in
        earlier.rule == "type-narrowed" && change.rule == "type-widened" && earlier.old == change.old
          && earlier.new == change.new && earlier.message == change.message
      }
      guard let other else {
        result.append(change)
        continue
      }
      result[other].rule = "type-changed"
      result[other].effects.merge(change.effects) { $0 == .breaks ? $0 : $1 }
      result[other].examples.merge(change.examples) { first, _ in first }
      result[other].isBeyondDeclared = result[other].isBeyondDeclared && change.isBeyondDeclared
    }
    return result
  }
}
