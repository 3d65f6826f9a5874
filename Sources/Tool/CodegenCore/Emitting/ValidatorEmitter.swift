import JSONSchema
@_spi(Generated) import SchemaRuntime
import SchemaValidation

/// Prints a program as Swift: the second back end, which returns a verdict without issues.
///
/// A schema with a type becomes the type's `isValid(_:)`; one with only scalar checks is printed inline; any other
/// becomes a function next to the type of its document's root.
struct ValidatorEmitter {
  let program: Program
  let style: Configuration.Validators
  let graph: SchemaGraph
  let indexes: Compiler.Indices
  /// The qualified names of types, by schema index.
  private var types: [Program.SchemaID: SwiftSource] = [:]
  /// The schemas among these whose types other modules have, with their validators.
  private var foreign: Set<Program.SchemaID> = []
  /// The function and host of each schema without a type: `UserCardMessage.isValidExt`.
  private var functions: [Program.SchemaID: (host: TypeKey, hostName: SwiftSource, name: SwiftSource)] = [:]
  /// The schemas whose functions are in a type, in order.
  private var hosted: [TypeKey: [Program.SchemaID]] = [:]
  private var names: [TypeKey: [String]] = [:]
  /// The schemas used in place of the types' own.
  private let derived: [TypeKey: Program.SchemaID]
  /// The schemas that types' own only refer to, and that no other type has: what such a type's validator checks.
  private var referred: [TypeKey: Program.SchemaID] = [:]
  /// The types whose schemas may also admit null, and whether they do: of two branches that both admit null, `oneOf`
  /// admits neither.
  private var besideNull: [Program.SchemaID: (schema: Program.SchemaID, type: SwiftSource, admitsNull: Bool)] = [:]
  /// The types that contain their own schemas' functions.
  private var hosts: [Program.SchemaID: TypeKey] = [:]
  /// The schemas that evaluate members, and those that evaluate elements, if any schema has an `unevaluated…`
  /// keyword.
  let evaluatingSchemas: [EvaluatedParts.Kind: Set<Program.SchemaID>]
  /// The schemas that evaluate children only under a condition.
  private(set) var notedSchemas: [EvaluatedParts.Kind: Set<Program.SchemaID>] = [:]
  private(set) var repetition = Repetition()
  /// The types whose decoders validate.
  private(set) var exactTypes: Set<TypeKey> = []
  /// The schemas whose validators reject every value with duplicate member names.
  private(set) var uniqueSchemas: Set<Program.SchemaID> = []
  /// Whether conditions are for bodies of validators, which pass known verdicts on.
  private(set) var handsKnownOn = true
  private let unions: [Program.SchemaID: TypeDeclaration]
  /// The number of checks in expressions that are printed inline; nil for any other schema.
  private var expressionSizes: [Program.SchemaID: Int?] = [:]
  private static let largestExpression = 16
  private static let longestWay = 40
  /// The schemas whose validators call the evaluator.
  let oversizedSchemas: Set<Program.SchemaID>
  /// The schemas that apply themselves to values inside a value.
  private(set) var recursiveSchemas: Set<Program.SchemaID> = []
  /// The schemas that printed validators reach; nil for all.
  private var printedSchemas: Set<Program.SchemaID>?

