import SchemaRuntime

/// The steps of a schema that check an object's members, in one loop.
struct ObjectSteps {
  var properties: [(name: String, schema: Program.SchemaID)] = []
  var patterned: [(pattern: Instruction.Constant, schema: Program.SchemaID)] = []
  var additional: Program.SchemaID?
  var propertyNames: Program.SchemaID?
  var required: [String] = []
  var dependentRequired: [(name: String, required: [String])] = []
  var dependentSchemas: [(name: String, schema: Program.SchemaID)] = []
  var localOnly: [String] = []

  init(_ program: Program, _ schema: Program.SchemaID) {
    for step in program.steps[program.schemas[schema.index].steps] {
      switch step.instruction {
      case .object(.properties(let run)): properties = program.members(of: run)
      case .object(.patternProperties(let run)): patterned = program.rows(of: run).map { ($0.name, $0.schema) }
      case .object(.additionalProperties(let schema, _, _)): additional = schema
      case .object(.applied(.propertyNames, let schema)): propertyNames = schema
      case .object(.required(let run)): required = program.names(of: run)
      case .object(.dependentRequired(let run)): dependentRequired = program.dependencies(of: run)
      case .inPlace(.dependentSchemas(let run)): dependentSchemas = program.members(of: run)
      case .object(.localOnly(let run)): localOnly = program.names(of: run)
      case .object(.unevaluatedProperties), .anyType, .number, .length, .text, .array, .inPlace: break
      }
    }
  }

  /// The names whose presence is checked after the loop, without duplicates.
  var tracked: [String] {
    var names: [String] = []
    for name in required + dependentRequired.flatMap({ [$0.name] + $0.required }) + dependentSchemas.map(\.name)
    where !names.contains(spelledLike: name) { names.append(name) }
    return names
  }

  /// All names mentioned in the steps.
  var names: [String] {
    var names = properties.map(\.name)
    for name in tracked + localOnly where !names.contains(spelledLike: name) { names.append(name) }
    return names
  }
}

extension ValidatorEmitter {
  private static func isArrayStep(_ instruction: Instruction) -> Bool {
    switch instruction {
    case .array(.prefixItems), .array(.items), .array(.contains): true
    case .array(.uniqueItems), .array(.unevaluatedItems), .anyType, .number, .length, .text, .object, .inPlace: false
    }
  }

  private static func isObjectStep(_ instruction: Instruction) -> Bool {
    switch instruction {
    case .object(.unevaluatedProperties), .anyType, .number, .length, .text, .array: false
    case .object: true
    case .inPlace(.dependentSchemas): true
    case .inPlace: false
    }
  }

  static func isFirstOfArray(_ step: Program.Step, in steps: [Program.Step]) -> Bool {
    isArrayStep(step.instruction) && steps.first { isArrayStep($0.instruction) } == step
  }

  static func isFirstOfObject(_ step: Program.Step, in steps: [Program.Step]) -> Bool {
    isObjectStep(step.instruction) && steps.first { isObjectStep($0.instruction) } == step
  }

  // MARK: - Arrays

  func addArray(_ steps: [Program.Step], _ known: TypeSet?, to writer: inout CodeWriter) {
    guard known == .array else {
      writer.block("if json.isArray") { addElements(steps, to: &$0) }
      return
    }
    addElements(steps, to: &writer)
  }

  private func addElements(_ steps: [Program.Step], to writer: inout CodeWriter) {
    var prefix: [Program.SchemaID] = []
    var items: Program.SchemaID?
    for step in steps {
      switch step.instruction {
      case .array(.prefixItems(let run)): prefix = program.rows(of: run).map(\.schema)
      case .array(.items(let schema, _)): items = schema
      case .array(.contains(let schema, let min, let max, _)): addContains(schema, min, max, to: &writer)
      case .array(.uniqueItems), .array(.unevaluatedItems), .anyType, .number, .length, .text, .object, .inPlace:
        break
      }
    }
    if prefix.isEmpty {
      guard let items else { return }
      let check = check(items, on: "element")
      switch check {
      case .always: break
      case .never: addGuard(.comparison("json.childCount == 0"), to: &writer)
      case .test, .comparison, .not, .all, .any:
        writer.block("for element in json.elements") { addGuard(check, to: &$0) }
      }
      return
    }
    let checks = (prefix + (items.map { [$0] } ?? [])).map { check($0, on: "element") }
    if checks.allSatisfy({ $0 == .always }) { return }
    let element: SwiftSource = checks.contains(where: \.isOpen) ? "element" : "_"
    writer.block("for (index, \(element)) in json.elements.enumerated()") { writer in
      writer.add("switch index {")
      for (index, schema) in prefix.enumerated() {
        writer.add("case \(index):")
        addCase({ addGuard(schema, on: "element", to: &$0) }, to: &writer)
      }
      writer.add("default:")
      addCase({ writer in if let items { addGuard(items, on: "element", to: &writer) } }, to: &writer)
      writer.add("}")
    }
  }

