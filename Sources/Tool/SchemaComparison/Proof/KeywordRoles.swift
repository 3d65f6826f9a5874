import JSONSchema
import SchemaRuntime

/// The keywords that proofs support.
///
/// ``Equality`` covers every row of the keyword table. Proofs cover the keywords listed here and all limits. Schemas
/// with another keyword that may reject values are equal or undecided.
struct KeywordRoles: Sendable {
  static let standard = KeywordRoles()

  /// The keywords that ``Prover`` covers in addition to the limits.
  private var covered: Set<String> = [
    "$ref", "$dynamicRef", "$recursiveRef", "type", "enum", "const", "multipleOf", "exclusiveMaximum",
    "exclusiveMinimum", "pattern", "format", "contentEncoding", "contentMediaType", "contentSchema", "items",
    "additionalItems", "prefixItems", "contains", "minContains", "maxContains", "uniqueItems", "unevaluatedItems",
    "properties", "patternProperties", "additionalProperties", "propertyNames", "required", "dependentRequired",
    "dependentSchemas", "dependencies", "unevaluatedProperties", "x-localOnly", "allOf", "anyOf", "oneOf", "not", "if",
    "then", "else", "divisibleBy", "disallow", "extends",
  ]
  /// The keywords in addition to the limits that ``Gap``s are about, because their values are compared.
  static let inGaps: Set = [
    "contains", "contentEncoding", "contentMediaType", "format", "multipleOf", "not", "pattern", "propertyNames",
    "type", "uniqueItems",
  ]
  /// Those of which gaps name the values or members that are added and removed.
  static let inGapsByName: Set = ["const", "dependentRequired", "enum", "required", "x-localOnly"]
  /// The keywords that contain schemas for references, which are compared themselves.
  static let definitions: Set = ["$defs", "definitions"]
  /// A keyword that is omitted for tests.
  private var forgotten: String?

  /// Returns the roles without a keyword, as if a dialect defined it but the comparison did not support it.
  func forgetting(_ name: String) -> KeywordRoles {
    var copy = self
    copy.forgotten = name
    return copy
  }

  /// Whether a name in a schema may reject values but no proof covers it.
  func isUnknown(_ name: String, in dialect: Dialect) -> Bool {
    // Unknown keywords are annotations by the specification, but an unimplemented vocabulary of the dialect may define
    // them.
    guard let rule = dialect.keyword(named: name) else { return dialect.hasUnknownVocabularies }
    if name == forgotten { return true }
    return switch rule.effect {
    case .annotates, .identifies: false
    case .asserts, .applies: !rule.isLimit && !covered.contains(name)
    }
  }

  /// Returns the members of a schema that may reject values but that no proof covers.
  func unknown(in node: SchemaNode) -> [String: JSONValue] {
    guard node.boolean == nil else { return [:] }
    if let defect = node.defect { return [defect.keyword: .string(defect.reason)] }
    let written = node.keywords.written
    let isAlone = node.dialect.ignoresSiblingsOfReference && written["$ref"] != nil
    var found: [String: JSONValue] = [:]
    for member in written where !isAlone || member.key == "$ref" {
      guard isUnknown(member.key, in: node.dialect) else { continue }
      found[member.key] = member.value
    }
    return found
  }
}

extension JSONValue {
  /// Whether the value may contain a reference, whose target depends on the schema around it.
  var mayContainReference: Bool {
    switch self {
    case .null, .bool, .number, .string: false
    case .array(let elements): elements.contains(where: \.mayContainReference)
    case .object(let object):
      object.contains { $0.key.hasSuffix("Ref") || $0.key == "$ref" || $0.value.mayContainReference }
    }
  }
}