  /// - Parameter foreign: the types of other modules whose validators can be called here.
  init(
    program planned: PlannedProgram, graph: SchemaGraph, plan: TypePlan, foreign: [SchemaID: SwiftSource] = [:],
    style: Configuration.Validators
  ) {
    let output = planned.output
    derived = planned.derived
    self.style = style
    program = output.program
    oversizedSchemas = Self.oversizedSchemas(in: output.program)
    self.graph = graph
    indexes = output.indices
    evaluatingSchemas = Dictionary(
      uniqueKeysWithValues: EvaluatedParts.Kind.allCases.map { ($0, Self.schemasThatEvaluate($0, in: output.program)) })
    referred = Self.referredSchemas(of: plan, in: output, besides: derived)
    var unions: [Program.SchemaID: TypeDeclaration] = [:]
    for type in plan.files.flatMap(\.types) {
      let index = derived[type.key] ?? referred[type.key] ?? indexes[type.key.schema]
      if let index, case .union = type.kind { unions[index] = type }
    }
    self.unions = unions
    repetition = Repetition(program) { schema, instruction in
      unions[schema].map { dispatch(of: instruction, in: $0) != nil } ?? false
    }
    // One validator stands for both, so they must have the same parameters: verdicts of the file's schema may be cached.
    referred = referred.filter { key, target in
      indexes[key.schema].map(repetition.handingOn.contains) == repetition.handingOn.contains(target)
    }
    addForeign(foreign)
    let evaluator = Evaluator(program, maximumIssueCount: 1)
    for type in plan.files.flatMap(\.types) {
      guard let own = indexes[type.key.schema] else { continue }
      let index = derived[type.key] ?? own
      if index != own || !type.key.isInner {
        types[index] = type.name.source
        hosts[index] = type.key
      }
      if let index = referred[type.key] {
        types[index] = type.name.source
        hosts[index] = type.key
      }
      if type.isBesideNull, !type.key.isInner, !type.key.isPatch {
        let issues = try? evaluator.issues(in: Array("null".utf8), schema: own)
        besideNull[own] = (index, type.name.source, admitsNull: issues?.isEmpty ?? false)
      }
      names[type.key] = memberNames(type, referred[type.key] ?? index)
    }
    addFunctions(plan)
    nameFunctions(ofPatches: planned.partsOfPatches, plan)
    for schema in program.schemaIDs { _ = measureExpression(schema) }
    nameFunctions()
    printedSchemas = schemasThatArePrinted(with: plan.memberSchemas(in: graph).compactMap { output.indices[$0] })
    for schema in StrongComponents(program.appliedSchemas).cycles.joined() {
      recursiveSchemas.insert(Program.SchemaID(schema))
    }
    uniqueSchemas = schemasThatFindEqualNames()
    exactTypes = typesDecodedExactly(plan)
    for kind in EvaluatedParts.Kind.allCases { notedSchemas[kind] = schemasWithNotes(kind) }
  }

  /// Adds the types of other modules, except those whose validators would have to know what this module's do: what is
  /// evaluated, and verdicts that are passed on.
  private mutating func addForeign(_ foreign: [SchemaID: SwiftSource]) {
    let noted = evaluatingSchemas.values.reduce(oversizedSchemas.union(repetition.handingOn)) { $0.union($1) }
    for (schema, type) in foreign {
      guard let index = indexes[schema], !noted.contains(index) else { continue }
      types[index] = type
      self.foreign.insert(index)
    }
  }

  /// Adds the functions of schemas without a type, still without names.
  private mutating func addFunctions(_ plan: TypePlan) {
    var hosts: [Int: TypeDeclaration] = [:]
    for file in plan.files {
      if let root = file.types.first { hosts[graph[root.key.schema].document] = root }
    }
    for (schema, index) in indexes.pairs where types[index] == nil {
      guard let host = hosts[graph[schema].document] ?? plan.files.first?.types.first else { continue }
      functions[index] = (host.key, host.name.source, "")
      hosted[host.key, default: []].append(index)
    }
  }

  /// Names the functions that are printed: most schemas are checked inline.
  private mutating func nameFunctions() {
    let evaluating = evaluatingSchemas.values.reduce(Set()) { $0.union($1) }
    var taken: [TypeKey: Set<String>] = [:]
    for (schema, index) in indexes.pairs {
      guard let (host, _, known) = functions[index], known.text.isEmpty,
        (expressionSizes[index] ?? nil) == nil || evaluating.contains(index)
      else { continue }
      // A name derived from a long path through many schemas would be longer than the code it names.
      let tokens = graph[schema].pointer.tokens
      let text = tokens.count <= Self.longestWay ? tokens.joined(separator: "-") : "schema-\(index)"
      let foreign = graph[host.schema].document == graph[schema].document ? "" : "Other"
      let wanted = "isValid" + foreign + SwiftNames.type(text.isEmpty ? "root" : text)
      let name = SwiftNames.unique(wanted, of: text, among: taken[host] ?? [])
      taken[host, default: []].insert(name)
      functions[index]?.name = SwiftNames.path(name)
    }
  }

