import JSONSchema
import SchemaRuntime
import SchemaSampling

/// Proves that schemas contradict or imply one another, within a budget.
struct ContradictionProofs {
  private let context: LintContext
  private var prover: EmptinessProver?
  private var stepsLeft = 400_000

  /// The maximum number of steps of one proof.
  private static let maximumSteps = 4_000

  init(_ context: LintContext) {
    self.context = context
    prover = context.prover
  }

  /// Whether it is proven that no value satisfies two schemas that each admit some.
  mutating func areContradictory(_ first: SchemaID, _ second: SchemaID) -> Bool {
    let admitted = context.satisfiability.admitted
    if admitted[first.index].isDisjoint(with: admitted[second.index]) { return true }
    guard isPlain(first), isPlain(second) else { return false }
    return prove(first, second) { prover, one, other, steps in
      prover.admitsNothing(satisfying: [one, other], spending: &steps)
    }
  }

  /// Whether it is proven that every value of a schema satisfies another.
  mutating func isWithin(_ first: SchemaID, _ second: SchemaID) -> Bool {
    let admitted = context.satisfiability.admitted
    guard admitted[first.index].isSubset(of: admitted[second.index]) else { return false }
    return prove(first, second) { prover, one, other, steps in
      prover.proves(one, within: other, spending: &steps)
    }
  }

  private mutating func prove(
    _ first: SchemaID, _ second: SchemaID,
    _ proof: (inout EmptinessProver, Program.SchemaID, Program.SchemaID, inout Int) -> Bool
  ) -> Bool {
    guard stepsLeft > 0, let one = context.judge.index(of: first), let other = context.judge.index(of: second),
      var prover
    else { return false }
    var steps = Self.maximumSteps
    let isProven = proof(&prover, one, other, &steps)
    stepsLeft -= Self.maximumSteps - steps
    self.prover = prover
    return isProven
  }

  /// Whether a schema demands something of the value itself, so that a proof is likely to be short.
  private func isPlain(_ schema: SchemaID) -> Bool {
    context.satisfiability.conjunction(of: schema).contains { part in
      let keywords = context.graph[part].keywords
      return keywords.enumeration != nil || keywords.const != nil || keywords.pattern != nil
        || !keywords.bounds.all.isEmpty || !keywords.lengths.all.isEmpty
    }
  }
}
