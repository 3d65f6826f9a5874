import SchemaRuntime

// `unevaluatedProperties` and `unevaluatedItems`: most schemas evaluate the same children of every value, and the check
// is a loop with a condition. Where this depends on branches, functions record what the valid branches evaluate.

/// The children of a value that are evaluated by a schema and by all that it applies to the same value.
struct EvaluatedParts {
  /// The kind of children.
  enum Kind: CaseIterable {
    case members, elements
  }

  /// Schemas whose children count if a condition is met, and schemas whose children count if it is not.
  enum Choice {
    case schema(Program.SchemaID, then: [Program.SchemaID], otherwise: [Program.SchemaID])
    case member(String, then: Program.SchemaID)
  }

  var isComplete = false
  /// The names, and the pattern indexes, of members.
  var names: [String] = []
  var patterns: [Instruction.Constant] = []
  /// The elements before this index, and those that satisfy one of the schemas.
  var first = 0
  var matching: [Program.SchemaID] = []
  var choices: [Choice] = []

  var isEmpty: Bool {
    !isComplete && names.isEmpty && patterns.isEmpty && first == 0 && matching.isEmpty && choices.isEmpty
  }
}

extension Program.EvaluatedPart {
  /// The kind of its children; nil for none.
  fileprivate var kind: EvaluatedParts.Kind? {
    switch self {
    case .nothing: nil
    case .namedMembers, .matchingMembers, .allMembers: .members
    case .firstElements, .elementsSatisfying, .allElements: .elements
    }
  }
}

extension ValidatorEmitter {
  /// Returns what a valid schema evaluates. For the schema with the `unevaluated…` keyword, excludes that keyword.
  func evaluatedParts(of schema: Program.SchemaID, _ kind: EvaluatedParts.Kind, isAsking: Bool = false)
    -> EvaluatedParts
  {
    var parts = EvaluatedParts()
    var seen: Set<Program.SchemaID> = []
    add(schema, isAsking: isAsking)
    return parts

    func add(_ schema: Program.SchemaID, isAsking: Bool = false) {
      guard seen.insert(schema).inserted else { return }
      for step in program.steps[program.schemas[schema.index].steps] where !isAsking || !step.instruction.isUnevaluated
      {
        add(step)
      }
    }
    func add(_ step: Program.Step) {
      let part = program.evaluatedPart(of: step)
      // What no keyword applies does not count.
      guard part != .nothing, part.kind == kind else { return step.keyword < 0 ? () : addInPlace(step) }
      switch part {
      case .nothing: break
      case .namedMembers(let run):
        for member in program.members(of: run) where !parts.names.contains(spelledLike: member.name) {
          parts.names.append(member.name)
        }
      case .matchingMembers(let run): parts.patterns += program.rows(of: run).map(\.name)
      case .firstElements(let count): parts.first = max(parts.first, count)
      case .elementsSatisfying(let item): parts.matching.append(item)
      case .allMembers, .allElements: parts.isComplete = true
      }
    }
    func addInPlace(_ step: Program.Step) {
      let applications = program.applications(of: step).filter { $0.part == .value }
      for application in applications {
        switch application.condition {
        case .always: add(application.schema)
        case .choice: addChoice(application.schema, then: [application.schema], otherwise: [])
        case .test:
          addChoice(
            application.schema,
            then: [application.schema] + applications.filter { $0.condition == .then }.map(\.schema),
            otherwise: applications.filter { $0.condition == .else }.map(\.schema))
        case .present(let name):
          guard kind == .members, evaluates(application.schema, kind) else { continue }
          parts.choices.append(.member(program.names[Int(name)], then: application.schema))
        case .then, .else, .negated: break
        }
      }
    }
    func addChoice(_ condition: Program.SchemaID, then: [Program.SchemaID], otherwise: [Program.SchemaID]) {
      let then = then.filter { evaluates($0, kind) }
      let otherwise = otherwise.filter { evaluates($0, kind) }
      if then.isEmpty, otherwise.isEmpty { return }
      switch check(condition, on: "json") {
      case .always: for schema in then { add(schema) }
      case .never: for schema in otherwise { add(schema) }
      case .test, .comparison, .not, .all, .any:
        parts.choices.append(.schema(condition, then: then, otherwise: otherwise))
      }
    }
  }

  /// Whether a schema may evaluate any children.
  private func evaluates(_ schema: Program.SchemaID, _ kind: EvaluatedParts.Kind) -> Bool {
    evaluatingSchemas[kind, default: []].contains(schema)
  }