  private mutating func nameFunctions(ofPatches parts: [Program.SchemaID: TypeKey], _ plan: TypePlan) {
    var counts: [TypeKey: Int] = [:]
    for (index, host) in parts.sorted(by: { $0.key < $1.key }) {
      guard let name = plan.names[host]?.source else { continue }
      counts[host, default: 0] += 1
      functions[index] = (host, name, "isValidChange\(SwiftSource(counts[host] ?? 0))")
      hosted[host, default: []].append(index)
    }
  }

  // MARK: - For model emitters

  func index(of type: TypeDeclaration) -> Program.SchemaID { derived[type.key] ?? indexes[type.key.schema] ?? 0 }

  /// The schema that the type's validator checks.
  func checkedIndex(of type: TypeDeclaration) -> Program.SchemaID { referred[type.key] ?? index(of: type) }

  /// Returns the names that the type's table of names has, in order: its own members first.
  func memberNames(of type: TypeDeclaration) -> [String] { names[type.key] ?? [] }

  private func memberNames(_ type: TypeDeclaration, _ index: Program.SchemaID) -> [String] {
    guard case .structure(let plan) = type.kind else { return [] }
    var names = plan.members.map(\.wireName)
    if style == .program || oversizedSchemas.contains(index) { return names }
    for name in ObjectSteps(program, index).names where !names.contains(spelledLike: name) { names.append(name) }
    return names
  }

  /// Whether the validator of a type checks for duplicate names, as the evaluator does.
  func checksUniqueNames(_ type: TypeDeclaration) -> Bool {
    style == .program || uniqueSchemas.contains(checkedIndex(of: type))
  }

  /// Returns the types of other modules whose validators those of a type call.
  func foreignTypes(of type: TypeDeclaration) -> [SwiftSource] {
    if style == .program || foreign.isEmpty { return [] }
    let own = [index(of: type)] + (hosted[type.key] ?? [])
    let reached = Closure.of(own) { schema in
      foreign.contains(schema) || hosts[schema].map { $0 != type.key } ?? false
        ? [] : Array(program.appliedSchemas(by: schema))
    }
    return reached.filter(foreign.contains).compactMap { types[$0] }
  }

  /// Adds the validator of a type; for a document's root, also the functions of its schemas without a type.
  func addValidators(of type: TypeDeclaration, access: SwiftSource, to writer: inout CodeWriter) {
    if style == .program {
      // Modules whose validators are printed call it.
      if !type.isModel {
        writer.function("\(access)static func isValid(_ json: UnsafeJSONNode) -> Bool") {
          $0.add("SchemaProgram.schema(\(index(of: type).index)).isValid(json)")
        }
      }
      return
    }
    let schema = checkedIndex(of: type)
    addFunction("isValid", of: schema, access: access, to: &writer) { addBody(schema, of: type, to: &$0) }
    if hosts[schema] == type.key { addNoteFunctions(schema, to: &writer) }
    for index in (hosted[type.key] ?? []).sorted() where isPrinted(index) {
      if let function = functions[index], needsFunction(index) {
        writer.add("")
        addFunction(function.name, of: index, access: "", to: &writer) { addBody(index, of: nil, to: &$0) }
      }
      addNoteFunctions(index, to: &writer)
    }
  }

  /// Returns the function that records what a schema evaluates.
  func noteFunction(of schema: Program.SchemaID, _ kind: EvaluatedParts.Kind) -> (
    hostName: SwiftSource, name: SwiftSource
  )? {
    let stem = kind == .members ? "noteEvaluatedMembers" : "noteEvaluatedItems"
    if let type = types[schema] { return (type, SwiftNames.path(stem)) }
    return functions[schema].map { ($0.hostName, SwiftNames.path(stem + $0.name.text.dropFirst("isValid".count))) }
  }

