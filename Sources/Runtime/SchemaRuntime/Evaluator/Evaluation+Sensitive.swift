// Finds the sensitive values: those to which a schema marked `x-sensitive` applies, and everything within them. Any
// keyword of any other schema might reveal such a value or one that contains it, so they are found before the first
// issue is worded, by a walk that follows every branch whether it holds or not.
extension Evaluation {
  /// The values to which sensitive schemas apply when `schemas` apply to `root`.
  mutating func sensitiveValues(from schemas: [SchemaID], _ root: UnsafeJSONNode) -> SensitiveValues {
    var found: [Range<Int>] = []
    var holders: Set<Int> = []
    var applied: [Int: [SchemaID]] = [:]
    var seen: Set<UInt64> = []
    var pending = schemas.map { ($0, root) }
    while let (schema, node) = pending.popLast() {
      guard verdicts.tables.reachingSensitive.contains(schema), seen.insert(VerdictRun.key(schema.index, node)).inserted
      else {
        continue
      }
      applied[node.index, default: []].append(schema)
      if program.schemas[schema.index].isSensitive {
        found.append(node.index..<node.nextIndex)
        continue
      }
      for index in program.schemas[schema.index].steps {
        pending += applications(of: program.steps[index], schema, node)
        program.forEachApplication(of: program.steps[index]) {
          if $0.part == .content, node.isString, verdicts.tables.reachingSensitive.contains($0.schema) {
            holders.insert(node.index)
          }
        }
      }
    }
    return SensitiveValues(found, holders: holders, schemas: applied)
  }

  /// The sensitive values of the root that their schemas reveal by `const`, `enum` or a pattern: the values that a
  /// sample must not show.
  mutating func fixedSensitiveValues() -> SensitiveValues {
    let sensitive = sensitiveParts()
    var found: [Range<Int>] = []
    var seen: Set<UInt64> = []
    var pending = [(schema, root)]
    while let (schema, node) = pending.popLast() {
      guard seen.insert(VerdictRun.key(schema.index, node)).inserted else { continue }
      for index in program.schemas[schema.index].steps {
        let instruction = program.steps[index].instruction
        pending += applications(of: program.steps[index], schema, node)
        switch instruction {
        case .anyType(.const), .anyType(.enumeration):
          if sensitive.contains(node) {
            found.append(node.index..<node.nextIndex)
          } else {
            found += sensitive.ranges(in: node)
          }
        case .text(.pattern) where sensitive.contains(node) && node.isString:
          found.append(node.index..<node.nextIndex)
        case .object(.patternProperties) where sensitive.contains(node):
          // A name matched by a pattern. Declared names are shown anyway.
          let names = node.members.map(\.name).filter { !isDeclared($0, schema) }
          found += names.map { $0.index..<($0.index + 1) }
        case .anyType, .number, .length, .text, .array, .object, .inPlace: break
        }
      }
    }
    return SensitiveValues(found)
  }

  private func isDeclared(_ name: UnsafeJSONNode, _ schema: SchemaID) -> Bool {
    program.schemas[schema.index].steps.contains { index in
      if case .object(.properties(let run)) = program.steps[index].instruction {
        program.row(named: name, in: run) != nil
      } else {
        false
      }
    }
  }

  /// The schemas that a step may apply to a value, its members and its elements, whether they hold or not.
  private mutating func applications(
    of step: Program.Step, _ schema: SchemaID, _ node: UnsafeJSONNode
  ) -> [(schema: SchemaID, node: UnsafeJSONNode)] {
    let evaluated = step.instruction.isUnevaluated ? surelyEvaluatedChildren(of: node, by: schema) : EvaluatedChildren()
    var found = program.applications(of: step).filter { $0.part == .value }.map { ($0.schema, node) }
    forEachChild(of: step, node, includesPossible: true, skipping: evaluated.contains) { _, child in
      found.append((child.application.schema, child.node))
      return true
    }
    return found
  }

  /// The children of a value that are certainly evaluated. None if a limit is reached, so as to hide too much rather
  /// than too little.
  private mutating func surelyEvaluatedChildren(of node: UnsafeJSONNode, by schema: SchemaID) -> EvaluatedChildren {
    verdicts.begin(at: 0, maximum: maximumNesting)
    let evaluated = verdicts.evaluatedChildren(of: node, by: schema)
    return verdicts.isLimited ? EvaluatedChildren() : evaluated
  }

