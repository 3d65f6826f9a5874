import JSONSchema

/// Merges equal changes from both directions and from several paths through the schemas.
enum ChangeMerging {
  /// What equal changes have in common.
  struct Key: Hashable {
    private let rule: String
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
      merged[index].effects.merge(change.effects) { $0 == .breaks ? $0 : $1 }
      merged[index].examples.merge(change.examples) { first, _ in first }
      merged[index].isBeyondDeclared = merged[index].isBeyondDeclared && change.isBeyondDeclared
    }
    return joined(merged)
  }

  /// Joins a narrowed and a widened type into a changed type.
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
