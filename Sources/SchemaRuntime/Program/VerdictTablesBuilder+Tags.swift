// Choices between objects that one member tells apart: {"oneOf": [{… "type": {"const": "a"}}, {… "type": {"const": "b"}}]}.
// Of such branches no more than one can hold, and the member says which, so that the others need not be asked.
extension VerdictTablesBuilder {
  /// The step for a choice whose branches can be told apart; nil for all others.
  mutating func addTags(_ run: Instruction.Run) -> Tables.Step? {
    guard 2...Self.mostBranches ~= run.count else { return nil }
    let branches = program.rows[run.range].map { Int($0.schema) }
    var members: [[(name: ExactName, values: [String])]] = []
    for branch in branches {
      guard let strings = stringMembers(of: branch), !strings.isEmpty else { return nil }
      members.append(strings)
    }
    for (name, _) in members[0] {
      var found: [(value: String, schema: Int)] = []
      for (branch, members) in zip(branches, members) {
        guard let values = members.first(where: { $0.name == name })?.values else { break }
        found += values.map { ($0, branch) }
      }
      // Every branch has its values, and none is another's.
      let values = Set(found.map { ExactName($0.value) })
      guard Set(found.map(\.schema)) == Set(branches), Set(branches).count == branches.count,
        values.count == found.count
      else { continue }
      let step = Tables.Step(code: .tagged, first: tags.count, second: found.count)
      let key = word(name.string)
      tags += found.map { Tables.Tag(name: key, value: word($0.value), schema: Int32(truncatingIfNeeded: $0.schema)) }
      return step
    }
    return nil
  }

  /// The members of an object that have to be one of a few strings, in order; nil where there are too many to look at.
  private func stringMembers(of schema: Int) -> [(name: ExactName, values: [String])]? {
    var schema = schema
    var count: Int32 = 0
    while let next = reference(of: schema), count < Self.longestWay { (schema, count) = (next, count + 1) }
    var found: [(name: ExactName, values: [String])] = []
    for place in program.schemas[schema].steps {
      guard case .object(.properties(let run)) = program.steps[place].instruction else { continue }
      guard run.count <= Self.mostMembers else { return nil }
      for row in program.rows[run.range] {
        guard let values = strings(of: Int(row.schema)) else { continue }
        found.append((ExactName(program.names[Int(row.name)]), values))
      }
    }
    return found
  }

  /// The strings of which a value has to be one; nil where it may be something else.
  private func strings(of schema: Int) -> [String]? {
    for place in program.schemas[schema].steps {
      let values: [JSONValue]
      switch program.steps[place].instruction {
      case .anyType(.const(let constant)): values = [program.values[Int(constant)]]
      case .anyType(.enumeration(let run)): values = Array(program.values[run.range])
      case .anyType(.never), .anyType(.type), .anyType(.annotation), .number, .length, .string, .array, .object,
        .inPlace:
        continue
      }
      let strings = values.compactMap(\.string)
      if strings.count == values.count, strings.count <= Self.mostValues { return strings }
    }
    return nil
  }

  /// What is looked at of a branch: more would make the layout of large schemas slow.
  private static var mostBranches: Int32 { 256 }
  private static var mostMembers: Int32 { 64 }
  private static var mostValues: Int { 16 }
}
