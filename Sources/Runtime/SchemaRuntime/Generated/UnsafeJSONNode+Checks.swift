// The checks of generated validators, in addition to those that UnsafeJSONNode offers to everybody. They are functions of
// this module, and not inlined, so that validators are small and quick to compile.
@_spi(Generated) extension UnsafeJSONNode {
  // MARK: A type and its limits

  /// Whether the value is a string of at most `limit` scalars or bytes.
  @inline(never)
  public func isString(atMost limit: Int, _ measure: Measure) -> Bool { isString(0, limit, measure) }

  /// Whether the value is a string of at least `limit` scalars or bytes.
  @inline(never)
  public func isString(atLeast limit: Int, _ measure: Measure) -> Bool { isString(limit, .max, measure) }

  /// Whether the value is a string of `least` to `most` scalars or bytes.
  @inline(never)
  public func isString(atLeast least: Int, atMost most: Int, _ measure: Measure) -> Bool {
    isString(least, most, measure)
  }

  /// The bytes of ASCII are scalars, and a string has no more scalars than bytes.
  @inline(__always)
  func isString(_ least: Int, _ most: Int, _ measure: Measure) -> Bool {
    if kind == .asciiString { return field >= least && field <= most }
    return isString && hasAtMost(most, measure) && (least == 0 || hasAtLeast(least, measure))
  }

  /// Whether the value is an array of at most `limit` elements.
  @inline(never)
  public func isArray(atMost limit: Int, _ measure: Measure) -> Bool { isArray && hasAtMost(limit, measure) }

  /// Whether the value is an array of at least `limit` elements.
  @inline(never)
  public func isArray(atLeast limit: Int, _ measure: Measure) -> Bool { isArray && hasAtLeast(limit, measure) }

  /// Whether the value is an array of `least` to `most` elements.
  @inline(never)
  public func isArray(atLeast least: Int, atMost most: Int, _ measure: Measure) -> Bool {
    isArray && hasAtMost(most, measure) && hasAtLeast(least, measure)
  }

  /// Whether the value is an integer of at most `limit`.
  @inline(never)
  public func isInteger(atMost limit: Int) -> Bool { isInteger && order(to: limit) <= 0 }

  /// Whether the value is an integer of at least `limit`.
  @inline(never)
  public func isInteger(atLeast limit: Int) -> Bool { isInteger && isAtLeast(limit) }

  /// Whether the value is an integer from `least` to `most`.
  @inline(never)
  public func isInteger(atLeast least: Int, atMost most: Int) -> Bool { isInteger && isBetween(least, and: most) }

  /// Whether the value is a number of at most `limit`.
  @inline(never)
  public func isNumber(atMost limit: Int) -> Bool { isNumber && order(to: limit) <= 0 }

  /// Whether the value is a number of at least `limit`.
  @inline(never)
  public func isNumber(atLeast limit: Int) -> Bool { isNumber && isAtLeast(limit) }

  /// Whether the value is a number from `least` to `most`.
  @inline(never)
  public func isNumber(atLeast least: Int, atMost most: Int) -> Bool { isNumber && isBetween(least, and: most) }

  // MARK: Single limits

  /// The value of the first member with this name.
  @inline(never)
  public func firstMember(_ name: StaticString) -> UnsafeJSONNode? {
    for member in members where member.name.equals(name) { return member.value }
    return nil
  }

  public func hasMember(_ name: StaticString) -> Bool { firstMember(name) != nil }

  /// Whether the member with this name, if the value is an object that has it, is this string.
  public func admitsTag(_ name: StaticString, _ tag: StaticString) -> Bool {
    guard isObject, let member = firstMember(name) else { return true }
    return member.equals(tag)
  }

  /// Compares the number, which this must be, with an integer: -1, 0 or 1.
  @inlinable
  public func order(to limit: Int) -> Int {
    if let value = shortInteger { return value < limit ? -1 : value > limit ? 1 : 0 }
    return orderOfAny(to: limit)
  }

  /// A number with a fraction is usually decided by the digits before the point.
  @usableFromInline @inline(never)
  func orderOfAny(to limit: Int) -> Int {
    guard let whole = wholePart, whole.value != limit else { return NumberText.compare(text, toInt64: Int64(limit)) }
    return whole.value < limit ? -1 : 1
  }

  /// Whether the number, which this must be, is at least an integer: 0 if it has no sign.
  @inline(__always)
  func isAtLeast(_ limit: Int) -> Bool {
    limit <= 0 && bytes[contentOffset] != UInt8(ascii: "-") || order(to: limit) >= 0
  }

