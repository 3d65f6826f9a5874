import SchemaRuntime

/// The `discriminator` of OpenAPI and AsyncAPI: the member whose value names the schema of an object.
package struct Discriminator {
  /// The member that discriminates.
  package let property: String
  /// The schema for each value, as a name or a reference.
  let mapping: [(value: String, target: String)]
  /// The schema for all other values, as a name or a reference: `defaultMapping` of OpenAPI 3.2.
  let defaultTarget: String?

  package init?(of node: SchemaNode) {
    guard node.dialect.keyword(named: "discriminator") != nil, let written = node.keywords.written["discriminator"],
      let property = written.string ?? written["propertyName"]?.string
    else { return nil }
    self.property = property
    defaultTarget = written["defaultMapping"]?.string
    mapping = (written["mapping"]?.object ?? [:]).compactMap { value, target in target.string.map { (value, $0) } }
  }
}
