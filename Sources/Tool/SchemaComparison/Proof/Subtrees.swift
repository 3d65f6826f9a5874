import JSONSchema
import SchemaRuntime

/// Finds the schemas that a schema may apply to its own value, including itself, once for each schema. A class, so that
/// the cache is shared.
final class Subtrees {
  private let sides: [Side]
  private var known: [Ref: [Ref]] = [:]

  init(_ sides: [Side]) { self.sides = sides }

  func of(_ ref: Ref) -> [Ref] {
    if let found = known[ref] { return found }
    let found = Closure.of([ref]) { part in
      sides[part.side].node(part.schema).keywords.possibleConjuncts.map { Ref(side: part.side, schema: $0) }
    }
    known[ref] = found
    return found
  }
}
