import SchemaRuntime
import Testing

/// Refused patterns, with positions and messages.
@Suite struct PatternErrorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var pattern: String
    var kind: PatternError.Kind
    var offset: Int
    var message: String

    init(_ pattern: String, _ kind: PatternError.Kind, at offset: Int, _ message: String) {
      self.pattern = pattern
      self.kind = kind
      self.offset = offset
      self.message = message
    }

    var testDescription: String { "'\(pattern)' gives: \(message)" }
  }

  @Test(arguments: syntaxRows + escapeRows + nameRows)
  func refuses(_ row: Row) {
    let error = #expect(throws: PatternError.self) { try Pattern(row.pattern) }
    #expect(error?.kind == row.kind)
    #expect(error?.offset == row.offset)
    #expect(error?.message == row.message)
    #expect(error.map { "\($0)" } == "\(row.message), at offset \(row.offset)")
  }

  @Test("Groups may be nested as deeply as the options permit, but no deeper", arguments: [0, 1, 3, 250])
  func depth(_ limit: Int) throws {
    let options = PatternOptions(maximumDepth: limit)
    let nested = { (depth: Int) in
      String(repeating: "(?:a|(?=", count: depth / 2) + String(repeating: "(", count: depth % 2) + "b"
        + String(repeating: ")", count: depth % 2) + String(repeating: "))", count: depth / 2)
    }
    let pattern = try Pattern(nested(limit), options: options)
    #expect(pattern.outcome(of: "b") == .match)
    let error = #expect(throws: PatternError.self) { try Pattern(nested(limit + 1), options: options) }
    #expect(error?.kind == .tooDeep(limit: limit))
  }

  @Test("A hundred thousand open groups are refused without recursion")
  func deepInput() {
    let error = #expect(throws: PatternError.self) { try Pattern(String(repeating: "(", count: 100_000)) }
    #expect(error?.kind == .tooDeep(limit: 250))
    #expect(throws: Never.self) {
      try Pattern(
        String(repeating: "(", count: 5_000) + String(repeating: ")", count: 5_000),
        options: PatternOptions(maximumDepth: 5_000))
    }
  }

  @Test("Counts that multiply are refused", arguments: ["(?:(?:ab){1000}){1000}", "(?:a?){0,99999999999999999999}"])
  func size(_ pattern: String) {
    let error = #expect(throws: PatternError.self) { try Pattern(pattern) }
    #expect(error?.kind == .tooLarge(limit: 50_000))
    #expect(error?.message == "expected a shorter pattern, or smaller counts in braces, found more than 50000 states")
  }

  @Test("A pattern of many states is refused by the option, and accepted with a greater limit")
  func sizeOption() throws {
    let pattern = String(repeating: "ab", count: 100)
    #expect(throws: PatternError.self) { try Pattern(pattern, options: PatternOptions(maximumStateCount: 100)) }
    #expect(throws: Never.self) { try Pattern(pattern, options: PatternOptions(maximumStateCount: 300)) }
  }

  private static let syntaxRows = [
    Row("a)", .unexpectedCharacter(")"), at: 1, "expected '\\' before ')', which is special in a pattern"),
    Row("]", .unexpectedCharacter("]"), at: 0, "expected '\\' before ']', which is special in a pattern"),
    Row("a}", .unexpectedCharacter("}"), at: 1, "expected '\\' before '}', which is special in a pattern"),
    Row("{", .unexpectedCharacter("{"), at: 0, "expected '\\' before '{', which is special in a pattern"),
    Row(
      "^{2}", .unexpectedCharacter("{"), at: 1, "expected '\\' before '{', which is special in a pattern"),
    Row("*", .nothingToRepeat("*"), at: 0, "expected something to repeat before the quantifier '*', found nothing"),
    Row("a**", .nothingToRepeat("*"), at: 2, "expected something to repeat before the quantifier '*', found nothing"),
    Row("a|+b", .nothingToRepeat("+"), at: 2, "expected something to repeat before the quantifier '+', found nothing"),
    Row("(?:?)", .nothingToRepeat("?"), at: 3, "expected something to repeat before the quantifier '?', found nothing"),
    Row("$+", .nothingToRepeat("+"), at: 1, "expected something to repeat before the quantifier '+', found nothing"),
    Row(
      "(?=a)*", .nothingToRepeat("*"), at: 5, "expected something to repeat before the quantifier '*', found nothing"),
    Row("a{,2}", .malformedQuantifier, at: 1, "expected '{n}', '{n,}' or '{n,m}', found '{' and something else"),
    Row("é{1", .malformedQuantifier, at: 1, "expected '{n}', '{n,}' or '{n,m}', found '{' and something else"),
    Row("a{1,x}", .malformedQuantifier, at: 1, "expected '{n}', '{n,}' or '{n,m}', found '{' and something else"),
    Row(
      "a{3,2}", .quantifierOutOfOrder(minimum: 3, maximum: 2), at: 1,
      "expected a quantifier in ascending order, found '{3,2}'"),
    Row("a(b", .unclosedGroup, at: 1, "expected ')' to close the group, found the end of the pattern"),
    Row("((a)", .unclosedGroup, at: 0, "expected ')' to close the group, found the end of the pattern"),
    Row(
      "(?a)", .malformedGroup, at: 0,
      "expected ':', '=', '!', '<=', '<!' or '<name>' after '(?', found something else"),
    Row(
      "(?i:a)", .malformedGroup, at: 0,
      "expected ':', '=', '!', '<=', '<!' or '<name>' after '(?', found something else"),
    Row("a[b", .unclosedClass, at: 1, "expected ']' to close the class, found the end of the pattern"),
    Row("[a-", .unclosedClass, at: 0, "expected ']' to close the class, found the end of the pattern"),
    Row("[^", .unclosedClass, at: 0, "expected ']' to close the class, found the end of the pattern"),
    Row(
      "[z-a]", .rangeOutOfOrder(first: 0x7a, last: 0x61), at: 1,
      "expected a range in ascending order, found U+007A to U+0061"),
    Row(
      "x[🐲-é]", .rangeOutOfOrder(first: 0x1f432, last: 0xe9), at: 2,
      "expected a range in ascending order, found U+1F432 to U+00E9"),
    Row("[\\d-z]", .classInRange, at: 1, "expected single characters at both ends of a range, found a class"),
    Row("[a-\\w]", .classInRange, at: 1, "expected single characters at both ends of a range, found a class"),
  ]

  private static let escapeRows = [
    Row("a\\", .unfinishedEscape, at: 1, "expected a character after '\\', found the end of the pattern"),
    Row("[\\", .unfinishedEscape, at: 1, "expected a character after '\\', found the end of the pattern"),
    Row("\\a", .unknownEscape("a"), at: 0, "expected an escape of ECMA-262 after '\\', found 'a'"),
    Row("b\\Z", .unknownEscape("Z"), at: 1, "expected an escape of ECMA-262 after '\\', found 'Z'"),
    Row("\\&\\q", .unknownEscape("q"), at: 2, "expected an escape of ECMA-262 after '\\', found 'q'"),
    Row("\\é", .unknownEscape("é"), at: 0, "expected an escape of ECMA-262 after '\\', found U+00E9"),
    Row("\\\n", .unknownEscape("\n"), at: 0, "expected an escape of ECMA-262 after '\\', found U+000A"),
    Row("[\\B]", .unknownEscape("B"), at: 1, "expected an escape of ECMA-262 after '\\', found 'B'"),
    Row("[\\1]", .unknownEscape("1"), at: 1, "expected an escape of ECMA-262 after '\\', found '1'"),
    Row(
      "\\u12", .malformedEscape("u"), at: 0,
      "expected four hexadecimal digits or '{' and a code point up to 10FFFF after '\\u', found something else"),
    Row(
      "\\u{110000}", .malformedEscape("u"), at: 0,
      "expected four hexadecimal digits or '{' and a code point up to 10FFFF after '\\u', found something else"),
    Row(
      "\\u{}", .malformedEscape("u"), at: 0,
      "expected four hexadecimal digits or '{' and a code point up to 10FFFF after '\\u', found something else"),
    Row("\\x4", .malformedEscape("x"), at: 0, "expected two hexadecimal digits after '\\x', found something else"),
    Row("\\c1", .malformedEscape("c"), at: 0, "expected an ASCII letter after '\\c', found something else"),
    Row("\\01", .malformedEscape("0"), at: 0, "expected no digit after '\\0', found one"),
    Row("\\k", .malformedEscape("k"), at: 0, "expected '<name>' after '\\k', found something else"),
    Row("\\p", .malformedProperty, at: 0, "expected '{name}' or '{name=value}' after '\\p', found something else"),
    Row("\\pL", .malformedProperty, at: 0, "expected '{name}' or '{name=value}' after '\\p', found something else"),
    Row("\\p{L", .malformedProperty, at: 0, "expected '{name}' or '{name=value}' after '\\p', found something else"),
    Row("\\p{}", .malformedProperty, at: 0, "expected '{name}' or '{name=value}' after '\\p', found something else"),
    Row("\\p{gc=}", .malformedProperty, at: 0, "expected '{name}' or '{name=value}' after '\\p', found something else"),
  ]

  private static let nameRows = [
    Row(
      "\\p{letter}", .unknownProperty("letter"), at: 0, "expected a Unicode property of ECMA-262, found 'letter'"),
    Row(
      "a\\P{gc=Alpha}", .unknownProperty("gc=Alpha"), at: 1, "expected a Unicode property of ECMA-262, found 'gc=Alpha'"
    ),
    Row(
      "\\p{Block=Latin}", .unknownProperty("Block=Latin"), at: 0,
      "expected a Unicode property of ECMA-262, found 'Block=Latin'"),
    Row(
      "[\\p{Script=greek}]", .unknownProperty("Script=greek"), at: 1,
      "expected a Unicode property of ECMA-262, found 'Script=greek'"),
    Row(
      "\\p{scx=Lu}", .unknownProperty("scx=Lu"), at: 0, "expected a Unicode property of ECMA-262, found 'scx=Lu'"),
    Row("\\p{Greek}", .unknownProperty("Greek"), at: 0, "expected a Unicode property of ECMA-262, found 'Greek'"),
    Row("\\p{gc}", .unknownProperty("gc"), at: 0, "expected a Unicode property of ECMA-262, found 'gc'"),
    Row("\\p{L=Lu}", .unknownProperty("L=Lu"), at: 0, "expected a Unicode property of ECMA-262, found 'L=Lu'"),
    Row(
      "\\p{Alpha=Y}", .unknownProperty("Alpha=Y"), at: 0,
      "expected a Unicode property of ECMA-262, found 'Alpha=Y'"),
    Row("\\p{InGreek}", .unknownProperty("InGreek"), at: 0, "expected a Unicode property of ECMA-262, found 'InGreek'"),
    Row(
      "\\p{IDS_Unary_Operator}", .unknownProperty("IDS_Unary_Operator"), at: 0,
      "expected a Unicode property of ECMA-262, found 'IDS_Unary_Operator'"),
    Row(
      "(?<1a>b)", .malformedGroupName, at: 2,
      "expected an identifier in angle brackets as group name, found something else"),
    Row(
      "(?<>b)", .malformedGroupName, at: 2,
      "expected an identifier in angle brackets as group name, found something else"),
    Row(
      "(?<a", .malformedGroupName, at: 2,
      "expected an identifier in angle brackets as group name, found something else"),
    Row("(?<a>b)(?<a>c)", .duplicateGroupName("a"), at: 7, "expected unique group names, found 'a' twice"),
    Row("\\k<b>(?<a>a)", .unknownGroupName("b"), at: 0, "expected the name of a group in the pattern, found 'b'"),
    Row(
      "(a)\\2", .unknownGroup(number: 2, groupCount: 1), at: 3,
      "there is no group 2 to refer back to; the number of groups is 1"),
    Row(
      "x\\1", .unknownGroup(number: 1, groupCount: 0), at: 1,
      "there is no group 1 to refer back to; the number of groups is 0"),
  ]
}
