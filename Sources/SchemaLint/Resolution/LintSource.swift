package import JSONSchema

/// A schema file as it stands: what the linter reads, and what fixes change.
package struct LintSource: Hashable, Sendable {
  /// The URI by which it was retrieved: the base of `$id` and of references (`file:///…` for a file).
  package let uri: String
  /// What findings call it, such as `Schemas/users/user-info.schema.json`.
  package let name: String
  /// The path that patterns of the configuration are held against: from the folder of the configuration.
  package let path: String
  package var text: [UInt8]
  /// Whether findings about it are wanted; others are read because references lead to them.
  package var isReported: Bool
  /// What of the text is schemas.
  package var extent: SchemaDocument.Extent
  /// Whether every file that may refer to it by its path is among the sources. Fixes rename what holds schemas only then.
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
