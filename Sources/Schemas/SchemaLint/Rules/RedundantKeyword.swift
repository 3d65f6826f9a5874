package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Keywords without an effect.
package enum RedundantKeyword: SchemaRule {
  package static let id = "redundant-keyword"
  package static let summary = "a keyword that has no effect, alone or next to another one"
  package static let explanation = """
    Of two lower limits, only the tighter one counts; a length is never below 0; `number` includes `integer`. Keywords
    that state the obvious (`"minLength": 0`, `"required": []`) are reported only as notes. `--fix` removes the
    redundant keyword.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "integer", "minimum": 0, "exclusiveMinimum": 4 }"#
  package static let good = #"{ "type": "integer", "exclusiveMinimum": 4 }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node in
      violations(obvious(node), .note, node, context) + violations(loose(node), .warning, node, context)
        + types(node, context)
    }
  }

  private static func violations(
    _ redundant: [(keyword: String, reason: String)], _ severity: Diagnostic.Severity, _ node: SchemaNode,
    _ context: LintContext
  ) -> [Violation] {
    redundant.map { keyword, reason in
      Violation(
        context.nameLocation(node, keyword),
        "\(keyword.quoted) has no effect and can be removed: \(reason)",
        fix: context.fixes.removal(of: keyword, from: node), severity: severity)
    }
  }

  /// Returns keywords that state what holds anyway.
  private static func obvious(_ node: SchemaNode) -> [(keyword: String, reason: String)] {
    let keywords = node.keywords
    var found: [(String, String)] = []
    for (measure, limit) in keywords.lengths.all where limit == .atLeast(0) && measure != .utf8Bytes {
      found.append((measure.keyword(of: limit), "nothing has fewer than \(measure.words(0))"))
    }
    if let limit = keywords.lengths[.members].least, limit > 0, limit <= keywords.required.count {
      found.append(("minProperties", "'required' lists as many names"))
    }
    if keywords.written["required"]?.array?.isEmpty ?? false { found.append(("required", "it is empty")) }
    if keywords.contains != nil, keywords.minContains == 1 { found.append(("minContains", "'contains' requires one")) }
    if keywords.multipleOf == 1, keywords.type == [.integer] {
      found.append(("multipleOf", "every integer is a multiple of 1"))
    }
    return found
  }

  /// Returns limits that tighter ones imply.
  private static func loose(_ node: SchemaNode) -> [(keyword: String, reason: String)] {
    // Until draft-04, the exclusive limits are Booleans, which need the others.
    guard node.dialect.draft > .draft4 else { return [] }
    let bounds = node.keywords.bounds.all
    var found: [(String, String)] = []
    for (limit, number) in bounds {
      for (other, otherNumber) in bounds where other != limit {
        guard NumberBound(other, otherNumber).implies(limit, number) else { continue }
        found.append((limit.keyword, "\(other.keyword.quoted) is as tight or tighter"))
      }
    }
    return found
  }

  /// Returns findings about `integer` next to `number`.
  private static func types(_ node: SchemaNode, _ context: LintContext) -> [Violation] {
    guard let types = node.keywords.type, types.contains(.number), let index = types.firstIndex(of: .integer),
      node.keywords.written["type"]?.array?.count == types.count
    else { return [] }
    let location = context.location(node, "type", String(index))
    return [
      Violation(
        location, "'integer' adds nothing next to 'number' and can be removed",
        fix: context.fixes.removal(location.document, location.pointer, "remove 'integer'"), severity: .note)
    ]
  }
}
