/// The meaning of an escape: one code point, which may begin or end a range, or a class, which may not.
enum PatternEscape {
  case scalar(UInt32)
  case set(ScalarSet)

  var set: ScalarSet {
    switch self {
    case .scalar(let scalar): ScalarSet(scalar)
    case .set(let set): set
    }
  }
}

extension PatternParser {
  /// Reads an escape for a character or a class, starting at its `\` (ECMA-262, AtomEscape, ClassEscape).
  mutating func parseEscape(inClass: Bool) throws(PatternError) -> PatternEscape {
    let start = offset
    offset += 1
    guard let scalar = peek() else { throw PatternError(.unfinishedEscape, at: start) }
    offset += 1
    switch scalar {
    case "d": return .set(.digits)
    case "D": return .set(ScalarSet.digits.complement)
    case "s": return .set(.whitespace)
    case "S": return .set(ScalarSet.whitespace.complement)
    case "w": return .set(.wordCharacters)
    case "W": return .set(ScalarSet.wordCharacters.complement)
    case "p", "P": return .set(try parseProperty(from: start, isNegated: scalar == "P"))
    case "t": return .scalar(0x09)
    case "n": return .scalar(0x0a)
    case "v": return .scalar(0x0b)
    case "f": return .scalar(0x0c)
    case "r": return .scalar(0x0d)
    case "b" where inClass: return .scalar(0x08)
    case "-" where inClass: return .scalar(scalar.value)
    case "0":
      if let next = peek(), ("0"..."9").contains(next) { throw PatternError(.malformedEscape(scalar), at: start) }
      return .scalar(0)
    case "c":
      guard let letter = peek(), ("a"..."z").contains(letter) || ("A"..."Z").contains(letter) else {
        throw PatternError(.malformedEscape(scalar), at: start)
      }
      offset += 1
      return .scalar(letter.value % 32)
    case "x":
      guard let value = readHexadecimal(2) else { throw PatternError(.malformedEscape(scalar), at: start) }
      return .scalar(value)
    case "u":
      guard let value = readUnicodeEscape() else { throw PatternError(.malformedEscape(scalar), at: start) }
      return .scalar(value)
    case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/": return .scalar(scalar.value)
    // ECMA-262, appendix B: without flag `u`, nearly every character may be escaped. Letters and digits may get a meaning.
    case " "..."~" where !Self.isLetterOrDigit(scalar):
      parsed.needlessEscapes.append(scalar)
      return .scalar(scalar.value)
    default: throw PatternError(.unknownEscape(scalar), at: start)
    }
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  /// Reads the rest of a `\u` escape: `{…}`, or four digits followed, if they are a high surrogate, by the low
  /// surrogate.
  mutating func readUnicodeEscape() -> UInt32? {
    if skip("{") {
      var value: UInt32 = 0
      guard peek() != "}" else { return nil }
      while let scalar = peek(), let digit = Self.hexadecimalDigit(scalar) {
        value = value * 16 + digit
        if value > ScalarSet.last { return nil }
        offset += 1
      }
      return skip("}") ? value : nil
    }
    guard let value = readHexadecimal(4) else { return nil }
    guard (0xd800...0xdbff).contains(value), peek() == "\\", peek(1) == "u" else { return value }
    let start = offset
    offset += 2
    if let low = readHexadecimal(4), (0xdc00...0xdfff).contains(low) {
      return 0x10000 + (value - 0xd800) << 10 + (low - 0xdc00)
    }
    offset = start
    return value
  }

  private mutating func readHexadecimal(_ count: Int) -> UInt32? {
    var value: UInt32 = 0
    for distance in 0..<count {
      guard let scalar = peek(distance), let digit = Self.hexadecimalDigit(scalar) else { return nil }
      value = value * 16 + digit
    }
    offset += count
    return value
  }

  private static func hexadecimalDigit(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar {
    case "0"..."9": scalar.value - 0x30
    case "a"..."f": scalar.value - 0x61 + 10
    case "A"..."F": scalar.value - 0x41 + 10
    default: nil
    }
  }

  /// Reads `{name}` or `{name=value}` after `\p` or `\P`.
  private mutating func parseProperty(from start: Int, isNegated: Bool) throws(PatternError) -> ScalarSet {
    guard skip("{") else { throw PatternError(.malformedProperty, at: start) }
    let name = readPropertyWord()
    let value = skip("=") ? readPropertyWord() : nil
    guard skip("}"), !name.isEmpty, value != "" else { throw PatternError(.malformedProperty, at: start) }
    let written = value.map { "\(name)=\($0)" } ?? name
    let key = isNegated ? "^" + written : written
    if let known = propertySets[key] { return known }
    guard let scalars = UnicodeProperty.scalars(name: name, value: value) else {
      throw PatternError(.unknownProperty(written), at: start)
    }
    let set = isNegated ? scalars.complement : scalars
    propertySets[key] = set
    return set
  }

  private mutating func readPropertyWord() -> String {
    var word = String.UnicodeScalarView()
    while let scalar = peek(),
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "_"
    {
      word.append(scalar)
      offset += 1
    }
    return String(word)
  }
}

// MARK: - Classes

extension PatternParser {
  /// Reads a class, starting at its `[`.
  mutating func parseClass() throws(PatternError) -> ScalarSet {
    let start = offset
    offset += 1
    let isNegated = skip("^")
    var ranges: [ScalarRange] = []
    while !skip("]") {
      let atomOffset = offset
      guard let first = try parseClassAtom() else { throw PatternError(.unclosedClass, at: start) }
      // A `-` that is first or last, or follows a range, is literal.
      guard peek() == "-", let next = peek(1), next != "]" else {
        ranges.append(contentsOf: first.set.ranges)
        continue
      }
      offset += 1
      guard let last = try parseClassAtom() else { throw PatternError(.unclosedClass, at: start) }
      guard case .scalar(let low) = first, case .scalar(let high) = last else {
        throw PatternError(.classInRange, at: atomOffset)
      }
      guard low <= high else { throw PatternError(.rangeOutOfOrder(first: low, last: high), at: atomOffset) }
      ranges.append(ScalarRange(low, high))
    }
    let set = ScalarSet(ranges)
    return isNegated ? set.complement : set
  }

  private mutating func parseClassAtom() throws(PatternError) -> PatternEscape? {
    guard let scalar = peek() else { return nil }
    if scalar == "\\" { return try parseEscape(inClass: true) }
    offset += 1
    return .scalar(scalar.value)
  }
}
