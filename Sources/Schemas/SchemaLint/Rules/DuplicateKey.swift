package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Equal names in one object.
package enum DuplicateKey: FactRule {
  package static let id = "duplicate-key"
  package static let summary = "two members of one object with the same name"
  package static let explanation = """
    RFC 8259 (section 4) does not define which of the two members counts: most readers keep the last one, some the
    first, a few both. If their values are equal, `--fix` removes the second member.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = #"{ "type": "string", "maxLength": 20, "maxLength": 40 }"#
  package static let good = #"{ "type": "string", "maxLength": 40 }"#

  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix? {
    guard case .repeatedMember(let name) = fact.kind, let document = context.fixes.source(of: fact),
      let repeated = MemberRanges(nameAt: fact.position.offset, in: document),
      let first = MemberRanges(fact.pointer, in: document), first.content == repeated.content,
      first.name.lowerBound < repeated.name.lowerBound,
      let value = try? JSONValue(parsing: Array(document.text[first.value])),
      let again = try? JSONValue(parsing: Array(document.text[repeated.value])), value == again
    else { return nil }
    return Fix(
      summary: "remove the second \(name.quoted)",
      edits: [TextEdit(document: fact.document, range: repeated.removal, replacement: "")])
  }
}