  /// The sensitive parts of the root.
  mutating func sensitiveParts() -> SensitiveValues {
    if let sensitive { return sensitive }
    let found = program.hasSensitive ? sensitiveValues(from: [schema], root) : SensitiveValues([])
    sensitive = found
    return found
  }

  /// Whether a value is sensitive, or part of one that is.
  mutating func isSensitive(_ node: UnsafeJSONNode) -> Bool { program.hasSensitive && sensitiveParts().contains(node) }
}

// MARK: - Issues

extension Evaluation {
  /// An issue without sensitive information. For an issue of a sensitive value or of a value inside it, the instance
  /// location ends at the sensitive value, and the keyword location before the first member name after that.
  mutating func redactedIssue(
    _ kind: ValidationIssue.Kind, _ keyword: String?, _ node: UnsafeJSONNode, _ schema: SchemaID,
    causes: [ValidationIssue]
  ) -> ValidationIssue {
    let sensitive = sensitiveParts()
    let isSensitive = sensitive.contains(node)
    let depth = shownDepth(sensitive)
    let cut = firstName(after: depth)
    let locations =
      cut.map { location(of: tokens(keywordPath[$0]).first, schemaPath[$0], depth: $0) }
      ?? location(of: keyword, schema)
    let isRedacted = isSensitive || cut != nil || tells(kind, of: node, sensitive)
    let name = cut == nil ? keyword ?? kind.keyword : kind.keyword
    return issue(
      isRedacted ? kind.redacted(as: name) : kind, locations, at: instanceLocation(depth: depth),
      position(of: node, sensitive), causes: causes)
  }

  /// How much of the path to the current value may be shown: up to the first sensitive value, or to the object in which
  /// a name is sensitive.
  private func shownDepth(_ sensitive: SensitiveValues) -> Int {
    if sensitive.contains(root) { return 0 }
    for (depth, element) in instancePath.enumerated() {
      if case .member(let name) = element, sensitive.contains(name) { return depth }
      if sensitive.range(around: descents[depth].index) != nil { return depth + 1 }
    }
    return instancePath.count
  }

  /// The first element of the keyword path that contains a member name, after the shown part of the instance path or
  /// inside a sensitive value; nil if the path may be shown.
  private func firstName(after depth: Int) -> Int? {
    let isWhole = depth == instancePath.count && sensitive?.range(around: descents.last?.index ?? root.index) == nil
    if isWhole { return nil }
    let start = depth == 0 ? 0 : descents[depth - 1].keywordCount + 1
    guard start <= keywordPath.count else { return nil }
    return keywordPath[start...].firstIndex {
      switch $0 {
      case .named, .patterned: true
      case .keyword, .indexed, .thenBranch, .elseBranch: false
      }
    }
  }

  /// The start of the sensitive value that contains a value, so that columns do not reveal the contents.
  private func position(of node: UnsafeJSONNode, _ sensitive: SensitiveValues) -> Int {
    var offset = node.offset
    if let range = sensitive.range(around: node.index) { offset = root[at: range.lowerBound].offset }
    for (depth, element) in instancePath.enumerated() {
      // A sensitive name is represented by its object.
      guard case .member(let name) = element, sensitive.contains(name) else { continue }
      return depth == 0 ? root.offset : root[at: descents[depth - 1].index].offset
    }
    return offset
  }

  /// Whether an issue's kind would reveal something sensitive about a value that is not sensitive itself: a value in
  /// it, or one that the schema expects in it.
  private mutating func tells(
    _ kind: ValidationIssue.Kind, of node: UnsafeJSONNode, _ sensitive: SensitiveValues
  ) -> Bool {
    if kind.showsContent, sensitive.isSensitiveOrHolds(node) { return true }
    let schemas = sensitive.schemas[node.index] ?? []
    switch kind {
    case .enumeration(let values, _): return values.contains { isSensitiveOrHolds($0, schemas) }
    case .const(let value, _): return isSensitiveOrHolds(value, schemas)
    case .excluded(let values, _): return values.contains { isSensitiveOrHolds($0, schemas) }
    case .excludedMember(let name): return hasSensitive([name], schemas)
    case .onlyOne(let names): return hasSensitive(names, schemas)
    case .alternatives(_, let values, _): return values.contains { isSensitiveOrHolds($0, schemas) }
    case .required(let names), .anyRequired(let names): return hasSensitive(names, schemas)
    case .dependentRequired(let name, let names): return hasSensitive([name] + names, schemas)
    case .localOnly(let name): return hasSensitive([name], schemas)
    case .uniqueNames(let name): return hasSensitive([name], schemas)
    case .undeclared(_, let name, let nearest): return hasSensitive([name] + [nearest].compactMap { $0 }, schemas)
    case .never, .type, .multipleOf, .bound, .length, .text, .anyPattern, .patternExhausted, .contentSchema,
      .uniqueItems, .contains,
      .anyOf, .oneOf, .closest, .not, .sensitive,
      .schemaNesting,
      .contentNesting, .unusableSchema, .tooMuchToHold, .internalInconsistency, .truncated:
      return false
    }
  }

