// The checks that generated validators make, beside those that JSONNode offers to everybody.
extension JSONNode {
  /// The value of the first member with this name.
  @inlinable
  public func firstMember(_ name: StaticString) -> JSONNode? {
    for member in members where member.name.equals(name) { return member.value }
    return nil
  }

  @inlinable
  public func hasMember(_ name: StaticString) -> Bool { firstMember(name) != nil }

  /// Whether the string has at most `limit` Unicode scalars. No text has more of them than bytes, escapes
  /// included, so that most strings are not looked at.
  @inlinable
  public func hasAtMost(scalars limit: Int) -> Bool { field <= limit || scalarCount <= limit }

  /// Whether the string has at most `limit` bytes in UTF-8, escapes decoded.
  @inlinable
  public func hasAtMost(utf8Bytes limit: Int) -> Bool { field <= limit || utf8Count <= limit }

  /// -1, 0 or 1: the number, which this must be, against an integer.
  @inlinable
  public func order(to limit: Int) -> Int {
    if kind == .integer, field < 18 {
      let value = NumberText.int(text) ?? 0
      return value < limit ? -1 : value > limit ? 1 : 0
    }
    return NumberText.compare(text, toInt64: Int64(limit))
  }

  /// -1, 0 or 1: the number, which this must be, against a number in JSON's grammar.
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

  /// Whether the string matches; an exhausted budget is no match.
  public func matches(_ pattern: Pattern) -> Bool { withUTF8 { pattern.match($0) } == .match }

  /// Whether a member's name matches.
  @inlinable
  public func mayMatch(_ automaton: PatternAutomaton) -> Bool { matches(automaton) }

  /// Whether a member's name matches; an exhausted budget counts as a match: then the stricter schema applies.
  public func mayMatch(_ pattern: Pattern) -> Bool { withUTF8 { pattern.match($0) } != .noMatch }

  /// Whether the string is text in an encoding, what it encodes is of a type, and that satisfies a schema.
  public func holds(
    _ encoding: ContentEncoding?, _ mediaType: ContentMediaType?, _ isValid: (JSONNode) -> Bool = { _ in true }
  ) -> Bool {
    guard let content = withUTF8({ text in encoding.map { $0.decode(text) } ?? Array(text) }) else { return false }
    guard let mediaType else { return true }
    switch mediaType {
    case .json:
      var reader = JSONReader()
      return content.withUnsafeBufferPointer { content in
        guard let root = try? reader.read(content) else { return false }
        return root.firstRepeatedName() == nil && isValid(root)
      }
    }
  }

  @inlinable
  public var hasUniqueElements: Bool { repeatedElements() == nil }
}
