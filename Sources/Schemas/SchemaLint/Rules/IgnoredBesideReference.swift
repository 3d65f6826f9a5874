package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Siblings of `$ref` before 2019-09.
package enum IgnoredBesideReference: FactRule {
  package static let id = "ignored-beside-reference"
  package static let summary = "keywords next to '$ref' in a dialect that ignores them"
  package static let explanation = """
    Up to draft-07 (core, section 8.3), other keywords of an object with `$ref` are ignored. Put the reference under
    `allOf`, or use a newer dialect. Keywords that would not change which values are valid are reported only as a note:
    a keyword that the referenced schema has with the same value, a `type` that the referenced schema implies, and
    `$id`.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = ##"""
    {
      "$schema": "http://json-schema.org/draft-07/schema#",
      "properties": { "name": { "$ref": "#/definitions/text", "maxLength": 20 } },
      "definitions": { "text": { "type": "string" } }
    }
    """##
  package static let good = ##"""
    {
      "$schema": "http://json-schema.org/draft-07/schema#",
      "properties": { "name": { "allOf": [{ "$ref": "#/definitions/text" }], "maxLength": 20 } },
      "definitions": { "text": { "type": "string" } }
    }
    """##

  static func severity(of fact: ResolveError, _ context: LintContext) -> Diagnostic.Severity? {
    guard case .ignoredBesideReference(let names, _) = fact.kind, let node = context.schema(around: fact),
      let target = node.keywords.ref
    else { return nil }
    return names.allSatisfy { isImplied($0, of: node, by: target, context) } ? .note : nil
  }

  /// Whether an ignored keyword would change nothing.
  private static func isImplied(
    _ keyword: String, of node: SchemaNode, by target: SchemaID, _ context: LintContext
  ) -> Bool {
    guard let value = node.keywords.written[keyword] else { return false }
    let parts = context.graph.conjunction(of: target, limit: 100)
    if node.dialect.keyword(named: keyword)?.effect == .identifies { return true }
    if parts.contains(where: { context.graph[$0].keywords.written[keyword] == value }) { return true }
    guard keyword == "type" else { return false }
    let types = (value.array ?? [value]).compactMap { $0.string.flatMap(JSONType.init(rawValue:)) }
    return context.satisfiability.admitted[target.index].isSubset(of: ValueKinds(TypeSet(types)))
  }
}
