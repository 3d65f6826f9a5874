import SchemaRuntime

// Schemas that are asked about one value again and again remember their verdicts, as they do in the evaluator: the
// validators that lead to such a schema hand a `KnownVerdicts` on.
extension ValidatorEmitter {
  /// Which schemas remember their verdicts, and which lead to one that does.
  struct Repetition {
    var remembered: Set<Int> = []
    var handingOn: Set<Int> = []

    init() {}

    init(_ program: Program, isExclusive: (Int, Instruction) -> Bool) {
      remembered = program.repeatedSchemas(isExclusive: isExclusive)
      if remembered.isEmpty { return }
      var appliers: [Int: [Int]] = [:]
      for schema in program.schemas.indices {
        for applied in program.appliedSchemas(by: schema) { appliers[applied, default: []].append(schema) }
      }
      var pending = Array(remembered)
      while let next = pending.popLast() {
        if handingOn.insert(next).inserted { pending += appliers[next] ?? [] }
      }
    }
  }

  /// The further parameter of a validator, and the argument for it.
  func knownParameter(of schema: Int) -> SwiftSource {
    repetition.handingOn.contains(schema) ? ", _ known: inout KnownVerdicts" : ""
  }

  func knownArgument(for schema: Int) -> SwiftSource {
    handsKnownOn && repetition.handingOn.contains(schema) ? ", &known" : ""
  }

  /// The validator of a schema: its body, and where verdicts are handed on or remembered the functions around it.
  ///
  /// - Parameter access: for the function that others call.
  func addFunction(
    _ name: SwiftSource, of schema: Int, access: SwiftSource, to writer: inout CodeWriter,
    body: (inout CodeWriter) -> Void
  ) {
    guard repetition.handingOn.contains(schema) else {
      writer.block("\(access)static func \(name)(_ json: JSONNode) -> Bool", body)
      return
    }
    writer.block("\(access)static func \(name)(_ json: JSONNode) -> Bool") { writer in
      writer.add("var known = KnownVerdicts()", "return \(name)(json, &known)")
    }
    writer.add("")
    guard repetition.remembered.contains(schema) else {
      writer.block("static func \(name)(_ json: JSONNode, _ known: inout KnownVerdicts) -> Bool", body)
      return
    }
    writer.block("static func \(name)(_ json: JSONNode, _ known: inout KnownVerdicts) -> Bool") { writer in
      writer.add("if let verdict = known.verdict(of: \(schema), json) { return verdict }")
      writer.add("let verdict = \(name)Anew(json, &known)")
      writer.add("known.note(verdict, of: \(schema), json)", "return verdict")
    }
    writer.add("")
    writer.block("private static func \(name)Anew(_ json: JSONNode, _ known: inout KnownVerdicts) -> Bool", body)
  }
}
