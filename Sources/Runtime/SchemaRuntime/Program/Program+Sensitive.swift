// The values that may be sensitive according to the schemas alone.
extension Program {
  /// The schemas that are sensitive, or apply one that is to a value or to anything in it.
  var schemasReachingSensitive: Set<Int> {
    guard hasSensitive else { return [] }
    var users: [[Int]] = schemas.map { _ in [] }
    for schema in schemas.indices { for applied in appliedSchemas(by: schema) { users[applied].append(schema) } }
    return Set(Closure.of(schemas.indices.filter { schemas[$0].isSensitive }) { users[$0] })
  }

  /// The indices of the patterns of sensitive schemas and of the schemas that these apply.
  package var sensitivePatterns: Set<Int> {
    var patterns: Set<Int> = []
    let sensitive = schemas.indices.filter { schemas[$0].isSensitive }
    for schema in Closure.of(sensitive, next: { Array(appliedSchemas(by: $0)) }) {
      for step in steps[schemas[schema].steps] {
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
  func sensitiveDepth(along path: [String], from schema: Int) -> Int? {
    guard hasSensitive, schemas.indices.contains(schema) else { return nil }
    var applied = schemasInPlace([schema])
    for (depth, token) in path.enumerated() {
      if applied.contains(where: { schemas[$0].isSensitive }) { return depth }
      let applications = applied.flatMap { self.applications(by: $0) }
      let names = schemasInPlace(applications.filter(\.part.isName).map(\.schema))
      if names.contains(where: { schemas[$0].isSensitive }) { return depth }
      applied = schemasInPlace(applications.filter { mayConcern($0.part, token) }.map(\.schema))
    }
    return applied.contains { schemas[$0].isSensitive } ? path.count : nil
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
