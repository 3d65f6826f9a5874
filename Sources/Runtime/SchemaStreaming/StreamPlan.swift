import SchemaRuntime

/// What can be said of a value before it is complete: the requirements of the schemas that certainly apply to it.
///
/// Everything else that they require is checked by the evaluator when the value is complete.
final class StreamPlan: Sendable {
  /// The schemas that are applied from outside, and with those that they always apply to the same value.
  let starts: [Program.SchemaID]
  let schemas: [Program.SchemaID]
  /// Whether no value is valid.
  let isNever: Bool
  /// Whether a schema has a mistake, so that there is no verdict.
  let isUndecided: Bool
  /// Whether the first byte decides on a scalar.
  let isDecidedByKind: Bool
  let types: TypeSet
  /// The values of `enum` and `const`, if there are any.
  let values: [JSONValue]?
  /// The most characters, elements and members.
  let mostCharacters: Int
  let mostElements: Int
  let mostMembers: Int
  /// The schemas that need the entire array or object, and the steps that need no more than its names and its count.
  let wholes: [Program.SchemaID]
  let steps: [Int]
  /// The members with schemas of their own, and what else is applied to children.
  let named: [Instruction.Run]
  let children: [(part: Program.Part, schema: Program.SchemaID)]
  /// The schema of every member, if that is all that is asked of members and their names.
  let everyMember: Program.SchemaID?
  /// The index from which on all elements have the same schemas.
  let firstOfRest: Int
  /// What must be remembered of an array or object whose children are released.
  let holding: StreamHolding
  /// The texts of ``values``, if all are strings.
  let words: [[UInt8]]?

  init(_ program: Program, _ starts: [Program.SchemaID]) {
    self.starts = starts
    schemas = Closure.of(starts) { schema in
      program.applications(by: schema).filter { $0.part == .value && $0.condition == .always }.map(\.schema)
    }.sorted()
    var isNever = false
    var isDecidedByKind = true
    var types = TypeSet(JSONType.allCases)
    var values: [JSONValue]?
    var most: [Measure: Int] = [:]
    var wholes: [Program.SchemaID] = []
    var steps: [Int] = []
    var named: [Instruction.Run] = []
    var children: [(part: Program.Part, schema: Program.SchemaID)] = []
    for schema in schemas {
      var needsWhole = false
      for index in program.schemas[schema.index].steps {
        let step = program.steps[index]
        isDecidedByKind = isDecidedByKind && Self.isAboutKind(step.instruction)
        switch step.instruction {
        case .anyType(.never): isNever = true
        case .anyType(.type(let admitted)): types = Self.common(types, admitted)
        case .anyType(.enumeration(let run)): values = values ?? program.values(of: run)
        case .anyType(.const(let index)): values = program.values(of: Instruction.Run(start: Int(index), count: 1))
        case .length(let measure, .atMost(let limit)):
          most[measure] = min(most[measure] ?? .max, limit)
          steps.append(index)
        case .length(_, .atLeast), .object(.required), .object(.dependentRequired): steps.append(index)
        case .object(.applied(let keyword, _)) where !keyword.part.isName: needsWhole = true
        case .object(.properties(let run)): named.append(run)
        case .object(.patternProperties), .object(.additionalProperties), .object(.applied),
          .array(.items), .array(.prefixItems):
          program.forEachApplication(of: step) { children.append(($0.part, $0.schema)) }
        case .inPlace(.ref), .inPlace(.allOf), .anyType(.annotation), .number, .text: break
        case .inPlace, .array, .object(.unevaluatedProperties), .object(.localOnly), .anyType(.unusable):
          needsWhole = true
        }
      }
      if needsWhole || values?.contains(where: { $0.array != nil || $0.object != nil }) ?? false {
        wholes.append(schema)
      }
    }
    holding = StreamHolding(program, schemas)
    isUndecided = schemas.contains { program.schemas[$0.index].isUndecided }
    self.isNever = isNever
    self.isDecidedByKind = isDecidedByKind
    self.types = types
    self.values = values
    mostCharacters = most[.scalars] ?? .max
    mostElements = most[.items] ?? .max
    mostMembers = most[.members] ?? .max
    self.wholes = wholes
    self.steps = steps
    self.named = named
    self.children = children
    let ofMembers = children.filter { !$0.part.isElement }
    if named.isEmpty, ofMembers.count == 1, case .members(.others) = ofMembers[0].part {
      everyMember = ofMembers[0].schema
    } else {
      everyMember = nil
    }
    firstOfRest = children.reduce(0) { first, child in
      switch child.part {
      case .elements(.at(let index)): max(first, index + 1)
      case .elements(.from(let start)): max(first, start)
      case .elements, .value, .members, .names, .content: first
      }
    }
    let texts = values?.compactMap(\.string).map { Array($0.utf8) }
    words = texts?.count == values?.count ? texts : nil
  }

  /// Whether a schema at a location and nothing else applies.
  func isExactly(_ location: String, _ program: Program) -> Bool {
    guard starts.count == 1, var schema = starts.first else { return false }
    for _ in schemas {
      if program.schemas[schema.index].location == location { return true }
      let steps = program.steps[program.schemas[schema.index].steps].filter { step in
        if case .anyType(.annotation) = step.instruction { false } else { true }
      }
      guard steps.count == 1, case .inPlace(.ref(let target))? = steps.first?.instruction,
        !program.schemas[schema.index].isUndecided
      else { return false }
      schema = target
    }
    return false
  }

  /// Whether a step asks nothing of a scalar but its kind.
  private static func isAboutKind(_ instruction: Instruction) -> Bool {
    switch instruction {
    case .anyType(.type(let types)): types.isDisjoint(with: [.integer, .plainInteger]) || types.contains(.number)
    case .anyType(.annotation), .inPlace(.ref), .inPlace(.allOf), .object, .array, .length(.items, _),
      .length(.members, _):
      true
    case .anyType, .number, .length, .text, .inPlace: false
    }
  }

  /// The types that two sets admit: an integer is a number.
  private static func common(_ types: TypeSet, _ admitted: TypeSet) -> TypeSet {
    var admitted = admitted
    if admitted.contains(.plainInteger) { admitted.formUnion(.integer) }
    if admitted.contains(.number) { admitted.formUnion(.integer) }
    return types.intersection(admitted)
  }

  /// Whether a value that begins with a byte may be valid.
  func admits(_ byte: UInt8) -> Bool {
    let kinds: TypeSet =
      switch byte {
      case UInt8(ascii: "\""): .string
      case UInt8(ascii: "{"): .object
      case UInt8(ascii: "["): .array
      case UInt8(ascii: "n"): .null
      case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
      default: [.integer, .number]
      }
    if isNever || types.isDisjoint(with: kinds) { return false }
    return values?.contains { kinds.contains(TypeSet($0.type)) } ?? true
  }
}
