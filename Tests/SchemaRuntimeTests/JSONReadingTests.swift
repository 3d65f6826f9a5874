import Testing

@_spi(Generated) @testable import SchemaRuntime

/// Accepted texts, including edge cases.
@Suite struct JSONReadingTests {
  @Test(
    "a text is accepted, and its value is written as expected",
    arguments: [
      Row("null alone", "null", "null"),
      Row("true alone", "true", "true"),
      Row("false alone", "false", "false"),
      Row("a digit alone", "0", "0"),
      Row("a negative number alone", "-1.5e-7", "-1.5e-7"),
      Row("an empty string alone", "\"\"", "\"\""),
      Row("a string alone", "\"a\"", "\"a\""),
      Row("white space of all four kinds around every token", " \t\r\n{ \"a\" : [ 1 , 2 ] } \t\r\n", #"{"a":[1,2]}"#),
      Row("white space after a scalar", "1 \n\t\r\n ", "1"),
      Row("white space after a string", "\"a\"   ", "\"a\""),
      Row("empty containers with white space inside", "[ { } , [ ] ]", "[{},[]]"),
      Row("an empty name", #"{"":1}"#, #"{"":1}"#),
      Row("names in the order of the text", #"{"b":1,"a":2,"B":3}"#, #"{"b":1,"a":2,"B":3}"#),
      Row("the last of two equal names, at the position of the first", #"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#),
      Row("equal names once escapes are decoded", #"{"a":1,"\u0061":2}"#, #"{"a":2}"#),
      Row("names that differ in normal form", "{\"\u{e9}\":1,\"e\u{301}\":2}", "{\"\u{e9}\":1,\"e\u{301}\":2}"),
      Row("every escape", #""\"\\\/\b\f\n\r\t\u0000\u001F\u007f""#, "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u{7f}\""),
      Row("escapes of letters in both cases", #""\u00e9\u00E9""#, "\"éé\""),
      Row("an escaped pair of surrogates", #""\ud83d\ude00 \uDBFF\uDFFF""#, "\"😀 \u{10ffff}\""),
      Row("escapes of noncharacters", #""\ufffe\uffff\ufdd0""#, "\"<ef><bf><be><ef><bf><bf><ef><b7><90>\""),
      Row("the line separators of JavaScript", "\"\u{2028}\u{2029}\"", "\"\u{2028}\u{2029}\""),
      Row("a byte order mark inside a string", "\"\u{feff}\"", "\"\u{feff}\""),
      Row("a delete character", "\"<7f>\"", "\"\u{7f}\""),
      Row("an escape after sixteen plain bytes", #""0123456789abcdef\n""#, #""0123456789abcdef\n""#),
      Row("an escape that ends the text but for its mark", #""a\\""#, #""a\\""#),
      Row("numbers as they are written", "[-0,0.0,1E5,1e+05,100]", "[-0,0.0,1E5,1e+05,100]"),
      Row("an integer of forty digits", "1234567890123456789012345678901234567890", nil),
      Row("a fraction of forty digits", "0.1234567890123456789012345678901234567890", nil),
      Row("an exponent beyond all types", "-1e-99999999999999999999", nil),
    ])
  func accepts(_ row: Row) throws {
    let text = bytes(row.text)
    let value = try JSONValue(parsing: text)
    #expect(value.text() == row.expected)
    #expect(try JSONDocument(parsing: text).value == value)
    #expect(try JSONValue(parsing: value.json()) == value)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let expected: String

    /// - Parameter expected: the text after writing; nil if it is unchanged.
    init(_ name: String, _ text: String, _ expected: String?) {
      self.name = name
      self.text = text
      self.expected = String(decoding: bytes(expected ?? text), as: UTF8.self)
    }

    var testDescription: String { name }
  }
}

/// Limits, and offsets that only some lengths of texts reach.
@Suite struct JSONReadingEdgeTests {
  @Test(
    "depth and size are allowed up to their limits",
    arguments: [
      ("512 arrays", nestedArrays(512), JSONLimits()),
      ("512 objects", nestedObjects(512), JSONLimits()),
      ("512 levels many times side by side", "[\(nestedArrays(511)),\(nestedObjects(511)),[]]", JSONLimits()),
      ("a scalar where no nesting is allowed", "1", JSONLimits(maximumDepth: 0)),
      ("two levels where two are allowed", #"[[1],{"a":2},[],{}]"#, JSONLimits(maximumDepth: 2)),
      ("five bytes where five are allowed", "[1,2]", JSONLimits(maximumByteCount: 5)),
      ("five bytes with white space", " [ ] ", JSONLimits(maximumByteCount: 5)),
    ])
  func acceptsUpToLimits(_ name: String, _ text: String, _ limits: JSONLimits) throws {
    #expect(try onDeepStack { try isOneValue(text, limits) })
  }

  @Test(
    "the deepest permitted text is read, written, compared, hashed and evaluated",
    arguments: [
      nestedArrays(JSONLimits.hardMaximumDepth), nestedObjects(JSONLimits.hardMaximumDepth),
    ])
  func survivesHardMaximumDepth(_ text: String) throws {
    let limits = JSONLimits(maximumDepth: .max)
    #expect(try onDeepStack { try isOneValue(text, limits) })
    let program = try Program(json: #"[["urn:s#",[["items",0,0],["properties",{"a":0}],["minLength",1]]]]"#)
    #expect(try onDeepStack { try Evaluator(program).issues(in: Array(text.utf8), limits: limits).isEmpty })
  }

  @Test("no length of a text traps: every prefix of a document is refused at a position within it")
  func refusesPrefixes() throws {
    let whole = Array(richText.utf8)
    _ = try JSONValue(parsing: whole)
    for length in 0..<whole.count { checkPrefix(whole.prefix(length)) }
  }

  private func checkPrefix(_ text: ArraySlice<UInt8>) {
    do {
      _ = try JSONValue(parsing: Array(text))
      Issue.record("a prefix of \(text.count) bytes was accepted")
    } catch {
      #expect(error.position.offset <= text.count)
      #expect(!error.message.isEmpty)
    }
  }

  @Test("strings of every length around the width of a vector are read completely", arguments: 0...70)
  func readsStrings(_ length: Int) throws {
    let plain = String(repeating: "x", count: length)
    for (text, expected) in [
      (plain, plain), (plain + "é", plain + "é"), (plain + #"\n"#, plain + "\n"), (#"\""# + plain, "\"" + plain),
      ("é" + plain + #"\u00e9"#, "é" + plain + "é"),
    ] {
      #expect(try JSONValue(parsing: "\"\(text)\"").string == expected)
      #expect(try JSONValue(parsing: "{\"\(text)\":[\"\(text)\"]}")[expected]?.array?.first?.string == expected)
    }
  }

  @Test("a control character is found at every offset in a string", arguments: 0...40)
  func findsControlCharacters(_ offset: Int) {
    let text = Array("\"\(String(repeating: "x", count: offset))".utf8) + [0x1f] + Array("0123456789abcdef0\"".utf8)
    let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
    #expect(error?.kind == .controlCharacterInString(0x1f))
    #expect(error?.position.offset == offset + 1)
  }

  @Test("a reader can be reused after every kind of text, with the same memory")
  func readsAgain() throws {
    var reader = JSONReader()
    let many = "[" + (0..<5_000).map(String.init).joined(separator: ",") + "]"
    for text in ["1", many, "[", "\"\(String(repeating: "y", count: 9_999))\"", "{\"a\":", nestedArrays(600), "[]"] {
      let expected = try? JSONValue(parsing: text)
      let actual = try? Array(text.utf8).withUnsafeBufferPointer { JSONValue(try reader.read($0)) }
      #expect(actual == expected)
    }
  }

  @Test("an index that outgrows its initial memory keeps every entry")
  func growsIndex() throws {
    for count in [126, 127, 128, 129, 255, 256, 257, 1_000] {
      let text = "{" + (0..<count).map { "\"m\($0)\":\($0)" }.joined(separator: ",") + "}"
      let object = try #require(try JSONValue(parsing: text).object)
      #expect(object.count == count)
      #expect(object.enumerated().allSatisfy { $1.key == "m\($0)" && $1.value.int == $0 })
    }
  }

  @Test("the closure's own error or that of the text is thrown")
  func passesErrors() {
    struct Refusal: Error, Equatable {}
    var reader = JSONReader()
    func run(_ text: String) -> String {
      Array(text.utf8).withUnsafeBufferPointer { buffer in
        do throws(JSONReadError<Refusal>) {
          let count = try reader.withRoot(of: buffer) { root throws(Refusal) -> Int in
            if root.isNull { throw Refusal() }
            return root.childCount
          }
          return "\(count)"
        } catch {
          switch error {
          case .syntax(let error): return error.description
          case .body(let error): return "\(error)"
          }
        }
      }
    }
    #expect(run("[1,2]") == "2")
    #expect(run("null") == "Refusal()")
    #expect(run("[") == "1:2: expected a value or ']', found the end of the text")
  }

  @Test("readers on several threads, which take over memory from each other, do not disturb each other")
  func readersOnThreads() async {
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy { round in
            // Some indices outgrow the memory, and some what is left to others.
            let count = [1, 200, 400, 9000][(task + round) % (round % 50 == 0 ? 4 : 3)]
            let text = "[" + repeatElement("\(task)", count: count).joined(separator: ",") + "]"
            var outer = JSONReader()
            var inner = JSONReader()
            return text.utf8.withContiguousStorageIfAvailable { bytes in
              guard let first = try? outer.read(bytes), let second = try? inner.read(bytes) else { return false }
              let values = [JSONValue(first), JSONValue(second)]
              return values.allSatisfy { $0.array?.count == count && $0.array?.allSatisfy { $0.int == task } ?? false }
            } ?? false
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}

/// Whether a text has one value and one hash, read in two ways and written and read again.
private func isOneValue(_ text: String, _ limits: JSONLimits) throws -> Bool {
  let value = try JSONValue(parsing: text, limits: limits)
  let others = [
    try JSONDocument(parsing: Array(text.utf8), limits: limits).value,
    try JSONValue(parsing: value.json(.pretty), limits: JSONLimits(maximumDepth: limits.maximumDepth)),
  ]
  return others.allSatisfy { $0 == value && $0.hashValue == value.hashValue }
}
