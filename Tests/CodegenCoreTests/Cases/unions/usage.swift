import SchemaRuntime

// A tag.
let circle = accept(AEvent.self, #"{"byTag":{"kind":"circle","radius":1.5}}"#)
if case .circle(let shape)? = circle?.byTag { expect(shape.radius, 1.5) } else { fail("expected a circle", #line) }
accept(AEvent.self, #"{"byTag":{"kind":"square","side":2.5}}"#)
accept(AEvent.self, #"{"byTag":{"kind":"tri\"angle","sides":3}}"#)
accept(AEvent.self, #"{"byTag":{"kind":"poly\\(gon)"}}"#)
refuse(AEvent.self, #"{"byTag":{"kind":"circle","side":2}}"#, "/byTag required")
refuse(AEvent.self, #"{"byTag":{"kind":"ellipse"}}"#, "/byTag oneOf")
refuse(AEvent.self, #"{"byTag":{"radius":1}}"#, "/byTag oneOf")
refuse(AEvent.self, #"{"byTag":[]}"#, "/byTag oneOf")

// A tag, and one branch for all other values of it. A broken circle is not another shape.
accept(AEvent.self, #"{"openTag":{"kind":"circle","radius":1.5}}"#)
let other = accept(AEvent.self, #"{"openTag":{"kind":"ellipse","axes":[1,2]}}"#)
if case .unknownShape(let shape)? = other?.openTag {
  expect(shape.additionalMembers["axes"], [1, 2])
} else {
  fail("expected another shape", #line)
}
refuse(AEvent.self, #"{"openTag":{"kind":"circle"}}"#, "/openTag oneOf")
refuse(AEvent.self, #"{"openTag":{}}"#, "/openTag oneOf")

// The type.
expect(accept(AEvent.self, #"{"byType":"x"}"#)?.byType, .value(.string("x")))
expect(accept(AEvent.self, #"{"byType":1}"#)?.byType, .value(.integer(1)))
expect(accept(AEvent.self, #"{"byType":true}"#)?.byType, .value(.boolean(true)))
expect(accept(AEvent.self, #"{"byType":null}"#)?.byType, .null)
refuse(AEvent.self, #"{"byType":1.5}"#, "/byType type")
refuse(AEvent.self, #"{"byType":{}}"#, "/byType type")
accept(AEvent.self, #"{"byTypes":"abc"}"#)
accept(AEvent.self, #"{"byTypes":[0.5,1.5]}"#)
accept(AEvent.self, #"{"byTypes":{"kind":"circle","radius":0.5}}"#)
expect(accept(AEvent.self, #"{"byTypes":null}"#)?.byTypes, .null)
refuse(AEvent.self, #"{"byTypes":"abcd"}"#, "/byTypes maxLength")
refuse(AEvent.self, #"{"byTypes":["x"]}"#, "/byTypes/0 type")

// A member that one branch requires and the other forbids.
if case .byName(let branch)? = accept(AEvent.self, #"{"byMembers":{"name":"n","more":1}}"#)?.byMembers {
  expect(branch.name, "n")
} else {
  fail("expected a name", #line)
}
accept(AEvent.self, #"{"byMembers":{"number":1}}"#)
refuse(AEvent.self, #"{"byMembers":{"number":1,"name":"n"}}"#, "/byMembers oneOf")
refuse(AEvent.self, #"{"byMembers":{}}"#, "/byMembers required")

// Nothing tells the branches apart but their validators, in the order of the schema.
if case .small(let small)? = accept(AEvent.self, #"{"ambiguous":{"n":7}}"#)?.ambiguous {
  expect(small.n, 7)
} else {
  fail("expected the first branch that fits", #line)
}
if case .large(let large)? = accept(AEvent.self, #"{"ambiguous":{"n":10,"m":"x"}}"#)?.ambiguous {
  expect(large.m, "x")
} else {
  fail("expected the second branch", #line)
}
refuse(AEvent.self, #"{"ambiguous":{"n":10,"m":1}}"#, "/ambiguous anyOf")

// Exactly one.
accept(AEvent.self, #"{"exactlyOne":2}"#)
accept(AEvent.self, #"{"exactlyOne":9}"#)
refuse(AEvent.self, #"{"exactlyOne":6}"#, "/exactlyOne oneOf")
refuse(AEvent.self, #"{"exactlyOne":7}"#, "/exactlyOne oneOf")
accept(AEvent.self, #"{"numbers":2.0}"#, canonical: #"{"numbers":2}"#)
refuse(AEvent.self, #"{"numbers":2.5}"#, "/numbers oneOf")

// Branches of one name, unions in arrays and at the root.
accept(AEvent.self, #"{"same":"x"}"#)
accept(AEvent.self, #"{"same":1}"#)
let list = accept(AEvent.self, #"{"list":["x",1,{"kind":"circle","radius":1.5}]}"#)
expect(list?.list?.count, 3)
accept(BThing.self, "3")
accept(BThing.self, #"{"kind":"circle","radius":1.5}"#)
refuse(BThing.self, #""3""#, " oneOf")

// The value of a branch by its name, and a member that all branches share.
expect(circle?.byTag?.circle?.radius, 1.5)
expect(circle?.byTag?.square == nil, true)
if var shared = accept(AEvent.self, #"{"ambiguous":{"n":3}}"#)?.ambiguous {
  expect(shared.n, 3)
  shared.n = 12
  expect(shared.small?.n, 12)
  expect(shared.large == nil, true)
}
expect(accept(AEvent.Circle.self, #"{"kind":"circle","radius":1}"#)?.changing { $0.radius = 2 }.radius, 2)

// Validators try the branch first that asks for more, so that one that admits nearly everything does not hide others.
if case .known? = accept(AEvent.self, #"{"wide":"large"}"#)?.wide {} else { fail("expected a known word", #line) }
if case .detailed? = accept(AEvent.self, #"{"details":{"a":1,"b":2}}"#)?.details {
} else {
  fail("expected the branch that requires both", #line)
}
if case .brief? = accept(AEvent.self, #"{"details":{"a":1}}"#)?.details {
} else {
  fail("expected the branch that requires one", #line)
}

// A shared member has one type; with a default in one branch alone, it has two.
let withDefaults = accept(AEvent.self, #"{"withDefaults":{"kind":2}}"#)?.withDefaults
expect(withDefaults?.size, 5)
expect(withDefaults?.second?.rank == nil, true)

// A case from the members of its branch, and a member that all of many branches have.
expect(CCommand.move(number: 1, in: "a"), .move(CCommand.Move(number: 1, in: "a")))
expect(CCommand.move(number: 1, in: "a", note: .null).move?.note, .null)
expect(CCommand.stop(number: 2), .stop(CCommand.Stop(number: 2)))
expect(CCommand.resize(number: 3).resize?.width, 3)
expect(CCommand.paint(number: 4, red: 1, green: 0, blue: 0, `inout`: "x").paint?.inout, "x")
expect([CCommand.Stop(number: 5)].map(CCommand.stop).map(\.number), [5])
expect([5].map(CCommand.stop(number:)).map(\.number), [5])
let moving = CCommand.quit(number: 6, reply: CCommand.Move(number: 7, in: "b"))
if case .quit(let command) = moving { expect(command.reply?.in, "b") } else { fail("expected the case", #line) }
var numbered = accept(CCommand.self, #"{"kind":"zoomIn","number":8,"scale":2.5}"#)
numbered?.number = 9
expect(numbered, .zoom(CCommand.Zoom(kind: .zoomIn, number: 9, scale: 2.5)))
expect(try String(decoding: CCommand.stop(number: 1).json(), as: UTF8.self), #"{"kind":"stop","number":1}"#)

// Of overlapping branches, the one that declares most of the object's members, then the one that requires most.
expect(accept(CBest.self, #"{"x":1}"#)?.point?.x, 1)
expect(accept(CBest.self, #"{"x":1,"y":2}"#)?.point?.y, 2)
expect(accept(CBest.self, #"{"x":1,"w":2}"#)?.box?.w, 2)
expect(accept(CBest.self, #"{"x":1,"w":"wide"}"#)?.point != nil, "the point, because it is no box")
expect(accept(CBest.self, #"{"text":"a","x":1}"#)?.label?.text, "a")
expect(accept(CBest.self, #"{"x":1,"w":1,"h":1,"text":"a"}"#)?.box != nil, "the box with two of its own")
expect(accept(CBest.self, "[1]") != nil, "the list")
refuse(CBest.self, "[true]", " anyOf")

// An error says what would help.
do {
  _ = try AEvent(json: #"{"byTag":{"kind":"ellipse"}}"#)
  fail("expected an error", #line)
} catch {
  expect(
    "\(error)",
    #"1:18: /byTag/kind: expected "circle", "square", "tri\"angle" or "poly\\(gon)", found "ellipse" (oneOf)"#)
}

// The same for the elements of arrays, for members of members, and for branches that are choices.
expect(accept(DDeep.self, #"{"list":[{"x":1},{"w":2}]}"#)?.list?.boxes?.count, 2)
expect(accept(DDeep.self, #"{"list":[{"x":1},{"y":2}]}"#)?.list?.points?.count, 2)
expect(accept(DDeep.self, #"{"list":[]}"#)?.list?.points?.count, 0)
expect(accept(DDeep.self, #"{"envelope":{"data":{"x":1,"w":2}}}"#)?.envelope?.box?.data.w, 2)
expect(accept(DDeep.self, #"{"envelope":{"data":{"x":1}}}"#)?.envelope?.point?.data.x, 1)
expect(accept(DDeep.self, #"{"choice":{"x":1,"h":2}}"#)?.choice?.wideOrHigh?.tower?.h, 2)
expect(accept(DDeep.self, #"{"choice":{"x":1,"y":2}}"#)?.choice?.point?.y, 2)
