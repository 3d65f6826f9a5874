// How many schemas a payload may lead to be applied inside one another: known from the program alone.
extension Program {
  /// The default limit for schemas applied inside one another.
  public static let maximumNesting = 1 << 18

  /// The most schemas that a value of some levels of arrays and objects may have applied inside one another, or a little
  /// more, and the schema at which the longest chain of those begins that are applied to one value.
  ///
  /// A schema that leads back to itself is met at every level, with all those of its chain; any other once.
  public func greatestNesting(depth: Int) -> (count: Int, schema: Int) {
    let applied = schemas.indices.map { Array(appliedSchemas(by: $0)) }
    let components = StrongComponents(applied).lists
    var component = Array(repeating: 0, count: schemas.count)
    for (place, list) in components.enumerated() { for schema in list { component[schema] = place } }
    let inPlace = schemas.indices.map { schema in
      steps[schemas[schema].steps].flatMap { step -> [Int] in
        if case .inPlace(.not(let negated)) = step.instruction { return [Int(negated)] }
        return schemasAppliedInPlace(by: step.instruction)
      }
    }
    // The longest chain from each schema on within its component; what a schema leads to stands before it.
    var chain = Array(repeating: 1, count: schemas.count)
    for schema in StrongComponents(inPlace).lists.joined() {
      for next in inPlace[schema] where component[next] == component[schema] {
        chain[schema] = max(chain[schema], chain[next] + 1)
      }
    }
    var once = Array(repeating: 0, count: components.count)
    var again = (chain: 0, schema: 0)
    for (place, list) in components.enumerated() {
      guard let first = list.max(by: { chain[$0] < chain[$1] }) else { continue }
      let further = list.flatMap { applied[$0] }.filter { component[$0] != place }.map { once[component[$0]] }.max()
      once[place] = chain[first] + (further ?? 0)
      let isRecursive = list.count > 1 || applied[first].contains(first)
      if isRecursive, chain[first] > again.chain { again = (chain[first], first) }
    }
    // One level more: scalars and names lie below the last array or object.
    let count = (once.max() ?? 0) + again.chain * (depth + 1)
    return (
      count, again.chain > 0 ? again.schema : once.indices.max { once[$0] < once[$1] }.map { components[$0][0] } ?? 0
    )
  }
}
