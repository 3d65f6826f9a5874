import SchemaRuntime
import SchemaSampling

/// Searches for a payload that one schema admits and another rejects, if the gaps have no candidates: among samples of
/// the first schema, and near misses of the second.
struct ExampleSearch {
  let sides: [Side]
  /// The number of payloads to try.
  let count: Int

  func separating(_ left: Ref, _ right: Ref, _ prover: inout Prover) -> JSONValue? {
    if let known = prover.examples(of: Conjunction([left])).first(where: { prover.refuses(right, $0) }) { return known }
    for value in Self.samples(of: left, in: sides, count: count, spending: &prover.budget.samples)
    where prover.admits(left, value) && prover.refuses(right, value) {
      return value
    }
    return nearMisses(of: right, spending: &prover.budget.samples).first {
      prover.admits(left, $0) && prover.refuses(right, $0)
    }
  }

  /// Returns payloads that a schema rejects, each because of one of its keywords.
  private func nearMisses(of ref: Ref, spending steps: inout Int) -> [JSONValue] {
    guard count > 0, let index = sides[ref.side].index(of: ref.schema) else { return [] }
    let sampler = SchemaSampler(sides[ref.side].program, schema: index)
    return (0..<3).flatMap { sampler.nearMisses(seed: $0, spending: &steps).map(\.value) }
  }

  /// Returns payloads of a schema in all sizes.
  static func samples(of ref: Ref, in sides: [Side], count: Int) -> [JSONValue] {
    var unlimited = Int.max
    return samples(of: ref, in: sides, count: count, spending: &unlimited)
  }

  /// Returns payloads of a schema in all sizes that are found within some steps, which are charged.
  private static func samples(of ref: Ref, in sides: [Side], count: Int, spending steps: inout Int) -> [JSONValue] {
    guard let index = sides[ref.side].index(of: ref.schema) else { return [] }
    let sampler = SchemaSampler(sides[ref.side].program, schema: index)
    let sizes = SchemaSampler.Size.allCases
    return (0..<count).compactMap { round in
      sampler.value(seed: UInt64(round), size: sizes[round % sizes.count], spending: &steps)
    }
  }
}
