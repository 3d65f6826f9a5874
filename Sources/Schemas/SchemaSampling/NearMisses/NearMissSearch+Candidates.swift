import SchemaAnalysis
@_spi(Generated) import SchemaRuntime

// Replacements for a value that violate a keyword: first small changes, then values built to violate nothing else.
extension NearMissSearch {
  /// The values to try for an occurrence, as far as they have been needed: most are found with the first.
  struct Candidates {
    fileprivate var ready: ArraySlice<JSONValue> = []
    fileprivate var sources: ArraySlice<Source>?
    fileprivate var built: [JSONValue] = []
  }

  /// How candidates are made.
  fileprivate enum Source {
    case simple, changes, refusedChildren
    /// A value that satisfies the schemas at the location, except for the violated keyword.
    case built(SchemaSampler.Size, use: Int)
  }

  private static let simple: [JSONValue] = [.null, 0, "x", true, [], [:], 0.5, -1]
  private static let built: [Source] = [.built(.minimal, use: 8), .built(.typical, use: 9), .built(.typical, use: 10)]

  /// Returns the next value to try, the most promising first; nil after the last.
  mutating func nextCandidate(_ occurrence: KeywordOccurrence, _ candidates: inout Candidates) -> JSONValue? {
    var sources = candidates.sources ?? sources(of: oracle.program.steps[occurrence.step])[...]
    defer { candidates.sources = sources }
    while candidates.ready.isEmpty, let source = sources.popFirst() {
      let step = oracle.program.steps[occurrence.step]
      switch source {
      case .simple: candidates.ready = Self.simple[...]
      case .changes: candidates.ready = changed(occurrence, step.instruction)[...]
      case .refusedChildren: candidates.ready = refusedChildren(step, occurrence.value)[...]
      case .built(let size, let use):
        var request = Builder.Request(name: occurrence.location.last)
        request.violation = occurrence.step
        if occurrence.isName { request.kinds = .string }
        if let value = value(of: occurrence.conjunction, size, false, use, request), !candidates.built.contains(value) {
          candidates.built.append(value)
          candidates.ready = [value]
        }
      }
    }
    return candidates.ready.popFirst()
  }

  private func sources(of step: Program.Step) -> [Source] {
    switch step.instruction {
    case .anyType(.annotation), .anyType(.never), .anyType(.unusable): []
    case .anyType(.type): [.simple] + Self.built
    case .inPlace(.anyOf), .inPlace(.oneOf), .inPlace(.not), .anyType, .number, .text: Self.built + [.simple]
    // The schemas that they apply have keywords of their own.
    case .inPlace: []
    case .length, .array(.contains): [.changes] + Self.built
    case .array, .object:
      oracle.program.applications(of: step).isEmpty ? [.changes] + Self.built : [.refusedChildren]
    }
  }

  // MARK: - What can be found

  /// The keywords of some schemas that occurrences may belong to and that may have candidates.
  func keywords(of schemas: Set<Program.SchemaID>?) -> Set<Key> {
    let program = oracle.program
    var keywords: Set<Key> = []
    for schema in Closure.of([schema], next: applied) where schemas?.contains(schema) ?? true {
      for step in oracle.steps(of: schema) where mayFail(program.steps[step]) {
        keywords.insert(Key(schema: schema, step: step))
      }
    }
    return keywords
  }

  /// Returns the schemas to which ``KeywordOccurrences`` may get from a schema.
  private func applied(_ schema: Program.SchemaID) -> [Program.SchemaID] {
    oracle.steps(of: schema).flatMap { oracle.program.applications(of: oracle.program.steps[$0]) }.filter {
      switch ($0.condition, $0.part) {
      case (.choice, _), (.negated, _), (.test, _): false
      case (_, .content), (_, .elements(.some)), (_, .elements(.unevaluated)), (_, .members(.unevaluated)): false
      case (.always, _), (.then, _), (.else, _), (.present, _): true
      }
    }.map(\.schema)
  }

  private func mayFail(_ step: Program.Step) -> Bool {
    switch sources(of: step).first {
    case nil: false
    case .refusedChildren: oracle.program.applications(of: step).contains { oracle.isNever($0.schema) }
    case .simple, .changes, .built: true
    }
  }

  /// Whether no value violates a keyword and nothing else: one of another type is not in an `enum` of values of the
  /// type either. (Equal numbers may be of different types.)
  func isNeverAlone(_ occurrence: KeywordOccurrence) -> Bool {
    let program = oracle.program
    guard case .anyType(.type(let types)) = program.steps[occurrence.step].instruction else { return false }
    let kinds = ValueKinds(types)
    func areOfType(_ values: [JSONValue]) -> Bool {
      values.allSatisfy { $0.number == nil && kinds.contains(ValueKinds(of: $0)) }
    }
    let others = occurrence.conjunction.conjuncts.filter { !$0.isNegated }.map(\.schema)
    let steps: [Int] = ([occurrence.schema] + others).flatMap { oracle.steps(of: $0) }
    return steps.contains { step in
      let instruction = program.steps[step].instruction
      if case .anyType(.enumeration(let run)) = instruction { return areOfType(program.values(of: run)) }
      if case .anyType(.const(let index)) = instruction { return areOfType([program.values[Int(index)]]) }
      return false
    }
  }

