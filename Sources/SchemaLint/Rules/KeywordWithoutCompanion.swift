package import JSONSchema
import SchemaRuntime

/// Keywords that mean something only beside others.
package enum KeywordWithoutCompanion: SchemaRule {
  package static let id = "keyword-without-companion"
  package static let summary = "a keyword that has no effect because another one is missing"
  package static let explanation = """
    `then` and `else` look at what `if` decides, `minContains` and `maxContains` count what `contains` describes,
    `additionalItems` follows a list under `items`, and `contentSchema` needs `contentMediaType`. Without it they
    are ignored.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "array", "maxContains": 3 }"#
  package static let good = #"{ "type": "array", "contains": { "type": "null" }, "maxContains": 3 }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node in
      missing(node).map { keyword, companion in
        Violation(
          context.nameLocation(node, keyword),
          "expected \(companion) beside \(keyword.quoted), found none, so that it has no effect")
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
