// The dialects of formats that contain schemas: a draft, and annotations of the format.
extension Dialect {
  /// Schemas of OpenAPI 3.1 and 3.2 (OpenAPI 3.1, section 4.8.24).
  public static let openAPI = Dialect(
    .draft2020, name: "OpenAPI 3.1", uri: "https://spec.openapis.org/oas/3.1/dialect/base",
    rules: draft2020.rules
      + ["discriminator", "xml", "externalDocs", "example"].map { KeywordRule(.metaData, $0, .annotation) },
    isOfHost: true)

  /// Schemas of OpenAPI 3.0 (OpenAPI 3.0.4, section 4.7.24): those of an early draft without names and definitions, and
  /// with `nullable`.
  public static let openAPI30 = Dialect(
    .draft4, name: "OpenAPI 3.0", uri: "https://spec.openapis.org/oas/3.0/schema/2024-10-18",
    rules: draft4.rules.filter { !notInOpenAPI.contains($0.name) }
      + [KeywordRule(.validation, "nullable", .flag { $1(&$0.nullable) }, .annotates)] + openAPIAnnotations,
    booleanSchemaKeywords: ["additionalProperties"], isOfHost: true)

  /// Schemas of Swagger 2.0 (OpenAPI 2.0, Schema Object), which has no choices, with the usual `x-nullable`.
  public static let swagger = Dialect(
    .draft4, name: "Swagger 2.0", uri: "http://swagger.io/v2/schema.json",
    rules: draft4.rules.filter { !(notInOpenAPI + ["anyOf", "oneOf", "not"]).contains($0.name) }
      + [KeywordRule(.validation, "x-nullable", .flag { $1(&$0.nullable) }, .annotates)] + openAPIAnnotations,
    booleanSchemaKeywords: ["additionalProperties"], isOfHost: true)

  /// Keywords of draft-04 that OpenAPI does not have before 3.1.
  private static let notInOpenAPI = [
    "$schema", "id", "definitions", "additionalItems", "patternProperties", "dependencies",
  ]

  /// Annotations of OpenAPI before 3.1.
  private static let openAPIAnnotations =
    [
      KeywordRule(.metaData, "readOnly", .flag { $1(&$0.readOnly) }),
      KeywordRule(.metaData, "writeOnly", .flag { $1(&$0.writeOnly) }),
      KeywordRule(.metaData, "deprecated", .flag { $1(&$0.deprecated) }),
    ] + ["discriminator", "xml", "externalDocs", "example"].map { KeywordRule(.metaData, $0, .annotation) }

  /// The keywords of OpenAPI that count wherever schemas are read in practice.
  static let practiceRules =
    ["nullable", "x-nullable"].map { KeywordRule(.validation, $0, .flag { $1(&$0.nullable) }, .annotates) }
    + [KeywordRule(.metaData, "discriminator", .annotation)]

  /// The dialects of formats that contain schemas.
  package static let hosts = [swagger, openAPI30, openAPI, asyncAPI]

  /// Schemas of AsyncAPI 2 and 3 (AsyncAPI 3.0, Schema Object).
  public static let asyncAPI = Dialect(
    .draft7, name: "AsyncAPI", uri: "https://asyncapi.com/definitions/3.0.0/schema.json",
    rules: draft7.rules
      + [KeywordRule(.metaData, "deprecated", .flag { $1(&$0.deprecated) })]
      + ["discriminator", "externalDocs"].map { KeywordRule(.metaData, $0, .annotation) },
    isOfHost: true)

  /// Returns the dialect identified by a format's own URI, which every version of OpenAPI since 3.1 has.
  static func ofHost(named uri: String) -> Dialect? {
    if uri.hasPrefix("https://spec.openapis.org/oas/3.1/dialect/")
      || uri.hasPrefix("https://spec.openapis.org/oas/3.2/dialect/")
    {
      return openAPI
    }
    return hosts.first { $0.uri == uri }
  }
}
