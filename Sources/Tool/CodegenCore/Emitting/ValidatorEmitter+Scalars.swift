@_spi(Generated) import SchemaRuntime

extension ValidatorEmitter {
  /// Returns the check of one step, in one line; nil for applicators and long enumerations.
  func leaf(_ instruction: Instruction, on value: SwiftSource, known: TypeSet?) -> Check? {
    func when(_ type: TypeSet, _ test: SwiftSource, _ check: Check) -> Check {
      if let known, !known.isEmpty, known.isSubset(of: type) { return check }
      return .any(of: [.not(.test("\(value).\(test)")), check])
    }
    switch instruction {
    case .anyType(.never): return .never
    case .anyType(.unusable): return handsKnownOn ? .test("known.leavesUndecided(\(value))") : .never
    case .anyType(.type(let types)): return Self.typeCheck(types, on: value)
    case .anyType(.enumeration(let run)):
      let values = program.values(of: run)
      guard values.count <= 4 else { return nil }
      return .any(of: values.map { equality(value, $0, known: known) })
    case .anyType(.const(let index)): return equality(value, program.values[Int(index)], known: known)
    case .number(.multipleOf(let index)):
      return when(.numbers, "isNumber", .test("\(value).isMultiple(of: \(limit(index, asText: true)))"))
    case .number(.bound(let bound, let index)):
      return when(
        .numbers, "isNumber", .comparison("\(value).order(to: \(limit(index))) \(Self.comparison(bound)) 0"))
    case .length(let measure, let limit):
      let measured = SwiftNames.escaped("\(measure)")
      let length: SwiftSource =
        switch limit {
        case .atLeast(let least): "\(value).hasAtLeast(\(least), .\(measured))"
        case .atMost(let most): "\(value).hasAtMost(\(most), .\(measured))"
        }
      return when(
        TypeSet(measure.type), measure.type == .string ? "isString" : measure.type == .array ? "isArray" : "isObject",
        .test(length))
    case .text(.pattern(let index)): return when(.string, "isString", .test(match(index, on: value)))
    case .text(.format(let format)):
      return when(.string, "isString", .test("\(value).has(.\(SwiftNames.escaped("\(format)")))"))
    case .text(.content(let encoding, let mediaType, let content)):
      return when(.string, "isString", contentCheck(encoding, mediaType, content, on: value))
    case .array(.uniqueItems): return when(.array, "isArray", .test("\(value).hasUniqueElements"))
    case .array(.prefixItems), .array(.items), .array(.contains), .array(.unevaluatedItems), .anyType(.annotation),
      .text(.customFormat), .object, .inPlace:
      return nil
    }
  }

  /// Returns the comparison operator of a bound.
  private static func comparison(_ limit: NumberLimit) -> SwiftSource {
    switch limit {
    case .maximum: "<="
    case .exclusiveMaximum: "<"
    case .minimum: ">="
    case .exclusiveMinimum: ">"
    }
  }

  /// Returns the check of a type and the limits after it, and the number of steps that it replaces; nil if the steps do
  /// not begin with a type.
  func typeWithLimits(_ steps: ArraySlice<Program.Step>, on value: SwiftSource) -> (check: Check, count: Int)? {
    guard let (type, limits) = limits(steps), !limits.isEmpty else { return nil }
    let measure = limits.compactMap(\.measure).first
    return (.test("\(value).is\(type)(\(Self.arguments(limits, measure)))"), 1 + limits.count)
  }

  /// Returns the check that all elements are scalars of one type with limits; nil for other elements.
  func elementsWithLimits(_ items: Program.SchemaID, on value: SwiftSource) -> Check? {
    let steps = program.steps[program.schemas[items.index].steps]
    guard let (type, limits) = limits(steps), limits.count == steps.count - 1, type != "Array" else { return nil }
    let measure = limits.compactMap(\.measure).first
    return .test("\(value).elementsAre\(type)s(\(Self.arguments(limits, measure)))")
  }

  /// A limit as an argument, and the measure of lengths.
  private typealias Limit = (label: SwiftSource, count: SwiftSource, measure: SwiftSource?)

  private static func arguments(_ limits: [Limit], _ measure: SwiftSource?) -> SwiftSource {
    let limits = limits.sorted { $0.label == "atLeast" && $1.label != "atLeast" }
    let arguments: [SwiftSource] = limits.map { "\($0.label): \($0.count)" }
    return (arguments + (measure.map { [".\($0)"] } ?? [])).joined(separator: ", ")
  }

  /// Returns the type with which the steps begin, and the limits after it, at most one of each kind.
  private func limits(_ steps: ArraySlice<Program.Step>) -> (type: SwiftSource, limits: [Limit])? {
    guard case .anyType(.type(let types)) = steps.first?.instruction else { return nil }
    let names: [(TypeSet, SwiftSource)] = [
      (.string, "String"), (.array, "Array"), (.integer, "Integer"), (.number, "Number"),
      ([.integer, .number], "Number"),
    ]
    guard let name = names.first(where: { $0.0 == types })?.1 else { return nil }
    var limits: [Limit] = []
    for step in steps.dropFirst() {
      let limit: Limit
      switch step.instruction {
      case .length(let measure, let length) where types == TypeSet(measure.type):
        limit = (
          length.isUpper ? "atMost" : "atLeast", SwiftSource(length.count), SwiftNames.escaped("\(measure)")
        )
      case .number(.bound(let bound, let index)) where !bound.isExclusive && (name == "Integer" || name == "Number"):
        guard let count = program.numbers[Int(index)].int else { return (name, limits) }
        limit = (bound.isUpper ? "atMost" : "atLeast", SwiftSource(count), nil)
      case .anyType, .number, .length, .text, .array, .object, .inPlace: return (name, limits)
      }
      let isNew = limits.allSatisfy { $0.label != limit.label && $0.measure == limit.measure }
      if !isNew { return (name, limits) }
      limits.append(limit)
    }
    return (name, limits)
  }

