import JSONSchema
import SchemaRuntime

/// What the comparison makes of each keyword.
///
/// Whatever a dialect's table has and these lists have not is ``Role/unknown``: the schemas with it are equal only where
/// it is written alike, and otherwise undecided. So a keyword that is new to a dialect can be forgotten here, and no
/// proof rests on it.
struct KeywordRoles: Sendable {
  /// What a keyword of a schema means to the comparison.
  enum Role: Sendable {
    /// A check or an applicator that ``Equality`` and ``Prover`` follow.
    case compared
    /// It names the schema or holds others: references through it are connected in the graph.
    case structure
    /// It refuses nothing.
    case annotation
    /// It may refuse something, and nothing here knows what.
    case unknown
  }

  static let standard = KeywordRoles(
    compared: [
      "$ref", "$dynamicRef", "$recursiveRef",
      "type", "enum", "const",
      "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
      "maxLength", "minLength", "pattern", "format", "contentEncoding", "contentMediaType", "contentSchema",
      "x-maxUTF8Bytes", "x-minUTF8Bytes",
      "items", "additionalItems", "prefixItems", "contains", "minContains", "maxContains", "maxItems", "minItems",
      "uniqueItems", "unevaluatedItems",
      "properties", "patternProperties", "additionalProperties", "propertyNames", "maxProperties", "minProperties",
      "required", "dependentRequired", "dependentSchemas", "dependencies", "unevaluatedProperties", "x-localOnly",
      "allOf", "anyOf", "oneOf", "not", "if", "then", "else",
    ],
    structure: [
      "$schema", "$vocabulary", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$defs", "definitions",
    ],
    annotations: [
      "title", "description", "$comment", "default", "examples", "deprecated", "readOnly", "writeOnly",
      "x-swift", "x-enum-varnames", "x-patch", "x-lossy", "x-sensitive",
      "discriminator", "xml", "externalDocs", "example",
    ])

  private var roles: [String: Role]

  init(compared: [String], structure: [String], annotations: [String]) {
    roles = [:]
    for name in compared { roles[name] = .compared }
    for name in structure { roles[name] = .structure }
    for name in annotations { roles[name] = .annotation }
  }

  /// The same without a keyword: as if a dialect had it and nobody had thought of it here.
  func forgetting(_ name: String) -> KeywordRoles {
    var copy = self
    copy.roles[name] = nil
    return copy
  }

  /// The role of a name that is written in a schema.
  func role(of name: String, in dialect: Dialect) -> Role {
    guard dialect.keyword(named: name) == nil else { return roles[name] ?? .unknown }
    // The specification makes annotations of names that no dialect knows. A vocabulary that a dialect lists, and that
    // nothing here implements, may give them another meaning.
    return dialect.hasUnknownVocabularies ? .unknown : .annotation
  }

  /// What a schema writes that may refuse something, and nothing here knows what.
  func unknown(in node: SchemaNode) -> [String: JSONValue] {
    guard node.boolean == nil else { return [:] }
    let written = node.keywords.written
    let isAlone = node.dialect.ignoresSiblingsOfReference && written["$ref"] != nil
    var found: [String: JSONValue] = [:]
    for member in written where !isAlone || member.name == "$ref" {
      guard role(of: member.name, in: node.dialect) == .unknown else { continue }
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
