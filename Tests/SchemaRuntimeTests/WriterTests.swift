import Testing

@_spi(Generated) @testable import SchemaRuntime

/// Compact JSON as generated encoders write it.
@Suite struct WriterTests {
  @Test(
    "a string is written with the fewest escapes and reads back",
    arguments: [
      ("", "\"\""), ("abc", "\"abc\""), ("\"", #""\"""#), ("\\", #""\\""#), ("/", "\"/\""), ("\u{7f}", "\"\u{7f}\""),
      ("\u{8}\u{c}\n\r\t", #""\b\f\n\r\t""#), ("\0\u{1}\u{1f}", #""\u0000\u0001\u001f""#), ("é 日本語 😀", "\"é 日本語 😀\""),
      ("\u{2028}\u{2029}\u{feff}", "\"\u{2028}\u{2029}\u{feff}\""), ("</script>", "\"</script>\""),
      ("0123456789abcde\"", #""0123456789abcde\"""#),
      ("0123456789abcdef\n0123456789abcdef\n", #""0123456789abcdef\n0123456789abcdef\n""#),
      ("\\u0041", #""\\u0041""#), ("e\u{301}", "\"e\u{301}\""),
    ])
  func escapes(_ string: String, _ expected: String) throws {
    var writer = JSONWriter()
    writer.write(string)
    let text = try writer.finish()
    #expect(text == Array(expected.utf8))
    #expect(try JSONValue(parsing: text) == .string(string))
    var member = JSONWriter()
    member.beginObject()
    member.key(string)
    member.write(true)
    member.endObject()
    #expect(try member.finish() == Array("{\(expected):true}".utf8))
  }

  @Test("every ASCII character and every length of a run survives a round trip")
  func roundTrips() throws {
    for value in UInt8(0)..<0x80 {
      for length in [0, 1, 15, 16, 17, 33] {
        let run = String(repeating: "y", count: length)
        let string = run + String(Unicode.Scalar(value)) + run
        #expect(try JSONValue(parsing: JSONValue.string(string).json()) == .string(string))
      }
    }
  }

  @Test("containers of every size have their commas")
  func writesContainers() throws {
    var writer = JSONWriter(reservingCapacity: 0)
    writer.beginObject()
    writer.rawKey("\"a\":")
    writer.beginArray()
    writer.endArray()
    writer.key("b")
    writer.beginArray()
    writer.write(1)
    writer.beginObject()
    writer.endObject()
    writer.writeNull()
    writer.write(false)
    writer.write(-2.5)
    writer.write(JSONNumber(validText: StaticString("1e400").buffer))
    writer.endArray()
    writer.key("c")
    writer.write(["x": ["y": "z,"]] as JSONObject)
    writer.writeMembers(of: ["d": 1, "e": []])
    writer.endObject()
    let text = try writer.finish()
    #expect(
      String(decoding: text, as: UTF8.self)
        == #"{"a":[],"b":[1,{},null,false,-2.5,1e400],"c":{"x":{"y":"z,"}},"d":1,"e":[]}"#)
  }

  @Test("texts shorter and longer than their estimate are complete")
  func outgrowsEstimates() throws {
    for count in [0, 1, 20, 21, 22, 100, 1000, 30_000] {
      let strings = (0..<count).map { String(repeating: "\u{1}é\"", count: $0 % 7) }
      var writer = JSONWriter(reservingCapacity: 0)
      strings.write(to: &writer)
      let expected = try writer.finish()
      for estimate in [0, 64, expected.count - 1, expected.count, expected.count + 1, 1 << 20] {
        #expect(try JSONWriter.text(estimate: estimate) { strings.write(to: &$0) } == expected)
      }
      #expect(try JSONValue(parsing: expected) == .array(strings.map { .string($0) }))
    }
    #expect(throws: JSONWriteError.notFinite) { try JSONWriter.text { $0.write(Double.infinity) } }
    #expect(try JSONWriter.text { _ in } == [])
  }

  @Test("a string that ends in a comma keeps it")
  func keepsCommas() throws {
    var writer = JSONWriter()
    writer.beginArray()
    writer.write(",")
    writer.endArray()
    #expect(try writer.finish() == Array("[\",\"]".utf8))
  }

  @Test(
    "a number that is not finite is an error that does not contain it",
    arguments: [[Double.nan], [1, -Double.infinity, 2]])
  func refuses(_ numbers: [Double]) {
    var writer = JSONWriter()
    writer.beginArray()
    for number in numbers { writer.write(number) }
    writer.endArray()
    do throws(JSONWriteError) {
      _ = try writer.finish()
      Issue.record("a number that is not finite was written")
    } catch {
      #expect(error.description == "expected a finite number, found NaN or an infinity, which JSON cannot write")
    }
  }

  @Test("Swift values are written as the corresponding JSON values")
  func writesSwiftValues() throws {
    func text(_ value: some JSONWritable) throws -> String {
      var writer = JSONWriter()
      value.write(to: &writer)
      return String(decoding: try writer.finish(), as: UTF8.self)
    }
    #expect(try text("a\n") == #""a\n""#)
    #expect(try text([1, Int.min]) == "[1,-9223372036854775808]")
    #expect(try text([0.1, -0.0, Double.leastNonzeroMagnitude]) == "[0.1,-0,5e-324]")
    #expect(try text([true, nil] as [Bool?]) == "[true,null]")
    #expect(try text(JSONMap([("b", [1]), ("a", [])])) == #"{"b":[1],"a":[]}"#)
    #expect(try text([Presence.value(1), .null, .absent]) == "[1,null,null]")
    #expect(try text(JSONValue.object(["k": [nil]])) == #"{"k":[null]}"#)
    #expect(try text(JSONNumber(7)) == "7")
  }
}

extension StaticString {
  fileprivate var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
}