  // MARK: - Members and elements that nothing admits

  /// Returns the object or array with a child to which a step applies the schema `false`.
  private mutating func refusedChildren(_ step: Program.Step, _ value: JSONValue) -> [JSONValue] {
    let refusing = oracle.program.applications(of: step).filter { oracle.isNever($0.schema) }
    switch value {
    case .object(let object):
      let names = refusing.flatMap { refusedNames($0.part) }
      return names.prefix(8).flatMap { name -> [JSONValue] in
        object[name] == nil ? [.object(object.with(name, "x")), .object(object.with(name, .null))] : []
      }
    case .array(let elements):
      guard refusing.contains(where: { mayBeNext($0.part, after: elements.count) }) else { return [] }
      return [.array(elements + ["x"]), .array(elements + [.null])]
    case .null, .bool, .number, .string: return []
    }
  }

  /// Names of members that belong to a part of an object.
  private mutating func refusedNames(_ part: Program.Part) -> [String] {
    switch part {
    case .members(.named(let name)): return [oracle.program.names[Int(name)]]
    case .members(.matching(let pattern)):
      var request = Builder.Request(kinds: .string)
      request.pattern = pattern
      return value(of: Conjunction([]), .minimal, false, 20, request)?.string.map { [$0] } ?? []
    case .members, .names: return ["unexpected", "x", "0", "unexpected-member"]
    case .value, .elements, .content: return []
    }
  }

  /// Whether the element after so many belongs to a part of an array.
  private func mayBeNext(_ part: Program.Part, after count: Int) -> Bool {
    switch part {
    case .elements(.at(let index)): index == count
    case .elements(.from(let from)): count >= from
    case .elements(.unevaluated): true
    case .elements(.some), .value, .members, .names, .content: false
    }
  }

  // MARK: - Small changes

  /// A flat switch over the keywords that count or require children.
  private func changed(_ occurrence: KeywordOccurrence, _ instruction: Instruction) -> [JSONValue] {
    let program = oracle.program
    func copy(_ element: Int) -> JSONValue { movable(from: occurrence.location + [String(element)]) }
    switch (instruction, occurrence.value) {
    case (.object(.required(let run)), .object(let object)):
      return program.names(of: run).prefix(4).map { .object(object.without($0)) }
    case (.object(.dependentRequired(let run)), .object(let object)):
      return program.dependencies(of: run).filter { object[$0.name] != nil }.flatMap { row in
        row.required.filter { !$0.isIdentical(to: row.name) }.prefix(2).map { .object(object.without($0)) }
      }
    case (.object(.localOnly(let run)), .object(let object)):
      return program.names(of: run).prefix(2).map { .object(object.with($0, .null)) }
    case (.length(_, .atLeast(let limit)), .object(let object)):
      return [.object(JSONObject(object.prefix(max(1, limit) - 1)))]
    case (.length(_, .atMost(let limit)), .object(var object)):
      guard limit < 1_000 else { return [] }
      let filler = object.last.map { movable(from: occurrence.location + [$0.key]) } ?? .null
      var number = 0
      while object.count <= limit {
        number += 1
        object["extra\(number)"] = filler
      }
      return [.object(object)]
    case (.length(_, .atLeast(let limit)), .array(let elements)):
      return [.array(Array(elements.prefix(max(1, limit) - 1)))]
    case (.length(_, .atMost(let limit)), .array(let elements)):
      guard limit < 1_000 else { return [] }
      let more = max(-1, limit) + 1 - elements.count
      let filler = elements.isEmpty ? .null : copy(elements.count - 1)
      return more < 1 ? [] : [.array(elements + Array(repeating: filler, count: more))]
    case (.array(.uniqueItems), .array(let elements)):
      return elements.isEmpty
        ? [[.null, .null]]
        : [.array(elements + [copy(0)]), .array(elements.dropLast() + [copy(0)])]
    case (.array(.contains(_, let min, _, _)), .array(let elements)):
      return min > 0 ? [.array([]), .array(Array(elements.prefix(min - 1)))] : []
    default: return []
    }
  }
}

extension JSONObject {
  fileprivate func without(_ name: String) -> JSONObject {
    var object = self
    object[name] = nil
    return object
  }

  fileprivate func with(_ name: String, _ value: JSONValue) -> JSONObject {
    var object = self
    object[name] = value
    return object
  }
}
