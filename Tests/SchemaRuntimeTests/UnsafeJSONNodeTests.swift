import GuardedMemory
import Testing

@_spi(Generated) @testable import SchemaRuntime

/// Nodes: access to the index of a text without creating values.
@Suite struct UnsafeJSONNodeTests {
  @Test(
    "a string is counted and compared with its escapes decoded",
    arguments: [
      StringRow(#""""#, "", .asciiString), StringRow(#""abc""#, "abc", .asciiString), StringRow("\"é\"", "é", .string),
      StringRow("\"日本語 text 😀\"", "日本語 text 😀", .string), StringRow(#""\u0041""#, "A", .escapedString),
      StringRow(#""a\nb""#, "a\nb", .escapedString), StringRow(#""\ud83d\ude00x""#, "😀x", .escapedString),
      StringRow(#""é\u00e9\u65e5""#, "éé日", .escapedString), StringRow(#""\u0000""#, "\0", .escapedString),
      StringRow(#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t", .escapedString),
      StringRow("\"e\u{301}\"", "e\u{301}", .string), StringRow(#""👨\u200d👩""#, "👨\u{200d}👩", .escapedString),
      StringRow(#""0123456789abcdef0123456789abcdé\\""#, "0123456789abcdef0123456789abcdé\\", .escapedString),
    ])
  func decodes(_ row: StringRow) throws {
    try JSONDocument(parsing: Array(row.text.utf8)).withRoot { node in
      #expect(node.kind == row.kind)
      #expect(Array(node.string.utf8) == Array(row.content.utf8))
      #expect(node.utf8Count == row.content.utf8.count)
      #expect(node.scalarCount == row.content.unicodeScalars.count)
      #expect(node.withUTF8 { Array($0) } == Array(row.content.utf8))
      #expect(node.offset == 0)
      #expect(node.contentOffset == 1)
      for other in [row.content + "x", String(row.content.unicodeScalars.dropLast()) + "\u{1}", "x" + row.content] {
        #expect(!node.isEqual(to: .string(other)))
      }
      #expect(node.isEqual(to: .string(row.content)))
    }
  }

  @Test(
    "two strings are compared independently of their escapes",
    arguments: [
      (#""a""#, #""a""#, true), (#""a""#, #""\u0061""#, true), (#""\u0061""#, #""a""#, true),
      (#""\u0061""#, #""\u0061""#, true), (#""\u0061b""#, #""a\u0062""#, true), (#""a""#, #""\u0062""#, false),
      (#""ab""#, #""\u0061""#, false), (#""\u0061""#, #""ab""#, false), (#""""#, #""\u0000""#, false),
      (#""""#, #""""#, true),
    ])
  func comparesStrings(_ first: String, _ second: String, _ expected: Bool) throws {
    try JSONDocument(parsing: Array("[\(first),\(second)]".utf8)).withRoot { root in
      let elements = Array(root.elements)
      #expect(elements[0].equalsString(elements[1]) == expected)
      #expect(elements[1].equalsString(elements[0]) == expected)
    }
  }

  @Test("a static name equals a member's name only if every byte does")
  func comparesNames() throws {
    try JSONDocument(parsing: Array(#"{"abc":1,"\u0061bd":2,"":3,"é":4}"#.utf8)).withRoot { root in
      #expect(root.firstMember("abc")?.int == 1)
      #expect(root.firstMember("abd")?.int == 2)
      #expect(root.firstMember("")?.int == 3)
      #expect(root.firstMember("é")?.int == 4)
      #expect(root.firstMember("abe") == nil)
      #expect(root.firstMember("ab") == nil)
      #expect(root.hasMember("abc"))
      #expect(!root.hasMember("abcd"))
      #expect(root.member("abd")?.int == 2)
      #expect(root.member("e\u{301}") == nil)
    }
  }

  @Test("a container lists its children and skips their contents")
  func walks() throws {
    try JSONDocument(parsing: Array(#"{"a":[1,[2,{"x":3}],[]],"b":{"c":{}},"d":"e"}"#.utf8)).withRoot { root in
      #expect(root.childCount == 3)
      #expect(root.members.map { $0.name.string } == ["a", "b", "d"])
      let array = try #require(root.member("a"))
      #expect(array.childCount == 3)
      #expect(array.elements.map { JSONValue($0).text() } == ["1", #"[2,{"x":3}]"#, "[]"])
      #expect(Array(root.elements).isEmpty)
      #expect(Array(array.members).isEmpty)
      #expect(root.member("d")?.childCount == 0)
      #expect(array.member("a") == nil)
      #expect(root.offset == 0)
      #expect(array.offset == 5)
      #expect(root.member("d").map { ($0.offset, $0.contentOffset) } ?? (0, 0) == (41, 42))
    }
  }

  @Test(
    "accessors for another kind of node return a result without invalid reads",
    arguments: [
      "null", "true", "12", "1.5", "[1,1,1,1,[1]]", "[[],{},[]]", "{}", #"{"a":{"b":[1,2,3]}}"#, "\"x\"",
    ])
  func answersForEveryKind(_ text: String) throws {
    let memory = try #require(GuardedBytes(capacity: 64))
    memory.withText(Array(text.utf8)) { buffer in
      var reader = JSONReader()
      guard let root = try? reader.read(buffer) else { return }
      for index in 0..<root.nextIndex {
        let node = root[at: index]
        _ = (node.string, node.int, node.double, node.number, node.bool, node.isInteger)
        #expect(node.isString || node.scalarCount == 0)
        #expect(node.isString || node.utf8Count == 0)
        #expect(node.isNumber == (node.number != nil))
        for name in ["1", "12", "123", "1234567", "1234567890"] as [StaticString] { #expect(!node.equals(name)) }
      }
    }
  }

  @Test("numbers of any number of digits have their values, at the start of a text and in it", arguments: 1...20)
  func readsNumbers(_ wholeCount: Int) throws {
    let digits = Array("91827364554637281900")
    for fractionCount in 0...20 {
      let fraction = fractionCount == 0 ? "" : "." + String(digits.suffix(fractionCount))
      let number = String(digits.prefix(wholeCount)) + fraction
      for (text, before) in [(number, "["), ("-" + number, "["), (number, "[" + String(repeating: " ", count: 30))] {
        let elements = "\(before)\(text),\(text)]"
        let document = try JSONDocument(parsing: Array(elements.utf8))
        document.withRoot { root in
          for element in root.elements {
            #expect(element.double == Double(text))
            if fractionCount == 0 { #expect(element.int == Int(text)) }
          }
        }
        #expect(document.withRoot { (try? [Double](decoding: $0)) == [Double(text), Double(text)].compactMap { $0 } })
      }
    }
  }

  @Test(
    "a pointer leads to a value and its location, or to the deepest existing one",
    arguments: [
      ("", #"{"a":[10,{"b":null}],"a/b":"x"}"#, "1:1"), ("/a", #"[10,{"b":null}]"#, "2:5"), ("/a/0", "10", "2:6"),
      ("/a/1/b", "null", "3:7"), ("/a~1b", #""x""#, "4:8"), ("/a/2", nil, "2:5"), ("/a/01", nil, "2:5"),
      ("/a/1/c/d", nil, "3:2"), ("/missing", nil, "1:1"), ("/a~1b/0", nil, "4:8"),
    ] as [(String, String?, String)])
  func finds(_ pointer: String, _ value: String?, _ lineAndColumn: String) throws {
    let text = "{\n\"a\":[10,\n {\"b\":null}],\n \"a/b\":\"x\"}"
    let document = try JSONDocument(parsing: Array(text.utf8))
    let pointer = try #require(JSONPointer(pointer))
    let position = document.position(of: pointer)
    #expect("\(position.line):\(position.column)" == lineAndColumn)
    #expect(document.withRoot { $0.descendant(at: pointer).map { JSONValue($0).text() } } == value)
    #expect(document.value[pointer]?.text() == value)
  }

  struct StringRow: Sendable, CustomTestStringConvertible {
    let text: String
    let content: String
    let kind: UnsafeJSONNode.Kind

    init(_ text: String, _ content: String, _ kind: UnsafeJSONNode.Kind) {
      self.text = text
      self.content = content
      self.kind = kind
    }

    var testDescription: String { text }
  }
}
