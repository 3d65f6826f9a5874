import CodegenCore
import SchemaAnalysis
import SchemaRuntime
import SchemaSampling

/// Payloads from the sampler, always the same for the same schemas.
struct SampledPayloads {
  private let sampler: SchemaSampler
  private let known = Known<Program.SchemaID, JSONValue?>()
  private static let seed: UInt64 = 1

  /// - Parameter program: compiled with annotations, so that payloads use the examples and defaults of members.
  init(_ program: Program) {
    // Pages have room for small payloads, and the run time grows with the number of attempts.
    var options = SchemaSampler.Options()
    options.maximumValues = 500
    options.maximumDepth = 3
    options.maximumLength = 1_024
    options.maximumCount = 2
    sampler = SchemaSampler(program, schema: 0, options: options)
  }

  func sample(of schema: Program.SchemaID) -> JSONValue? {
    known.answer(to: schema) { newSample(of: schema) }
  }

  private func newSample(of schema: Program.SchemaID) -> JSONValue? {
    let sampler = SchemaSampler(schema, sharing: self.sampler)
    for size in [SchemaSampler.Size.typical, .minimal] {
      if let value = sampler.value(seed: Self.seed, size: size) { return value }
    }
    return nil
  }

  /// Returns a value of two schemas; nil if none was found.
  func sample(of schema: Program.SchemaID, and other: Program.SchemaID) -> JSONValue? {
    SchemaSampler(schema, sharing: sampler).value(alsoOf: other, seed: Self.seed, size: .minimal)
  }

  /// Returns payloads that violate the keywords of some schemas, one keyword each; but `type`, which reads alike
  /// everywhere, only once.
  func nearMisses(
    of schema: Program.SchemaID, breaking schemas: Set<Program.SchemaID>, from examples: [JSONValue]
  ) -> [SchemaSampler.NearMiss] {
    // An error is easiest to see next to a known example.
    let bases = examples.isEmpty ? [sample(of: schema)].compactMap { $0 } : examples
    // Without a payload there is no near miss.
    if bases.isEmpty { return [] }
    return SchemaSampler(schema, sharing: sampler).nearMisses(
      seed: Self.seed, of: schemas, from: bases, atMost: .max, hasEveryType: false
    ).misses
  }
}
