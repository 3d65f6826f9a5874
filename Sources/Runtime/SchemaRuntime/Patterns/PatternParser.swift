/// Reads a regular expression of ECMA-262 (2023, flag `u`) into postfix code.
///
/// Open groups are kept on an explicit stack, so a pattern cannot exhaust the call stack;
/// ``PatternOptions/maximumDepth`` limits them nevertheless. Escapes and classes are in extensions of this type.
package struct PatternParser {
  let source: [Unicode.Scalar]
  let maximumDepth: Int
  var offset = 0
  var parsed = ParsedPattern()
  /// The sets of properties, by the text in the braces, with `^` before it for the complement.
  var propertySets: [String: ScalarSet] = [:]
  private var frames: [Frame] = []
  private var setNumbers = Lookup<ScalarSet, Int>()
  /// Groups by the scalars of their names: strings would not distinguish the two forms of `é`.
  private var groupNames: [[Unicode.Scalar]: Int] = [:]
  /// References to check, and names to replace with numbers, once all groups are known.
  private var references: [Reference] = []

  private struct Frame {
    var kind: Kind
    var isBackward: Bool
    var offset: Int
    /// The number of groups opened before this one.
    var groupsBefore: Int
    var alternatives = 0
    var terms = 0

    enum Kind {
      case plain
      case capture(Int)
      case look(isNegated: Bool)
    }
  }

  private struct Reference {
    var node: Int
    var name: String?
    var offset: Int
  }

  package static func parse(_ source: String, maximumDepth: Int) throws(PatternError) -> ParsedPattern {
    var parser = PatternParser(source: Array(source.unicodeScalars), maximumDepth: maximumDepth)
    try parser.parse()
    return parser.parsed
  }

  private init(source: [Unicode.Scalar], maximumDepth: Int) {
    self.source = source
    self.maximumDepth = maximumDepth
  }

  private mutating func parse() throws(PatternError) {
    frames = [Frame(kind: .plain, isBackward: false, offset: 0, groupsBefore: 0)]
    while let scalar = peek() {
      try parseTerm(scalar)
    }
    if frames.count > 1 { throw PatternError(.unclosedGroup, at: frames[frames.count - 1].offset) }
    closeDisjunction()
    try resolveReferences()
  }

  private mutating func parseTerm(_ scalar: Unicode.Scalar) throws(PatternError) {
    let start = offset
    switch scalar {
    case "|":
      offset += 1
      closeAlternative()
    case "(": try openGroup()
    case ")": try closeGroup()
    case "^": appendAssertion(.start, length: 1)
    case "$": appendAssertion(.end, length: 1)
    case "*", "+", "?": throw PatternError(.nothingToRepeat(scalar), at: start)
    case "{", "}", "]": throw PatternError(.unexpectedCharacter(scalar), at: start)
    case ".":
      offset += 1
      try appendAtom(ScalarSet.lineTerminators.complement)
    case "[": try appendAtom(try parseClass())
    case "\\": try parseEscapedTerm()
    default:
      offset += 1
      try appendAtom(ScalarSet(scalar.value))
    }
  }

  private mutating func parseEscapedTerm() throws(PatternError) {
    switch peek(1) {
    case "b": appendAssertion(.boundary, length: 2)
    case "B": appendAssertion(.notBoundary, length: 2)
    case "k": try parseNamedReference()
    case "1", "2", "3", "4", "5", "6", "7", "8", "9": try parseNumberedReference()
    default: try appendAtom(try parseEscape(inClass: false).set)
    }
  }
}

// MARK: - Reading

extension PatternParser {
  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    offset + distance < source.count ? source[offset + distance] : nil
  }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == scalar else { return false }
    offset += 1
    return true
  }

  /// Reads decimal digits. A number too large for any repetition becomes `Int32.max`.
  mutating func readNumber() -> Int? {
    guard let first = peek(), ("0"..."9").contains(first) else { return nil }
    var value = 0
    while let digit = peek(), ("0"..."9").contains(digit) {
      value = min(value * 10 + Int(digit.value - 0x30), Int(Int32.max))
      offset += 1
    }
    return value
  }
}