  /// Adds the statements of a case; `break` if there are none.
  private func addCase(_ body: (inout CodeWriter) -> Void, to writer: inout CodeWriter) {
    var inner = CodeWriter()
    body(&inner)
    writer.add(inner.lines.isEmpty ? ["  break"] : inner.lines.map { "  " + $0 })
  }

  private func addContains(_ schema: Program.SchemaID, _ min: Int, _ max: Int, to writer: inout CodeWriter) {
    let check = check(schema, on: "element")
    switch check {
    case .always: writer.add("let found = json.childCount")
    case .never: return addGuard(min > 0 ? .never : .always, to: &writer)
    case .test, .comparison, .not, .all, .any:
      writer.add("var found = 0", "for element in json.elements where \(check.source) { found += 1 }")
    }
    let most = max < 0 ? Check.always : .comparison("found <= \(max)")
    addGuard(.all(of: [.comparison("found >= \(min)"), most]), to: &writer)
  }

  // MARK: - Objects

  func addObject(_ schema: Program.SchemaID, _ type: TypeDeclaration?, _ known: TypeSet?, to writer: inout CodeWriter) {
    let steps = ObjectSteps(program, schema)
    let isStructure: Bool = if case .structure = type?.kind { true } else { false }
    let table = isStructure ? type.map { memberNames(of: $0) } : nil
    guard known == .object else {
      writer.block("if json.isObject") { addMembers(steps, table, to: &$0) }
      return
    }
    addMembers(steps, table, to: &writer)
  }

  private func addMembers(_ steps: ObjectSteps, _ table: [String]?, to writer: inout CodeWriter) {
    let findsEqual = findsEqualMembers(steps)
    let table = steps.patterned.isEmpty ? table : nil
    let refused = refusedNames(steps)
    if steps.required.contains(where: { refused.contains(spelledLike: $0) }) {
      addGuard(.never, to: &writer)
      return
    }
    var steps = steps
    steps.dependentRequired.removeAll { $0.required.isEmpty || refused.contains(spelledLike: $0.name) }
    steps.dependentSchemas.removeAll {
      check($0.schema, on: "json") == .always || refused.contains(spelledLike: $0.name)
    }
    let bits =
      table.map { Bits(table: $0, refused: refused) }
      ?? Bits(names: findsEqual ? steps.names : steps.tracked, refused: refused)
    for word in bits.words { writer.add("var \(word): UInt64 = 0") }
    if addMemberLoop(steps, table, bits, findsEqual, to: &writer) { return }
    if !bits.isTable { addGuard(bits.check(all: steps.required), to: &writer) }
    for dependency in steps.dependentRequired {
      let demanded = bits.check(all: dependency.required)
      writer.block("if \(bits.check(has: dependency.name).source)") { addGuard(demanded, to: &$0) }
    }
    for dependency in steps.dependentSchemas {
      writer.block("if \(bits.check(has: dependency.name).source)") { addGuard(dependency.schema, on: "json", to: &$0) }
    }
  }

  private static var refusal: CodeWriter {
    var writer = CodeWriter()
    writer.add("return false")
    return writer
  }

  /// Returns the names that no valid object has; they need not be tracked.
  private func refusedNames(_ steps: ObjectSteps) -> [String] {
    let refusesOthers = steps.patterned.isEmpty && steps.additional.map { check($0, on: "value") } == .never
    return steps.names.filter { name in
      if steps.localOnly.contains(spelledLike: name) { return true }
      guard let property = steps.properties.first(where: { $0.name.isSpelled(like: name) }) else {
        return refusesOthers
      }
      return check(property.schema, on: "value") == .never
    }
  }

