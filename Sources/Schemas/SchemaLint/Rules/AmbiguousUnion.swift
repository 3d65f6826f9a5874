package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Branches of `oneOf` that accept the same value.
package enum AmbiguousUnion: SchemaRule {
  package static let id = "ambiguous-union"
  package static let summary = "a 'oneOf' that rejects a value because two branches accept it"
  package static let explanation = """
    The empty object and objects without a member that a schema around the union requires are not reported. Nor are
    objects with a member that only one branch requires and a member that only the other one requires: such branches are
    meant to be exclusive.

    Add a member with a different `const` in each branch, or use `anyOf` if several may match.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "oneOf": [{ "type": "integer" }, { "type": "number", "minimum": 0 }] }"#
  package static let good = #"{ "oneOf": [{ "type": "integer" }, { "type": "string" }] }"#

  static func check(_ context: LintContext) -> [Violation] {
    let unions = context.nodes.filter { $0.keywords.oneOf.count > 1 }
    if unions.isEmpty { return [] }
    let search = CounterexampleSearch(in: unions, context)
    return unions.compactMap { node in
      guard let (value, first, second) = search.sharedValue(of: node) else { return nil }
      let example = context.judge.shown(value, node.id)
      let text = example.text()
      let shown = text.count <= 120 ? text : String(text.prefix(117)) + "..."
      return Violation(
        context.location(node, "oneOf", String(second)),
        "'oneOf' rejects \(shown.onOneLine), because branches \(first) and \(second) both accept it; "
          + "make the branches exclusive, or use 'anyOf'",
        notes: [
          Finding.Note(location: context.location(node, "oneOf", String(first)), message: "the other branch")
        ], example: example)
    }
  }
}