  /// Returns the check that a value satisfies a schema.
  func check(_ schema: SchemaID, on value: SwiftSource) -> Check {
    // Only schemas that describe values are planned, and these are compiled.
    guard let index = indexes[schema] else { return .never }
    guard style == .program else { return handingNothingOn.check(index, on: value) }
    return program.schemas[index.index].steps.isEmpty ? .always : evaluatorCheck(index, on: value)
  }

  /// The same emitter for conditions outside the bodies of validators.
  var handingNothingOn: ValidatorEmitter {
    var emitter = self
    emitter.handsKnownOn = false
    return emitter
  }

  // MARK: - Checks

  /// Returns the check that a schema makes of `value`.
  func check(_ schema: Program.SchemaID, on value: SwiftSource) -> Check {
    if let type = types[schema] { return .test("\(type).isValid(\(value)\(knownArgument(for: schema)))") }
    if let check = inlineCheck(schema, on: value) { return check }
    // ``schemasWithoutValidator`` lists such a schema, and nothing is generated.
    guard let function = functions[schema] else { return evaluatorCheck(schema, on: value) }
    return .test("\(function.hostName).\(function.name)(\(value)\(knownArgument(for: schema)))")
  }

  private func evaluatorCheck(_ schema: Program.SchemaID, on value: SwiftSource) -> Check {
    .test("SchemaProgram.schema(\(schema.index)).isValid(\(value))")
  }

  /// The schemas that need a function and have none: a mistake in planning.
  var schemasWithoutValidator: [Program.SchemaID] {
    if style == .program { return [] }
    let reached = Closure.of(types.keys.sorted() + functions.keys.sorted()) { Array(program.appliedSchemas(by: $0)) }
    return reached.filter { isPrinted($0) && functions[$0] == nil && needsFunction($0) }
  }

  private func refusesAll(_ schema: Program.SchemaID) -> Bool {
    program.steps[program.schemas[schema.index].steps].contains { $0.instruction == .anyType(.never) }
  }

  /// Returns the check of a schema that consists of a few scalar checks; nil for any other.
  private func inlineCheck(_ schema: Program.SchemaID, on value: SwiftSource) -> Check? {
    if let (inner, type, admitsNull) = besideNull[schema] {
      let check = Check.test("\(type).isValid(\(value)\(knownArgument(for: inner)))")
      return admitsNull ? .any([.test("\(value).isNull"), check]) : check
    }
    if refusesAll(schema) { return .never }
    if let (target, tag) = tagged(schema, on: value) { return .all(of: [tag, check(target, on: value)]) }
    guard expressionSizes[schema] ?? nil != nil else { return nil }
    var known: TypeSet?
    var checks: [Check] = []
    var steps = program.steps[program.schemas[schema.index].steps]
    while let step = steps.first {
      if let (check, count) = typeWithLimits(steps, on: value) {
        checks.append(check)
        if case .anyType(.type(let types)) = step.instruction { known = types }
        steps = steps.dropFirst(count)
        continue
      }
      steps = steps.dropFirst()
      switch step.instruction {
      case .inPlace(.ref(let target)): checks.append(check(target, on: value))
      case .inPlace(.anyOf(let run)):
        checks.append(.any(of: program.rows(of: run).map { check($0.schema, on: value) }))
      case .inPlace(.conditional(let condition, nil, let otherwise?)):
        checks.append(.any(of: [condition, otherwise].map { check($0, on: value) }))
      case .array(.items(let items, from: 0)): checks.append(elementsCheck(items, on: value))
      case .anyType, .number, .length, .text, .array, .object, .inPlace:
        guard let check = leaf(step.instruction, on: value, known: known) else { return nil }
        if case .anyType(.type(let types)) = step.instruction { known = types }
        checks.append(check)
      }
    }
    return .all(of: checks)
  }

