internal import CJSONScan

// MARK: - Strings

extension VerdictRun {
  @inline(__always)
  static func hasLength(_ least: Int, _ most: Int, _ node: UnsafeJSONNode) -> Bool {
    let count = node.field
    // A string has no more scalars than bytes, and at least one scalar if it has a byte.
    if count <= most, node.kind == .asciiString ? count >= least : least < 2 && count >= least { return true }
    return hasScalars(least, most, node)
  }

  @inline(never)
  private static func hasScalars(_ least: Int, _ most: Int, _ node: UnsafeJSONNode) -> Bool {
    let count = node.scalarCount
    return count >= least && count <= most
  }

  static func isMeasured(_ step: Tables.Step, _ node: UnsafeJSONNode) -> Bool {
    guard let measure = Measure(rawValue: step.operand) else { return true }
    return (step.first == 0 || node.hasAtLeast(step.first, measure)) && node.hasAtMost(step.second, measure)
  }

  /// Whether a string matches a pattern, whose table is used directly if it has been made.
  @inline(__always)
  mutating func matches(_ slot: UnsafeRawPointer?, _ pattern: Int32, _ node: UnsafeJSONNode) -> PatternOutcome {
    guard let table = slot.flatMap({ json_once_load($0) }) else { return matches(pattern, node) }
    if node.kind == .escapedString { return Self.matchesUnescaped(table, node) }
    return PatternAutomaton(unownedTable: table).matches(node.text) ? .match : .noMatch
  }

  @inline(never)
  private static func matchesUnescaped(_ table: UnsafeRawPointer, _ node: UnsafeJSONNode) -> PatternOutcome {
    node.withUTF8 { PatternAutomaton(unownedTable: table).matches($0) ? .match : .noMatch }
  }

  static func hasFormat(_ format: Int, _ node: UnsafeJSONNode) -> Bool {
    guard let format = Format(rawValue: UInt8(truncatingIfNeeded: format)) else { return true }
    return node.withUTF8 { format.isValid($0) }
  }

  /// Whether a string passes the test of a step.
  mutating func passes(_ step: Int, _ node: UnsafeJSONNode) -> Bool {
    switch tables.program.steps[step].instruction {
    case .text(.content(let encoding, let mediaType, let schema)): content(encoding, mediaType, schema, node)
    case .text(let test): tables.passes(test, node)
    case .anyType, .number, .length, .array, .object, .inPlace: true
    }
  }

  /// Checks the content as a separate text, with separate nodes.
  private mutating func content(
    _ encoding: ContentEncoding?, _ mediaType: ContentMediaType?, _ schema: SchemaID?, _ node: UnsafeJSONNode
  ) -> Bool {
    guard let content = node.withUTF8({ text in encoding.map { $0.decode(text) } ?? Array(text) }) else { return false }
    guard let mediaType else { return true }
    return content.withUnsafeBufferPointer { content in
      switch mediaType.verdict(on: content) {
      case .invalid: return false
      case .undecided:
        isLimited = true
        return false
      case .valid: break
      }
      var reader = JSONReader(limits: ContentMediaType.limits)
      guard let schema, let root = try? reader.read(content) else { return true }
      var run = VerdictRun(tables, root, checksNames: true, maximumNesting: 0)
      (run.levelsLeft, run.levelsBeyond) = (levelsLeft, levelsBeyond)
      let isValid = run.isValid(root, schema)
      if run.isLimited { isLimited = true }
      return isValid
    }
  }
}

// MARK: - Numbers

extension VerdictRun {
  @inline(__always)
  static func isWithin(_ range: UnsafePointer<Tables.Range>, _ node: UnsafeJSONNode) -> Bool {
    if let value = node.shortInteger { return value >= range.pointee.least && value <= range.pointee.greatest }
    return isOther(node, within: range)
  }

  /// Compares the digits before the point, which nearly always suffice: 0.74 is between 0 and 1, whatever follows.
  @inline(never)
  private static func isOther(_ node: UnsafeJSONNode, within range: UnsafePointer<Tables.Range>) -> Bool {
    let text = node.text
    guard let start = text.baseAddress, node.kind == .decimal else { return isWithinExactly(range.pointee, text) }
    let end = start + text.count
    let isNegative = start.pointee == NumberText.minusSign
    var cursor = isNegative ? start + 1 : start
    var digits = 0
    let last = Swift.min(end, cursor + 17)
    while cursor < last, cursor.pointee &- NumberText.zeroDigit < 10 {
      digits = digits &* 10 &+ Int(cursor.pointee &- NumberText.zeroDigit)
      cursor += 1
    }
    guard cursor < end, cursor.pointee == NumberText.decimalPoint else { return isWithinExactly(range.pointee, text) }
    if isNegative {
      // More than -digits - 1, and at most -digits.
      if -digits > range.pointee.lowest, -digits <= range.pointee.greatest { return true }
      if -digits < range.pointee.least || -digits > range.pointee.highest { return false }
    } else {
      // At least digits, and less than digits + 1.
      if digits >= range.pointee.least, digits < range.pointee.highest { return true }
      if digits < range.pointee.lowest || digits > range.pointee.greatest { return false }
    }
    return isWithinExactly(range.pointee, text)
  }

  private static func isWithinExactly(_ range: Tables.Range, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if let lower = range.lower {
      let order = NumberText.compare(text, toInt64: Int64(lower))
      if order < 0 || order == 0 && range.isLowerExclusive { return false }
    }
    if let upper = range.upper {
      let order = NumberText.compare(text, toInt64: Int64(upper))
      if order > 0 || order == 0 && range.isUpperExclusive { return false }
    }
    return true
  }

  mutating func isWithinBound(_ step: Tables.Step, _ node: UnsafeJSONNode) -> Bool {
    let order = NumberText.compare(node.text, words.text(step.first, step.second))
    return NumberLimit(rawValue: step.operand)?.admits(order: order) ?? true
  }

  mutating func isNumber(_ step: Tables.Step, _ node: UnsafeJSONNode) -> Bool {
    for index in step.first..<step.first + step.second {
      let word = layout.pointee.words[index]
      if NumberText.compare(node.text, words.text(Int(word.start), Int(word.count))) == 0 { return true }
    }
    return false
  }
}