  /// Returns the schemas that evaluate children, or apply one that does to the same value; empty if no schema has an
  /// `unevaluated…` keyword.
  static func schemasThatEvaluate(_ kind: EvaluatedParts.Kind, in program: Program) -> Set<Program.SchemaID> {
    guard program.steps.contains(where: \.instruction.isUnevaluated) else { return [] }
    var appliers: [Program.SchemaID: [Program.SchemaID]] = [:]
    var pending: [Program.SchemaID] = []
    for schema in program.schemaIDs {
      for step in program.steps[program.schemas[schema.index].steps] {
        if program.evaluatedPart(of: step).kind == kind { pending.append(schema) }
        program.forEachApplication(of: step) {
          if $0.part == .value, $0.condition != .negated { appliers[$0.schema, default: []].append(schema) }
        }
      }
    }
    var found: Set<Program.SchemaID> = []
    while let next = pending.popLast() {
      if found.insert(next).inserted { pending += appliers[next] ?? [] }
    }
    return found
  }

  // MARK: - The checks

  func addUnevaluated(_ instruction: Instruction, of schema: Program.SchemaID, to writer: inout CodeWriter) {
    switch instruction {
    case .object(.unevaluatedProperties(let rest)):
      let parts = evaluatedParts(of: schema, .members, isAsking: true)
      if parts.isComplete || check(rest, on: "value") == .always { return }
      writer.block("if json.isObject") { addMembers(rest, parts, to: &$0) }
    case .array(.unevaluatedItems(let rest)):
      let parts = evaluatedParts(of: schema, .elements, isAsking: true)
      if parts.isComplete || check(rest, on: "element") == .always { return }
      writer.block("if json.isArray") { addElements(rest, parts, to: &$0) }
    case .anyType, .number, .length, .text, .array, .object, .inPlace: break
    }
  }

  private func addMembers(_ rest: Program.SchemaID, _ parts: EvaluatedParts, to writer: inout CodeWriter) {
    let refuses = check(rest, on: "value") == .never
    let value: SwiftSource = refuses ? "_" : "value"
    func addRest(_ writer: inout CodeWriter) {
      if refuses { writer.add("return false") } else { addGuard(rest, on: "value", to: &writer) }
    }
    if parts.isEmpty {
      if refuses {
        addGuard(.comparison("json.childCount == 0"), to: &writer)
      } else {
        writer.block("for (_, value) in json.members") { addRest(&$0) }
      }
      return
    }
    if parts.choices.isEmpty {
      writer.block("for (name, \(value)) in json.members") { writer in
        addNameTest(parts, ["continue"], to: &writer)
        addRest(&writer)
      }
      return
    }
    addNotes(parts, .members, to: &writer)
    writer.block(
      "for (index, \(refuses ? "_" : "member")) in json.members.enumerated() where !evaluated.contains(index)"
    ) {
      if !refuses { $0.add("let value = member.value") }
      addRest(&$0)
    }
  }

  private func addElements(_ rest: Program.SchemaID, _ parts: EvaluatedParts, to writer: inout CodeWriter) {
    let refuses = check(rest, on: "element") == .never
    if parts.choices.isEmpty, parts.matching.isEmpty {
      if refuses {
        addGuard(.comparison("json.childCount <= \(parts.first)"), to: &writer)
      } else {
        let elements: SwiftSource = parts.first == 0 ? "json.elements" : "json.elements.dropFirst(\(parts.first))"
        writer.block("for element in \(elements)") { addGuard(rest, on: "element", to: &$0) }
      }
      return
    }
    addNotes(parts, .elements, to: &writer)
    let element: SwiftSource = refuses ? "_" : "element"
    writer.block("for (index, \(element)) in json.elements.enumerated() where !evaluated.contains(index)") { writer in
      if refuses { writer.add("return false") } else { addGuard(rest, on: "element", to: &writer) }
    }
  }

  /// Adds `body` for a `name` that equals one of the names or matches one of the patterns.
  private func addNameTest(_ parts: EvaluatedParts, _ body: [SwiftSource], to writer: inout CodeWriter) {
    var byLength: [Int: [String]] = [:]
    for name in parts.names { byLength[name.utf8.count, default: []].append(name) }
    if !byLength.isEmpty {
      writer.add("switch name.utf8Count {")
      for length in byLength.keys.sorted() {
        writer.add("case \(length):")
        for name in byLength[length] ?? [] {
          writer.add("  if name.equals(\(SwiftText.literal(name))) { \(body.joined(separator: "; ")) }")
        }
      }
      writer.add("default: break", "}")
    }
    for pattern in parts.patterns {
      writer.block("if \(match(pattern, on: "name"))") { $0.add(body) }
    }
  }