  /// Returns the target and the check of a schema that consists of a reference and the strings that one member may be,
  /// as a discriminator selects it.
  func tagged(_ schema: Program.SchemaID, on value: SwiftSource) -> (target: Program.SchemaID, tag: Check)? {
    let steps = program.steps[program.schemas[schema.index].steps]
    guard steps.count == 2, case .inPlace(.ref(let target))? = steps.first?.instruction,
      case .object(.properties(let run))? = steps.last?.instruction, run.count == 1,
      let (written, schema) = program.members(of: run).first
    else { return nil }
    let member = program.steps[program.schemas[schema.index].steps]
    guard member.count == 1, case .anyType(.enumeration(let list))? = member.first?.instruction else { return nil }
    let tags = program.values(of: list).map(\.string)
    guard !tags.contains(nil) else { return nil }
    let name = SwiftText.literal(written)
    return (
      target,
      .any(of: tags.compactMap { $0 }.map { .test("\(value).admitsTag(\(name), \(SwiftText.literal($0)))") })
    )
  }

  /// Returns the check of all elements of an array.
  private func elementsCheck(_ items: Program.SchemaID, on value: SwiftSource) -> Check {
    let element = check(items, on: "$0")
    switch element {
    case .always: return .always
    case .never: return .comparison("\(value).childCount == 0")
    case .test, .comparison, .not, .all, .any:
      return elementsWithLimits(items, on: value) ?? .test("\(value).allElements({ \(element.source) })")
    }
  }

  /// Decides whether a schema is printed inline. Size and depth are limited: a schema with two alternatives that have
  /// two alternatives each, and so on, would double the text with each level.
  ///
  /// - Returns: the size of the inline text, which may be a function call.
  private mutating func measureExpression(_ schema: Program.SchemaID, depth: Int = 0) -> Int {
    if types[schema] != nil || besideNull[schema] != nil || tagged(schema, on: "json") != nil { return 1 }
    if let known = expressionSizes[schema] { return known ?? 1 }
    expressionSizes[schema] = .some(nil)
    if oversizedSchemas.contains(schema) { return 1 }
    let steps = program.steps[program.schemas[schema.index].steps]
    guard steps.count <= 4, depth < Self.largestExpression || functions[schema] == nil else { return 1 }
    var size = 0
    for step in steps {
      switch step.instruction {
      case .inPlace(.ref(let target)): size += measureExpression(target, depth: depth + 1)
      case .inPlace(.anyOf(let run)) where run.count == 2:
        for row in program.rows(of: run) { size += measureExpression(row.schema, depth: depth + 1) }
      case .inPlace(.conditional(let condition, nil, let otherwise?)):
        for schema in [condition, otherwise] { size += measureExpression(schema, depth: depth + 1) }
      case .text(.content(_, _, let content)):
        size += 1 + (content.map { measureExpression($0, depth: depth + 1) } ?? 0)
      case .array(.items(let items, from: 0)) where isArrayOfScalars(steps, items): size += 3
      case .anyType, .number, .length, .text, .array, .object, .inPlace:
        guard leaf(step.instruction, on: "json", known: nil) != nil else { return 1 }
        size += 1
      }
    }
    guard size <= Self.largestExpression || functions[schema] == nil else { return 1 }
    expressionSizes[schema] = size
    return size
  }

  /// Whether steps are those of an array whose elements have but a few scalar checks.
  private func isArrayOfScalars(_ steps: ArraySlice<Program.Step>, _ items: Program.SchemaID) -> Bool {
    let checks = program.steps[program.schemas[items.index].steps]
    return steps.first?.instruction == .anyType(.type(.array)) && checks.count <= 3
      && checks.allSatisfy { step in
        switch step.instruction {
        case .text(.content), .array, .object, .inPlace: false
        case .anyType, .number, .length, .text: leaf(step.instruction, on: "$0", known: nil) != nil
        }
      }
  }

  /// Returns the schemas that need validators; nil for all. Schemas that only the evaluator or another module's
  /// validators reach need none.
  ///
  /// - Parameter checked: the schemas of members that decoders check.
  private func schemasThatArePrinted(with checked: [Program.SchemaID]) -> Set<Program.SchemaID>? {
    if oversizedSchemas.isEmpty, foreign.isEmpty { return nil }
    var found: Set<Program.SchemaID> = []
    var pending = types.keys.sorted() + besideNull.keys.sorted() + checked
    while let next = pending.popLast() {
      // A type's decoder may call validators that the type's own validator does not.
      guard found.insert(next).inserted, !foreign.contains(next),
        types[next] != nil || !oversizedSchemas.contains(next)
      else { continue }
      pending += program.appliedSchemas(by: next)
    }
    return found
  }

