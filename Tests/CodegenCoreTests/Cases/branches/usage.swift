import SchemaRuntime

// An object without "type" is one; a valid value of another type is told apart.
accept(ABranch.self, #"{"untyped":{"x":1,"y":[]}}"#)
do {
  _ = try ABranch(json: #"{"untyped":[]}"#)
  fail("expected a value that the type cannot represent", #line)
} catch SchemaError.notRepresentable(let fact) {
  expect("\(fact.instanceLocation): \(fact.type), \(fact.found)", "/untyped: ABranch.Untyped, an array")
}
expect(ABranch.isValid(#"{"untyped":[]}"#), "the verdict to be the schema's")
expect(accept(ABranch.self, #"{"untypedMap":{"a":1}}"#)?.untypedMap, ["a": 1])
expect((try? ABranch(json: #"{"untypedMap":"x"}"#)) == nil, "no map to have the value of a string")

// Choices between values are enumerations, whose cases have the titles.
expect(accept(ABranch.self, #"{"documented":"a"}"#)?.documented, .first)
expect(ABranch.Documented.allCases.count, 2)
expect(accept(ABranch.self, #"{"merged":"avoid"}"#)?.merged, .avoid)
let mixed: [(String, ABranch.Mixed)] = [
  ("3", .mixed3), ("-1.5", .minus1Point5), (#""latest""#, .latest), ("false", .false),
]
for (text, value) in mixed {
  expect(accept(ABranch.self, #"{"mixed":\#(text)}"#)?.mixed, value)
}
refuse(ABranch.self, #"{"mixed":true}"#, "/mixed enum")
// A number that neither Int nor Double can hold.
expect(accept(ABranch.self, #"{"rounded":12345678901234567890}"#)?.rounded != nil, "a number with its digits")

// Branches are called by their types, and those with the same Swift type are one.
expect(accept(ABranch.self, #"{"scalars":1.5}"#)?.scalars, .number(1.5))
expect(accept(ABranch.self, #"{"scalars":true}"#)?.scalars, .boolean(true))
expect(accept(ABranch.self, #"{"same":"abc"}"#)?.same, "abc")
expect(accept(ABranch.self, #"{"several":"x"}"#)?.several, .string("x"))
let several = accept(ABranch.self, #"{"several":{"url":"x","a":1}}"#)?.several
expect(several, .object(.init(url: "x", additionalMembers: ["a": 1])))
expect(accept(ABranch.self, #"{"severalOrNull":null}"#)?.severalOrNull, .null)
expect(accept(ABranch.self, #"{"severalOrNull":[1]}"#)?.severalOrNull, .value(.array([1])))
expect(accept(ABranch.self, #"{"nested":["x"]}"#)?.nested, .strings(["x"]))
expect(accept(ABranch.self, #"{"nested":7}"#)?.nested, .integer(7))
// A list of lists has no end.
accept(ABranch.self, #"{"endless":[[],[[]]]}"#)
accept(ABranch.self, #"{"endless":["x"]}"#)

// A branch without a type has values of every type, whatever its members mean to the types.
accept(ABranch.self, #"{"untypedBranch":{"a":"x"}}"#)
expect(ABranch.isValid(#"{"untypedBranch":5}"#), "a number to satisfy a branch without a type")
expect(!ABranch.isValid(#"{"untypedTwice":"x"}"#), "a string to satisfy both branches")
expect(ABranch.isValid(#"{"untypedTwice":5}"#), "a number to satisfy one branch")
accept(ABranch.self, #"{"untypedTag":{"k":"b"}}"#)
expect(ABranch.isValid(#"{"untypedTag":5}"#), "a number to satisfy both branches")
refuse(ABranch.self, #"{"untypedTag":{"k":"c"}}"#, "/untypedTag anyOf")

// A null among the values of a choice.
expect(accept(ABranch.self, #"{"constantOrNull":null}"#)?.constantOrNull, .null)
expect(accept(ABranch.self, #"{"constantOrNull":"a"}"#)?.constantOrNull, .value(.a))
expect(accept(ABranch.self, #"{"listedNull":null}"#)?.listedNull, .null)

// The rest of a tuple has its type only behind all items that have one of their own.
accept(ABranch.self, #"{"longerTuple":["a","b","c",4]}"#)
refuse(ABranch.self, #"{"longerTuple":["a","b",3]}"#, "/longerTuple/2 type")

// Members whose names match patterns.
expect(accept(ABranch.self, #"{"jobs":{"build":{"run":"make"}}}"#)?.jobs?["build"]?.run, "make")
refuse(ABranch.self, #"{"jobs":{"1":{}}}"#, "/jobs/1 additionalProperties")
let extensible = accept(ABranch.self, #"{"extensible":{"name":"a","x-a":1,"b":"c"}}"#)?.extensible
expect(extensible?.patternMembers, ["x-a": 1])
expect(extensible?.additionalMembers, ["b": "c"])

// Tuples.
let position = accept(ABranch.self, #"{"position":[1.5,2.5]}"#)?.position
expect(position, .init(longitude: 1.5, latitude: 2.5))
accept(ABranch.self, #"{"position":[1,2,null,3,true,false]}"#)
expect(accept(ABranch.self, #"{"position":[1,2,null]}"#)?.position?.item2, .null)
refuse(ABranch.self, #"{"position":[1]}"#, "/position minItems")
let gap = ABranch.Position(longitude: 1, latitude: 2, item3: 3)
expect((try? gap.json()) == nil, "no absent item before a present one")

// Members of branches are optional members. A value of another type, where the branch does not hold, is kept.
expect(accept(ABranch.self, #"{"options":{"base":"a","include":"b"}}"#)?.options?.include, "b")
let options = accept(ABranch.self, #"{"options":{"files":[],"include":1}}"#)?.options
expect(options?.files, [])
expect(options?.include, nil)
expect(options?.additionalMembers, ["include": 1])
// Members that several schemas declare have the members of all.
expect(accept(ABranch.self, #"{"tree":{"left":{"left":{"n":2,"m":1},"m":3}}}"#)?.tree?.left?.left?.n, 2)

// Names.
expect(ABranch.Kind.IDList.UserID.allCases, [.plus1, .minus1, .lessOrEqual])

// A root that is only a reference is the type itself.
expect(accept(RootOnly.self, #"{"next":{"next":{"leaf":{"n":1}}}}"#)?.next?.next?.leaf, RootOnly.Leaf(n: 1))

// The twin for partial updates does not know whether a member by pattern has its type.
var patched = try Patched(json: #"{"name":"a","x-a":"b"}"#)
try Patched.Patch(json: #"{"x-a":"c","name":null}"#).apply(to: &patched)
expect(patched, Patched(additionalMembers: ["x-a": "c"]))
expect((try? Patched.Patch(json: #"{"x-a":1}"#).apply(to: &patched)) == nil, "the value as a whole to be checked")
expect(patched.additionalMembers, ["x-a": "c"])
