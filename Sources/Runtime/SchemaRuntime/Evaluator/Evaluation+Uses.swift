/// A keyword of a program that can reject a value itself, and not only through a schema that it applies.
package struct AssertingKeyword: Hashable, Sendable {
  /// The index of the schema in ``Program/schemas``.
  package let schema: Program.SchemaID
  /// Its name; nil for the schema `false`.
  package let keyword: String?
}

/// Which keywords were applied to values of the type that they concern, and which of them rejected one.
package struct KeywordUses: Sendable {
  package private(set) var applied: Set<AssertingKeyword> = []
  package private(set) var rejecting: Set<AssertingKeyword> = []
  /// The schemas and values of the current instance that have been visited.
  private var visited: Set<UInt64> = []

  package init() {}

  fileprivate mutating func begin() { visited.removeAll(keepingCapacity: true) }
  fileprivate mutating func isNew(_ key: UInt64) -> Bool { visited.insert(key).inserted }

  fileprivate mutating func add(_ keyword: AssertingKeyword, _ verdict: SchemaVerdict) {
    applied.insert(keyword)
    if verdict == .invalid { rejecting.insert(keyword) }
  }

  fileprivate mutating func formUnion(_ other: KeywordUses) {
    applied.formUnion(other.applied)
    rejecting.formUnion(other.rejecting)
  }
}

extension Program {
  /// The keywords of a schema that can reject a value themselves.
  package func assertingKeywords(of schema: Program.SchemaID) -> [AssertingKeyword] {
    steps[schemas[schema.index].steps].flatMap { step in
      assertions(of: step).map { AssertingKeyword(schema: schema, keyword: $0.keyword) }
    }
  }

  /// What a step can reject itself: keywords, and steps that each say no more than one of them. A flat switch.
  fileprivate func assertions(of step: Step) -> [(keyword: String?, step: Step)] {
    switch step.instruction {
    case .array(.contains(let item, let min, let max, let evaluates)):
      func part(_ keyword: String?, _ min: Int, _ max: Int) -> (keyword: String?, step: Step) {
        let instruction = Instruction.array(.contains(item, min: min, max: max, evaluates: evaluates))
        return (keyword, Step(instruction: instruction, keyword: step.keyword))
      }
      return (min > 0 ? [part(min == 1 ? keyword(of: step) : "minContains", min, -1)] : [])
        + (max >= 0 ? [part("maxContains", 0, max)] : [])
    case .anyType(.never), .anyType(.type), .anyType(.enumeration), .anyType(.const), .number, .length, .text,
      .array(.uniqueItems), .object(.required), .object(.dependentRequired), .object(.localOnly), .inPlace(.anyOf),
      .inPlace(.oneOf), .inPlace(.not):
      return [(keyword(of: step), step)]
    case .anyType(.annotation), .anyType(.unusable), .array(.prefixItems), .array(.items), .array(.unevaluatedItems),
      .object(.properties), .object(.patternProperties), .object(.additionalProperties), .object(.applied),
      .object(.unevaluatedProperties), .inPlace(.ref), .inPlace(.allOf), .inPlace(.conditional),
      .inPlace(.dependentSchemas):
      return []
    }
  }
}

extension Instruction {
  /// Whether the instruction says something of values of a node's type.
  fileprivate func concerns(_ node: UnsafeJSONNode) -> Bool {
    switch self {
    case .anyType, .inPlace: true
    case .number: node.isNumber
    case .length(let measure, _): measure.type == node.type
    case .text: node.isString
    case .array: node.isArray
    case .object: node.isObject
    }
  }
}

extension Evaluator {
  /// Adds the keywords that a schema applies to `root` and to the values in it, whatever the verdict: also those in
  /// branches that do not hold.
  package func addUses(of root: UnsafeJSONNode, schema: Program.SchemaID, to uses: inout KeywordUses) {
    guard tables.program.schemaIDs.contains(schema) else { return }
    withExtendedLifetime(tables) {
      var evaluation = Evaluation(tables, root, schema, limit: 1, maximumNesting: maximumNesting)
      evaluation.needsOnlyVerdict = true
      uses.begin()
      evaluation.visit(schema, root, &uses)
    }
  }
}

extension Evaluation {
  fileprivate mutating func visit(_ schema: SchemaID, _ node: UnsafeJSONNode, _ uses: inout KeywordUses) {
    guard nesting < maximumNesting, uses.isNew(VerdictRun.key(schema.index, node)) else { return }
    guard nesting < nestingOnStack else {
      _ = onAdditionalStack { $0.visitSteps(of: schema, node, &uses) }
      return
    }
    visitSteps(of: schema, node, &uses)
  }

  private mutating func visitSteps(of schema: SchemaID, _ node: UnsafeJSONNode, _ uses: inout KeywordUses) {
    nesting += 1
    defer { nesting -= 1 }
    for index in program.schemas[schema.index].steps {
      let step = program.steps[index]
      guard step.instruction.concerns(node) else { continue }
      for (keyword, part) in program.assertions(of: step) {
        uses.add(AssertingKeyword(schema: schema, keyword: keyword), run(part, node, schema))
      }
      let applications = program.applications(of: step)
      switch applications.first?.part {
      case .value: visitInPlace(applications, node, &uses)
      case .content: visitContent(step, node, &uses)
      case .names, .elements, .members:
        let marks = step.instruction.isUnevaluated ? evaluatedChildren(of: node, by: schema) : nil
        forEachChild(of: step, node, includesPossible: true, skipping: { marks?.isPossible($0) ?? false }) {
          run, child in
          run.descend(to: child.node, at: child.element)
          run.visit(child.application.schema, child.node, &uses)
          run.ascend()
          return true
        }
      case nil: break
      }
    }
  }

  private mutating func visitInPlace(
    _ applications: [Program.Application], _ node: UnsafeJSONNode, _ uses: inout KeywordUses
  ) {
    var test = SchemaVerdict.valid
    for application in applications {
      switch application.condition {
      case .always, .choice, .negated: break
      case .test: test = verdict(application.schema, node)
      case .present(let name): if !node.isObject || !program.hasMember(name, node, nil) { continue }
      case .then: if test == .invalid { continue }
      case .else: if test == .valid { continue }
      }
      visit(application.schema, node, &uses)
    }
  }

  /// Visits the decoded content of a string, which is a text of its own.
  private mutating func visitContent(_ step: Program.Step, _ node: UnsafeJSONNode, _ uses: inout KeywordUses) {
    guard case .text(.content(let encoding, _, let schema?)) = step.instruction else { return }
    var reader = JSONReader(limits: ContentMediaType.limits)
    let bytes = node.withUTF8 { text in encoding.map { $0.decode(text) } ?? Array(text) } ?? []
    bytes.withUnsafeBufferPointer { bytes in
      guard let root = try? reader.read(bytes) else { return }
      var evaluator = Evaluator(program, maximumIssueCount: 1)
      evaluator.maximumNesting = maximumNesting - nesting
      var own = KeywordUses()
      evaluator.addUses(of: root, schema: schema, to: &own)
      uses.formUnion(own)
    }
  }
}