  private func isPrinted(_ schema: Program.SchemaID) -> Bool { printedSchemas?.contains(schema) ?? true }

  private func needsFunction(_ schema: Program.SchemaID) -> Bool {
    types[schema] == nil && inlineCheck(schema, on: "json") == nil
  }

  /// Adds `guard …, … else { return false }`, or nothing for a schema that admits everything.
  func addGuard(_ schema: Program.SchemaID, on value: SwiftSource, to writer: inout CodeWriter) {
    addGuard(check(schema, on: value), to: &writer)
  }

  func addGuard(_ check: Check, to writer: inout CodeWriter) {
    let conditions = check.conditions
    if conditions.isEmpty { return }
    let line: SwiftSource = "guard \(conditions.joined(separator: ", ")) else { return false }"
    if line.count <= 108 || conditions.count == 1 && line.count <= 112 {
      writer.add(line)
    } else {
      guard conditions.count > 1, conditions.allSatisfy({ $0.count <= 90 }) else {
        writer.add("guard")
        writer.add(conditions.enumerated().map { "  " + $1 + ($0 < conditions.count - 1 ? "," : "") })
        writer.add("else { return false }")
        return
      }
      var lines: [SwiftSource] = ["guard "]
      for (index, condition) in conditions.enumerated() {
        let condition: SwiftSource = index < conditions.count - 1 ? condition + "," : condition
        if index == 0 || lines[lines.count - 1].count + condition.count <= 100 {
          lines[lines.count - 1] += (index == 0 ? "" : " ") + condition
        } else {
          lines.append("  " + condition)
        }
      }
      writer.add(lines)
      writer.add("else { return false }")
    }
  }

  // MARK: - Bodies

  /// Adds all checks of a schema on `json`, ending in `return true`.
  private func addBody(_ schema: Program.SchemaID, of type: TypeDeclaration?, to writer: inout CodeWriter) {
    if oversizedSchemas.contains(schema) {
      // If a limit is exceeded, the evaluator is undecided as well, and the outermost validator must know.
      let isLimited = repetition.limited.contains(schema)
      if isLimited {
        writer.add("known.accepts(json, SchemaProgram.schema(\(schema.index)))")
      } else {
        writer.add("SchemaProgram.schema(\(schema.index)).isValid(json)")
      }
      return
    }
    let steps = Array(program.steps[program.schemas[schema.index].steps])
    if steps.contains(where: { $0.instruction == .anyType(.never) }) {
      writer.add("return false")
      return
    }
    if case .enumeration(let plan) = type?.kind, isList(of: plan, steps) {
      writer.add("jsonValues.contains(json)")
      return
    }
    var known: TypeSet?
    var fused = 0
    for (index, step) in steps.enumerated() {
      if fused > 0 {
        fused -= 1
        continue
      }
      if let (check, count) = typeWithLimits(steps[index...], on: "json") {
        addGuard(check, to: &writer)
        if case .anyType(.type(let types)) = step.instruction { known = types }
        fused = count - 1
      } else if let check = leaf(step.instruction, on: "json", known: known) {
        if case .anyType(.type(let types)) = step.instruction { known = types }
        addGuard(check, to: &writer)
      } else if case .anyType(.enumeration(let run)) = step.instruction {
        addEnumeration(program.values(of: run), to: &writer)
      } else if !addDispatch(step.instruction, of: type, to: &writer) {
        addLogic(step, to: &writer)
      }
      addUnevaluated(step.instruction, of: schema, to: &writer)
      if Self.isFirstOfArray(step, in: steps) { addArray(steps, known, to: &writer) }
      if Self.isFirstOfObject(step, in: steps) { addObject(schema, type, known, to: &writer) }
    }
    writer.returnLastGuard()
  }

