package import JSONSchema
import SchemaRuntime

/// Values that `enum` lists twice.
package enum RepeatedEnumValue: SchemaRule {
  package static let id = "repeated-enum-value"
  package static let summary = "a repeated value under 'enum'"
  package static let explanation = """
    The duplicate has no effect, and another value may have been intended (validation, section 6.1.2). 1 and 1.0 are
    equal. `--fix` removes the duplicate, unless `x-enum-varnames` names each value.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "enum": ["red", "green", "red"] }"#
  package static let good = #"{ "enum": ["red", "green"] }"#

  static func check(_ context: LintContext) -> [Violation] {
    // The meta-schemas up to draft-06 reject duplicates, which the resolver reports (``RepeatedValue``).
    context.nodes.filter { $0.dialect.draft > .draft6 }.flatMap { node -> [Violation] in
      var seen: [JSONValue: Int] = [:]
      return (node.keywords.enumeration ?? []).enumerated().compactMap { index, value in
        guard let first = seen[value] else {
          seen[value] = index
          return nil
        }
        let location = context.location(node, "enum", String(index))
        let fix =
          node.keywords.vendor.enumVarnames.isEmpty
          ? context.fixes.removal(location.document, location.pointer, "remove the second one") : nil
        return Violation(
          location, "this value is the same as the one at index \(first); remove one of them",
          notes: [Finding.Note(location: context.location(node, "enum", String(first)), message: "first used here")],
          fix: fix)
      }
    }
  }
}
