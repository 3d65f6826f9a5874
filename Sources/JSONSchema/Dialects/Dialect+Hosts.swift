// The dialects of formats that contain schemas: a draft, and annotations of the format.
extension Dialect {
  /// Schemas of OpenAPI 3.1 and 3.2 (OpenAPI 3.1, section 4.8.24).
  public static let openAPI = Dialect(
    .draft2020, name: "OpenAPI 3.1", uri: "https://spec.openapis.org/oas/3.1/dialect/base",
    rules: draft2020.rules
      + ["discriminator", "xml", "externalDocs", "example"].map { KeywordRule(.metaData, $0, .annotation) })

  /// Schemas of AsyncAPI 2 and 3 (AsyncAPI 3.0, Schema Object).
  public static let asyncAPI = Dialect(
    .draft7, name: "AsyncAPI", uri: "https://asyncapi.com/definitions/3.0.0/schema.json",
    rules: draft7.rules
      + [KeywordRule(.metaData, "deprecated", .flag(\.deprecated))]
      + ["discriminator", "externalDocs"].map { KeywordRule(.metaData, $0, .annotation) })

  /// Returns the dialect identified by a format's own URI, which every version of OpenAPI since 3.1 has.
  static func ofHost(named uri: String) -> Dialect? {
    if uri.hasPrefix("https://spec.openapis.org/oas/3.1/dialect/")
      || uri.hasPrefix("https://spec.openapis.org/oas/3.2/dialect/")
    {
      return openAPI
    }
    return uri == asyncAPI.uri ? asyncAPI : nil
  }
}
