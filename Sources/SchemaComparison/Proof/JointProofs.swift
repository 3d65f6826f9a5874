import JSONSchema
import SchemaRuntime
import SchemaSampling
import SchemaValidation

/// What can be said of two sides when their schemas stand in one program: every way to satisfy the one and not the other is
/// gone through, as ``Emptiness`` does for a single schema.
///
/// Slower than ``Prover``, and it follows choices and negations to their end; asked where that decides nothing.
struct JointProofs {
  private var prover: EmptinessProver
  private let sampler: SchemaSampler
  /// The places of the schemas of each side.
  private let indexes: [[SchemaID: Int]]

  /// - Returns: nil when the schemas do not fit in one program.
  init?(_ sides: [Side]) {
    var program = Program()
    var indexes: [[SchemaID: Int]] = []
    for side in sides {
      let schemas = side.graph.nodes.map(\.id)
      guard let output = try? Compiler.compile(schemas, of: side.graph, options: side.options, into: program) else {
        return nil
      }
      program = output.program
      indexes.append(output.indexes)
    }
    self.indexes = indexes
    prover = EmptinessProver(program)
    sampler = SchemaSampler(program, schema: 0)
  }

  private func index(_ ref: Ref) -> Instruction.Schema? {
    indexes[ref.side][ref.schema].map(Instruction.Schema.init(clamping:))
  }

  /// Whether it is proven that every value of one schema satisfies the other.
  mutating func proves(_ left: Ref, within right: Ref) -> Bool {
    guard let left = index(left), let right = index(right) else { return false }
    return prover.proves(left, within: right)
  }

  /// Values that may satisfy one schema alone, the simplest first.
  func examples(of left: Ref, refusedBy right: Ref) -> [JSONValue] {
    guard let left = index(left), let right = index(right) else { return [] }
    let sampler = SchemaSampler(left, sharing: sampler)
    let sizes = SchemaSampler.Size.allCases
    return (0..<12).compactMap { round in
      sampler.value(refusedBy: right, seed: UInt64(round), size: sizes[round % sizes.count])
    }
  }
}

extension Prover {
  /// What stands in the way of every value of one schema satisfying another; nothing when that is proven.
  ///
  /// A gap without candidates is one that nothing shows: nobody knows whether it is one.
  mutating func answer(_ left: Ref, in right: Ref) -> [Gap] {
    var found = gaps(Conjunction([left]), in: right)
    for place in found.indices {
      found[place].candidates = found[place].candidates.filter { admits(left, $0) && refuses(right, $0) }
    }
    guard !found.isEmpty, found.allSatisfy({ $0.candidates.isEmpty }), !isOpaque(left), !isOpaque(right) else {
      return found
    }
    if joint == nil { joint = .some(JointProofs(sides)) }
    guard var proofs = joint ?? nil else { return found }
    defer { joint = proofs }
    if proofs.proves(left, within: right) { return [] }
    found[0].candidates = proofs.examples(of: left, refusedBy: right).filter { admits(left, $0) && refuses(right, $0) }
    return found
  }
}
