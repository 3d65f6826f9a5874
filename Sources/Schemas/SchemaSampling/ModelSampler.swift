public import SchemaRuntime

/// Makes valid values of a generated model.
///
///     let sampler = ModelSampler<UserInfo>()
///     let user = try sampler.value(seed: 7)
public struct ModelSampler<Model: SchemaModel>: Sendable {
  private let sampler: SchemaSampler
  /// The number of further seeds to try when the Swift type cannot hold a valid number.
  private static var maximumTrials: UInt64 { 16 }

  public init(options: SchemaSampler.Options = SchemaSampler.Options()) {
    let schema = Model.schema
    sampler = SchemaSampler(schema.evaluator.program, schema: schema.id, options: options)
  }

  /// Returns a valid value, always the same for the same seed and size.
  public func value(seed: UInt64, size: SchemaSampler.Size = .typical) throws(SamplingError) -> Model {
    var failure = SamplingError.notFound(schema: Model.schema.location)
    for trial in 0..<Self.maximumTrials {
      switch sampler.sample(seed: seed &+ trial &* 0x9e37_79b9_7f4a_7c15, size: size) {
      case .value(let value):
        do { return try Model(json: value.json()) } catch { failure = .notRepresentable(error) }
      case .admitsNothing: throw .admitsNothing(schema: Model.schema.location)
      case .notFound: break
      }
    }
    throw failure
  }

  /// Returns several valid values, for the seeds from `seed` on.
  public func values(
    count: Int, seed: UInt64, size: SchemaSampler.Size = .typical
  ) throws(SamplingError) -> [Model] {
    var values: [Model] = []
    for number in 0..<max(0, count) { values.append(try value(seed: seed &+ UInt64(number), size: size)) }
    return values
  }

  /// Returns payloads that the model rejects, each because of one keyword (``SchemaSampler/nearMisses(seed:)``).
  public func nearMisses(seed: UInt64) -> [SchemaSampler.NearMiss] { sampler.nearMisses(seed: seed) }
}

/// The reason why there is no sample of a model.
public enum SamplingError: Error, Sendable, CustomStringConvertible {
  /// Proven: no value satisfies the schema.
  case admitsNothing(schema: String)
  /// No value was found, though there may be some.
  case notFound(schema: String)
  /// The Swift type cannot hold any of the samples, such as integers beyond the range of `Int`.
  case notRepresentable(SchemaError)

  public var description: String {
    switch self {
    case .admitsNothing(let schema): "expected a schema that admits a value, found \(schema), which admits none"
    case .notFound(let schema): "no sample of \(schema) was found within the limits; try another seed"
    case .notRepresentable(let error): "expected a sample that the Swift type can represent, found: \(error)"
    }
  }
}
