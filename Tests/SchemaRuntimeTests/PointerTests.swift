import Testing

@testable import SchemaRuntime

/// RFC 6901.
@Suite struct PointerTests {
  @Test(
    "a pointer is read and written back",
    arguments: [
      ("", []), ("/", [""]), ("/a", ["a"]), ("/a/b", ["a", "b"]), ("//", ["", ""]), ("/a/", ["a", ""]),
      ("/a~1b", ["a/b"]),
      ("/m~0n", ["m~n"]), ("/~01", ["~1"]), ("/~10", ["/0"]), ("/~0~1~0", ["~/~"]), ("/c%d", ["c%d"]), ("/ ", [" "]),
      ("/\"\\", ["\"\\"]), ("/é/日", ["é", "日"]), ("/\u{301}", ["\u{301}"]), ("/a\u{301}", ["a\u{301}"]),
      ("/~0\u{301}", ["~\u{301}"]),
      ("/0/-/01", ["0", "-", "01"]), ("/\0", ["\0"]), ("/😀~1😀", ["😀/😀"]),
    ] as [(String, [String])])
  func reads(_ text: String, _ tokens: [String]) throws {
    let pointer = try #require(JSONPointer(text))
    #expect(pointer.tokens.map { Array($0.utf8) } == tokens.map { Array($0.utf8) })
    #expect(Array(pointer.description.utf8) == Array(text.utf8))
    #expect(pointer == JSONPointer(tokens))
  }

  @Test(
    "an invalid pointer is refused",
    arguments: ["a", "a/b", " /a", "#/a", "/~", "/~2", "/a~", "/~~0", "/~/", "~0"])
  func refuses(_ text: String) { #expect(JSONPointer(text) == nil) }

  @Test(
    "the examples of RFC 6901, section 5, lead to the listed values",
    arguments: [
      ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"),
      ("/g|h", "4"), ("/i\\j", "5"), ("/k\"l", "6"), ("/ ", "7"), ("/m~0n", "8"), ("/foo/2", nil), ("/foo/00", nil),
      ("/foo/-", nil), ("/foo/+0", nil), ("/foo/-1", nil), ("/foo/99999999999999999999", nil), ("/foo/0/x", nil),
      ("/nope", nil), ("/foo/ 0", nil), ("/foo/\u{660}", nil),
    ] as [(String, String?)])
  func leads(_ pointer: String, _ expected: String?) throws {
    let value = try JSONValue(
      parsing: #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#)
    #expect(value[try #require(JSONPointer(pointer))]?.text() == expected)
  }

  @Test("children and parents")
  func moves() {
    let pointer = JSONPointer().appending("a/b").appending(3)
    #expect(pointer.description == "/a~1b/3")
    #expect(pointer.parent == JSONPointer(["a/b"]))
    #expect(pointer.parent?.parent == JSONPointer())
    #expect(JSONPointer().parent == nil)
    #expect(JSONPointer.escaped("~/~1") == "~0~1~01")
    #expect(JSONPointer.escaped("plain") == "plain")
  }

  @Test("pointers to names that differ in normal form are different, like the names")
  func exactNames() {
    let composed = JSONPointer(["\u{e9}"])
    let decomposed = JSONPointer(["e\u{301}"])
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, JSONPointer(["\u{e9}"])]).count == 2)
    let value: JSONValue = ["\u{e9}": 1, "e\u{301}": 2]
    #expect(value[composed] == 1)
    #expect(value[decomposed] == 2)
    #expect(JSONPointer(["a", "b"]) != JSONPointer(["ab"]))
  }
}