  /// - Returns: whether nothing remains to be checked.
  private func addMemberLoop(
    _ steps: ObjectSteps, _ table: [String]?, _ bits: Bits, _ findsEqual: Bool, to writer: inout CodeWriter
  ) -> Bool {
    var steps = steps
    // Names without checks, such as those with an unchecked format.
    let names = steps.propertyNames.map { check($0, on: "name") } ?? .always
    if names == .always { steps.propertyNames = nil }
    // 1. Checks for names that no property declares.
    var other = CodeWriter()
    let additional = steps.additional.map { check($0, on: "value") } ?? .always
    let refusesOthers = additional == .never
    if refusesOthers { other = Self.refusal } else { addGuard(additional, to: &other) }
    let countsOthers = findsEqual && !refusesOthers
    if countsOthers {
      addUniqueness(steps.additional, on: "value", to: &other)
    }
    let otherChecks = other.lines
    if countsOthers { other.add("others &+= 1") }
    // 2. Checks for each known name; a name that is only tracked also counts as undeclared.
    var rows: [(name: String, lines: [SwiftSource])] = []
    var asksForValue = false
    for name in steps.names {
      var body = CodeWriter()
      if bits.refused.contains(spelledLike: name) {
        body = Self.refusal
      } else {
        if let property = steps.properties.first(where: { $0.name.isSpelled(like: name) }) {
          addGuard(property.schema, on: "value", to: &body)
          if findsEqual { addUniqueness(property.schema, on: "value", to: &body) }
          if !body.lines.isEmpty { asksForValue = true }
        } else if steps.patterned.isEmpty {
          body.add(otherChecks)
          if !otherChecks.isEmpty { asksForValue = asksForValue || !refusesOthers }
        }
        if let set = bits.set(name) { body.add(set) }
      }
      rows.append((name, body.lines))
    }
    let patterned = steps.patterned.map { check($0.schema, on: "value") }
    let isUseless =
      rows.allSatisfy(\.lines.isEmpty) && other.lines.isEmpty && patterned.allSatisfy { $0 == .always }
    if isUseless, names == .never {
      addGuard(steps.required.isEmpty ? .comparison("json.childCount == 0") : .never, to: &writer)
      return true
    }
    if isUseless, names == .always, table == nil || bits.names.isEmpty || steps.tracked.isEmpty && !findsEqual {
      return true
    }
    if let table {
      asksForValue = asksForValue || !otherChecks.isEmpty && !refusesOthers
      addTableLoop(rows, otherChecks, steps, bits, table, asksForValue: asksForValue, to: &writer)
      return steps.dependentRequired.isEmpty && steps.dependentSchemas.isEmpty
    }
    asksForValue = asksForValue || !other.lines.isEmpty && !refusesOthers
    asksForValue = asksForValue || patterned.contains(where: \.isOpen)
    // 3. The loop.
    let needsName =
      rows.contains { !$0.lines.isEmpty } || !other.lines.isEmpty && !rows.isEmpty || !steps.patterned.isEmpty
      || names.isOpen
    let variables: SwiftSource =
      needsName ? (asksForValue ? "(name, value)" : "(name, _)") : asksForValue ? "(_, value)" : "_"
    if findsEqual { writer.add("var count = 0") }
    if countsOthers { writer.add("var others = 0") }
    writer.block("for \(variables) in json.members") { writer in
      if findsEqual { writer.add("count &+= 1") }
      addGuard(names, to: &writer)
      if steps.patterned.isEmpty {
        addNames(rows, other.lines, to: &writer)
      } else {
        addPatternedNames(rows, other.lines, steps, to: &writer)
      }
    }
    if findsEqual {
      let seen: SwiftSource = bits.words.isEmpty ? "0" : "seen"
      let others: SwiftSource = countsOthers ? ", others: others" : ""
      addGuard(.test("json.hasUniqueMembers(count, seen: \(seen)\(others))"), to: &writer)
    }
    return false
  }

  /// Adds a loop over the members, in the runtime, with a switch over their indexes; members with equal checks share a
  /// case.
  private func addTableLoop(
    _ rows: [(name: String, lines: [SwiftSource])], _ other: [SwiftSource], _ steps: ObjectSteps, _ bits: Bits,
    _ table: [String], asksForValue: Bool, to writer: inout CodeWriter
  ) {
    var cases: [(indexes: [Int], lines: [SwiftSource])] = []
    for row in rows where row.lines != other {
      guard let index = table.firstIndex(spelledLike: row.name) else { continue }
      if let known = cases.firstIndex(where: { $0.lines == row.lines }) {
        cases[known].indexes.append(index)
      } else {
        cases.append(([index], row.lines))
      }
    }
    let parameters: SwiftSource =
      "\(cases.isEmpty ? "_" : "index"), \(asksForValue || steps.propertyNames != nil ? "value" : "_")"
    func addBody(to writer: inout CodeWriter) {
      if let names = steps.propertyNames {
        let check = check(names, on: "name")
        if check.isOpen { writer.add("let name = value.memberName") }
        addGuard(check, to: &writer)
      }
      if cases.isEmpty {
        writer.add(other)
      } else {
        writer.add("switch index {")
        for item in cases {
          let indexes = item.indexes.sorted().map { SwiftSource($0) }
          writer.addCase("case \(indexes.joined(separator: ", ")):", item.lines)
        }
        writer.addCase("default:", other)
        writer.add("}")
      }
      writer.returnLastGuard()
    }
    let further = steps.required.filter { !Array(table.prefix(64)).contains(spelledLike: $0) }
    if further.isEmpty, steps.dependentRequired.isEmpty, steps.dependentSchemas.isEmpty {
      let required = bits.mask(steps.required).map { ", required: \($0)" as SwiftSource } ?? ""
      writer.block("let hasMembers = json.isObject(of: jsonNames\(required))", parameters, addBody)
      addGuard(.test("hasMembers"), to: &writer)
    } else {
      writer.block("let found = json.found(among: jsonNames)", parameters, addBody)
      addGuard(.all(of: [.comparison("let members = found"), bits.check(all: steps.required)]), to: &writer)
    }
  }

