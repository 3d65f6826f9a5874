import Testing

@testable import SchemaRuntime

/// Equal names in one object are found at any location.
@Suite struct UniqueNamesTests {
  @Test(
    "the second of two equal names is found, with its object",
    arguments: [
      Row("two equal names", #"{"a":1,"a":2}"#, "a", 7, ""),
      Row("three equal names: the second", #"{"a":1,"a":2,"a":3}"#, "a", 7, ""),
      Row("equal only once the second is decoded", #"{"a":1,"\u0061":2}"#, "a", 7, ""),
      Row("equal only once the first is decoded", #"{"\u0061":1,"a":2}"#, "a", 12, ""),
      Row("equal only once both are decoded", #"{"\u0061b":1,"a\u0062":2}"#, "ab", 13, ""),
      Row("equal with an escape that need not be one", #"{"a/":1,"a\/":2}"#, "a/", 8, ""),
      Row("a surrogate pair and the scalar", "{\"😀\":1,\"\\ud83d\\ude00\":2}", "😀", 10, ""),
      Row("the empty name twice", #"{"":1,"":2}"#, "", 6, ""),
      Row("a byte zero twice", #"{"\u0000":1,"\u0000":2}"#, "\0", 12, ""),
      Row("names that end in a byte zero are no shorter ones", #"{"a":1,"a\u0000":2,"a\u0000":3}"#, "a\0", 19, ""),
      Row("in a member", #"{"a":{"b":1,"b":2}}"#, "b", 12, "/a"),
      Row("in an element", #"[{},{"x":[{"b":1,"c":2,"b":3}]}]"#, "b", 23, "/1/x/0"),
      Row(
        "in the value of a name that is repeated later: the outer object comes first", #"{"a":{"b":1,"b":2},"a":3}"#,
        "a", 19, ""),
      Row("with a long value between", #"{"a":[{"q":[1,2,{"z":3}]}],"b":{"a":1},"a":2}"#, "a", 39, ""),
      Row("a name that needs escapes in a pointer", #"{"a/b":{"c":1,"c":2}}"#, "c", 14, "/a~1b"),
    ])
  func finds(_ row: Row) throws {
    try JSONDocument(parsing: Array(row.text.utf8)).withRoot { root in
      let name = try #require(root.firstRepeatedName())
      #expect(name.string == row.name)
      #expect(name.offset == row.offset)
      #expect(SensitiveValues([]).shownLocation(of: name.index, from: root).pointer.description == row.object)
    }
  }

  @Test(
    "names that only look equal are different",
    arguments: [
      #"{}"#, #"{"a":1}"#, #"{"a":1,"A":2}"#, "{\"\u{e9}\":1,\"e\u{301}\":2}", #"{"a":1,"b":{"a":2}}"#,
      #"{"a":{"a":{"a":1}}}"#,
      #"[{"a":1},{"a":2}]"#, #"{"a":"a","b":"a"}"#, #"{"":1," ":2}"#, #"{"a":1,"a\u0000":2}"#, #"{"\\u0061":1,"a":2}"#,
      #"["a","a"]"#, #"{"ab":1,"ba":2,"aab":3,"abb":4}"#, "1", #"{"\n":1,"n":2,"\\n":3}"#,
    ])
  func findsNone(_ text: String) throws {
    #expect(try JSONDocument(parsing: Array(text.utf8)).withRoot { $0.firstRepeatedName() == nil })
  }

  @Test("objects of every size, with the repetition at every kind of index", arguments: Array(2...70) + [100, 200])
  func findsInEverySize(_ count: Int) throws {
    let names = (0..<count).map { "name\($0 * 37 % 1_000)" }
    func repeated(_ names: [String]) throws -> String? {
      let text = "[{" + names.map { "\"\($0)\":[{}]" }.joined(separator: ",") + "}]"
      return try JSONDocument(parsing: Array(text.utf8)).withRoot { $0.firstRepeatedName()?.string }
    }
    #expect(try repeated(names) == nil)
    for (first, second) in [(0, 1), (0, count - 1), (count / 2, count - 1), (count / 3, count / 2)]
    where first != second {
      var changed = names
      changed[second] = changed[first]
      #expect(try repeated(changed) == names[first])
      changed[second] = String(changed[first].dropLast()) + "\\u00" + String(changed[first].utf8.last ?? 0, radix: 16)
      #expect(try repeated(changed) == names[first])
    }
  }

  @Test("names that are alike in length, ends and middle are still distinguished, and found if equal")
  func seesThroughTheFilter() throws {
    // The filter looks at the length and three bytes: all of these share one bit.
    let names = (0..<30).map { "x\(UnicodeScalar(UInt8(97 + $0 % 26)))\($0 / 26)m\($0 % 10)\($0 / 10)x" }
    let text = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",")
    #expect(try JSONDocument(parsing: Array((text + "}").utf8)).withRoot { $0.firstRepeatedName() == nil })
    let again = try JSONDocument(parsing: Array((text + ",\"\(names[17])\":1}").utf8))
    #expect(again.withRoot { $0.firstRepeatedName()?.string } == names[17])
  }

  @Test("a hundred thousand names do not take quadratic time", arguments: [false, true])
  func isLinear(_ isRepeated: Bool) throws {
    let count = 100_000
    var names = (0..<count).map { "n\($0)" }
    if isRepeated { names[count - 1] = "n7" }
    let text = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    let document = try JSONDocument(parsing: Array(text.utf8))
    #expect(document.withRoot { $0.firstRepeatedName()?.string } == (isRepeated ? "n7" : nil))
  }

  @Test("many nested objects are walked once")
  func walksNestedObjectsOnce() throws {
    let wide = "{" + (0..<20).map { "\"m\($0)\":{\"a\":1,\"b\":2}" }.joined(separator: ",") + "}"
    let text = String(repeating: "{\"a\":0,\"n\":", count: 400) + wide + String(repeating: "}", count: 400)
    #expect(try JSONDocument(parsing: Array(text.utf8)).withRoot { $0.firstRepeatedName() == nil })
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let description: String
    let text: String
    let name: String
    let offset: Int
    let object: String

    init(_ description: String, _ text: String, _ name: String, _ offset: Int, _ object: String) {
      self.description = description
      self.text = text
      self.name = name
      self.offset = offset
      self.object = object
    }

    var testDescription: String { description }
  }
}
