public import SchemaRuntime

/// Makes payloads of a schema: valid ones, and ones that are almost valid.
///
///     let sampler = SchemaSampler(program, schema: 0)
///     sampler.sample(seed: 7)                      // .value({"id":"m7k2","age":34})
///     sampler.nearMisses(seed: 7).map(\.keyword)   // ["required", "type", "maxLength", …]
///
/// Everything is a function of program, schema, options and seed. Every value was put to the ``Evaluator``: samples
/// satisfy the schema, near misses do not.
public struct SchemaSampler: Sendable {
  /// How far the sampler goes.
  public struct Options: Hashable, Sendable {
    /// Values that one sample may take to build, including those that come to nothing; default: 20,000.
    public var maximumValues: Int
    /// Levels of arrays and objects within one another that are only there because the schema allows them; default: 6.
    /// What a schema demands may go deeper, to 100 levels.
    public var maximumDepth: Int
    /// Characters of the longest string; default: 16,384. A schema that demands more has no sample.
    public var maximumLength: Int
    /// Elements or members that are only there because the schema allows them; default: 5.
    public var maximumCount: Int
    /// The bytes of JSON that one search for near misses may validate; default: 20,000,000. Keywords that it has not tried
    /// by then get no near miss.
    public var maximumByteCount: Int

    /// The defaults, but for what is given.
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

  /// How much a sample holds.
  public enum Size: String, Hashable, Sendable, CaseIterable {
    /// What the schema demands and nothing else, as short as it may be.
    case minimal
    /// What a payload would hold on an ordinary day.
    case typical
    /// Everything that may be there, as long as it may be, within the options.
    case maximal
  }

  /// What came of looking for a sample.
  public enum Outcome: Hashable, Sendable {
    case value(JSONValue)
    /// No value satisfies the schema, proven.
    case admitsNothing
    /// There may be values, but none was found within the options' limits.
    case notFound
  }

  let oracle: ProgramOracle
  let schema: Int32
  let options: Options

  /// - Parameter schema: the place of the schema in `program`.
  public init(_ program: Program, schema: Instruction.Schema, options: Options = Options()) {
    oracle = ProgramOracle(program)
    self.schema = schema
    self.options = options
  }

  /// A valid value, the same one for the same seed and size.
  public func sample(seed: UInt64, size: Size = .typical) -> Outcome {
    if let value = value(seed: seed, size: size) { return .value(value) }
    return Emptiness.admitsNothing(oracle, schema) ? .admitsNothing : .notFound
  }

  /// A valid value; nil where none was found, without a thought whether there is one.
  package func value(seed: UInt64, size: Size) -> JSONValue? {
    guard oracle.program.schemas.indices.contains(Int(schema)) else { return nil }
    var builder = Builder(oracle, options: options, size: size, random: SampleRandom(seed: seed))
    let value = builder.value(of: Conjunction([Conjunct(schema)]))
    return size == .minimal ? value.map { ValuePruning(oracle, schema).pruned($0) } : value
  }

  /// A value of the schema that another one refuses; nil where none was found.
  package func value(refusedBy other: Instruction.Schema, seed: UInt64, size: Size) -> JSONValue? {
    guard oracle.program.schemas.indices.contains(Int(other)) else { return nil }
    var builder = Builder(oracle, options: options, size: size, random: SampleRandom(seed: seed))
    return builder.value(of: Conjunction([Conjunct(schema), Conjunct(other, isNegated: true)]))
  }
}
