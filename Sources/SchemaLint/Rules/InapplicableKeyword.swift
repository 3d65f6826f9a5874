package import JSONSchema
import SchemaRuntime

/// Keywords that look at values of other types than the schema's.
package enum InapplicableKeyword: SchemaRule {
  package static let id = "inapplicable-keyword"
  package static let summary = "a keyword that cannot apply to the schema's type"
  package static let explanation = """
    Most keywords look at values of one type and let all others pass: `minLength` says nothing about numbers. Beside
    a `type` that admits no such value it has no effect, and often another keyword was meant, or another type.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "integer", "minLength": 1 }"#
  package static let good = #"{ "type": "integer", "minimum": 1 }"#

  private static let numbers: Set<String> = [
    "multipleOf", "maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum",
  ]
  private static let strings: Set<String> = [
    "maxLength", "minLength", "pattern", "contentEncoding", "contentMediaType", "contentSchema", "x-maxUTF8Bytes",
    "x-minUTF8Bytes",
  ]
  private static let arrays: Set<String> = [
    "items", "prefixItems", "additionalItems", "unevaluatedItems", "contains", "minContains", "maxContains", "minItems",
    "maxItems", "uniqueItems", "x-lossy",
  ]
  private static let objects: Set<String> = [
    "properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames",
    "minProperties", "maxProperties", "required", "dependentRequired", "dependentSchemas", "dependencies", "x-patch",
  ]

  /// The kinds of values at which a keyword looks; nil for one that looks at all.
  static func kinds(of keyword: String) -> ValueKinds? {
    if numbers.contains(keyword) { return [.integer, .fraction] }
    if strings.contains(keyword) { return .string }
    if arrays.contains(keyword) { return .array }
    return objects.contains(keyword) ? .object : nil
  }

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node -> [Violation] in
      guard let types = node.keywords.type else { return [] }
      let admitted = ValueKinds(types: types)
      return node.keywords.written.names.compactMap { name in
        guard node.dialect.keyword(named: name) != nil, let kinds = kinds(of: name, in: node),
          kinds.isDisjoint(with: admitted)
        else { return nil }
        let found = types.map(\.rawValue).joined(separator: ", ")
        return Violation(
          context.nameLocation(node, name),
          "expected 'type' to admit \(kinds.words), at which \(name.quoted) looks, found \(found)")
      }
    }
  }

  private static func kinds(of keyword: String, in node: SchemaNode) -> ValueKinds? {
    // Formats that are not known may be about anything.
    if keyword == "format" { return node.keywords.format.flatMap(Format.init(keyword:)) == nil ? nil : .string }
    return kinds(of: keyword)
  }
}
