import SchemaLoading
import SchemaRuntime
import Testing

/// JSON with comments and trailing commas.
@Suite struct CommentedJSONTests {
  @Test(
    "comments and trailing commas are no part of the value",
    arguments: [
      (#"{"a": 1, // one"# + "\n" + #" "b": [1, 2,], }"#, #"{"a":1,"b":[1,2]}"#),
      ("/* before */ [1 /* in * the ** middle */, 2] // after", "[1,2]"),
      (
        #"{"a": "// no comment", "b": "/* nor this */", "c": "\"//"}"#,
        #"{"a":"// no comment","b":"/* nor this */","c":"\"//"}"#
      ),
      ("[1, // the last\n]", "[1]"),
    ])
  func reads(_ text: String, _ json: String) throws {
    #expect(try SourceText.document(Array(text.utf8), format: .jsonc).value.text() == json)
  }

  @Test(
    "what is no JSON without them is none with them",
    arguments: ["[,]", "{,}", "[1,,]", "/* open", "[1 / 2]", "[1], ", "{\"a\":,}"])
  func refuses(_ text: String) {
    #expect(throws: JSONSyntaxError.self) { try SourceText.document(Array(text.utf8), format: .jsonc) }
  }

  @Test("positions are those in the file")
  func positions() throws {
    let error = #expect(throws: JSONSyntaxError.self) {
      try SourceText.document(Array("/* one\ntwo */ [x]".utf8), format: .jsonc)
    }
    #expect(error?.position.line == 2 && error?.position.column == 9)
  }

  @Test("JSON itself has neither")
  func json() {
    #expect(throws: JSONSyntaxError.self) { try SourceText.document(Array("[1,]".utf8), format: .json) }
    #expect(SourceText.Format(ofFile: "settings.JSONC") == .jsonc)
  }
}
