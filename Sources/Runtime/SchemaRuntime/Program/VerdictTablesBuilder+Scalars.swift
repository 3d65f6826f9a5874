// Checks of numbers and strings.
extension VerdictTablesBuilder {
  // MARK: - Constants

  /// Adds `enum` or `const`. Null, false and true are decided by the kind, other values by steps.
  mutating func addConstants(_ run: Range<Int>) {
    var admitted: UInt16 = 0
    var strings: [Tables.Word] = []
    var numbers: [Tables.Word] = []
    for index in run {
      switch program.values[index] {
      case .null: admitted |= 1 << UInt16(UnsafeJSONNode.Kind.null.rawValue)
      case .bool(let value): admitted |= 1 << UInt16((value ? UnsafeJSONNode.Kind.true : .false).rawValue)
      case .number(let number):
        admitted |= 0b111 << UInt16(UnsafeJSONNode.Kind.integer.rawValue)
        numbers.append(word(number.text))
      case .string(let string):
        admitted |= 0b111 << UInt16(UnsafeJSONNode.Kind.asciiString.rawValue)
        strings.append(word(string))
      case .array: admitted |= 1 << UInt16(UnsafeJSONNode.Kind.array.rawValue)
      case .object: admitted |= 1 << UInt16(UnsafeJSONNode.Kind.object.rawValue)
      }
    }
    kinds &= admitted
    if !strings.isEmpty {
      strings.sort { isLess($0, $1) }
      add(Tables.Step(code: .words, first: words.count, second: strings.count), for: [.string])
      words += strings
    }
    let others = Tables.Step(code: .constants, first: run.lowerBound, second: run.count)
    add(others, for: [.array, .object])
    if numbers.isEmpty || numbers.count > Program.longestSearch {
      add(others, for: [.number])
    } else {
      add(Tables.Step(code: .numbers, first: words.count, second: numbers.count), for: [.number])
      words += numbers
    }
  }

  // MARK: - Numbers

  mutating func add(_ bound: NumberLimit, _ limit: JSONNumber) {
    guard let integer = limit.int else {
      let text = word(limit.text)
      let step = Tables.Step(
        code: .bound, operand: bound.rawValue, first: Int(text.start), second: Int(text.count))
      add(step, for: [.number])
      return
    }
    var range = range ?? Tables.Range()
    switch bound {
    case .maximum: if integer < range.upper ?? .max { (range.upper, range.isUpperExclusive) = (integer, false) }
    case .exclusiveMaximum:
      if integer <= range.upper ?? .max { (range.upper, range.isUpperExclusive) = (integer, true) }
    case .minimum: if integer > range.lower ?? .min { (range.lower, range.isLowerExclusive) = (integer, false) }
    case .exclusiveMinimum:
      if integer >= range.lower ?? .min { (range.lower, range.isLowerExclusive) = (integer, true) }
    }
    // The limits of `Int` are limits, too.
    if range.upper == nil, bound == .maximum { range.upper = integer }
    if range.lower == nil, bound == .minimum { range.lower = integer }
    self.range = range
  }

  mutating func finishRange() {
    guard var range else { return }
    if let upper = range.upper { range.greatest = range.isUpperExclusive ? upper &- 1 : upper }
    if let lower = range.lower { range.least = range.isLowerExclusive ? lower &+ 1 : lower }
    // There is no integer below the smallest or above the largest.
    let isEmpty = range.upper == .min && range.isUpperExclusive || range.lower == .max && range.isLowerExclusive
    if isEmpty { (range.least, range.greatest) = (.max, .min) }
    add(Tables.Step(code: .range, first: ranges.count), for: [.number])
    ranges.append(range)
  }

  mutating func addMultiple(_ divisor: JSONNumber) {
    if let integer = divisor.int, integer > 0 {
      add(Tables.Step(code: .multiple, first: integer), for: [.number])
    } else {
      let text = word(divisor.text)
      add(Tables.Step(code: .multipleOfText, first: Int(text.start), second: Int(text.count)), for: [.number])
    }
  }

  // MARK: - Lengths

  /// Adds a limit of a length. Passes over elements and members count them, and characters have their own step.
  mutating func add(_ measure: Measure, _ limit: LengthLimit) {
    let (least, most): (Int, Int) =
      switch limit {
      case .atLeast(let least): (least, .max)
      case .atMost(let most): (0, most)
      }
    if measure == .items {
      changeArray { ($0.minimum, $0.maximum) = (max($0.minimum, least), min($0.maximum, most)) }
    } else if measure == .members {
      changeObject { ($0.minimum, $0.maximum) = (max($0.minimum, least), min($0.maximum, most)) }
    } else {
      addLengths(measure == .scalars ? .lengths : .measured, measure, least, most)
    }
  }

  /// Adds a step for limits of a length. Several limits of the same measure become one step.
  private mutating func addLengths(_ code: Tables.Code, _ measure: Measure, _ least: Int, _ most: Int) {
    let measured = Tables.Class(measure.type)
    let run = classes[measured.rawValue]
    if let known = run.firstIndex(where: { $0.code == code && $0.operand == measure.rawValue }) {
      classes[measured.rawValue][known].first = max(run[known].first, least)
      classes[measured.rawValue][known].second = min(run[known].second, most)
    } else {
      add(Tables.Step(code: code, operand: measure.rawValue, first: least, second: most), for: [measured])
    }
  }

  mutating func addPattern(_ pattern: Instruction.Constant) {
    let slot = Int(bitPattern: program.patterns[Int(pattern)].tableSlot)
    add(Tables.Step(code: .pattern, first: slot, second: Int(pattern)), for: [.string])
  }
}

extension PatternAutomaton {
  /// The automaton with a table, without retaining it.
  @inline(__always)
  init(unownedTable table: UnsafeRawPointer) {
    base = table.assumingMemoryBound(to: UInt8.self)
    owner = nil
  }
}
