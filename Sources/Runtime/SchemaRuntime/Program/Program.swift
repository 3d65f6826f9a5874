/// A bundle of schemas, compiled to instructions for the evaluator and the generator.
///
/// Created by the compiler in SchemaValidation, or read from the text in generated code (``init(json:)``). All contents
/// are in flat pools, which instructions refer to by index.
public struct Program: Sendable {
  /// A schema: its location and steps.
  package struct Schema: Hashable, Sendable {
    /// The location of the schema.
    var schemaLocation: SchemaLocation
    /// The range of its steps in ``Program/steps``, in the order in which their issues are reported.
    package var steps: Range<Int>
    /// Whether instances must not be shown (`x-sensitive`).
    package var isSensitive: Bool
    /// Whether the schema requires more than its steps: a value that satisfies the steps is undecided.
    package internal(set) var isUndecided = false
    /// Whether a lossy reader may drop invalid elements (`x-lossy`).
    package var isLossy: Bool
    /// Whether the verdict on a value is remembered (``Program/repeatedSchemas(isExclusive:)``).
    var isRepeated = false

    /// The absolute location of the schema, to which keywords are appended.
    package var location: String { schemaLocation.text }
  }

  /// An instruction and the keyword that it implements, as written in the schema's dialect.
  package struct Step: Hashable, Sendable {
    package var instruction: Instruction
    /// The index of the keyword in ``Program/keywords``; -1 for the schema `false`.
    package var keyword: Int32
  }

  /// A format with a check of its own.
  package struct CustomFormat: Sendable {
    package var name: String
    package var isValid: @Sendable (String) -> Bool

    package init(name: String, isValid: @escaping @Sendable (String) -> Bool) {
      self.name = name
      self.isValid = isValid
    }

    /// The name of the format if a text does not have it.
    func violation(_ text: String) -> String? { isValid(text) ? nil : name }
  }

  /// A name and a schema, a list's schema (the name is -1), or a pattern and a schema.
  package struct Row: Hashable, Sendable {
    package var name: Int32
    package var schema: SchemaID

    package init(name: Int32, schema: SchemaID) {
      self.name = name
      self.schema = schema
    }
  }

  /// A name and a run of ``nameLists``: the names that a member requires.
  package struct Dependency: Hashable, Sendable {
    package var name: Instruction.Constant
    package var required: Instruction.Run
  }

  package internal(set) var schemas: [Schema] = []
  /// Whether any schema is sensitive.
  package internal(set) var hasSensitive = false
  /// What schemas say of values that they refuse (`x-errorMessage`): texts by keyword, and one for all others under an
  /// empty name.
  package var messages: [SchemaID: JSONObject] = [:]
  package internal(set) var steps: [Step] = []
  package internal(set) var rows: [Row] = []
  package internal(set) var names: [String] = []
  /// The bytes of all names, concatenated, and the start offset of each, plus the end of the last.
  var nameBytes: [UInt8] = []
  var nameStarts: [Int32] = [0]
  /// Indices of names: the runs of ``Instruction/required(_:)``.
  package internal(set) var nameLists: [Instruction.Constant] = []
  /// The rows of ``Instruction/dependentRequired(_:)``.
  package internal(set) var dependencies: [Dependency] = []
  package internal(set) var numbers: [JSONNumber] = []
  @_spi(Generated) public internal(set) var values: [JSONValue] = []
  @_spi(Generated) public internal(set) var patterns: [Pattern] = []
  /// The formats that a user of the library checks, in programs that are not written.
  package var customFormats: [CustomFormat] = []
  package internal(set) var keywords: [String] = []
  /// The indices of the patterns after the first ``longestSearch``.
  var patternIndices = Lookup<ExactName, Instruction.Constant>()
  /// The indices of the keywords after the first ``longestSearch``.
  var keywordIndices = Lookup<ExactName, Int32>()
  /// The indices of ``rows``, those of each long run by name; empty if no run is long.
  var rowOrder: [Int32] = []
  /// The places of ``values``, those of each long run in order; empty if no run is long.
  var valueOrder: [ValuePlace] = []
  /// The program laid out for verdicts, once it is finished.
  var tables: VerdictTables?

  package init() {}

  /// Whether a schema is `false`.
  func refusesAll(_ schema: SchemaID) -> Bool {
    let steps = steps[schemas[schema.index].steps]
    return steps.count == 1 && steps.first?.instruction == .anyType(.never)
  }

  /// The names of the members that a schema declares, also by `$ref` and `allOf`.
  ///
  /// - Parameter includesBranches: whether members that only branches declare count.
  func declaredMembers(of schema: SchemaID, includesBranches: Bool = false) -> Set<ExactName> {
    var names: Set<ExactName> = []
    var seen: Set<SchemaID> = []
    var pending = [schema]
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      for step in steps[schemas[next.index].steps] {
        switch step.instruction {
        case .object(.properties(let run)): names.formUnion(members(of: run).map { ExactName($0.name) })
        case .inPlace(.ref), .inPlace(.allOf): forEachApplication(of: step) { pending.append($0.schema) }
        case .inPlace where includesBranches:
          forEachApplication(of: step) { if $0.condition != .negated { pending.append($0.schema) } }
        case .anyType, .number, .length, .text, .array, .object, .inPlace: break
        }
      }
    }
    return names
  }

  /// The names of the members that a schema requires itself, or by references.
  func requiredMembers(of schema: SchemaID) -> [String] {
    var names: [String] = []
    for schema in Closure.of([schema], next: { self.references(of: $0) }) {
      for step in steps[schemas[schema.index].steps] {
        if case .object(.required(let run)) = step.instruction { names += self.names(of: run) }
      }
    }
    return names
  }

  /// The name of the definition to which a schema refers; nil if it refers to none.
  func nameOfTarget(_ schema: SchemaID) -> String? {
    references(of: schema).first.flatMap { JSONPointer(fragmentOf: schemas[$0.index].location)?.nameOfWholeDefinition }
  }

  private func references(of schema: SchemaID) -> [SchemaID] {
    steps[schemas[schema.index].steps].compactMap { step in
      if case .inPlace(.ref(let target)) = step.instruction { target } else { nil }
    }
  }

  /// The values and the members that a schema is only about, so that its negation excludes them; nil if it says more.
  func excluded(by schema: SchemaID) -> (values: [JSONValue], members: [String])? {
    var values: [JSONValue]?
    var members: [String] = []
    var types: TypeSet?
    for step in steps[schemas[schema.index].steps] {
      switch step.instruction {
      case .anyType(.enumeration(let run)) where values == nil: values = self.values(of: run)
      case .anyType(.const(let index)) where values == nil: values = [self.values[Int(index)]]
      case .object(.required(let run)) where run.count == 1 && members.isEmpty: members = names(of: run)
      case .anyType(.type(let own)): types = own
      case .anyType(.annotation): break
      case .anyType, .number, .length, .text, .array, .object, .inPlace: return nil
      }
    }
    let excluded = (values ?? []).filter { value in types?.contains(TypeSet(value.type)) ?? true }
    return excluded.isEmpty == members.isEmpty ? nil : (excluded, members)
  }

  /// The schema with this absolute location; nil when the program has none.
  package func schema(at location: String) -> SchemaID? {
    schemas.firstIndex { $0.location == location }.map { SchemaID($0) }
  }
}
