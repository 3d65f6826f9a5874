// Checks of arrays and objects: one pass over elements or members where the keywords allow that.
extension VerdictTablesBuilder {
  // MARK: - Arrays

  mutating func changeArray(_ change: (inout Tables.Array) -> Void) {
    if arrayPasses.isEmpty { arrayPasses.append(Tables.Array()) }
    change(&arrayPasses[arrayPasses.count - 1])
  }

  mutating func addPrefix(_ run: Instruction.Run) {
    if arrayPasses.last.map({ $0.prefixCount > 0 }) ?? false { arrayPasses.append(Tables.Array()) }
    let first = Int32(truncatingIfNeeded: schemas.count)
    schemas += program.rows[run.range].map(\.schema)
    changeArray { ($0.firstPrefix, $0.prefixCount) = (first, run.count) }
  }

  mutating func addItems(_ items: SchemaID, _ from: Int, isLossy: Bool) {
    if admitsAll(items) { return }
    if arrayPasses.last.map({ $0.items != nil }) ?? false { arrayPasses.append(Tables.Array()) }
    changeArray { ($0.items, $0.from, $0.isLossy) = (items, from, isLossy) }
  }

  /// Adds the elements that no keyword evaluates, which are those after the first ones unless that depends on the value.
  mutating func addUnevaluated(_ items: SchemaID, of schema: SchemaID) {
    let evaluated = program.evaluatedParts(askedBy: schema)
    if evaluated.hasAllElements { return }
    if evaluated.dependsOnElements {
      add(Tables.Step(code: .unevaluatedItems, schema: items, first: schema.index), for: [.array])
    } else {
      addItems(items, evaluated.first, isLossy: false)
    }
  }

  mutating func finishArrays() {
    // Before all other steps: passes reject the most at the least cost.
    let passes = arrayPasses.indices.map { Tables.Step(code: .array, first: arrays.count + $0) }
    classes[Tables.Class.array.rawValue].insert(contentsOf: passes, at: 0)
    arrays += arrayPasses
  }

  /// Whether a schema, itself or by references, consists of annotations.
  private func admitsAll(_ schema: SchemaID) -> Bool {
    var target = schema
    for _ in 0..<Self.longestWay {
      guard let next = reference(of: target) else { break }
      target = next
    }
    return !program.schemas[target.index].isUndecided
      && program.steps[program.schemas[target.index].steps].allSatisfy {
        if case .anyType(.annotation) = $0.instruction { true } else { false }
      }
  }

  // MARK: - Objects

  /// The checks of one pass over the members.
  struct ObjectPass {
    var properties: Instruction.Run?
    var patterns: Instruction.Run?
    /// More names and patterns of members that are not additional.
    var otherProperties: [Instruction.Run] = []
    var otherPatterns: [Instruction.Run] = []
    var additional: SchemaID?
    /// The indices of the program's steps that require members.
    var required: [Int] = []
    var forbidden: [Instruction.Run] = []
    var minimum = 0
    var maximum = Int.max
    /// Whether the runs only determine which members are not additional.
    var isAdditionalAlone = false

    /// Whether the pass covers exactly the members that the two runs cover.
    func covers(_ named: Instruction.Run, _ patterned: Instruction.Run) -> Bool {
      func isSame(_ own: Instruction.Run?, _ other: Instruction.Run) -> Bool {
        own.map { $0 == other || $0.count == 0 && other.count == 0 } ?? (other.count == 0)
      }
      return isSame(properties, named) && isSame(patterns, patterned)
    }
  }

  mutating func changeObject(_ change: (inout ObjectPass) -> Void) {
    if objectPasses.isEmpty { objectPasses.append(ObjectPass()) }
    change(&objectPasses[objectPasses.count - 1])
  }

  /// Begins another pass unless the last one has room. Nothing that depends on the covered members may change.
  private mutating func makeRoom(_ hasRoom: (ObjectPass) -> Bool) {
    if let last = objectPasses.last, !hasRoom(last) { objectPasses.append(ObjectPass()) }
  }

  mutating func addProperties(_ run: Instruction.Run) {
    makeRoom { $0.properties == nil && $0.additional == nil }
    changeObject { $0.properties = run }
  }

  mutating func addPatterns(_ run: Instruction.Run) {
    makeRoom { $0.patterns == nil && $0.additional == nil }
    changeObject { $0.patterns = run }
  }

  mutating func addAdditional(_ schema: SchemaID, _ named: Instruction.Run, _ patterned: Instruction.Run) {
    if objectPasses.last.map({ $0.additional == nil && $0.covers(named, patterned) }) ?? false {
      changeObject { $0.additional = schema }
    } else {
      objectPasses.append(
        ObjectPass(properties: named, patterns: patterned, additional: schema, isAdditionalAlone: true))
    }
  }

  /// Adds the members that no keyword evaluates. Unless that depends on the value, they are the additional ones of all
  /// schemas that must hold.
  mutating func addUnevaluated(members: SchemaID, of schema: SchemaID) {
    let evaluated = program.evaluatedParts(askedBy: schema)
    if evaluated.hasAllMembers { return }
    let count = (evaluated.named + evaluated.patterned).reduce(0) { $0 + Int($1.count) }
    if evaluated.dependsOnMembers || count > Self.mostEvaluatedNames {
      add(Tables.Step(code: .unevaluatedProperties, schema: members, first: schema.index), for: [.object])
    } else {
      objectPasses.append(
        ObjectPass(
          otherProperties: evaluated.named, otherPatterns: evaluated.patterned, additional: members,
          isAdditionalAlone: true))
    }
  }