  /// Whether a value would be sensitive, or contain something sensitive, if these schemas apply to it.
  mutating func isSensitiveOrHolds(_ value: JSONValue, _ schemas: [SchemaID]) -> Bool {
    withParts(of: value, schemas) { $1.isSensitiveOrHolds($0) }
  }

  /// Whether one of the names would be sensitive in an object to which these schemas apply.
  private mutating func hasSensitive(_ names: [String], _ schemas: [SchemaID]) -> Bool {
    withParts(of: .object(JSONObject(names.map { ($0, .null) })), schemas) { object, sensitive in
      object.members.contains { sensitive.contains($0.name) }
    }
  }

  private mutating func withParts(
    of value: JSONValue, _ schemas: [SchemaID], _ body: (UnsafeJSONNode, SensitiveValues) -> Bool
  ) -> Bool {
    var reader = JSONReader(limits: JSONLimits(maximumDepth: JSONLimits.hardMaximumDepth))
    return Array(value.text().utf8).withUnsafeBufferPointer { text in
      // A value that cannot be read is not shown.
      guard let node = try? reader.read(text) else { return true }
      var evaluation = Evaluation(verdicts.tables, node, schema, limit: 1, maximumNesting: maximumNesting)
      return body(node, evaluation.sensitiveValues(from: schemas, node))
    }
  }
}

// MARK: - Annotations

extension Evaluation {
  /// Whether annotations of a value are suppressed, because it is inside a sensitive value or its name is sensitive.
  mutating func isHidden(_ child: UnsafeJSONNode, at element: InstancePathElement) -> Bool {
    let sensitive = sensitiveParts()
    if case .member(let name) = element, sensitive.contains(name) { return true }
    return sensitive.range(around: child.index).map { $0.lowerBound < child.index } ?? false
  }

  /// An annotation of a value without sensitive parts; nil if nothing is left.
  ///
  /// For a sensitive value, only descriptive annotations remain.
  mutating func shown(_ annotation: JSONValue, of keyword: String, _ node: UnsafeJSONNode) -> JSONValue? {
    let sensitive = sensitiveParts()
    if sensitive.contains(node) {
      let depth = instancePath.count
      if Self.describingKeywords.contains(keyword), firstName(after: depth) == nil { return annotation }
      return Optional.none
    }
    let schemas = sensitive.schemas[node.index] ?? []
    switch keyword {
    case "examples":
      guard case .array(let examples) = annotation else { return annotation }
      let shown = examples.filter { !isSensitiveOrHolds($0, schemas) }
      return shown.isEmpty && !examples.isEmpty ? Optional.none : .array(shown)
    case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties":
      guard case .array(let names) = annotation else { return annotation }
      return .array(names.filter { !hasSensitive([$0.string ?? ""], schemas) })
    case "contentSchema": return annotation.hasSensitiveSchema ? Optional.none : annotation
    default: return isSensitiveOrHolds(annotation, schemas) ? Optional.none : annotation
    }
  }

  private static let describingKeywords: Set<String> = ["title", "description", "deprecated", "readOnly", "writeOnly"]
}

extension JSONValue {
  /// Whether a schema in JSON form, or one in it, is marked `x-sensitive`.
  fileprivate var hasSensitiveSchema: Bool {
    var pending = [self]
    while let value = pending.popLast() {
      switch value {
      case .object(let object):
        if object["x-sensitive"] == true { return true }
        pending += object.values
      case .array(let elements): pending += elements
      case .null, .bool, .number, .string: break
      }
    }
    return false
  }
}
