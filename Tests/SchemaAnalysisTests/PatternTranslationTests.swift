import SchemaAnalysis
import SchemaRuntime
import Testing

@Suite struct PatternTranslationTests {
  static let rows = [
    ("a]", "a\\]"), ("{a}", "\\{a\\}"), ("a{,2}", "a\\{,2\\}"), ("a{2}]{3,}", "a{2}\\]{3,}"), ("x{2,y}", "x\\{2,y\\}"),
    ("[\\w-.]", "[\\w\\-.]"), ("[a-\\d]", "[a\\-\\d]"), ("[\\p{L}-x]", "[\\p{L}\\-x]"), ("[a-z-]]", "[a-z-]\\]"),
    ("\\A[a-z]+\\Z", "^[a-z]+$"), ("\\\\A\\z", "\\\\A$"), ("(?i)ab1", "[aA][bB]1"), ("(?i)[a-fx]", "[a-fA-FxX]"),
    ("a(?i:b)c", "a(?:[bB])c"), ("(?i)a(?-i:b)", "[aA](?:b)"), ("(?i)\\d\\.a", "\\d\\.[aA]"),
    ("(?<a>x)|(?<a>y)", "(?<a>x)|(?<a2>y)"), ("(?<=a)(?<n>b)]", "(?<=a)(?<n>b)\\]"), ("[^]]", "[^]\\]"),
  ]

  @Test("patterns of other kinds become ECMAScript with flag u", arguments: rows)
  func translates(_ source: String, _ expected: String) throws {
    #expect(PatternTranslation(source)?.text == expected)
  }

  @Test(
    "what has no translation stays invalid", arguments: ["(a", "[a", "*", "(?>a)", "a**", "\\p{Nope}", "[z-a]", "("])
  func refuses(_ source: String) { #expect(PatternTranslation(source)?.text == nil) }
}
