// Annotations are collected in a separate walk after the verdict. It visits only schemas that hold, so nothing has to
// be undone, and validation alone does not pay for it.
extension Evaluation {
  /// Collects the annotations of a schema, which `node` satisfies, and of all schemas that it applies.
  mutating func annotate(_ schema: SchemaID, _ node: UnsafeJSONNode, into found: inout Annotations) {
    guard nesting < maximumNesting, !found.isFull else { return }
    guard nesting < nestingOnStack else {
      _ = onAdditionalStack { $0.annotate(schema, node, into: &found) }
      return
    }
    let isRepeated = program.schemas[schema.index].isRepeated
    let key = VerdictRun.key(schema.index, node)
    if isRepeated, found.silent.contains(key) { return }
    nesting += 1
    defer { nesting -= 1 }
    let count = found.all.count
    for index in program.schemas[schema.index].steps {
      annotate(program.steps[index], node, schema, into: &found)
    }
    if isRepeated, found.all.count == count { found.silent.insert(key) }
  }

  /// The annotations collected so far, and a limit.
  struct Annotations {
    var all: [Annotation] = []
    let limit: Int
    /// Schemas that are applied repeatedly, with the values for which they have no annotations. Annotations count
    /// against the limit; schemas without any would be walked twice as often with every level.
    var silent: Set<UInt64> = []

    init(limit: Int) { self.limit = limit }

    var isFull: Bool { all.count >= limit }
  }

  private mutating func annotate(
    _ schema: SchemaID, _ node: UnsafeJSONNode, along element: KeywordPathElement, into found: inout Annotations
  ) {
    keywordPath.append(element)
    defer { keywordPath.removeLast() }
    annotate(schema, node, into: &found)
  }

  private mutating func annotate(
    _ schema: SchemaID, _ child: UnsafeJSONNode, along element: KeywordPathElement, at pathElement: InstancePathElement,
    into found: inout Annotations
  ) {
    if program.hasSensitive, isHidden(child, at: pathElement) { return }
    descend(to: child, at: pathElement)
    defer { ascend() }
    annotate(schema, child, along: element, into: &found)
  }

  private mutating func annotate(
    _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID, into found: inout Annotations
  ) {
    if case .anyType(.annotation(let value, let onStrings)) = step.instruction {
      if !onStrings || node.isString { note(program.values[Int(value)], step, schema, node, into: &found) }
      return
    }
    let applications = program.applications(of: step)
    switch applications.first?.part {
    case .value: annotateInPlace(applications, node, into: &found)
    // Names have no annotations.
    case nil, .names, .content: break
    case .elements:
      if node.isArray { annotateChildren(step, node, schema, into: &found) }
    case .members:
      if node.isObject { annotateChildren(step, node, schema, into: &found) }
    }
  }

  private mutating func annotateInPlace(
    _ applications: [Program.Application], _ node: UnsafeJSONNode, into found: inout Annotations
  ) {
    var members: Program.MemberTable?
    var test = SchemaVerdict.valid
    for application in applications {
      switch application.condition {
      case .always: break
      case .present(let name):
        guard node.isObject else { return }
        members = members ?? Program.MemberTable(node, asked: Int32(truncatingIfNeeded: applications.count))
        if !program.hasMember(name, node, members) { continue }
      case .choice: if verdict(application.schema, node) != .valid { continue }
      // A schema that only may hold adds no annotations.
      case .test:
        test = verdict(application.schema, node)
        if test != .valid { continue }
      case .then: if test != .valid { continue }
      case .else: if test != .invalid { continue }
      case .negated: continue
      }
      annotate(application.schema, node, along: application.token, into: &found)
    }
  }

  // MARK: - Elements and members

  private mutating func annotateChildren(
    _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID, into found: inout Annotations
  ) {
    let marks = step.instruction.isUnevaluated ? evaluatedChildren(of: node, by: schema) : nil
    var (indices, names): ([Int], [JSONValue]) = ([], [])
    forEachChild(of: step, node, includesPossible: false, skipping: { marks?.isPossible($0) ?? false }) { run, child in
      let application = child.application
      if case .elements(.some) = application.part, run.verdict(application.schema, child.node) != .valid { return true }
      if indices.last != child.index {
        indices.append(child.index)
        if case .member(let name) = child.element { names.append(.string(name.string)) }
      }
      run.annotate(application.schema, child.node, along: application.token, at: child.element, into: &found)
      return true
    }
    let isAll = indices.count == node.childCount && !indices.isEmpty
    switch (step.instruction, indices.last) {
    case (.object, _): note(.array(names), step, schema, node, into: &found)
    // 2020-12 core, section 10.3.1.3: matches are reported even if there are none. Earlier drafts have no annotation.
    case (.array(.contains(_, _, _, let evaluates)), _):
      guard evaluates else { return }
      note(isAll ? true : .array(indices.map { .number(JSONNumber($0)) }), step, schema, node, into: &found)
    case (.array(.prefixItems), let last?) where !isAll:
      note(.number(JSONNumber(last)), step, schema, node, into: &found)
    case (_, _?): note(true, step, schema, node, into: &found)
    case (_, nil): break
    }
  }

