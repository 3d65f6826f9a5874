package import JSONSchema
import SchemaRuntime

/// Files that are neither JSON nor YAML.
package enum JSONSyntax: LintRule {
  package static let id = "json-syntax"
  package static let summary = "a file that is not well-formed"
  package static let explanation = """
    A schema is a JSON text (RFC 8259), which permits no comments, trailing commas or single quotation marks. A file
    whose name ends in .yaml or .yml is one YAML 1.2 document. Other rules skip a malformed file.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = #"{ "type": "string", }"#
  package static let good = #"{ "type": "string" }"#

  static func violation(_ error: JSONSyntaxError, in source: LintSource) -> Violation {
    var violation = Violation(
      SourceLocation(document: source.name, pointer: JSONPointer(), position: error.position), error.message)
    violation.isFatal = true
    return violation
  }
}