  /// Adds a chain of comparisons.
  private func addNames(
    _ rows: [(name: String, lines: [SwiftSource])], _ other: [SwiftSource], to writer: inout CodeWriter
  ) {
    if rows.isEmpty {
      writer.add(other)
      return
    }
    let isClosed = !other.isEmpty
    var isFirst = true
    for row in rows where !row.lines.isEmpty || isClosed {
      writer.block((isFirst ? "if " : "else if ") + "name.equals(\(SwiftText.literal(row.name)))") { $0.add(row.lines) }
      isFirst = false
    }
    if isClosed { writer.block("else") { $0.add(other) } }
  }

  private func addPatternedNames(
    _ rows: [(name: String, lines: [SwiftSource])], _ other: [SwiftSource], _ steps: ObjectSteps,
    to writer: inout CodeWriter
  ) {
    let tracksOthers = !other.isEmpty
    if tracksOthers { writer.add("var isAdditional = true") }
    for row in rows
    where !row.lines.isEmpty || tracksOthers && steps.properties.contains(where: { $0.name.isSpelled(like: row.name) })
    {
      let isDeclared = steps.properties.contains { $0.name.isSpelled(like: row.name) }
      writer.block("if name.equals(\(SwiftText.literal(row.name)))") { writer in
        if tracksOthers, isDeclared { writer.add("isAdditional = false") }
        writer.add(row.lines)
      }
    }
    for (pattern, schema) in steps.patterned {
      writer.block("if \(match(pattern, on: "name"))") { writer in
        if tracksOthers { writer.add("isAdditional = false") }
        addGuard(schema, on: "value", to: &writer)
      }
    }
    if tracksOthers { writer.block("if isAdditional") { $0.add(other) } }
  }
}

/// A set of an object's names, in 64-bit words: local variables, or what was found of a type's table.
private struct Bits {
  let names: [String]
  /// Names that are never seen, because objects with them are invalid.
  let refused: [String]
  let isTable: Bool

  init(names: [String], refused: [String]) {
    self.names = names.filter { !refused.contains(spelledLike: $0) }
    self.refused = refused
    isTable = false
  }

  init(table: [String], refused: [String]) {
    names = table
    self.refused = refused
    isTable = true
  }

  /// The variables.
  var words: [SwiftSource] { isTable ? [] : (0..<(names.count + 63) / 64).map { word($0) } }

  private func word(_ index: Int) -> SwiftSource { index == 0 ? "seen" : "seen\(index)" }

  private func bitIndex(_ name: String) -> (word: Int, bit: Int)? {
    names.firstIndex(spelledLike: name).map { ($0 / 64, $0 % 64) }
  }

  private func hexadecimal(_ mask: UInt64) -> SwiftSource { .hexadecimal(mask) }

  /// Returns the statement that records a name; nil for a name that is never checked.
  func set(_ name: String) -> SwiftSource? {
    isTable ? nil : bitIndex(name).map { "\(word($0.word)) |= \(hexadecimal(1 << UInt64($0.bit)))" }
  }

  func check(has name: String) -> Check {
    if isTable { return names.firstIndex(spelledLike: name).map { .test("members.contains(\($0))") } ?? .always }
    return bitIndex(name).map { .comparison("\(word($0.word)) & \(hexadecimal(1 << UInt64($0.bit))) != 0") } ?? .always
  }

  /// Returns the bits of names among the first 64; nil if there are none.
  func mask(_ names: [String]) -> SwiftSource? {
    let mask = names.compactMap { bitIndex($0)?.bit }.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
    return mask == 0 ? nil : hexadecimal(mask)
  }

  /// Returns the check that all of these names were seen.
  func check(all names: [String]) -> Check {
    if names.contains(where: { refused.contains(spelledLike: $0) }) { return .never }
    var masks: [Int: UInt64] = [:]
    for name in names {
      if let (word, bit) = bitIndex(name) { masks[word, default: 0] |= 1 << UInt64(bit) }
    }
    return .all(
      of: masks.sorted { $0.key < $1.key }.map { index, mask in
        let mask = hexadecimal(mask)
        let rest: SwiftSource = index == 0 ? "" : ", word: \(index)"
        return isTable
          ? .test("members.contains(all: \(mask)\(rest))") : .comparison("\(word(index)) & \(mask) == \(mask)")
      })
  }
}
