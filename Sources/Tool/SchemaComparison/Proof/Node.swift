import JSONSchema
import SchemaRuntime

/// A schema with precomputed properties for proofs. A class, so that nothing is copied.
final class Node: Sendable {
  let boolean: Bool?
  let dialect: Dialect
  let types: TypeSet?
  let keywords: Keywords
  /// The declared members.
  let properties: [ExactName: SchemaID]
  /// The patterns of names.
  let patterns: [ExactName]
  /// The written names of keywords that may reject values.
  let asserting: Set<String>
  /// The asserted format.
  let format: Format?
  /// The members marked `x-localOnly` of an unmarked type: no payload may contain them.
  let localOnly: Set<ExactName>
  /// The members that may reject values but that no proof covers.
  let unknown: [String: JSONValue]

  /// Whether nothing is known of the values that the schema admits. References to it are one set: equal schemas admit the
  /// same values, and on the left side of a proof, any value may be one of them.
  let isOpaqueSet: Bool

  init(
    _ node: SchemaNode, localOnly names: [String], asserting formats: Set<Format>, roles: KeywordRoles,
    isUnavailable: Bool
  ) {
    unknown = roles.unknown(in: node)
    isOpaqueSet = isUnavailable || node.defect != nil
    boolean = node.boolean
    asserting = node.asserting
    dialect = node.dialect
    types = node.types
    keywords = node.keywords
    properties = Dictionary(node.keywords.properties.map { (ExactName($0.name), $0.schema) }) { first, _ in first }
    patterns = node.keywords.patternProperties.map { ExactName($0.name) }
    let format = node.keywords.format.flatMap(Format.init(keyword:))
    self.format = format.flatMap { node.dialect.assertsFormat || formats.contains($0) ? $0 : nil }
    localOnly = Set(names.map { ExactName($0) })
  }
}
