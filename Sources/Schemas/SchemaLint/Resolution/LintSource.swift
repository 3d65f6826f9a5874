package import JSONSchema
package import SchemaRuntime

/// The text of a schema file, which the linter reads and fixes change.
package struct LintSource: Hashable, Sendable {
  /// The retrieval URI: the base of `$id` and of references (`file:///…` for a file).
  package let uri: String
  /// The name in findings, such as `Schemas/users/user-info.schema.json`.
  package let name: String
  /// The path relative to the folder of the configuration, which the configuration's patterns match.
  package let path: String
  package var text: [UInt8]
  /// The positions in the original of a text that was made from another format, which no fix changes; nil for JSON.
  package let sourceMap: SourceMap?
  /// Why a text in another format could not become JSON.
  package let failure: JSONSyntaxError?
  /// Whether its findings are reported. Other sources are read because references lead to them.
  package var isReported: Bool
  /// The parts of the text that are schemas.
  package var extent: SchemaDocument.Extent
  /// Whether every file that may refer to it by its path is among the sources. Only then do fixes rename members that
  /// contain schemas.
  package var seesReferrers: Bool

  package init(
    uri: String, name: String, path: String? = nil, text: [UInt8], sourceMap: SourceMap? = nil,
    failure: JSONSyntaxError? = nil, isReported: Bool = true,
    extent: SchemaDocument.Extent = .whole, seesReferrers: Bool = true
  ) {
    self.uri = uri
    self.name = name
    self.path = path ?? name
    self.text = text
    self.sourceMap = sourceMap
    self.failure = failure
    self.isReported = isReported
    self.extent = extent
    self.seesReferrers = seesReferrers
  }

  /// Returns the text as a document; throws the reason that it is not one.
  func document() throws(JSONSyntaxError) -> JSONDocument {
    if let failure { throw failure }
    return try JSONDocument(parsing: text, limits: JSONLimits(), sourceMap: sourceMap)
  }
}
