// The values that may be sensitive according to the schemas alone.
extension Program {
  /// The schemas that are sensitive, or apply one that is to a value or to anything in it.
  var schemasReachingSensitive: Set<SchemaID> {
    guard hasSensitive else { return [] }
    var users: [[SchemaID]] = schemas.map { _ in [] }
    for schema in schemaIDs { for applied in appliedSchemas(by: schema) { users[applied.index].append(schema) } }
    return Set(Closure.of(sensitiveSchemas) { users[$0.index] })
  }

  private var sensitiveSchemas: [SchemaID] { schemaIDs.filter { schemas[$0.index].isSensitive } }

  /// The indices of the patterns of sensitive schemas and of the schemas that these apply.
  package var sensitivePatterns: Set<Int> {
    var patterns: Set<Int> = []
    for schema in Closure.of(sensitiveSchemas, next: { Array(appliedSchemas(by: $0)) }) {
      for step in steps[schemas[schema.index].steps] {
        if case .text(.pattern(let index)) = step.instruction { patterns.insert(Int(index)) }
        forEachApplication(of: step) {
          if case .members(.matching(let index)) = $0.part { patterns.insert(Int(index)) }
        }
      }
    }
    return patterns
  }

  /// The number of members and elements on the path from the root of a payload to the first value that may be
  /// sensitive, or to the object with a name that may be; nil if there is none on the path.
  func sensitiveDepth(along path: [String], from schema: SchemaID) -> Int? {
    guard hasSensitive, schemaIDs.contains(schema) else { return nil }
    var applied = schemasInPlace([schema])
    for (depth, token) in path.enumerated() {
      if applied.contains(where: { schemas[$0.index].isSensitive }) { return depth }
      let applications = applied.flatMap { self.applications(by: $0) }
      let names = schemasInPlace(applications.filter(\.part.isName).map(\.schema))
      if names.contains(where: { schemas[$0.index].isSensitive }) { return depth }
      applied = schemasInPlace(applications.filter { mayConcern($0.part, token) }.map(\.schema))
    }
    return applied.contains { schemas[$0.index].isSensitive } ? path.count : nil
  }

  /// Whether a part of a value may include the member or element that `token` names.
  private func mayConcern(_ part: Part, _ token: String) -> Bool {
    switch part {
    case .members(.named(let name)): names[Int(name)].isIdentical(to: token)
    case .members, .elements: true
    case .value, .names, .content: false
    }
  }
}
