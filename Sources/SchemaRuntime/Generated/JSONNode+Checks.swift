public import CJSONScan

// The checks of generated validators, in addition to those that JSONNode offers to everybody. They are functions of this
// module, and not inlined, so that validators are small and quick to compile.
extension JSONNode {
  // MARK: A type and its limits

  /// Whether the value is a string of at most `limit` scalars or bytes.
  @inline(never)
  public func isString(atMost limit: Int, _ measure: Measure) -> Bool { isString && hasAtMost(limit, measure) }

  /// Whether the value is a string of at least `limit` scalars or bytes.
  @inline(never)
  public func isString(atLeast limit: Int, _ measure: Measure) -> Bool { isString && hasAtLeast(limit, measure) }

  /// Whether the value is a string of `least` to `most` scalars or bytes.
  @inline(never)
  public func isString(atLeast least: Int, atMost most: Int, _ measure: Measure) -> Bool {
    isString && hasAtMost(most, measure) && hasAtLeast(least, measure)
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
  public func isInteger(atLeast limit: Int) -> Bool { isInteger && order(to: limit) >= 0 }

  /// Whether the value is an integer from `least` to `most`.
  @inline(never)
  public func isInteger(atLeast least: Int, atMost most: Int) -> Bool { isInteger && isBetween(least, and: most) }

  /// Whether the value is a number of at most `limit`.
  @inline(never)
  public func isNumber(atMost limit: Int) -> Bool { isNumber && order(to: limit) <= 0 }

  /// Whether the value is a number of at least `limit`.
  @inline(never)
  public func isNumber(atLeast limit: Int) -> Bool { isNumber && order(to: limit) >= 0 }

  /// Whether the value is a number from `least` to `most`.
  @inline(never)
  public func isNumber(atLeast least: Int, atMost most: Int) -> Bool { isNumber && isBetween(least, and: most) }

  /// Whether all elements of an array satisfy a condition.
  @inline(never)
  public func allElements(_ isValid: (JSONNode) -> Bool) -> Bool {
    var index = contentStart
    while index < contentEnd {
      let element = self[at: index]
      if !isValid(element) { return false }
      index = element.nextIndex
    }
    return true
  }

  // MARK: Single limits

  /// The value of the first member with this name.
  @inlinable
  public func firstMember(_ name: StaticString) -> JSONNode? {
    for member in members where member.name.equals(name) { return member.value }
    return nil
  }

  @inlinable
  public func hasMember(_ name: StaticString) -> Bool { firstMember(name) != nil }

  /// Compares the number, which this must be, with an integer: -1, 0 or 1.
  @inlinable
  public func order(to limit: Int) -> Int {
    if let value = shortInteger { return value < limit ? -1 : value > limit ? 1 : 0 }
    return orderOfAny(to: limit)
  }

  /// A number with a fraction is usually decided by the digits before the point.
  @usableFromInline
  func orderOfAny(to limit: Int) -> Int {
    guard kind == .decimal else { return NumberText.compare(text, toInt64: Int64(limit)) }
    let text = bytes + contentOffset
    let isNegative = text[0] == UInt8(ascii: "-")
    var offset = isNegative ? 1 : 0
    var whole = 0
    while text[offset] != UInt8(ascii: ".") {
      guard offset < 18 else { return NumberText.compare(self.text, toInt64: Int64(limit)) }
      whole = whole &* 10 &+ Int(truncatingIfNeeded: text[offset] &- 0x30)
      offset &+= 1
    }
    let signed = isNegative ? 0 &- whole : whole
    if signed != limit { return signed < limit ? -1 : 1 }
    for digit in (offset &+ 1)..<field where text[digit] != 0x30 { return isNegative ? -1 : 1 }
    return 0
  }

  /// Whether the number, which this must be, is at least one integer and at most another.
  @inlinable
  public func isBetween(_ least: Int, and greatest: Int) -> Bool {
    if let value = shortInteger { return value >= least && value <= greatest }
    return isAnyBetween(least, and: greatest)
  }

  @usableFromInline
  func isAnyBetween(_ least: Int, and greatest: Int) -> Bool {
    if kind == .decimal, bytes[contentOffset &+ 1] == UInt8(ascii: ".") {
      // 0.74 is between 0 and 1, whatever follows the point.
      let whole = Int(truncatingIfNeeded: bytes[contentOffset] &- 0x30)
      if whole >= least, whole < greatest { return true }
    }
    return orderOfAny(to: greatest) <= 0 && orderOfAny(to: least) >= 0
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

  @inlinable
  public func has(_ format: Format) -> Bool { withUTF8 { format.isValid($0) } }

  /// Whether the string matches.
  @inlinable
  public func matches(_ automaton: PatternAutomaton) -> Bool { withUTF8 { automaton.matches($0) } }

  /// Whether the string matches a pattern that has no table and takes time linear in the text.
  ///
  /// Returns false if the pattern exhausts its steps; ``KnownVerdicts/matches(_:_:)`` reports that.
  public func matches(_ pattern: Pattern) -> Bool { withUTF8 { pattern.match($0) } == .match }

  /// Whether the string is text in an encoding.
  public func holds(_ encoding: ContentEncoding) -> Bool { withUTF8 { encoding.decode($0) } != nil }

  /// Whether the string is text in an encoding, the decoded text has a media type, and it satisfies a schema. Returns
  /// false if undecided; ``KnownVerdicts/holds(_:_:_:_:)`` reports that.
  public func holds(
    _ encoding: ContentEncoding?, _ mediaType: ContentMediaType, _ isValid: (JSONNode) -> Bool = { _ in true }
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

  // MARK: Member names

  /// Whether the name is written without escapes, as nearly all are.
  @inlinable @inline(__always)
  public var isPlain: Bool { kind != .escapedString }

  /// The length in bytes of a name without escapes.
  @inlinable @inline(__always)
  public var byteCount: Int { field }

  /// Whether a name without escapes is `name`. Only valid for a member's name.
  @inlinable @inline(__always)
  public func reads(_ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    return field == count && json_scan_equal(bytes + contentOffset, name.utf8Start, count) != 0
  }

  /// Calls `body` with a name that has the content of this one and no escapes.
  @inline(never)
  public func withoutEscapes(_ body: (JSONNode) -> Int) -> Int {
    withUTF8 { utf8 in
      guard let start = utf8.baseAddress else { return -1 }
      let entry = IndexingPass.entry(.string, utf8.count, 0)
      return withUnsafePointer(to: entry) { body(JSONNode(bytes: start, entries: $0, index: 0)) }
    }
  }
}