  /// A schema that a step applies to a member, a name or an element.
  struct Child {
    var application: Program.Application
    var node: UnsafeJSONNode
    var index: Int
    var element: InstancePathElement
  }

  /// Calls `body` for every schema that a step applies to a member, a name or an element of a value, child by child,
  /// until it returns false.
  ///
  /// - Parameters:
  ///   - includesPossible: whether to include schemas that may or may not be applied, because a pattern of names
  ///     exhausted its steps.
  ///   - isSkipped: whether a child with this index has been evaluated.
  mutating func forEachChild(
    of step: Program.Step, _ node: UnsafeJSONNode, includesPossible: Bool,
    skipping isSkipped: (Int) -> Bool = { _ in false }, _ body: (inout Evaluation, Child) -> Bool
  ) {
    let applications = program.applications(of: step)
    if applications.first.map({ $0.part == .value || $0.part == .content }) ?? true { return }
    if node.isObject {
      let count = node.childCount
      for (index, (name, value)) in node.members.enumerated() where !isSkipped(index) {
        for application in self.applications(
          of: step, applications, name, at: index, of: count, includesPossible: includesPossible)
        {
          let child = application.part.isName ? name : value
          if !body(&self, Child(application: application, node: child, index: index, element: .member(name))) { return }
        }
      }
    } else if node.isArray {
      for (index, element) in node.elements.enumerated() where !isSkipped(index) {
        guard let application = Self.application(of: applications, toElement: index) else { continue }
        if !body(&self, Child(application: application, node: element, index: index, element: .element(index))) {
          return
        }
      }
    }
  }

  /// Those of a step's applications that concern a member.
  private mutating func applications(
    of step: Program.Step, _ all: [Program.Application], _ name: UnsafeJSONNode, at index: Int, of count: Int,
    includesPossible: Bool
  ) -> [Program.Application] {
    // Many declared names are searched by halves.
    if case .object(.properties(let run)) = step.instruction {
      return program.row(named: name, in: run).map { [all[$0 - Int(run.start)]] } ?? []
    }
    return all.filter { application in
      let outcome: PatternOutcome
      switch application.part {
      case .members(.matching(let pattern)): outcome = verdicts.matches(pattern, name)
      case .members(.others(let named, let patterned)):
        if program.row(named: name, in: named) != nil { return false }
        switch match(patterned, name).0 {
        case .match: return false
        case .noMatch: return true
        case .exhausted: outcome = .exhausted
        }
      case .members(.unevaluated): return true
      case .names(let keyword), .members(.reached(let keyword)): return keyword.reaches(index, of: count)
      case .value, .members(.named), .elements, .content: return false
      }
      return outcome == .match || outcome == .exhausted && includesPossible
    }
  }

  /// The one of a step's applications that concerns an element.
  private static func application(of all: [Program.Application], toElement index: Int) -> Program.Application? {
    switch all.first?.part {
    case .elements(.at): index < all.count ? all[index] : nil
    case .elements(.from(let from)): index >= from ? all.first : nil
    case .elements(.some), .elements(.unevaluated): all.first
    case nil, .value, .members, .names, .content: nil
    }
  }

  private mutating func note(
    _ value: JSONValue, _ step: Program.Step, _ schema: SchemaID, _ node: UnsafeJSONNode, into found: inout Annotations
  ) {
    guard !found.isFull, let keyword = program.keyword(of: step),
      let value = program.hasSensitive ? shown(value, of: keyword, node) : value
    else { return }
    let locations = location(of: keyword, schema)
    found.all.append(
      Annotation(
        instanceLocation: instanceLocation, keyword: keyword, keywordLocation: locations.relative,
        absoluteKeywordLocation: locations.absolute, value: value))
  }
}
