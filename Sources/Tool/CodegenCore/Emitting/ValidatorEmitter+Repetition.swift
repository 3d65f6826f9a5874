@_spi(Generated) import SchemaRuntime

// Schemas that are repeatedly applied to the same value cache their verdicts, as in the evaluator: validators that lead
// to such a schema pass on a `KnownVerdicts`. So do validators that lead to a check with a limit, such as a
// backtracking pattern. If a limit is exceeded, a validator may return either result, and the outermost validator falls
// back on the evaluator.
extension ValidatorEmitter {
  /// The schemas that cache verdicts, those that lead to a check with a limit, and those that lead to either.
  struct Repetition {
    var remembered: Set<Program.SchemaID> = []
    var limited: Set<Program.SchemaID> = []
    var handingOn: Set<Program.SchemaID> = []

    init() {}

    init(_ program: Program, isExclusive: (Program.SchemaID, Instruction) -> Bool) {
      remembered = program.repeatedSchemas(isExclusive: isExclusive)
      limited = Set(
        program.schemaIDs.filter { schema in
          program.steps[program.schemas[schema.index].steps].contains { program.mayComeToLimit($0.instruction) }
        })
      if remembered.isEmpty, limited.isEmpty { return }
      var appliers: [Program.SchemaID: [Program.SchemaID]] = [:]
      for schema in program.schemaIDs {
        for applied in program.appliedSchemas(by: schema) { appliers[applied, default: []].append(schema) }
      }
      limited = Self.schemas(leadingTo: limited, appliers)
      handingOn = Self.schemas(leadingTo: remembered, appliers).union(limited)
    }

    private static func schemas(
      leadingTo schemas: Set<Program.SchemaID>, _ appliers: [Program.SchemaID: [Program.SchemaID]]
    ) -> Set<Program.SchemaID> {
      var found: Set<Program.SchemaID> = []
      var pending = Array(schemas)
      while let next = pending.popLast() {
        if found.insert(next).inserted { pending += appliers[next] ?? [] }
      }
      return found
    }
  }

  /// Returns the additional parameter of a validator, and its argument.
  func knownParameter(of schema: Program.SchemaID) -> SwiftSource {
    repetition.handingOn.contains(schema) ? ", _ known: inout KnownVerdicts" : ""
  }

  func knownArgument(for schema: Program.SchemaID) -> SwiftSource {
    handsKnownOn && repetition.handingOn.contains(schema) ? ", &known" : ""
  }

  /// Adds the validator of a schema: its body, and wrapper functions where verdicts are passed on or cached.
  ///
  /// - Parameter access: of the function that other code calls.
  func addFunction(
    _ name: SwiftSource, of schema: Program.SchemaID, access: SwiftSource, to writer: inout CodeWriter,
    body inner: (inout CodeWriter) -> Void
  ) {
    func body(_ writer: inout CodeWriter) {
      if recursiveSchemas.contains(schema) {
        let callee: SwiftSource = repetition.remembered.contains(schema) ? "\(name)Anew" : name
        let known: SwiftSource = repetition.handingOn.contains(schema) ? ", &known" : ""
        writer.add(ModelEmitter.room(for: "\(callee)(json\(known))"))
      }
      inner(&writer)
    }
    guard repetition.handingOn.contains(schema) else {
      writer.function("\(access)static func \(name)(_ json: UnsafeJSONNode) -> Bool", body)
      return
    }
    writer.block("\(access)static func \(name)(_ json: UnsafeJSONNode) -> Bool") { writer in
      guard repetition.limited.contains(schema) else {
        writer.add("var known = KnownVerdicts()", "return \(name)(json, &known)")
        return
      }
      writer.add("var known = KnownVerdicts()", "let verdict = \(name)(json, &known)")
      writer.add("return known.isLimited ? SchemaProgram.schema(\(schema.index)).isValid(json) : verdict")
    }
    writer.add("")
    guard repetition.remembered.contains(schema) else {
      writer.block("static func \(name)(_ json: UnsafeJSONNode, _ known: inout KnownVerdicts) -> Bool", body)
      return
    }
    writer.block("static func \(name)(_ json: UnsafeJSONNode, _ known: inout KnownVerdicts) -> Bool") { writer in
      writer.add("if let verdict = known.verdict(of: \(schema.index), json) { return verdict }")
      writer.add("let verdict = \(name)Anew(json, &known)")
      writer.add("known.note(verdict, of: \(schema.index), json)", "return verdict")
    }
    writer.add("")
    writer.block("private static func \(name)Anew(_ json: UnsafeJSONNode, _ known: inout KnownVerdicts) -> Bool", body)
  }
}

extension Program {
  /// Whether a check may end undecided because a limit is exceeded.
  fileprivate func mayComeToLimit(_ instruction: Instruction) -> Bool {
    switch instruction {
    case .text(.pattern(let index)): !patterns[Int(index)].isLinear
    case .object(.patternProperties(let run)): rows(of: run).contains { !patterns[Int($0.name)].isLinear }
    case .object(.additionalProperties(_, _, let patterned)):
      rows(of: patterned).contains { !patterns[Int($0.name)].isLinear }
    case .text(.content(_, let mediaType, _)): mediaType != nil
    case .anyType(.unusable): true
    case .anyType, .number, .length, .text, .array, .object, .inPlace: false
    }
  }
}
