/// The reason and the position at which a text is not a supported regular expression.
///
/// Thrown by ``Pattern/init(_:options:)``.
package struct PatternError: Error, Hashable, Sendable {
  /// The structured data of an error; ``message`` is its text.
  package enum Kind: Hashable, Sendable {
    /// A character that must be escaped here, such as a lone `{` or `)`.
    case unexpectedCharacter(Unicode.Scalar)
    /// A quantifier with nothing before it to repeat.
    case nothingToRepeat(Unicode.Scalar)
    /// A `{` that does not begin `{n}`, `{n,}` or `{n,m}`.
    case malformedQuantifier
    /// `{n,m}` with n greater than m; numbers beyond 2,147,483,647 are capped.
    case quantifierOutOfOrder(minimum: Int, maximum: Int)
    /// A group that is not closed; the offset is that of its `(`.
    case unclosedGroup
    /// `(?` followed by something that ECMA-262 does not define.
    case malformedGroup
    /// A group name that is not an identifier in angle brackets.
    case malformedGroupName
    /// Two groups with the same name.
    case duplicateGroupName(String)
    /// `\k<name>` without a group with that name.
    case unknownGroupName(String)
    /// `\n` if the pattern has fewer than n groups.
    case unknownGroup(number: Int, groupCount: Int)
    /// A class that is not closed; the offset is that of its `[`.
    case unclosedClass
    /// A range whose first code point is greater than its last.
    case rangeOutOfOrder(first: UInt32, last: UInt32)
    /// A range that begins or ends with a class such as `\d`.
    case classInRange
    /// A `\` at the end of the pattern.
    case unfinishedEscape
    /// `\` and a letter, a digit or a character that is not ASCII, and no escape.
    case unknownEscape(Unicode.Scalar)
    /// `\u`, `\x` or `\c` without the required characters.
    case malformedEscape(Unicode.Scalar)
    /// `\p` without a name in braces.
    case malformedProperty
    /// A property or property value that ECMA-262 does not list.
    case unknownProperty(String)
    /// Groups nested deeper than ``PatternOptions/maximumDepth``.
    case tooDeep(limit: Int)
    /// More states than ``PatternOptions/maximumStateCount``, usually because of a large count after a group.
    case tooLarge(limit: Int)
  }

  /// The kind of error.
  package let kind: Kind
  /// The offset of the error in Unicode scalars.
  package let offset: Int

  init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

extension PatternError: CustomStringConvertible {
  /// The message and the offset, as one line.
  package var description: String { "\(message), at offset \(offset)" }

  /// Only the message.
  package var message: String {
    switch kind {
    case .unexpectedCharacter(let scalar):
      "expected '\\' before \(Self.name(of: scalar)), which is special in a pattern"
    case .nothingToRepeat(let scalar):
      "expected something to repeat before the quantifier \(Self.name(of: scalar)), found nothing"
    case .malformedQuantifier: "expected '{n}', '{n,}' or '{n,m}', found '{' and something else"
    case .quantifierOutOfOrder(let minimum, let maximum):
      "expected a quantifier in ascending order, found '{\(minimum),\(maximum)}'"
    case .unclosedGroup: "expected ')' to close the group, found the end of the pattern"
    case .malformedGroup: "expected ':', '=', '!', '<=', '<!' or '<name>' after '(?', found something else"
    case .malformedGroupName: "expected an identifier in angle brackets as group name, found something else"
    case .duplicateGroupName(let name): "expected unique group names, found '\(name)' twice"
    case .unknownGroupName(let name): "expected the name of a group in the pattern, found '\(name)'"
    case .unknownGroup(let number, let count):
      "there is no group \(number) to refer back to; the number of groups is \(count)"
    case .unclosedClass: "expected ']' to close the class, found the end of the pattern"
    case .rangeOutOfOrder(let first, let last):
      "expected a range in ascending order, found \(Self.hexadecimal(first)) to \(Self.hexadecimal(last))"
    case .classInRange: "expected single characters at both ends of a range, found a class"
    case .unfinishedEscape: "expected a character after '\\', found the end of the pattern"
    case .unknownEscape(let scalar): "expected an escape of ECMA-262 after '\\', found \(Self.name(of: scalar))"
    case .malformedEscape("0"): "expected no digit after '\\0', found one"
    case .malformedEscape(let scalar): "expected \(Self.continuation(of: scalar)), found something else"
    case .malformedProperty: "expected '{name}' or '{name=value}' after '\\p', found something else"
    case .unknownProperty(let name): "expected a Unicode property of ECMA-262, found '\(name)'"
    case .tooDeep(let limit): "expected at most \(limit) levels of nested groups, found more"
    case .tooLarge(let limit):
      "expected a shorter pattern, or smaller counts in braces, found more than \(limit) states"
    }
  }

  private static func continuation(of escape: Unicode.Scalar) -> String {
    switch escape {
    case "u": "four hexadecimal digits or '{' and a code point up to 10FFFF after '\\u'"
    case "x": "two hexadecimal digits after '\\x'"
    case "c": "an ASCII letter after '\\c'"
    default: "'<name>' after '\\k'"
    }
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x27: "a single quote"
    case 0x21...0x7e: "'\(scalar)'"
    default: hexadecimal(scalar.value)
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    "U+" + String(hexadecimal: value, width: 4, uppercase: true)
  }
}
