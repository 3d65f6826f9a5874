public import SchemaRuntime

/// Makes payloads from a schema: valid ones, and ones that are almost valid.
///
///     let sampler = SchemaSampler(program, schema: 0)
///     sampler.sample(seed: 7)                      // .value({"id":"m7k2","age":34})
///     sampler.nearMisses(seed: 7).map(\.keyword)   // ["required", "type", "maxLength", …]
///
/// Everything is a function of program, schema, options and seed. The ``Evaluator`` checks every value: samples satisfy
/// the schema, near misses do not.
public struct SchemaSampler: Sendable {
  /// The limits of the sampler.
  public struct Options: Hashable, Sendable {
    /// The maximum number of values to build for one sample, including discarded ones; default: 20,000.
    public var maximumValues: Int
    /// The maximum nesting of optional arrays and objects; default: 6. Required ones may be nested up to 100 levels
    /// deep.
    public var maximumDepth: Int
    /// The maximum length of a string, in characters; default: 16,384. A schema that requires more has no sample.
    public var maximumLength: Int
    /// The maximum number of optional elements or members; default: 5.
    public var maximumCount: Int
    /// The bytes of JSON that one search for near misses may validate; default: 20,000,000. Keywords not tried by then
    /// get no near miss.
    public var maximumByteCount: Int

    /// Creates options with defaults for the omitted ones.
    public init(
      maximumValues: Int = 20_000, maximumDepth: Int = 6, maximumLength: Int = 16_384, maximumCount: Int = 5,
      maximumByteCount: Int = 20_000_000
    ) {
      self.maximumValues = maximumValues
      self.maximumDepth = maximumDepth
      self.maximumLength = maximumLength
      self.maximumCount = maximumCount
      self.maximumByteCount = maximumByteCount
    }
  }

  /// The amount of content in a sample.
  public enum Size: String, Hashable, Sendable, CaseIterable {
    /// Only what the schema requires, as short as possible.
    case minimal
    /// A realistic payload.
    case typical
    /// All optional content, as long as the options allow.
    case maximal
  }

  /// The result of sampling.
  public enum Outcome: Hashable, Sendable {
    case value(JSONValue)
    /// Proven: no value satisfies the schema.
    case admitsNothing
    /// No value was found within the limits, though there may be some.
    case notFound
  }

  let oracle: ProgramOracle
  let schema: Program.SchemaID
  let options: Options

  /// - Parameter schema: the index of the schema in `program`.
  public init(_ program: Program, schema: Program.SchemaID, options: Options = Options()) {
    oracle = ProgramOracle(program)
    self.schema = schema
    self.options = options
  }

  /// Returns a valid value, always the same for the same seed and size.
  public func sample(seed: UInt64, size: Size = .typical) -> Outcome {
    if let value = value(seed: seed, size: size) { return .value(value) }
    return Emptiness.admitsNothing(oracle, schema) ? .admitsNothing : .notFound
  }

  /// Returns a valid value, or nil if none was found; does not try to prove that there is none.
  package func value(seed: UInt64, size: Size) -> JSONValue? {
    var unlimited = Int.max
    return value(seed: seed, size: size, spending: &unlimited)
  }

  /// Returns a valid value, or nil if none was found within some steps. The steps that it took are charged: the schemas
  /// visited, the names listed and the bytes validated.
  package func value(seed: UInt64, size: Size, spending steps: inout Int) -> JSONValue? {
    guard oracle.program.schemaIDs.contains(schema) else { return nil }
    var builder = Builder(oracle, options: options, size: size, random: SampleRandom(seed: seed), steps: steps)
    let value = builder.value(of: Conjunction([Conjunct(schema)]))
    steps = builder.stepsLeft
    return size == .minimal ? value.map { ValuePruning(oracle, schema).pruned($0, spending: &steps) } : value
  }

  /// Returns a value that another schema also admits, or nil if none was found.
  package func value(alsoOf other: Program.SchemaID, seed: UInt64, size: Size) -> JSONValue? {
    guard oracle.program.schemaIDs.contains(schema), oracle.program.schemaIDs.contains(other)
    else { return nil }
    var builder = Builder(oracle, options: options, size: size, random: SampleRandom(seed: seed), steps: .max)
    return builder.value(of: Conjunction([Conjunct(schema), Conjunct(other)]))
  }

  /// Returns a value of the schema that another schema rejects, or nil if none was found within some steps, which are
  /// charged.
  package func value(
    refusedBy other: Program.SchemaID, seed: UInt64, size: Size, spending steps: inout Int
  ) -> JSONValue? {
    guard oracle.program.schemaIDs.contains(other) else { return nil }
    var builder = Builder(oracle, options: options, size: size, random: SampleRandom(seed: seed), steps: steps)
    defer { steps = builder.stepsLeft }
    return builder.value(of: Conjunction([Conjunct(schema), Conjunct(other, isNegated: true)]))
  }
}
