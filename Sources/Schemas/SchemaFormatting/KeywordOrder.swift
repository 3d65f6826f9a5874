/// The conventional order of keywords.
package enum KeywordOrder {
  /// The keywords of all dialects: names, references, annotations, then what a schema demands, from the general to the
  /// particular, and last what it contains for others. A test compares the list with the tables of the dialects.
  package static let names: [String] =
    ["$schema", "$id", "id", "$vocabulary", "$anchor", "$dynamicAnchor", "$recursiveAnchor"]
    + ["$ref", "$dynamicRef", "$recursiveRef"]
    + ["title", "description", "$comment", "externalDocs", "deprecated", "readOnly", "writeOnly", "xml"]
    + ["x-swift", "x-localOnly", "x-sensitive", "x-patch", "x-lossy", "x-open", "x-errorMessage"]
    + ["type", "disallow", "nullable", "x-nullable", "const", "enum", "x-enum-varnames"]
    + ["extends", "allOf", "anyOf", "oneOf", "discriminator", "not"]
    + ["format", "pattern", "minLength", "maxLength", "x-minUTF8Bytes", "x-maxUTF8Bytes"]
    + ["contentEncoding", "contentMediaType", "contentSchema"]
    + ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "divisibleBy"]
    + ["prefixItems", "items", "additionalItems", "contains", "minContains", "maxContains", "unevaluatedItems"]
    + ["minItems", "maxItems", "uniqueItems"]
    + ["properties", "required", "patternProperties", "propertyNames", "additionalProperties", "unevaluatedProperties"]
    + ["minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "dependencies"]
    + ["if", "then", "else", "default", "example", "examples", "$defs", "definitions"]

  private static let ranks = Dictionary(uniqueKeysWithValues: zip(names, names.indices))

  /// Returns the rank of a member of a schema; unknown keywords come after all others.
  static func rank(of name: String) -> Int { ranks[name] ?? names.count }
}
