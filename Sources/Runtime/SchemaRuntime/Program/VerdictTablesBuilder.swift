/// Lays out a program as ``VerdictTables``, schema by schema.
struct VerdictTablesBuilder {
  typealias Tables = VerdictTables

  let program: Program
  var records: [Tables.Record] = []
  var starts: [Int32] = []
  var steps: [Tables.Step] = []
  var objects: [Tables.Object] = []
  var rows: [Tables.Row] = []
  var patternRows: [Tables.PatternRow] = []
  var arrays: [Tables.Array] = []
  var ranges: [Tables.Range] = []
  var words: [Tables.Word] = []
  var tags: [Tables.Tag] = []
  var schemas: [SchemaID] = []
  var orders: [Int32] = []
  var bytes: [UInt8] = []

  /// State for the current schema: the steps for each class, and passes over its members and elements.
  var classes: [[Tables.Step]] = Array(repeating: [], count: Tables.classCount)
  var kinds: UInt16 = 0
  var range: Tables.Range?
  var objectPasses: [ObjectPass] = []
  var arrayPasses: [Tables.Array] = []
  /// The index of a schema that nothing satisfies, after those of the program.
  var never: SchemaID { program.schemaIDs.upperBound }

  init(_ program: Program) {
    var program = program
    program.tables = nil
    self.program = program
    bytes = program.nameBytes
  }

  mutating func build() {
    // Index 0 is an end, so 0 means that there are no steps.
    steps.append(Tables.Step(code: .end))
    for schema in program.schemaIDs { add(schema) }
    records.append(Tables.Record(kinds: 0, schema: never))
    starts += Array(repeating: 0, count: Tables.classCount)
    for schema in program.schemaIDs { followReferences(from: schema) }
    for index in arrays.indices { arrays[index].plainKinds = arrays[index].items.map(plainKinds) ?? 0 }
  }

  /// The kinds of values that a schema admits without a step.
  private func plainKinds(of schema: SchemaID) -> UInt16 {
    UnsafeJSONNode.Kind.allCases.reduce(0) { kinds, kind in
      let start = Int(starts[schema.index * Tables.classCount + Tables.Class.index(of: kind)])
      let isIntegral = kind == .integer && steps[start].code == .integral && steps[start + 1].code == .end
      return start == 0 || isIntegral ? kinds | 1 << UInt16(kind.rawValue) : kinds
    } & records[schema.index].kinds
  }

  // MARK: - Schemas

  private mutating func add(_ schema: SchemaID) {
    for index in classes.indices { classes[index].removeAll(keepingCapacity: true) }
    kinds = .max
    range = nil
    objectPasses.removeAll(keepingCapacity: true)
    arrayPasses.removeAll(keepingCapacity: true)
    for step in program.schemas[schema.index].steps { add(step, schema) }
    finishRange()
    finishArrays()
    finishObjects()
    if program.schemas[schema.index].isUndecided { add(Tables.Step(code: .undecided), for: Tables.Class.allCases) }
    records.append(
      Tables.Record(kinds: kinds, isRepeated: program.schemas[schema.index].isRepeated, schema: schema))
    for steps in classes { starts.append(start(of: steps)) }
  }

  /// Adds a run of steps and its end, and returns the index of the first. Classes with the same steps share them.
  private mutating func start(of run: [Tables.Step]) -> Int32 {
    guard !run.isEmpty else { return 0 }
    let start = steps.count
    steps += run
    steps.append(Tables.Step(code: .end))
    return Int32(truncatingIfNeeded: start)
  }

  /// Gives a schema that consists of a reference the record of its target.
  private mutating func followReferences(from schema: SchemaID) {
    var target = schema
    var levels: Int32 = 1
    while levels < Self.longestWay, !program.schemas[target.index].isRepeated, let next = reference(of: target) {
      target = next
      levels += 1
    }
    guard target != schema else { return }
    records[schema.index] = records[target.index]
    records[schema.index].levels += levels - 1
    for index in 0..<Tables.classCount {
      starts[schema.index * Tables.classCount + index] = starts[target.index * Tables.classCount + index]
    }
  }

  /// The number of references that are followed: a chain may be cyclic.
  static var longestWay: Int32 { 8 }

  /// The target of a schema that consists of a reference.
  func reference(of schema: SchemaID) -> SchemaID? {
    if program.schemas[schema.index].isUndecided { return nil }
    var target: SchemaID?
    for step in program.schemas[schema.index].steps {
      switch program.steps[step].instruction {
      case .anyType(.annotation): continue
      case .inPlace(.ref(let next)):
        if target != nil { return nil }
        target = next
      case .anyType, .number, .length, .text, .array, .object, .inPlace: return nil
      }
    }
    return target
  }

  // MARK: - Steps

  mutating func add(_ step: Tables.Step, for classes: [Tables.Class]) {
    for one in classes { self.classes[one.rawValue].append(step) }
  }

