import SchemaRuntime

let members = (0..<70).map { "\"m\($0 < 10 ? "0" : "")\($0)\":\($0)" }
let whole = "{" + members.joined(separator: ",") + ",\"undeclared\":null}"
expect(accept(Big.self, whole)?.m69, 69)
for place in members.indices {
  var others = members
  others.remove(at: place)
  refuse(Big.self, "{" + others.joined(separator: ",") + ",\"undeclared\":null}", " required")
}
refuse(Big.self, "{" + members.joined(separator: ",") + "}", " required")
refuse(Big.self, whole.dropLast() + ",\"x\":1}", " dependentRequired")
accept(Big.self, whole.dropLast() + ",\"x\":1,\"y\":1}")
