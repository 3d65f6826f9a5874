import JSONSchema
import Testing

@testable import SchemaLoading

@Suite struct GlobTests {
  @Test(arguments: [
    ("**/*.schema.json", "a.schema.json", true), ("**/*.schema.json", "x/y/a.schema.json", true),
    ("**/*.schema.json", "x/a.json", false), ("*.json", "a.json", true), ("*.json", "x/a.json", false),
    ("users/**", "users/a/b", true), ("users/**", "users", true), ("users/**", "user/a", false),
    ("a/**/b/**/c", "a/x/b/y/b/c", true), ("a/**/b/**/c", "a/x/b/y", false), ("?.json", "é.json", true),
    ("?.json", ".json", false), ("*a*b*c", "xxaxxbxxc", true), ("*a*b*c", "xxaxxcxxb", false), ("**", "", true),
    ("*", "", false), ("", "a", false), ("a*", "a", true),
  ])
  func `a pattern matches a path`(pattern: String, path: String, expected: Bool) {
    #expect(Glob(pattern).matches(path) == expected)
  }

  @Test func `many wildcards do not take exponential time`() {
    let pattern = String(repeating: "*a", count: 20) + "*b"
    #expect(!Glob(pattern).matches(String(repeating: "a", count: 5_000)))
    #expect(!Glob(String(repeating: "**/a/", count: 20) + "b").matches(String(repeating: "a/", count: 1_000)))
  }
}
