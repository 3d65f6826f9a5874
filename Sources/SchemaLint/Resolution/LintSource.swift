package import JSONSchema

/// The text of a schema file, which the linter reads and fixes change.
package struct LintSource: Hashable, Sendable {
  /// The retrieval URI: the base of `$id` and of references (`file:///…` for a file).
  package let uri: String
  /// The name in findings, such as `Schemas/users/user-info.schema.json`.
  package let name: String
  /// The path relative to the folder of the configuration, which the configuration's patterns match.
  package let path: String
  package var text: [UInt8]
  /// Whether its findings are reported. Other sources are read because references lead to them.
  package var isReported: Bool
  /// The parts of the text that are schemas.
  package var extent: SchemaDocument.Extent
  /// Whether every file that may refer to it by its path is among the sources. Only then do fixes rename members that
  /// contain schemas.
  package var seesReferrers: Bool

  package init(
    uri: String, name: String, path: String? = nil, text: [UInt8], isReported: Bool = true,
    extent: SchemaDocument.Extent = .whole, seesReferrers: Bool = true
  ) {
    self.uri = uri
    self.name = name
    self.path = path ?? name
    self.text = text
    self.isReported = isReported
    self.extent = extent
    self.seesReferrers = seesReferrers
  }
}
