package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Keywords that need another keyword.
package enum KeywordWithoutCompanion: SchemaRule {
  package static let id = "keyword-without-companion"
  package static let summary = "a keyword that has no effect because another one is missing"
  package static let explanation = """
    `then` and `else` need `if`, `minContains` and `maxContains` need `contains`, `additionalItems` needs an array under
    `items`, and `contentSchema` needs `contentMediaType`.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "array", "maxContains": 3 }"#
  package static let good = #"{ "type": "array", "contains": { "type": "null" }, "maxContains": 3 }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node in
      missing(node).map { keyword, companion in
        Violation(
          context.nameLocation(node, keyword),
          "expected \(companion) next to \(keyword.quoted), found none, so it has no effect")
      }
    }
  }

  private static func missing(_ node: SchemaNode) -> [(keyword: String, companion: String)] {
    let keywords = node.keywords
    var missing: [(String, String)] = []
    if keywords.if == nil {
      if keywords.then != nil { missing.append(("then", "'if'")) }
      if keywords.else != nil { missing.append(("else", "'if'")) }
    } else if keywords.then == nil, keywords.else == nil {
      missing.append(("if", "'then' or 'else'"))
    }
    if keywords.contains == nil {
      if keywords.minContains != nil { missing.append(("minContains", "'contains'")) }
      if keywords.maxContains != nil { missing.append(("maxContains", "'contains'")) }
    }
    if keywords.contentSchema != nil, keywords.contentMediaType == nil {
      missing.append(("contentSchema", "'contentMediaType'"))
    }
    let written = keywords.written
    if node.dialect.keyword(named: "additionalItems") != nil, written["additionalItems"] != nil,
      written["items"]?.array == nil, node.loneReference == nil
    {
      missing.append(("additionalItems", "an array under 'items'"))
    }
    return missing
  }
}
