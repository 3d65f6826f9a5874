import SchemaRuntime

/// `depth` times `open`, the planned, and as many times `close`.
func nested(_ open: String, _ planned: String, _ close: String, depth: Int = 120) -> String {
  String(repeating: open, count: depth) + planned + String(repeating: close, count: depth)
}

// Every level asks twice about the next; the verdict is worked out once.
let node = accept(Node.self, nested(#"{"child":"#, #"{"name":"x"}"#, "}"))
expect(node?.child?.child?.child?.name, nil)
let bottom = String(repeating: "/child", count: 120)
refuse(Node.self, nested(#"{"child":"#, #"{"name":1}"#, "}"), "\(bottom)/name type")

// Alternatives, and what they leave unevaluated.
accept(Node.self, #"{"guess":"# + nested(#"{"next":"#, #"{"a":1,"b":"x"}"#, "}") + "}")
refuse(Node.self, #"{"guess":"# + nested(#"{"next":"#, #"{"b":1,"a":1}"#, "}") + "}", "/guess anyOf")
refuse(Node.self, #"{"guess":{"next":{"next":{"c":1}}}}"#, "/guess anyOf")
refuse(Node.self, #"{"guess":{"next":{"next":{"a":"x","b":1}}}}"#, "/guess anyOf")

// One alternative, which is asked again what it leaves unevaluated.
accept(Node.self, #"{"only":"# + nested(#"{"next":"#, "{}", "}") + "}")
refuse(Node.self, #"{"only":{"next":{"other":1}}}"#, "/only anyOf")

accept(Node.self, #"{"lists":"# + nested("[", "[]", "]") + "}")
refuse(Node.self, #"{"lists":[[[],[[],[]]]]}"#, "/lists/0 not")
