/// A bundle of schemas, compiled to instructions for the evaluator and the generator.
///
/// Created by the compiler in SchemaValidation, or read from the text that generated code carries (``init(json:)``).
/// All contents are in flat pools, which instructions refer to by index.
public struct Program: Sendable {
  /// A schema: its location and steps.
  public struct Schema: Hashable, Sendable {
    /// The location of the schema.
    var schemaLocation: SchemaLocation
    /// The range of its steps in ``Program/steps``, in the order in which their issues are reported.
    public var steps: Range<Int>
    /// Whether instances must not be shown (`x-sensitive`).
    public var isSensitive: Bool
    /// Whether the schema requires more than its steps: a value that satisfies the steps is undecided.
    var isUndecided = false
    /// Whether a lossy reader may drop invalid elements (`x-lossy`).
    public var isLossy: Bool
    /// Whether the verdict on a value is remembered (``Program/repeatedSchemas(isExclusive:)``).
    var isRepeated = false

    /// The absolute location of the schema, to which keywords are appended.
    public var location: String { schemaLocation.text }
  }

  /// An instruction and the keyword that it implements, as written in the schema's dialect.
  public struct Step: Hashable, Sendable {
    public var instruction: Instruction
    /// The index of the keyword in ``Program/keywords``; -1 for the schema `false`.
    public var keyword: Int32
  }

  /// A name and a schema, a list's schema (the name is -1), or a pattern and a schema.
  public struct Row: Hashable, Sendable {
    public var name: Int32
    public var schema: Int32
  }

  public internal(set) var schemas: [Schema] = []
  /// Whether any schema is sensitive.
  var hasSensitive = false
  public internal(set) var steps: [Step] = []
  public internal(set) var rows: [Row] = []
  public internal(set) var names: [String] = []
  /// The bytes of all names, concatenated, and the start offset of each, plus the end of the last.
  var nameBytes: [UInt8] = []
  var nameStarts: [Int32] = [0]
  /// Indices of names: the runs of ``Instruction/required(_:)``.
  public internal(set) var nameLists: [Instruction.Constant] = []
  /// The runs of ``nameLists`` that ``Instruction/dependentRequired(_:)`` refers to.
  public internal(set) var dependencies: [Instruction.Run] = []
  public internal(set) var numbers: [JSONNumber] = []
  public internal(set) var values: [JSONValue] = []
  public internal(set) var patterns: [Pattern] = []
  public internal(set) var keywords: [String] = []
  /// The indices of patterns and keywords in their pools.
  var patternIndices: [ExactName: Instruction.Constant] = [:]
  var keywordIndices: [ExactName: Int32] = [:]
  /// The tables of long runs, by the start of the run in ``rows`` and ``values``.
  var nameTables: [Int32: NameTable] = [:]
  var valueTables: [Int32: ValueTable] = [:]
  /// The program laid out for verdicts, once it is finished.
  var tables: VerdictTables?

  public init() {}

  /// The schema with this absolute location; nil when the program has none.
  public func schema(at location: String) -> Int? { schemas.firstIndex { $0.location == location } }
}
