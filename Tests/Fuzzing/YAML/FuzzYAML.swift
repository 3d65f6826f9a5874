// A text in YAML: it is refused with a place inside of the text, or becomes JSON that a second reading of its own text
// confirms, with places that grow along with the JSON and lie in the text. JSON is YAML too, with the same values.
//
// Input: the text.
import FuzzSupport
import JSONSchema
import SchemaLoading
import SchemaRuntime

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  check(FuzzInput(start, count).rest)
  return 0
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer) -> Int32 {
  writeDictionaryIfAsked([
    "---\n", "...\n", "%YAML 1.2\n", "%TAG ! tag:a,2000:\n", "- ", "? ", ": ", "{", "}", "[", "]", ", ", "&a ", "*a",
    "<<: *a",
    "<<: [*a, *b]", "!!str ", "!!int ", "!!float ", "!!bool ", "!!null ", "!!merge ", "!a ", "!<a> ", "|\n", ">\n",
    "|2-\n",
    ">+\n", "\"\\u00e9\\x41\\\n\"", "'it''s'", "# a\n", "~", "null", "true", "0x1F", "0o17", ".inf", ".nan", "1e3",
    "\u{feff}", "\r\n",
    "\t", "\n  ", "\u{2028}", "\u{85}",
  ])
  return 0
}

@_cdecl("FuzzYAML_main")
public func unusedMain() -> Int32 { 0 }

private func check(_ text: [UInt8]) {
  let limits = JSONLimits(maximumDepth: 100)
  var documents: [YAMLText.Document] = []
  do throws(JSONSyntaxError) {
    documents = try YAMLText.documents(in: text, limits: limits)
  } catch {
    check(error.position.offset <= text.count, "the place of '\(error.message)' is not in the text")
    check(error.position.line > 0 && error.position.column > 0, "'\(error.message)' has no line and column")
    return
  }
  var last = 0
  for document in documents {
    check(last <= document.position.offset, "documents are not in order")
    last = document.position.offset
    check(document.json, of: text)
  }
}

private func check(_ document: JSONDocument, of text: [UInt8]) {
  let json = document.value.json()
  guard let again = try? JSONValue(parsing: json) else { reportFinding("the JSON of a document is not JSON") }
  checkEqual(again, document.value, "a document and its JSON")
  document.withRoot { root in
    var pending = [root]
    while let node = pending.popLast() {
      check(document.position(at: node.offset).offset <= text.count, "the place of a value is not in the text")
      if node.isArray { pending += node.elements }
      if node.isObject { pending += node.members.map(\.value) }
    }
  }
  guard let nested = try? YAMLText.documents(in: json), nested.count == 1 else {
    reportFinding("the JSON of a document is not YAML")
  }
  checkEqual(nested[0].json.value, document.value, "a document and its JSON read as YAML")
}
