import SchemaRuntime

// Kept, in order, with every digit; Codable knows numbers as Double and names up to canonical equivalence.
let open = accept(ABox.self, #"{"open":{"a":1,"z":12345678901234567890123,"b":{"c":[1.10]},"":null}}"#, codable: false)
expect(open?.open?.additionalMembers.keys, ["z", "b", ""])
// JSON text and Codable know the same names, whatever they are made of.
let odd = accept(ABox.self, #"{"open":{"a":1,"\"q\"\n\\":2,"é":3}}"#)
expect(odd?.open?.additionalMembers, [:])
// Names are equal when their scalars are: this one is e with a combining accent.
let combining = accept(ABox.self, "{\"open\":{\"e\u{301}\":\"x\"}}", codable: false)
expect(combining?.open?.additionalMembers.count, 1)

var box = ABox()
box.open = ABox.Open(a: 1, additionalMembers: ["z": true])
expect(try String(decoding: box.json(), as: UTF8.self), #"{"open":{"a":1,"z":true}}"#)
// An unknown member may not have the name of a declared one.
box.open?.additionalMembers["a"] = 2
do throws(SchemaError) {
  try box.validate()
  fail("expected validate() to refuse equal names", #line)
} catch {
  expect(error.description.contains("'a'"), "the repeated name in '\(error.description)'")
}

// Refused.
accept(ABox.self, #"{"closed":{"a":1}}"#)
refuse(ABox.self, #"{"closed":{"b":1}}"#, "/closed/b additionalProperties")
refuse(ABox.self, #"{"boks":1}"#, "/boks additionalProperties")
accept(ABox.self, #"{"empty":{},"nothing":{}}"#)
refuse(ABox.self, #"{"empty":{"never":1}}"#, "/empty/never false")
refuse(ABox.self, #"{"nothing":{"x":1}}"#, "/nothing/x additionalProperties")

// Typed.
let numbers = accept(ABox.self, #"{"numbers":{"a":"x","b":1.5,"c":0.5}}"#)
expect(numbers?.numbers?.additionalMembers["b"], 1.5)
expect(numbers?.numbers?.additionalMembers.count, 2)
refuse(ABox.self, #"{"numbers":{"b":-1}}"#, "/numbers/b minimum")
refuse(ABox.self, #"{"numbers":{"a":1}}"#, "/numbers/a type")
let models = accept(ABox.self, #"{"models":{"x":{"n":1},"y":{"n":2,"m":3}}}"#)
expect(models?.models?.additionalMembers["y"]?.n, 2)
refuse(ABox.self, #"{"models":{"x":{}}}"#, "/models/x required")
let lists = accept(ABox.self, #"{"lists":{"x":[1,null],"y":[]}}"#)
expect(lists?.lists?.additionalMembers["x"], [1, nil])
refuse(ABox.self, #"{"lists":{"x":[1.5]}}"#, "/lists/x/0 type")