  /// Whether the number, which this must be, is at least one integer and at most another.
  @inline(__always)
  func isBetween(_ least: Int, and greatest: Int) -> Bool {
    if let value = shortInteger { return value >= least && value <= greatest }
    if kind == .decimal, bytes[contentOffset &+ 1] == UInt8(ascii: ".") {
      // 0.74 is between 0 and 1, whatever follows the point.
      let whole = Int(truncatingIfNeeded: bytes[contentOffset] &- 0x30)
      if whole >= least, whole < greatest { return true }
    }
    return isAnyBetween(least, and: greatest)
  }

  @inline(never)
  private func isAnyBetween(_ least: Int, and greatest: Int) -> Bool {
    if let whole = wholePart {
      // Starts at the integral part, away from zero, but less than the next integer.
      let (low, high) = whole.isNegative ? (whole.value &- 1, whole.value) : (whole.value, whole.value &+ 1)
      if low >= least, high <= greatest { return true }
      if high < least || low > greatest { return false }
    }
    return NumberText.compare(text, toInt64: Int64(greatest)) <= 0
      && NumberText.compare(text, toInt64: Int64(least)) >= 0
  }

  /// The part of a number before the point; nil if it has no point, or more than 17 digits before it.
  private var wholePart: (value: Int, isNegative: Bool)? {
    guard kind == .decimal else { return nil }
    let text = bytes + contentOffset
    let isNegative = text[0] == UInt8(ascii: "-")
    var offset = isNegative ? 1 : 0
    var whole = 0
    while text[offset] != UInt8(ascii: ".") {
      guard offset < 18 else { return nil }
      whole = whole &* 10 &+ Int(truncatingIfNeeded: text[offset] &- 0x30)
      offset &+= 1
    }
    return (isNegative ? 0 &- whole : whole, isNegative)
  }

  /// Compares the number, which this must be, with a number in JSON's grammar: -1, 0 or 1.
  @inlinable
  public func order(to limit: StaticString) -> Int {
    NumberText.compare(text, UnsafeBufferPointer(start: limit.utf8Start, count: limit.utf8CodeUnitCount))
  }

  @inlinable
  public func isMultiple(of divisor: StaticString) -> Bool {
    NumberText.isMultiple(text, of: UnsafeBufferPointer(start: divisor.utf8Start, count: divisor.utf8CodeUnitCount))
  }

  @inline(never)
  public func has(_ format: Format) -> Bool { withUTF8 { format.isValid($0) } }

  /// Whether the string matches.
  @inline(never)
  public func matches(_ automaton: PatternAutomaton) -> Bool {
    // Not `withUTF8`, whose closure would retain the automaton.
    kind == .escapedString ? withUnescapedUTF8 { automaton.matches($0) } : automaton.matchesWhileKept(text)
  }

  /// Whether the string matches a pattern that has no table and takes time linear in the text.
  ///
  /// Returns false if the pattern exhausts its steps; ``KnownVerdicts/matches(_:_:)`` reports that.
  public func matches(_ pattern: Pattern) -> Bool { withUTF8 { pattern.match($0) } == .match }

  /// Whether the string is text in an encoding.
  public func holds(_ encoding: ContentEncoding) -> Bool { withUTF8 { encoding.decode($0) } != nil }

  /// Whether the string is text in an encoding, the decoded text has a media type, and it satisfies a schema. Returns
  /// false if undecided; ``KnownVerdicts/holds(_:_:_:_:)`` reports that.
  public func holds(
    _ encoding: ContentEncoding?, _ mediaType: ContentMediaType, _ isValid: (UnsafeJSONNode) -> Bool = { _ in true }
  ) -> Bool {
    var known = KnownVerdicts()
    return known.holds(encoding, mediaType, self) { node, _ in isValid(node) }
  }

  @inlinable
  public var hasUniqueElements: Bool { repeatedElements() == nil }

  /// Whether no object in the value has two members with the same name.
  @inlinable
  public var hasUniqueNames: Bool { kind.rawValue < Kind.array.rawValue || firstRepeatedName() == nil }

  /// Whether no two members of this object have the same name: among its `count` members, `seen` has a bit for each
  /// known name, and `others` is the number of unknown names.
  @inlinable
  public func hasUniqueMembers(_ count: Int, seen: UInt64, others: Int = 0) -> Bool {
    seen.nonzeroBitCount &+ others == count && (others < 2 || repeatedOwnName() == nil)
  }
}
