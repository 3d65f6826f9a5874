package import JSONSchema
import SchemaRuntime

/// Values that `enum` lists twice.
package enum RepeatedEnumValue: SchemaRule {
  package static let id = "repeated-enum-value"
  package static let summary = "a value twice under 'enum'"
  package static let explanation = """
    The values of `enum` should be unique (validation, section 6.1.2); since draft-06 nothing refuses others. 1 and
    1.0 are one value. The second one adds nothing, and may stand where another value was meant.

    `--fix` removes it, unless `x-enum-varnames` has a name for each.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "enum": ["red", "green", "red"] }"#
  package static let good = #"{ "enum": ["red", "green"] }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node -> [Violation] in
      var seen: [JSONValue: Int] = [:]
      return (node.keywords.enumeration ?? []).enumerated().compactMap { place, value in
        guard let first = seen[value] else {
          seen[value] = place
          return nil
        }
        let location = context.location(node, "enum", String(place))
        let fix =
          node.keywords.vendor.enumVarnames.isEmpty
          ? context.fixes.removal(location.document, location.pointer, "remove the second one") : nil
        return Violation(
          location, "expected values of their own, found value \(first) again",
          notes: [Finding.Note(location: context.location(node, "enum", String(first)), message: "first used here")],
          fix: fix)
      }
    }
  }
}
