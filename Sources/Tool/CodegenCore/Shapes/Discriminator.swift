import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// The `discriminator` of OpenAPI and AsyncAPI: the member that distinguishes the branches of a choice.
///
/// It rejects nothing (OpenAPI 3.1, section 4.8.25). Only `const` or `enum` in the branches makes the member a tag; a
/// note reports branches that specify no values or different ones.
struct Discriminator {
  /// The member that discriminates.
  let property: String
  /// The schema for each value, as a name or a reference.
  let mapping: [(value: String, target: String)]

  init?(of node: SchemaNode) {
    guard node.dialect.keyword(named: "discriminator") != nil, let written = node.keywords.written["discriminator"],
      let property = written.string ?? written["propertyName"]?.string
    else { return nil }
    self.property = property
    mapping = (written["mapping"]?.object ?? [:]).compactMap { value, target in target.string.map { (value, $0) } }
  }

  /// Returns the note about a schema with a discriminator; nil if its branches are consistent with it.
  func disagreement(with shape: Shape, of schema: SchemaID, in graph: SchemaGraph) -> String? {
    if case .object(let object) = shape, !object.variants.isEmpty { return nil }
    guard case .union(let union) = shape else {
      return "expected 'oneOf' or 'anyOf' next to 'discriminator', found none; it has no effect"
    }
    guard case .tag(property, let values) = union.dispatch else {
      return "expected every branch to require \(property.quoted) and to list its values with 'const' or 'enum', as "
        + "'discriminator' implies, found a branch that does not; branches are distinguished in another way"
    }
    for (branch, listed) in zip(union.branches, values) {
      guard let listed, let target = branch.schemas.first else { continue }
      let name = graph[target].keywords.written["$ref"]?.string ?? ""
      for expected in self.values(of: name) where !listed.contains(.string(expected)) {
        let own = listed.map { $0.text() }.joined(separator: ", ")
        return "expected \(expected.quoted) to be a value of \(property.quoted) in \(name.quoted), as in "
          + "'discriminator', found \(own); the schema takes precedence"
      }
    }
    return nil
  }

  /// Returns the values that select a schema: those in the mapping, or else its name.
  private func values(of reference: String) -> [String] {
    guard let name = reference.split(separator: "/").last.map(String.init) else { return [] }
    let mapped = mapping.filter { $0.target == reference || $0.target == name }
    return mapped.isEmpty ? [name] : mapped.map(\.value)
  }
}
