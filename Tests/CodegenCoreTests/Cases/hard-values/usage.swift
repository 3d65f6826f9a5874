import SchemaRuntime

// An object that requires itself has no value, and yet a type.
refuse(AValues.self, #"{"endless":{"next":{}}}"#, "/endless/next required")

// Two branches admit null, so that oneOf does not.
refuse(AValues.self, #"{"refusedNull":null}"#, "/refusedNull oneOf")
accept(AValues.self, #"{"refusedNull":1}"#)
accept(AValues.self, #"{"refusedNull":{"a":"x"}}"#)

// Null beside a type that x-swift names.
accept(AValues.self, #"{"number":null}"#)
accept(AValues.self, #"{"number":12345678901234567890123}"#, codable: false)

// Null among other members, also by JSONDecoder.
accept(AValues.self, #"{"nullables":{"first":1,"a":null,"b":{"n":1}}}"#)

// Numbers that Double would round, or not have at all.
accept(AValues.self, #"{"constants":{"long":0.12345678901234567890123}}"#, codable: false)
accept(AValues.self, #"{"constants":{"long":0.12345678901234567890123,"huge":1e400}}"#, codable: false)
expect(AValues().smallest, .leastNonzeroMagnitude)

// More branches than the compiler likes in one expression.
accept(AValues.self, #"{"many":"z"}"#)
for letter in "abcdefghijklmnopq" { refuse(AValues.self, #"{"many":"\#(letter)"}"#, "/many not") }

// Alternatives in alternatives, which would be twice as much text with each level.
accept(AValues.self, #"{"doubled":"maybe"}"#)
for word in ["yes", "no"] { refuse(AValues.self, #"{"doubled":"\#(word)"}"#, "/doubled not") }

// A tag that no value can be, and tags that are one to Swift's ==.
accept(AValues.self, #"{"tags":{"kind":"c"}}"#)
refuse(AValues.self, #"{"tags":{"kind":"a"}}"#, "/tags oneOf")
accept(AValues.self, "{\"equivalent\":{\"kind\":\"\u{e9}\",\"n\":1}}")
accept(AValues.self, "{\"equivalent\":{\"kind\":\"e\u{301}\",\"n\":\"x\"}}")
refuse(AValues.self, "{\"equivalent\":{\"kind\":\"e\u{301}\",\"n\":1}}", "/equivalent oneOf")

// A member that is local only, and one of three states.
accept(BView.self, #"{"a":"x"}"#)
expect(try BView(json: #"{"a":"x"}"#).shown, .absent)

// The twin asks its other members for what the type asks for, or null.
var patched = try CPatched(json: #"{"value":"v","z":1,"y":2}"#)
try CPatched.Patch(json: #"{"value":"w","new":"n","z":3,"y":null}"#).apply(to: &patched)
expect(String(decoding: try patched.json(), as: UTF8.self), #"{"value":"w","new":"n","z":3}"#)
refuse(CPatched.Patch.self, #"{"z":"x"}"#, "/z type")
