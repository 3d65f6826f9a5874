import JSONSchema

/// Merges equal changes from both directions and from several paths through the schemas.
enum ChangeMerging {
  /// What equal changes have in common.
  struct Key: Hashable {
    private let rule: ChangeRule
    private let old: SourceLocation?
    private let new: SourceLocation?
    private let message: String

    init(_ change: Change) { (rule, old, new, message) = (change.rule, change.old, change.new, change.message) }
  }

  static func merged(_ changes: [Change]) -> [Change] {
    var indices: [Key: Int] = [:]
    var merged: [Change] = []
    for change in changes {
      let key = Key(change)
      guard let index = indices[key] else {
        indices[key] = merged.count
        merged.append(change)
        continue
      }
      merged[index].merge(change)
    }
    return joined(merged)
  }

  /// Joins a narrowed and a widened type into a changed type.
  private static func joined(_ changes: [Change]) -> [Change] {
    var result: [Change] = []
    for change in changes {
      let other = result.firstIndex { earlier in
        earlier.rule == .named(.typeNarrowed) && change.rule == .named(.typeWidened) && earlier.old == change.old
          && earlier.new == change.new && earlier.message == change.message
      }
      guard let other else {
        result.append(change)
        continue
      }
      result[other].rule = .keyword("type", .changed)
      result[other].merge(change)
    }
    return result
  }
}

extension Change {
  fileprivate mutating func merge(_ other: Change) {
    effects.merge(other.effects) { $0 == .breaks ? $0 : $1 }
    examples.merge(other.examples) { first, _ in first }
    isBeyondDeclared = isBeyondDeclared && other.isBeyondDeclared
  }
}
