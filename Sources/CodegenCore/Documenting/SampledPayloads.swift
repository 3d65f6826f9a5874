import SchemaRuntime
import SchemaSampling

/// Payloads that the sampler makes, always the same for the same schemas.
struct SampledPayloads {
  private let sampler: SchemaSampler
  private let known = Known<Int, JSONValue?>()
  private static let seed: UInt64 = 1

  /// - Parameter program: compiled with annotations, so that payloads use the examples and defaults of members.
  init(_ program: Program) {
    // A page has room for small payloads, and the time of a run grows with what is tried.
    var options = SchemaSampler.Options()
    options.maximumValues = 500
    options.maximumDepth = 3
    options.maximumLength = 1_024
    options.maximumCount = 2
    sampler = SchemaSampler(program, schema: 0, options: options)
  }

  func sample(of schema: Int) -> JSONValue? {
    known.answer(to: schema) { newSample(of: schema) }
  }

  private func newSample(of schema: Int) -> JSONValue? {
    guard let schema = Int32(exactly: schema) else { return nil }
    let sampler = SchemaSampler(schema, sharing: self.sampler)
    for size in [SchemaSampler.Size.typical, .minimal] {
      if let value = sampler.value(seed: Self.seed, size: size) { return value }
    }
    return nil
  }

  func nearMisses(of schema: Int, breaking schemas: Set<Int32>, from examples: [JSONValue]) -> [SchemaSampler.NearMiss]
  {
    guard let schema = Int32(exactly: schema) else { return [] }
    // Next to what is an example already, a reader sees best what is wrong.
    let bases = examples.isEmpty ? [sample(of: Int(schema))].compactMap { $0 } : examples
    // Nothing is nearly a payload where no payload was found.
    if bases.isEmpty { return [] }
    return SchemaSampler(schema, sharing: sampler).nearMisses(seed: Self.seed, of: schemas, from: bases)
  }
}
