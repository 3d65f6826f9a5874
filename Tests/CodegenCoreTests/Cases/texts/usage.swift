import SchemaRuntime

let constant = #""constant":"\"*/\u2028\\(x)""#
func text(_ rest: String) -> String { "{" + constant + rest + "}" }
func same(_ json: String, line: UInt = #line) {
  let value = try? Texts(json: json)
  expect(value != nil, "\(json) to be accepted", line: line)
  let text = value.flatMap { try? $0.json() }.flatMap { try? JSONValue(parsing: $0) }
  expect(text == (try? JSONValue(parsing: json)), "\(json) to come back", line: line)
}

expect(try Texts(json: text("")).constant, "\"*/\u{2028}\\(x)")
expect(try Texts(json: text("")).plain, "*/ \\(boom()) \"\u{2028}\u{202e}")
expect(Texts().constant, "\"*/\u{2028}\\(x)")
same(text(#","plain":"*/""#))
same(text(#","plain":"`\n""#))
refuse(Texts.self, text(#","plain":"/""#), "/plain pattern")
same(text(#","*/ fatalError() /*":1"#))
same(text(#","\"\n\\(boom())":2"#))
same(text(#","choice":"x""#))
same(text(#","choice":1"#))
for word in ["*/", "//", "\\r\\n", "\\u2028"] { same(text(#","word":"\#(word)""#)) }
refuse(Texts.self, text(#","word":"\n""#), "/word enum")
refuse(Texts.self, #"{"constant":"*/"}"#, "/constant const")
