import JSONSchema
import SchemaRuntime

/// Compares what schemas say to people and tools, and no verdict depends on.
struct WordsComparison {
  let matching: SchemaMatching

  /// Keywords, their rules, and whether a change is more than one of words.
  private static let rows: [(keyword: String, rule: String, isAddition: Bool)] = [
    ("title", "title-changed", false), ("description", "description-changed", false),
    ("$comment", "comment-changed", false), ("examples", "examples-changed", false),
    ("default", "default-changed", true), ("deprecated", "deprecation-changed", true),
    ("readOnly", "read-only-changed", true), ("writeOnly", "write-only-changed", true),
    ("x-sensitive", "sensitivity-changed", true),
  ]

  var changes: [Change] {
    matching.counterparts.flatMap { pair -> [Change] in
      let before = matching.old.graph[pair.old].keywords.written
      let after = matching.new.graph[pair.new].keywords.written
      return Self.rows.compactMap { row in
        let (old, new) = (before[row.keyword], after[row.keyword])
        guard old != new else { return nil }
        let verb = old == nil ? "added" : new == nil ? "removed" : "changed"
        return Change(
          rule: row.rule, schema: matching.new.schemaName(of: pair.new),
          old: matching.old.graph.location(of: pair.old, keyword: old == nil ? nil : row.keyword),
          new: matching.new.graph.location(of: pair.new, keyword: new == nil ? nil : row.keyword),
          message: "'\(row.keyword)' is \(verb)", isAddition: row.isAddition)
      }
    }
  }
}