  /// Whether steps require no more than that a string is among the values of an enumeration.
  func isList(of plan: EnumerationPlan, _ steps: [Program.Step]) -> Bool {
    var hasList = false
    for step in steps {
      switch step.instruction {
      case .anyType(.type(let types)): if !types.contains(.string) { return false }
      case .anyType(.enumeration(let run)):
        let values = program.values(of: run)
        guard values.count == plan.cases.count, Set(values) == Set(plan.cases.map(\.value)) else { return false }
        guard values.allSatisfy({ $0.string != nil }) else { return false }
        hasList = true
      case .anyType, .number, .length, .text, .array, .object, .inPlace: return false
      }
    }
    return hasList
  }

  private func addLogic(_ step: Program.Step, to writer: inout CodeWriter) {
    var branches: [Check] = []
    var (test, then, otherwise) = (Check.always, Check.always, Check.always)
    var isOne = false
    let applications = program.applications(of: step).filter { $0.part == .value }
    for application in applications {
      let check = check(application.schema, on: "json")
      switch application.condition {
      case .always: addGuard(check, to: &writer)
      case .negated: addGuard(!check, to: &writer)
      case .choice(let ofOne):
        branches.append(check)
        isOne = ofOne
      case .test: test = check
      case .then: then = check
      case .else: otherwise = check
      // In the loop over the members.
      case .present: break
      }
    }
    addConditional(test, then: then, otherwise: otherwise, to: &writer)
    if branches.isEmpty { return }
    if isOne { addOneOf(branches, to: &writer) } else { addAnyOf(branches, to: &writer) }
  }

  /// Adds one condition, or one per branch if a single expression would be slow to compile.
  private func addAnyOf(_ branches: [Check], to writer: inout CodeWriter) {
    let any = Check.any(of: branches)
    guard case .any(let parts) = any, parts.count > Self.largestExpression else { return addGuard(any, to: &writer) }
    writer.block("anyOf: do") { writer in
      for part in parts { writer.block("if \(part.source)") { $0.add("break anyOf") } }
      writer.add("return false")
    }
  }

  /// Adds a count of matching branches; branches that always or never match are counted statically.
  private func addOneOf(_ branches: [Check], to writer: inout CodeWriter) {
    let always = branches.count { $0 == .always }
    let open = branches.filter(\.isOpen)
    if always > 1 || always + open.count == 0 {
      addGuard(.never, to: &writer)
    } else if !open.isEmpty {
      writer.add("var matching = \(always)")
      for branch in open { writer.add("if \(branch.source) { matching += 1 }") }
      addGuard(.comparison("matching == 1"), to: &writer)
    }
  }

  private func addConditional(_ test: Check, then: Check, otherwise: Check, to writer: inout CodeWriter) {
    switch (test, then, otherwise) {
    case (_, .always, .always): break
    case (.always, _, _): addGuard(then, to: &writer)
    case (.never, _, _): addGuard(otherwise, to: &writer)
    case (_, _, .always): writer.block("if \(test.source)") { addGuard(then, to: &$0) }
    case (_, .always, _): writer.block("if \((!test).source)") { addGuard(otherwise, to: &$0) }
    default:
      writer.block("if \(test.source)") { addGuard(then, to: &$0) }
      writer.block("else") { addGuard(otherwise, to: &$0) }
    }
  }

  private func addEnumeration(_ values: [JSONValue], to writer: inout CodeWriter) {
    let strings = values.compactMap(\.string)
    let others = values.filter { $0.string == nil }
    writer.add("var isListed = false")
    if !strings.isEmpty {
      writer.block("if json.isString") { writer in
        var byLength: [Int: [String]] = [:]
        for string in strings { byLength[string.utf8.count, default: []].append(string) }
        writer.add("switch json.utf8Count {")
        for length in byLength.keys.sorted() {
          writer.add("case \(length):")
          for string in byLength[length] ?? [] {
            writer.add("  if json.equals(\(SwiftText.literal(string))) { isListed = true }")
          }
        }
        writer.add("default: break", "}")
      }
    }
    for value in others { writer.add("if \(equality("json", value, known: nil).source) { isListed = true }") }
    addGuard(.test("isListed"), to: &writer)
  }
}
