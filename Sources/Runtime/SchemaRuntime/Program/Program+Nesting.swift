// The nesting limit: how many schemas a payload may cause to be applied inside one another, computed from the program.
extension Program {
  /// The default limit for schemas applied inside one another.
  package static let maximumNesting = 1 << 18

  /// A close upper bound for the number of schemas applied inside one another on a value with `depth`
  /// levels of arrays and objects, and the schema that starts the longest chain of schemas applied to one value.
  ///
  /// A recursive schema counts once per level, with all schemas of its chain; any other counts once.
  package func greatestNesting(depth: Int) -> (count: Int, schema: SchemaID) {
    let applied = appliedSchemas
    let components = StrongComponents(applied).lists
    var component = Array(repeating: 0, count: schemas.count)
    for (index, list) in components.enumerated() { for schema in list { component[schema] = index } }
    let inPlace = schemasAppliedInPlace
    // The longest chain from each schema within its component; targets come first.
    var chain = Array(repeating: 1, count: schemas.count)
    for schema in StrongComponents(inPlace).lists.joined() {
      for next in inPlace[schema] where component[next] == component[schema] {
        chain[schema] = max(chain[schema], chain[next] + 1)
      }
    }
    var once = Array(repeating: 0, count: components.count)
    var again = (chain: 0, schema: 0)
    for (index, list) in components.enumerated() {
      guard let first = list.max(by: { chain[$0] < chain[$1] }) else { continue }
      var further = 0
      for target in list.lazy.flatMap({ applied[$0] }) where component[target] != index {
        further = max(further, once[component[target]])
      }
      once[index] = chain[first] + further
      let isRecursive = list.count > 1 || applied[first].contains(first)
      if isRecursive, chain[first] > again.chain { again = (chain[first], first) }
    }
    // One more level: scalars and names lie below the last array or object.
    let count = (once.max() ?? 0) + again.chain * (depth + 1)
    let deepest = once.indices.max { once[$0] < once[$1] }.flatMap { components[$0].first } ?? 0
    return (count, SchemaID(again.chain > 0 ? again.schema : deepest))
  }
}