  // MARK: - Recording

  /// Records the children that a schema evaluates in a new variable `evaluated`.
  private func addNotes(_ parts: EvaluatedParts, _ kind: EvaluatedParts.Kind, to writer: inout CodeWriter) {
    writer.add("var evaluated = EvaluatedChildren()")
    addNoteStatements(parts, kind, to: &writer)
  }

  private func addNoteStatements(_ parts: EvaluatedParts, _ kind: EvaluatedParts.Kind, to writer: inout CodeWriter) {
    if parts.isComplete {
      writer.add("evaluated.insertAll()")
      return
    }
    if parts.first > 0 { writer.add("evaluated.insert(first: \(parts.first))") }
    for schema in parts.matching {
      let check = check(schema, on: "element")
      switch check {
      case .never: continue
      case .always: return writer.add("evaluated.insertAll()")
      case .test, .comparison, .not, .all, .any:
        writer.block("for (index, element) in json.elements.enumerated() where \(check.source)") {
          $0.add("evaluated.insert(index)")
        }
      }
    }
    if !parts.names.isEmpty || !parts.patterns.isEmpty {
      writer.block("for (index, member) in json.members.enumerated()") { writer in
        writer.add("let name = member.name")
        addNameTest(parts, ["evaluated.insert(index)"], to: &writer)
      }
    }
    for choice in parts.choices {
      switch choice {
      case .member(let name, let then):
        writer.block("if json.hasMember(\(SwiftText.literal(name)))") { addNoteCalls([then], kind, to: &$0) }
      case .schema(let condition, let then, let otherwise):
        let check = check(condition, on: "json")
        if then.isEmpty {
          writer.block("if \((!check).source)") { addNoteCalls(otherwise, kind, to: &$0) }
          continue
        }
        writer.block("if \(check.source)") { addNoteCalls(then, kind, to: &$0) }
        if !otherwise.isEmpty { writer.block("else") { addNoteCalls(otherwise, kind, to: &$0) } }
      }
    }
  }

  private func addNoteCalls(_ schemas: [Program.SchemaID], _ kind: EvaluatedParts.Kind, to writer: inout CodeWriter) {
    for schema in schemas {
      guard let function = noteFunction(of: schema, kind) else { continue }
      writer.add("\(function.hostName).\(function.name)(json, &evaluated\(knownArgument(for: schema)))")
    }
  }

  /// Adds the functions that record conditional branches, next to the validators.
  func addNoteFunctions(_ schema: Program.SchemaID, to writer: inout CodeWriter) {
    for kind in EvaluatedParts.Kind.allCases where notedSchemas[kind, default: []].contains(schema) {
      guard let function = noteFunction(of: schema, kind) else { continue }
      writer.add("")
      let parameters: SwiftSource =
        "_ json: UnsafeJSONNode, _ evaluated: inout EvaluatedChildren\(knownParameter(of: schema))"
      var head: SwiftSource = "static func \(function.name)(\(parameters))"
      if head.count > CodeWriter.width - 20 {
        writer.add("static func \(function.name)(", "  \(parameters)")
        head = ")"
      }
      writer.block(head) { addNoteStatements(evaluatedParts(of: schema, kind), kind, to: &$0) }
    }
  }

  /// Returns the schemas that need such a function: those behind conditions, starting from every schema with an
  /// `unevaluated…` keyword.
  func schemasWithNotes(_ kind: EvaluatedParts.Kind) -> Set<Program.SchemaID> {
    var found: Set<Program.SchemaID> = []
    var pending: [Program.SchemaID] = []
    func follow(_ parts: EvaluatedParts) {
      for choice in parts.choices {
        switch choice {
        case .schema(_, let then, let otherwise): pending += then + otherwise
        case .member(_, let then): pending.append(then)
        }
      }
    }
    for schema in program.schemaIDs where !oversizedSchemas.contains(schema) {
      for step in program.steps[program.schemas[schema.index].steps] {
        switch (step.instruction, kind) {
        case (.object(.unevaluatedProperties), .members), (.array(.unevaluatedItems), .elements):
          follow(evaluatedParts(of: schema, kind, isAsking: true))
        default: break
        }
      }
    }
    while let next = pending.popLast() {
      if found.insert(next).inserted { follow(evaluatedParts(of: next, kind)) }
    }
    return found
  }
}
