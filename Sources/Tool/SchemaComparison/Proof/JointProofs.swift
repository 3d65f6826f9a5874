import JSONSchema
import SchemaRuntime
import SchemaSampling
import SchemaValidation

/// Proofs over one program with the schemas of both sides: all ways to satisfy one schema and not the other are enumerated,
/// as ``Emptiness`` does for a single schema.
///
/// Slower than ``Prover``, but complete for choices and negations. Used only if ``Prover`` leaves a claim undecided.
struct JointProofs {
  private var prover: EmptinessProver
  private let sampler: SchemaSampler
  /// The indices of the schemas of each side in the program.
  private let indices: [Compiler.Indices]

  /// - Returns: Nil if the schemas cannot be compiled into one program.
  init?(_ sides: [Side]) {
    var program = Program()
    var indices: [Compiler.Indices] = []
    for side in sides {
      let schemas = side.graph.nodes.map(\.id)
      guard let output = try? Compiler.compile(schemas, of: side.graph, options: side.options, into: program) else {
        return nil
      }
      program = output.program
      indices.append(output.indices)
    }
    self.indices = indices
    prover = EmptinessProver(program)
    sampler = SchemaSampler(program, schema: 0)
  }

  private func index(_ ref: Ref) -> Program.SchemaID? { indices[ref.side][ref.schema] }

  /// Whether it is proven, within the budget, that every value of one schema satisfies the other.
  mutating func proves(_ left: Ref, within right: Ref, _ budget: StepBudget) -> Bool {
    guard let left = index(left), let right = index(right) else { return false }
    return prover.proves(left, within: right, spending: &budget.joint)
  }

  /// Returns values that may satisfy only the left schema, the simplest first.
  func examples(of left: Ref, refusedBy right: Ref, _ budget: StepBudget) -> [JSONValue] {
    guard let left = index(left), let right = index(right) else { return [] }
    let sampler = SchemaSampler(left, sharing: sampler)
    let sizes = SchemaSampler.Size.allCases
    return (0..<12).compactMap { round in
      sampler.value(
        refusedBy: right, seed: UInt64(round), size: sizes[round % sizes.count], spending: &budget.samples)
    }
  }
}

extension Prover {
  /// Returns the gaps that keep values of one schema from satisfying another; empty if inclusion is proven.
  ///
  /// A gap without candidates is undecided.
  mutating func answer(_ left: Ref, in right: Ref) -> [Gap] { decided(checkedGaps(left, in: right), left, in: right) }

  /// Returns the gaps of one schema alone, with values that show them: most answers, and quickly.
  mutating func checkedGaps(_ left: Ref, in right: Ref) -> [Gap] {
    var found = gaps(Conjunction([left]), in: right)
    for index in found.indices {
      found[index].candidates = found[index].candidates.filter { admits(left, $0) && refuses(right, $0) }
    }
    return found
  }

  /// Tries to decide gaps that no value shows with all schemas together.
  mutating func decided(_ gaps: [Gap], _ left: Ref, in right: Ref) -> [Gap] {
    var found = gaps
    guard !found.isEmpty, found.allSatisfy({ $0.candidates.isEmpty }), !isOpaque(left), !isOpaque(right) else {
      return found
    }
    if joint == nil { joint = .some(JointProofs(sides)) }
    guard var proofs = joint ?? nil else { return found }
    defer { joint = proofs }
    if proofs.proves(left, within: right, budget) { return [] }
    found[0].candidates = proofs.examples(of: left, refusedBy: right, budget).filter {
      admits(left, $0) && refuses(right, $0)
    }
    return found
  }
}