// MARK: - Terms

extension PatternParser {
  private mutating func appendAssertion(_ assertion: PatternAssertion, length: Int) {
    offset += length
    parsed.nodes.append(.assertion(assertion))
    if assertion == .boundary || assertion == .notBoundary { parsed.usesBoundaries = true }
    frames[frames.count - 1].terms += 1
  }

  private mutating func appendAtom(_ set: ScalarSet) throws(PatternError) {
    let number = setNumbers.value(of: set, or: parsed.sets.count)
    if number == parsed.sets.count { parsed.sets.append(set) }
    parsed.nodes.append(.set(number, isBackward: frames[frames.count - 1].isBackward))
    try finishAtom(groups: 0..<0)
  }

  /// Completes the atom just appended, with the quantifier that follows it, if any.
  private mutating func finishAtom(groups: Range<Int>) throws(PatternError) {
    frames[frames.count - 1].terms += 1
    let start = offset
    guard let (minimum, maximum) = try parseQuantifier() else { return }
    let isLazy = skip("?")
    let repetition = PatternNode.Repetition(
      minimum: minimum, maximum: maximum, isLazy: isLazy, groups: groups, offset: start)
    parsed.nodes.append(.repetition(repetition))
  }

  private mutating func parseQuantifier() throws(PatternError) -> (minimum: Int, maximum: Int)? {
    switch peek() {
    case "*":
      offset += 1
      return (0, .max)
    case "+":
      offset += 1
      return (1, .max)
    case "?":
      offset += 1
      return (0, 1)
    case "{":
      let start = offset
      offset += 1
      guard let minimum = readNumber() else { throw PatternError(.malformedQuantifier, at: start) }
      let minimumDigits = start + 1..<offset
      var maximum = minimum
      if skip(",") {
        let maximumStart = offset
        maximum = readNumber() ?? .max
        if maximum < .max, isGreater(minimumDigits, than: maximumStart..<offset) {
          throw PatternError(.quantifierOutOfOrder(minimum: minimum, maximum: maximum), at: start)
        }
      }
      guard skip("}") else { throw PatternError(.malformedQuantifier, at: start) }
      return (minimum, maximum)
    default: return nil
    }
  }

  /// Compares two numbers by their digits, which may be too many for an integer.
  private func isGreater(_ digits: Range<Int>, than others: Range<Int>) -> Bool {
    let (digits, others) = (source[digits].drop { $0 == "0" }, source[others].drop { $0 == "0" })
    return digits.count == others.count ? others.lexicographicallyPrecedes(digits) : digits.count > others.count
  }
}

// MARK: - Groups

extension PatternParser {
  private mutating func openGroup() throws(PatternError) {
    let start = offset
    let outer = frames[frames.count - 1]
    guard frames.count <= maximumDepth else { throw PatternError(.tooDeep(limit: maximumDepth), at: start) }
    offset += 1
    var frame = Frame(kind: .plain, isBackward: outer.isBackward, offset: start, groupsBefore: parsed.groupCount)
    if skip("?") {
      switch (peek(), peek(1)) {
      case (":", _): offset += 1
      case ("=", _), ("!", _):
        frame.kind = .look(isNegated: peek() == "!")
        frame.isBackward = false
        offset += 1
      case ("<", "="), ("<", "!"):
        frame.kind = .look(isNegated: peek(1) == "!")
        frame.isBackward = true
        offset += 2
      case ("<", _):
        let name = try parseGroupName()
        let scalars = Array(name.unicodeScalars)
        if groupNames[scalars] != nil { throw PatternError(.duplicateGroupName(name), at: start) }
        parsed.groupCount += 1
        groupNames[scalars] = parsed.groupCount
        frame.kind = .capture(parsed.groupCount)
      default: throw PatternError(.malformedGroup, at: start)
      }
    } else {
      parsed.groupCount += 1
      frame.kind = .capture(parsed.groupCount)
    }
    frames.append(frame)
  }

