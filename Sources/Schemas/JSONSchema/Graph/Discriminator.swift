package import SchemaRuntime

/// The `discriminator` of OpenAPI and AsyncAPI: the member whose value names the schema of an object.
package struct Discriminator {
  /// The member that discriminates.
  package let property: String
  /// The schema for each value, as a name or a reference.
  let mapping: [(value: String, target: String)]

  package init?(of node: SchemaNode) {
    guard node.dialect.keyword(named: "discriminator") != nil, let written = node.keywords.written["discriminator"],
      let property = written.string ?? written["propertyName"]?.string
    else { return nil }
    self.property = property
    mapping = (written["mapping"]?.object ?? [:]).compactMap { value, target in target.string.map { (value, $0) } }
  }
}

extension Keywords {
  /// What a discriminator makes of a branch, which is a reference: the values that its member may have in this place.
  package struct Selection: Sendable {
    package var member: String
    package var values: [JSONValue]
    /// Whether the referenced schema requires the member and admits no other values, so that its type writes it.
    package var isFixed: Bool
  }
}