  /// Adds one instruction: a flat switch.
  private mutating func add(_ step: Int, _ schema: SchemaID) {
    switch program.steps[step].instruction {
    case .anyType(.never): kinds = 0
    case .anyType(.type(let types)): add(types)
    case .anyType(.enumeration(let run)): addConstants(run.range)
    case .anyType(.const(let constant)): addConstants(Int(constant)..<Int(constant) + 1)
    case .number(.multipleOf(let constant)): addMultiple(program.numbers[Int(constant)])
    case .number(.bound(let limit, let constant)): add(limit, program.numbers[Int(constant)])
    case .length(let measure, let limit): add(measure, limit)
    case .text(.pattern(let pattern)): addPattern(pattern)
    case .text(.format(let format)): add(Tables.Step(code: .format, first: Int(format.rawValue)), for: [.string])
    case .text: add(Tables.Step(code: .text, first: step), for: [.string])
    case .array(.uniqueItems): add(Tables.Step(code: .uniqueItems), for: [.array])
    case .array(.prefixItems(let run)): addPrefix(run)
    case .array(.items(let items, let from)): addItems(items, from, isLossy: program.schemas[schema.index].isLossy)
    case .array(.contains(let item, let least, let most, _)):
      add(Tables.Step(code: .contains, schema: item, first: least, second: most), for: [.array])
    case .array(.unevaluatedItems(let items)): addUnevaluated(items, of: schema)
    case .object(.unevaluatedProperties(let members)): addUnevaluated(members: members, of: schema)
    case .object(.required): changeObject { $0.required.append(step) }
    case .object(.localOnly(let run)): changeObject { $0.forbidden.append(run) }
    case .object(.properties(let run)): addProperties(run)
    case .object(.patternProperties(let run)): addPatterns(run)
    case .object(.additionalProperties(let members, let named, let patterned)): addAdditional(members, named, patterned)
    case .object(.applied), .object(.dependentRequired): add(Tables.Step(code: .names, first: step), for: [.object])
    case .inPlace(let applicator): add(applicator, step)
    case .anyType(.annotation): break
    // Added last, for the entire schema.
    case .anyType(.unusable): break
    }
  }

  private mutating func add(_ types: TypeSet) {
    var admitted: UInt16 = 0
    func admit(_ kinds: UnsafeJSONNode.Kind...) { for kind in kinds { admitted |= 1 << UInt16(kind.rawValue) } }
    if types.contains(.null) { admit(.null) }
    if types.contains(.boolean) { admit(.false, .true) }
    if !types.isDisjoint(with: [.integer, .number, .plainInteger]) { admit(.integer) }
    if !types.isDisjoint(with: [.integer, .number]) { admit(.decimal, .exponential) }
    if types.contains(.string) { admit(.asciiString, .string, .escapedString) }
    if types.contains(.array) { admit(.array) }
    if types.contains(.object) { admit(.object) }
    kinds &= admitted
    if types.contains(.integer), !types.contains(.number) { add(Tables.Step(code: .integral), for: [.number]) }
  }

  private mutating func add(_ applicator: Instruction.InPlaceApplicator, _ step: Int) {
    switch applicator {
    case .ref(let target): add(Tables.Step(code: .apply, schema: target), for: Tables.Class.allCases)
    case .allOf(let run):
      for row in program.rows[run.range] {
        add(Tables.Step(code: .apply, schema: row.schema), for: Tables.Class.allCases)
      }
    case .anyOf(let run): addChoice(.any, run)
    case .oneOf(let run): addChoice(.one, run)
    case .not(let negated): add(Tables.Step(code: .not, schema: negated), for: Tables.Class.allCases)
    case .conditional(let condition, let then, let otherwise):
      let step = Tables.Step(
        code: .conditional, schema: condition, first: then?.index ?? -1, second: otherwise?.index ?? -1)
      add(step, for: Tables.Class.allCases)
    case .dependentSchemas: add(Tables.Step(code: .names, first: step), for: [.object])
    }
  }

  private mutating func addChoice(_ code: Tables.Code, _ run: Instruction.Run) {
    let step = Tables.Step(code: code, first: schemas.count, second: Int(run.count))
    schemas += program.rows[run.range].map(\.schema)
    add(step, for: [.scalar, .number, .string, .array])
    if let tags = addTags(run) { add(tags, for: [.object]) }
    add(step, for: [.object])
  }

  // MARK: - Texts

  /// Adds a string to the pool of bytes.
  mutating func word(_ text: String) -> Tables.Word {
    var text = text
    return text.withUTF8 { utf8 in
      let start = bytes.count
      bytes += utf8
      return Tables.Word(utf8, start: start)
    }
  }

  /// The word of a name, whose bytes are already in the pool.
  func word(ofName name: Instruction.Constant) -> Tables.Word {
    program.withName(name) { Tables.Word($0, start: Int(program.nameStarts[Int(name)])) }
  }

  /// Whether a word precedes another.
  func isLess(_ word: Tables.Word, _ other: Tables.Word) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      // The pool has at least as many bytes as either word refers to.
      guard let start = bytes.baseAddress else { return word.count < other.count }
      let text = UnsafeBufferPointer(start: start + Int(word.start), count: Int(word.count))
      return VerdictKey(text).isLess(than: other, in: start)
    }
  }
}
