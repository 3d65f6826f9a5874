import JSONSchema
import SchemaRuntime

/// What the comparison makes of each keyword.
///
/// ``Equality`` follows every row of the table of keywords. Proofs follow those that are listed here and all limits;
/// schemas with another one that may refuse something are equal or undecided.
struct KeywordRoles: Sendable {
  static let standard = KeywordRoles()

  /// The keywords that ``Prover`` follows, beside the limits.
  private var followed: Set<String> = [
    "$ref", "$dynamicRef", "$recursiveRef", "type", "enum", "const", "multipleOf", "exclusiveMaximum",
    "exclusiveMinimum", "pattern", "format", "contentEncoding", "contentMediaType", "contentSchema", "items",
    "additionalItems", "prefixItems", "contains", "minContains", "maxContains", "uniqueItems", "unevaluatedItems",
    "properties", "patternProperties", "additionalProperties", "propertyNames", "required", "dependentRequired",
    "dependentSchemas", "dependencies", "unevaluatedProperties", "x-localOnly", "allOf", "anyOf", "oneOf", "not", "if",
    "then", "else",
  ]
  /// A keyword that is left out on purpose.
  private var forgotten: String?

  /// The same without a keyword: as if a dialect had it and nobody had thought of it here.
  func forgetting(_ name: String) -> KeywordRoles {
    var copy = self
    copy.forgotten = name
    return copy
  }

  /// Whether a name that is written in a schema may refuse something, and no proof says what.
  func isUnknown(_ name: String, in dialect: Dialect) -> Bool {
    // The specification makes annotations of names that no dialect knows. A vocabulary that a dialect lists, and that
    // nothing here implements, may give them another meaning.
    guard let rule = dialect.keyword(named: name) else { return dialect.hasUnknownVocabularies }
    if name == forgotten { return true }
    return switch rule.effect {
    case .annotates, .identifies: false
    case .asserts, .applies: !rule.isLimit && !followed.contains(name)
    }
  }

  /// What a schema writes that may refuse something, and nothing here knows what.
  func unknown(in node: SchemaNode) -> [String: JSONValue] {
    guard node.boolean == nil else { return [:] }
    let written = node.keywords.written
    let isAlone = node.dialect.ignoresSiblingsOfReference && written["$ref"] != nil
    var found: [String: JSONValue] = [:]
    for member in written where !isAlone || member.name == "$ref" {
      guard isUnknown(member.name, in: node.dialect) else { continue }
      found[member.name] = member.value
    }
    return found
  }
}

extension JSONValue {
  /// Whether a reference may stand in the value, which leads elsewhere from another schema.
  var mayHoldReference: Bool {
    switch self {
    case .null, .bool, .number, .string: false
    case .array(let elements): elements.contains(where: \.mayHoldReference)
    case .object(let object):
      object.members.contains { $0.name.hasSuffix("Ref") || $0.name == "$ref" || $0.value.mayHoldReference }
    }
  }
}
