import JSONSchema
import Testing

/// RFC 3986, section 5.4: every row of both tables.
@Suite struct URIReferenceTests {
  static let base = "http://a/b/c/d;p?q"

  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
    ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
    ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
  ])
  func `a reference is resolved against its base`(reference: String, expected: String) throws {
    try check(reference, base: Self.base, expected)
  }

  @Test(arguments: [
    ("a root without a path", "http://a", "b", "http://a/b"),
    ("a URN keeps its path for a fragment", "urn:uuid:1-2", "#a", "urn:uuid:1-2#a"),
    ("a URN gives way to a path", "urn:uuid:1-2", "b.json", "urn:b.json"),
    ("a file beside another", "file:///x/y/a.json", "../b.json", "file:///x/b.json"),
    ("no base at all", "", "b/c.json#d", "b/c.json#d"),
    ("a base without a scheme", "x/a.json", "b.json", "x/b.json"),
    ("scheme and host do not know case", "HTTP://Example.COM/A", "B", "http://example.com/B"),
    ("unreserved characters need no encoding", "http://a/", "%7Eb%2d%41", "http://a/~b-A"),
    ("encodings are upper case", "http://a/", "%c3%a9", "http://a/%C3%A9"),
    ("characters that no URI has are encoded", "http://a/", "é b\"", "http://a/%C3%A9%20b%22"),
    ("encoded dots are dots", "http://a/b/c/", "%2e%2E/d", "http://a/b/d"),
    ("a path is never read as a host", "s:/a/b", "..//c", "s:/.//c"),
    ("the user's name knows case", "http://Me@Host/", "a", "http://Me@host/a"),
  ])
  func `references are normalized`(row: (name: String, base: String, reference: String, expected: String)) throws {
    try check(row.reference, base: row.base, row.expected)
  }

  @Test(arguments: ["%", "%4", "%zz", "a%2", "1:b", ":", "a b:c"])
  func `invalid references are refused`(text: String) {
    #expect(URIReference(text) == nil)
  }

  private func check(_ reference: String, base: String, _ expected: String) throws {
    let base = try #require(URIReference(base))
    let reference = try #require(URIReference(reference))
    #expect(reference.resolved(against: base).description == expected)
  }
}
