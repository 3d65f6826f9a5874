/// What must hold, as instructions: a bundle of schemas compiled for the evaluator and the generator.
///
/// Made by the compiler of SchemaValidation, or read back from the text that generated code carries
/// (``init(json:)``). All content stands in flat pools; instructions name places in them.
public struct Program: Sendable {
  /// A schema: its steps and where it stands.
  public struct Schema: Hashable, Sendable {
    /// Where the schema stands.
    var place: SchemaLocation
    /// Its steps in ``Program/steps``, in the order in which their issues come.
    public var steps: Range<Int>
    /// Whether instances are kept out of everything that is shown (`x-sensitive`).
    public var isSensitive: Bool
    /// Whether the schema demands more than its steps say: a value that satisfies the steps is undecided.
    var isUndecided = false
    /// Whether a lossy reader may drop elements that are not valid (`x-lossy`).
    public var isLossy: Bool
    /// Whether the verdict on a value is remembered (``Program/repeatedSchemas(isExclusive:)``).
    var isRepeated = false

    /// The absolute location of the schema, to which keywords are appended.
    public var location: String { place.text }
  }

  /// An instruction and the keyword it stands for, as the schema's dialect writes it.
  public struct Step: Hashable, Sendable {
    public var instruction: Instruction
    /// The place of the keyword in ``Program/keywords``; -1 for the schema `false`.
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
  /// The names' bytes one after another, and where each begins; one more start than names.
  var nameBytes: [UInt8] = []
  var nameStarts: [Int32] = [0]
  /// Places of names: the runs of ``Instruction/required(_:)``.
  public internal(set) var nameLists: [Instruction.Constant] = []
  /// The runs of ``nameLists`` that ``Instruction/dependentRequired(_:)`` asks for.
  public internal(set) var dependencies: [Instruction.Run] = []
  public internal(set) var numbers: [JSONNumber] = []
  public internal(set) var values: [JSONValue] = []
  public internal(set) var patterns: [Pattern] = []
  public internal(set) var keywords: [String] = []
  /// Where patterns and keywords stand in their pools.
  var patternPlaces: [ExactName: Instruction.Constant] = [:]
  var keywordPlaces: [ExactName: Int32] = [:]
  /// The tables of long runs, by where the runs start in ``rows`` and in ``values``.
  var nameTables: [Int32: NameTable] = [:]
  var valueTables: [Int32: ValueTable] = [:]
  /// The same program for verdicts, once it is finished.
  var tables: VerdictTables?

  public init() {}

  /// The schema with this absolute location; nil when the program has none.
  public func schema(at location: String) -> Int? { schemas.firstIndex { $0.location == location } }
}
