import SchemaAnalysis
@_spi(Generated) import SchemaRuntime

/// The demands of a conjunction's schemas on one value, for one sequence of choices, grouped by kind.
///
/// Made by ``Gathering``. Every value that satisfies the schemas in the chosen way satisfies the demands, so
/// contradictory demands prove that there is none (``Emptiness``). The converse nearly always holds, and the evaluator
/// decides.
struct Demands: Sendable {
  var kinds = ValueKinds.all
  /// The kinds of values to which keywords apply: those that a schema without `type` describes.
  var mentioned: ValueKinds = []
  /// The only possible values, if they are listed.
  var constants: [JSONValue]?
  /// Whether the listed values have further spellings, which a `type` of draft-04 may distinguish.
  var lacksSpellings = false
  var excluded: [JSONValue] = []
  /// Values from annotations: examples and defaults.
  var suggestions: [JSONValue] = []
  var number = NumberDemands()
  var string = StringDemands()
  var array = ArrayDemands()
  var object = ObjectDemands()

  /// Adds a length limit to the demands on values that have this measure.
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
  /// The encoded content of a string.
  struct Content: Sendable {
    var encoding: ContentEncoding?
    var mediaType: ContentMediaType?
    var schema: Program.SchemaID?
  }

  var lengths = LengthDemands()
  /// Indices of patterns that must match, and of patterns that must not.
  var patterns: [Int32] = []
  var otherPatterns: [Int32] = []
  var formats: [Format] = []
  var otherFormats: [Format] = []
  var contents: [Content] = []
}

/// The start of a schema's rules among all rules gathered so far. They end at the schema's `unevaluated` keywords.
struct RuleScope: Sendable {
  var items: Int
  var contains: Int
  var members: Int
}

struct ArrayDemands: Sendable {
  /// The demands of a keyword on elements.
  struct Rule: Sendable {
    enum Reach: Sendable {
      /// One conjunct per element, starting with the first.
      case first([Conjunct])
      case rest(Conjunct, from: Int)
      /// The elements that the rules since these starts leave unevaluated.
      case unevaluated(Conjunct, since: RuleScope, containsEnd: Int)
    }

    var reach: Reach
    /// Whether the covered elements count as evaluated.
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
  /// Conjuncts that one element each must satisfy, at the index or after it.
  var somewhere: [(item: Conjunct, from: Int, isExact: Bool)] = []
}

/// Conjuncts for members by name, in order.
struct NamedConjuncts: Sendable {
  let members: [(name: String, member: Conjunct)]
  /// The indices of the members.
  private var indices = Lookup<ExactName, Int>()

  /// - Parameter members: of several with one name, the first counts.
  init(_ members: [(name: String, member: Conjunct)]) {
    self.members = members
    for (index, row) in members.enumerated() { _ = indices.value(of: ExactName(row.name), or: index) }
  }

  subscript(name: String) -> Conjunct? { indices[name].map { members[$0].member } }
}

struct ObjectDemands: Sendable {
  /// The demands of a keyword on members.
  struct Rule: Sendable {
    enum Reach: Sendable {
      case named(NamedConjuncts)
      case patterned([(pattern: Instruction.Constant, member: Conjunct)])
      /// Members that neither the names nor the patterns cover.
      case additional(Conjunct, named: Instruction.Run, patterned: Instruction.Run)
      /// The members that the rules since the given start leave unevaluated.
      case unevaluated(Conjunct, since: Int)
    }

    var reach: Reach
    var evaluates: Bool
  }

  /// A required member of unknown name: one that matches a pattern, or that a run does not list.
  struct Unnamed: Sendable {
    var member: Conjunct?
    var pattern: Int32?
    var excluding: Instruction.Run?
    var otherPatterns: [Int32] = []
    /// The conjunct for the name itself.
    var name: Conjunct?
  }

  var lengths = LengthDemands()
  var required = NameList()
  var forbidden = NameList()
  /// Members that a view lacks: a payload may have them, but a sample of the view should not.
  var hidden = NameList()
  var rules: [Rule] = []
  var names: [Conjunct] = []
  var dependencies: [(name: String, required: [String])] = []
  /// Required members with conjuncts in addition to the rules.
  var named: [(name: String, member: Conjunct)] = []
  var unnamed: [Unnamed] = []
}
