// Choices between objects with a discriminator member:
// {"oneOf": [{… "type": {"const": "a"}}, {… "type": {"const": "b"}}]}.
// At most one branch can hold, and the member selects it, so the others need not be evaluated.
extension VerdictTablesBuilder {
  /// The step for a choice with a discriminator; nil for any other choice.
  mutating func addTags(_ run: Instruction.Run) -> Tables.Step? {
    guard 2...Self.mostBranches ~= run.count else { return nil }
    let branches = program.rows[run.range].map(\.schema)
    var members: [[(name: ExactName, values: [String])]] = []
    for branch in branches {
      guard let strings = stringMembers(of: branch), !strings.isEmpty else { return nil }
      members.append(strings)
    }
    for (name, _) in members[0] {
      var found: [(value: String, schema: SchemaID)] = []
      for (branch, members) in zip(branches, members) {
        guard let values = members.first(where: { $0.name == name })?.values else { break }
        found += values.map { ($0, branch) }
      }
      // Every branch has values, and no two branches share one.
      let values = Set(found.map { ExactName($0.value) })
      guard Set(found.map(\.schema)) == Set(branches), Set(branches).count == branches.count,
        values.count == found.count
      else { continue }
      let step = Tables.Step(code: .tagged, first: tags.count, second: found.count)
      let key = word(name.string)
      tags += found.map { Tables.Tag(name: key, value: word($0.value), schema: $0.schema) }
      return step
    }
    return nil
  }

  /// The members of an object that must be one of a few strings, in order; nil if there are too many to examine.
  private func stringMembers(of schema: SchemaID) -> [(name: ExactName, values: [String])]? {
    var schema = schema
    var count: Int32 = 0
    while let next = reference(of: schema), count < Self.longestWay { (schema, count) = (next, count + 1) }
    var found: [(name: ExactName, values: [String])] = []
    for step in program.schemas[schema.index].steps {
      guard case .object(.properties(let run)) = program.steps[step].instruction else { continue }
      guard run.count <= Self.mostMembers else { return nil }
      for row in program.rows[run.range] {
        guard let values = strings(of: row.schema) else { continue }
        found.append((ExactName(program.names[Int(row.name)]), values))
      }
    }
    return found
  }

  /// The strings that a value must be one of; nil if it may be something else.
  private func strings(of schema: SchemaID) -> [String]? {
    for step in program.schemas[schema.index].steps {
      let values: [JSONValue]
      switch program.steps[step].instruction {
      case .anyType(.const(let constant)): values = [program.values[Int(constant)]]
      case .anyType(.enumeration(let run)): values = Array(program.values[run.range])
      case .anyType(.never), .anyType(.type), .anyType(.annotation), .anyType(.unusable), .number, .length, .text,
        .array, .object, .inPlace:
        continue
      }
      let strings = values.compactMap(\.string)
      if strings.count == values.count, strings.count <= Self.mostValues { return strings }
    }
    return nil
  }

  /// The number of branches that are examined; more would slow down the layout of large schemas.
  private static var mostBranches: Int32 { 256 }
  private static var mostMembers: Int32 { 64 }
  private static var mostValues: Int { 16 }
}