  private mutating func closeGroup() throws(PatternError) {
    guard frames.count > 1 else { throw PatternError(.unexpectedCharacter(")"), at: offset) }
    offset += 1
    closeDisjunction()
    let frame = frames.removeLast()
    switch frame.kind {
    case .plain: break
    case .capture(let group): parsed.nodes.append(.capture(group: group, isBackward: frame.isBackward))
    case .look(let isNegated):
      parsed.nodes.append(.look(isNegated: isNegated))
      parsed.needsBacktracking = true
      // Flag `u` forbids a quantifier after a look-around, so there is nothing to repeat.
      frames[frames.count - 1].terms += 1
      return
    }
    try finishAtom(groups: frame.groupsBefore + 1..<parsed.groupCount + 1)
  }

  private mutating func closeAlternative() {
    let frame = frames[frames.count - 1]
    switch frame.terms {
    case 0: parsed.nodes.append(.empty)
    case 1: break
    default: parsed.nodes.append(.sequence(frame.terms, isBackward: frame.isBackward))
    }
    frames[frames.count - 1].alternatives += 1
    frames[frames.count - 1].terms = 0
  }

  private mutating func closeDisjunction() {
    closeAlternative()
    let count = frames[frames.count - 1].alternatives
    if count > 1 { parsed.nodes.append(.alternation(count)) }
  }
}

// MARK: - Names and references

extension PatternParser {
  /// Reads `<name>`, which may contain `\u` escapes.
  private mutating func parseGroupName() throws(PatternError) -> String {
    let start = offset
    guard skip("<") else { throw PatternError(.malformedGroupName, at: start) }
    var name = String.UnicodeScalarView()
    while !skip(">") {
      guard var scalar = peek() else { throw PatternError(.malformedGroupName, at: start) }
      offset += 1
      if scalar == "\\" {
        guard skip("u"), let value = readUnicodeEscape(), let escaped = Unicode.Scalar(value) else {
          throw PatternError(.malformedGroupName, at: start)
        }
        scalar = escaped
      }
      guard Self.isIdentifier(scalar, isFirst: name.isEmpty) else {
        throw PatternError(.malformedGroupName, at: start)
      }
      name.append(scalar)
    }
    if name.isEmpty { throw PatternError(.malformedGroupName, at: start) }
    return String(name)
  }

  private static func isIdentifier(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    if scalar == "$" || scalar == "_" { return true }
    if isFirst { return ScalarSet.identifierStarts.contains(scalar.value) }
    return ScalarSet.identifierParts.contains(scalar.value) || scalar == "\u{200c}" || scalar == "\u{200d}"
  }

  private mutating func parseNamedReference() throws(PatternError) {
    let start = offset
    offset += 2
    guard peek() == "<" else { throw PatternError(.malformedEscape("k"), at: start) }
    try appendReference(group: 0, name: try parseGroupName(), at: start)
  }

  private mutating func parseNumberedReference() throws(PatternError) {
    let start = offset
    offset += 1
    try appendReference(group: readNumber() ?? 0, name: nil, at: start)
  }

  private mutating func appendReference(group: Int, name: String?, at start: Int) throws(PatternError) {
    references.append(Reference(node: parsed.nodes.count, name: name, offset: start))
    parsed.nodes.append(.backReference(group: group, isBackward: frames[frames.count - 1].isBackward))
    parsed.needsBacktracking = true
    try finishAtom(groups: 0..<0)
  }

  /// Resolves references at the end, because groups may be referred to before they are opened.
  private mutating func resolveReferences() throws(PatternError) {
    for reference in references {
      guard case .backReference(let number, let isBackward) = parsed.nodes[reference.node] else { continue }
      if let name = reference.name {
        guard let group = groupNames[Array(name.unicodeScalars)] else {
          throw PatternError(.unknownGroupName(name), at: reference.offset)
        }
        parsed.nodes[reference.node] = .backReference(group: group, isBackward: isBackward)
      } else if number > parsed.groupCount {
        throw PatternError(.unknownGroup(number: number, groupCount: parsed.groupCount), at: reference.offset)
      }
    }
  }
}
