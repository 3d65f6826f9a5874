import SchemaDemands
import SchemaRuntime

/// What the schemas of a conjunction demand of one value, once their choices are made: a set of demands a kind.
///
/// Made by ``Gathering``. Every value that satisfies the schemas in the chosen way satisfies the demands, so that
/// demands which contradict one another prove that there is none (``Emptiness``); the reverse holds nearly always, and
/// the evaluator has the last word.
struct Demands: Sendable {
  var kinds = ValueKinds.all
  /// The kinds that a keyword spoke of: what a schema without `type` describes.
  var mentioned: ValueKinds = []
  /// The only values, where there are any such.
  var constants: [JSONValue]?
  /// Whether the values may be spelled in more ways than are listed, which a `type` of draft-04 may tell apart.
  var lacksSpellings = false
  var excluded: [JSONValue] = []
  /// What annotations show: examples and defaults.
  var suggestions: [JSONValue] = []
  var number = NumberDemands()
  var string = StringDemands()
  var array = ArrayDemands()
  var object = ObjectDemands()

  /// Adds a limit of a length to what is demanded of values that have it.
  mutating func add(_ measure: Measure, _ limit: LengthLimit) {
    switch measure.type {
    case .string: string.lengths.add(measure, limit)
    case .array: array.lengths.add(measure, limit)
    case .object: object.lengths.add(measure, limit)
    case .null, .boolean, .integer, .number: break
    }
  }
}

struct StringDemands: Sendable {
  /// What a string encodes.
  struct Content: Sendable {
    var encoding: ContentEncoding?
    var mediaType: ContentMediaType?
    var schema: Int32
  }

  var lengths = LengthDemands()
  /// Places of patterns that match, and of those that must not.
  var patterns: [Int32] = []
  var otherPatterns: [Int32] = []
  var formats: [Format] = []
  var otherFormats: [Format] = []
  var contents: [Content] = []
}

/// Where the rules of a schema begin among those of everything that is gathered before it; they end where its
/// `unevaluated` keywords stand.
struct RuleScope: Sendable {
  var items: Int
  var contains: Int
  var members: Int
}

struct ArrayDemands: Sendable {
  /// What a keyword says of the elements.
  struct Rule: Sendable {
    enum Reach: Sendable {
      /// One conjunct an element, from the first on.
      case first([Conjunct])
      case rest(Conjunct, from: Int)
      /// What the rules from these places to here leave.
      case unevaluated(Conjunct, since: RuleScope, containsEnd: Int)
    }

    var reach: Reach
    /// Whether `unevaluatedItems` leaves out what the rule covers.
    var evaluates: Bool
  }

  struct Contains: Sendable {
    var item: Conjunct
    var min: Int
    var max: Int
    var evaluates: Bool
  }

  var lengths = LengthDemands()
  var isUnique = false
  /// Whether two elements must be equal.
  var repeats = false
  var rules: [Rule] = []
  var contains: [Contains] = []
  /// Conjuncts of one element each, at the place or behind it.
  var somewhere: [(item: Conjunct, from: Int, isExact: Bool)] = []
}

struct ObjectDemands: Sendable {
  /// What a keyword says of the members.
  struct Rule: Sendable {
    enum Reach: Sendable {
      case named([(name: String, member: Conjunct)])
      case patterned([(pattern: Int32, member: Conjunct)])
      /// Members that neither the names nor the patterns cover.
      case additional(Conjunct, named: Instruction.Run, patterned: Instruction.Run)
      /// What the rules from a place to here leave.
      case unevaluated(Conjunct, since: Int)
    }

    var reach: Reach
    var evaluates: Bool
  }

  /// A member that must be there, its name unknown: of a name that matches a pattern, or that a run leaves over.
  struct Unnamed: Sendable {
    var member: Conjunct?
    var pattern: Int32?
    var besides: Instruction.Run?
    var otherPatterns: [Int32] = []
    /// What the name itself must be.
    var name: Conjunct?
  }

  var lengths = LengthDemands()
  var required = NameList()
  var forbidden = NameList()
  var rules: [Rule] = []
  var names: [Conjunct] = []
  var dependencies: [(name: String, required: [String])] = []
  /// Members that must be there with more than the rules say of them.
  var named: [(name: String, member: Conjunct)] = []
  var unnamed: [Unnamed] = []
}
