import JSONSchema
import SchemaRuntime

/// A schema as proofs ask for it, again and again: by reference, so that nothing is copied, and with its names ready.
final class Node: Sendable {
  let boolean: Bool?
  let dialect: Dialect
  let types: TypeSet?
  let keywords: Keywords
  /// The declared members.
  let properties: [ExactName: SchemaID]
  /// The patterns of names.
  let patterns: [ExactName]
  /// The keywords that refuse something, or may, as they are written.
  let asserting: Set<String>
  /// The format that is asserted.
  let format: Format?
  /// The members marked `x-localOnly` of a type that is not: no payload may hold them.
  let localOnly: Set<ExactName>
  /// The keywords of which nothing here knows what they refuse, as they are written.
  let unknown: [String: JSONValue]

  init(_ node: SchemaNode, in graph: SchemaGraph, asserting formats: Set<Format>, roles: KeywordRoles) {
    unknown = roles.unknown(in: node)
    boolean = node.boolean
    asserting = node.asserting
    dialect = node.dialect
    types = node.types
    keywords = node.keywords
    properties = Dictionary(node.keywords.properties.map { (ExactName($0.name), $0.schema) }) { first, _ in first }
    patterns = node.keywords.patternProperties.map { ExactName($0.name) }
    let format = node.keywords.format.flatMap(Format.init(keyword:))
    self.format = format.flatMap { node.dialect.assertsFormat || formats.contains($0) ? $0 : nil }
    let marked = node.keywords.properties.filter { graph[$0.schema].keywords.vendor.localOnly }
    localOnly = node.keywords.vendor.localOnly ? [] : Set(marked.map { ExactName($0.name) })
  }
}