  /// Returns the condition that a name matches one of some patterns, outside of validators.
  func match(_ patterns: [String], on value: SwiftSource) -> SwiftSource {
    indexes(of: patterns).map { handingNothingOn.match(Instruction.Constant($0), on: value) }.joined(separator: " || ")
  }

  private func indexes(of patterns: [String]) -> [Int] {
    patterns.compactMap { source in program.patterns.firstIndex { $0.source == source } }
  }

  /// Returns the patterns that generated code mentions: without validators, those of members' names.
  func mentionedPatterns(_ plan: TypePlan) -> [Int] {
    switch style {
    case .swift: return Array(program.patterns.indices)
    case .program:
      let sources = plan.files.flatMap(\.types).flatMap { type -> [String] in
        if case .structure(let structure) = type.kind { structure.patterned?.patterns ?? [] } else { [] }
      }
      return Set(indexes(of: sources)).sorted()
    }
  }

  /// Returns the condition that a string matches a pattern.
  func match(_ pattern: Instruction.Constant, on value: SwiftSource) -> SwiftSource {
    handsKnownOn && !program.patterns[Int(pattern)].isLinear
      ? "known.matches(SchemaProgram.pattern\(pattern), \(value))" : "\(value).matches(SchemaProgram.pattern\(pattern))"
  }

  /// Returns the check that a string has the expected content.
  private func contentCheck(
    _ encoding: ContentEncoding?, _ mediaType: ContentMediaType?, _ schema: Program.SchemaID?, on value: SwiftSource
  ) -> Check {
    guard mediaType != nil else {
      return encoding == nil ? .always : .test("\(value).holds(\(Self.constant(encoding)))")
    }
    let arguments: SwiftSource = "\(Self.constant(encoding)), \(Self.constant(mediaType))"
    // Content has its own nodes, without cached verdicts.
    let content = schema.map { check($0, on: handsKnownOn ? "content" : "$0") } ?? .always
    let closure: SwiftSource = handsKnownOn ? "{ content, known in \(content.source) }" : "{ \(content.source) }"
    let more: SwiftSource = content == .always ? "" : ", \(closure)"
    return .test(
      handsKnownOn ? "known.holds(\(arguments), \(value)\(more))" : "\(value).holds(\(arguments)\(more))")
  }

  /// Returns a case of one of the runtime's enums.
  private static func constant<Value>(_ value: Value?) -> SwiftSource {
    value.map { ".\(SwiftNames.escaped("\($0)"))" } ?? "nil"
  }

  /// Returns a bound as a literal: an integer if possible, else its text.
  private func limit(_ index: Instruction.Constant, asText: Bool = false) -> SwiftSource {
    let number = program.numbers[Int(index)]
    if !asText, let int = number.int { return SwiftSource(int) }
    return SwiftText.literal(number.text)
  }

  /// Returns the check that a value equals a constant.
  func equality(_ value: SwiftSource, _ constant: JSONValue, known: TypeSet?) -> Check {
    switch constant {
    case .null: return .test("\(value).isNull")
    case .bool(let bool): return .test("\(value).\(bool ? "isTrue" : "isFalse")")
    case .string(let text):
      let check = Check.test("\(value).equals(\(SwiftText.literal(text)))")
      return known == .string ? check : .all([.test("\(value).isString"), check])
    case .number(let number):
      let limit = number.int.map { SwiftSource($0) } ?? SwiftText.literal(number.text)
      let check = Check.comparison("\(value).order(to: \(limit)) == 0")
      return known.map { !$0.isEmpty && $0.isSubset(of: .numbers) } ?? false
        ? check : .all([.test("\(value).isNumber"), check])
    case .array, .object:
      guard let index = program.values.firstIndex(of: constant) else { return .never }
      return .test("\(value).isEqual(to: SchemaProgram.value(\(index)))")
    }
  }

  /// Returns the check that a value has one of the types.
  static func typeCheck(_ types: TypeSet, on value: SwiftSource) -> Check {
    var rest = types
    if rest.contains(.number) { rest.subtract([.integer, .plainInteger]) }
    let rows: [(type: TypeSet, check: Check)] = [
      (.null, .test("\(value).isNull")), (.boolean, .test("\(value).isBoolean")),
      (.integer, .test("\(value).isInteger")), (.plainInteger, .test("\(value).isPlainInteger")),
      (.number, .test("\(value).isNumber")), (.string, .test("\(value).isString")),
      (.array, .test("\(value).isArray")), (.object, .test("\(value).isObject")),
    ]
    let checks = rows.filter { rest.contains($0.type) }.map(\.check)
    return checks.count == 6 ? .always : .any(of: checks)
  }
}

extension TypeSet {
  /// The numeric types in a type set.
  fileprivate static let numbers: TypeSet = [.integer, .plainInteger, .number]
}