  /// The number of names in a table of members that are not additional. Many schemas may list the same names.
  private static let mostEvaluatedNames = 1_000
  /// The number of rows that a name is compared with before it is hashed. A comparison takes a few instructions.
  private static let mostComparedRows = 64

  mutating func finishObjects() {
    let passes = objectPasses.indices.map { Tables.Step(code: .object, first: objects.count + $0) }
    classes[Tables.Class.object.rawValue].insert(contentsOf: passes, at: 0)
    for pass in objectPasses { finish(pass) }
  }

  private mutating func finish(_ pass: ObjectPass) {
    var object = Tables.Object()
    let named = rows(of: pass)
    var found = named.rows
    let isManyRequired = setBits(&found, named.isRequired, &object)
    object.firstRow = Int32(truncatingIfNeeded: rows.count)
    object.rowCount = Int32(truncatingIfNeeded: found.count)
    rows += found
    if found.count > Program.longestSearch {
      object.order = Int32(truncatingIfNeeded: orders.count)
      orders += found.indices.sorted { isLess(found[$0].name, found[$1].name) }.map { Int32(truncatingIfNeeded: $0) }
    }
    object.firstPattern = Int32(truncatingIfNeeded: patternRows.count)
    for run in (pass.patterns.map { [$0] } ?? []) + pass.otherPatterns {
      object.patternCount += run.count
      patternRows += program.rows[run.range].map { row in
        Tables.PatternRow(
          tableSlot: program.patterns[Int(row.name)].tableSlot, pattern: row.name,
          schema: pass.isAdditionalAlone ? nil : row.schema)
      }
    }
    object.additional = pass.additional.flatMap { admitsAll($0) ? nil : $0 }
    object.asksMoreOfOthers = object.patternCount > 0 || object.additional != nil
    object.minimum = pass.minimum
    object.maximum = pass.maximum
    objects.append(object)
    if isManyRequired {
      for step in pass.required { add(Tables.Step(code: .names, first: step), for: [.object]) }
    }
  }

  /// The names that a step requires.
  private func required(by step: Int) -> [Instruction.Constant] {
    guard case .object(.required(let run)) = program.steps[step].instruction else { return [] }
    return Array(program.nameLists[run.range])
  }

  /// Assigns the rows their bits and records those of the required ones.
  ///
  /// - Returns: true if there are too few bits, so that required members are looked up by name.
  private func setBits(
    _ found: inout [Tables.Row], _ required: [Bool], _ object: inout Tables.Object
  ) -> Bool {
    guard required.count(where: { $0 }) <= UInt64.bitWidth else { return true }
    var next: UInt64 = 1
    func takeBits(where isRequired: Bool) {
      for index in found.indices where next != 0 && required[index] == isRequired {
        found[index].bit = next
        next &<<= 1
      }
    }
    takeBits(where: true)
    // After all 64 bits, the next one is 0.
    object.required = next &- 1
    takeBits(where: false)
    return false
  }

  /// The rows of a pass, each name once, and whether the name is required. If names are equal within a run, the first
  /// counts.
  private func rows(of pass: ObjectPass) -> (rows: [Tables.Row], isRequired: [Bool]) {
    var found: [Tables.Row] = []
    var isRequired: [Bool] = []
    // The rows after the first few.
    var indices = Lookup<ExactName, Int>()
    func index(of name: Instruction.Constant) -> Int? {
      let first = program.withName(name) { text in
        let key = VerdictKey(text)
        return bytes.withUnsafeBufferPointer { pool in
          // Without any bytes, all names are empty.
          guard let start = pool.baseAddress else { return found.indices.first }
          return found.prefix(Self.mostComparedRows).firstIndex { key.equals($0.name, in: start) }
        }
      }
      return first ?? indices[program.names[Int(name)]]
    }
    func add(
      _ constant: Instruction.Constant, _ schema: SchemaID?, isDeclared: Bool = true, isRequired requires: Bool = false,
      replaces: Bool = false
    ) {
      if let index = index(of: constant) {
        if replaces { (found[index].schema, found[index].isDeclared) = (schema, isDeclared) }
        if requires { isRequired[index] = true }
        return
      }
      if found.count >= Self.mostComparedRows { indices.set(program.names[Int(constant)], found.count) }
      isRequired.append(requires)
      found.append(Tables.Row(name: word(ofName: constant), bit: 0, schema: schema, isDeclared: isDeclared))
    }
    if let run = pass.properties {
      for row in program.rows[run.range] { add(row.name, pass.isAdditionalAlone ? nil : row.schema) }
    }
    for row in pass.otherProperties.flatMap({ program.rows[$0.range] }) { add(row.name, nil) }
    for step in pass.required {
      for name in required(by: step) { add(name, nil, isDeclared: false, isRequired: true) }
    }
    for run in pass.forbidden {
      for name in program.nameLists[run.range] { add(name, never, replaces: true) }
    }
    return (found, isRequired)
  }
}
