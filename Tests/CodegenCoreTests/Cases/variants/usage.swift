import SchemaRuntime

// The tag follows from the branch; a member whose type no branch changes is the struct's.
let shape = accept(Drawing.self, #"{"shape":{"id":"a","kind":"circle","label":"x","radius":1.5,"more":[1]}}"#)?.shape
expect(shape?.kind, .circle)
expect(shape?.kindVariant, .circle(.init(radius: 1.5)))
expect(shape?.kindVariant.circle?.radius, 1.5)
expect(shape?.label, "x")
expect(shape?.additionalMembers, ["more": [1]])
expect(accept(Drawing.self, #"{"shape":{"id":"a","kind":"point"}}"#)?.shape?.kindVariant, .point)
var changed = Drawing.Shape(id: "b", kindVariant: .circle(.init(radius: 2)))
changed.kindVariant = .square(.init(side: 3))
expect(changed.kind, .square)
expect(String(decoding: try changed.json(), as: UTF8.self), #"{"id":"b","kind":"square","side":3}"#)
refuse(Drawing.self, #"{"shape":{"id":"a","kind":"oval"}}"#, "/shape oneOf")
// A member of another branch is an unknown one.
let crossed = accept(Drawing.self, #"{"shape":{"id":"a","kind":"square","side":1,"radius":"big"}}"#)?.shape
expect(crossed?.additionalMembers, ["radius": "big"])

// A name that the branch has as well is written twice: the value is refused.
changed.additionalMembers = ["side": 4]
expect((try? changed.validate()) == nil, "a member that is there twice to be refused")

let inner = accept(Drawing.self, #"{"inner":{"id":"a","kind":"box","w":2.5,"r":"x"}}"#)?.inner
expect(inner?.kindVariant.rect?.kind, .box)
expect(inner?.kindVariant.rect?.r, "x")
expect(accept(Drawing.self, #"{"inner":{"id":"a","kind":"circle","r":1}}"#)?.inner?.kindVariant.circle?.r, 1)

let stored = accept(Drawing.self, #"{"stored":{"kind":"b","n":1,"other":"x"}}"#)?.stored
expect(stored?.kind, "b")
expect(stored?.kindVariant, .a(.init(n: 1)))
expect(stored?.additionalMembers, ["other": .string("x")])

// Types of definitions are reused where the struct has none of their members; else the rest is a type here.
let payment = accept(Drawing.self, #"{"payment":{"amount":1,"method":"card","number":"4"}}"#)?.payment
expect(payment?.method, .card(Drawing.Card(number: "4")))
expect(payment?.method.method, "card")
var bank = accept(Drawing.self, #"{"payment":{"amount":1,"method":"bank"}}"#)?.payment
expect(bank?.method, .bank(Drawing.Payment.Bank()))
bank?.method = .card(Drawing.Card(number: "5", additionalMembers: ["x": 1]))
do {
  _ = try bank?.json()
  fail("expected members of a branch to have no place", #line)
} catch SchemaError.unwritable(.membersOfBranch(let name)) {
  expect(name, "card")
}

// Conditions on a tag, which is stored where a value may belong to no branch.
let item = accept(Drawing.self, #"{"item":{"type":"markdown","id":"a","attributes":{"value":"x","n":1}}}"#)?.item
expect(item?.type, "markdown")
expect(item?.typeVariant.markdown?.attributes, .init(value: "x", additionalMembers: ["n": 1]))
expect(accept(Drawing.self, #"{"item":{"type":"area","optional":true}}"#)?.item?.typeVariant.input?.optional, true)
let other = accept(Drawing.self, #"{"item":{"type":"x","attributes":{"v":1},"optional":1}}"#, canonical: nil)?.item
expect(other?.typeVariant.other?.attributes, ["v": 1])
expect(other?.additionalMembers, ["optional": 1])
accept(Drawing.self, #"{"item":{"id":"a"}}"#)
accept(Drawing.self, #"{"item":{}}"#)
refuse(Drawing.self, #"{"item":{"type":"markdown"}}"#, "/item required")

expect(accept(Drawing.self, #"{"fields":{"kind":"text","length":1}}"#)?.fields?.kindVariant.text?.length, 1)
expect(accept(Drawing.self, #"{"fields":{"kind":"number","digits":1}}"#)?.fields?.kindVariant.number?.digits, 1)
let fields = accept(Drawing.self, #"{"fields":{"kind":"none","reason":"x"}}"#)?.fields
expect(fields?.kindVariant, Drawing.Fields.KindVariant.noneValue(.init(reason: "x")))
expect(fields?.kindVariant.kind, Drawing.Fields.Kind.noneValue)

let nested = accept(Drawing.self, #"{"nested":{"z":1,"k":"1","l":"q","q":"x","rest":null}}"#)?.nested
expect(nested?.additionalMembers, ["rest": .null])
accept(Drawing.self, #"{"nested":{"a":"x","k":"2","m":"y","l":"p"}}"#)

let two = accept(Drawing.self, #"{"two":{"id":"i","k":"b","kb":"x","phone":"1","ka":2}}"#)?.two
expect(two?.kVariant, .b(.init(kb: "x")))
expect(two?.variant, .phone(.init(phone: "1")))
expect(two?.additionalMembers, ["ka": 2])

// Where every branch refuses other members, the struct has none.
expect(accept(Drawing.self, #"{"closed":{"id":1,"t":"b","b":"x"}}"#)?.closed, .init(id: 1, tVariant: .b(.init(b: "x"))))
refuse(Drawing.self, #"{"closed":{"t":"b","a":"x"}}"#, "/closed oneOf")

expect(accept(Drawing.self, #"{"tagOnly":{"kind":"b","s":"x"}}"#)?.tagOnly, .b(.init(s: "x")))
expect(accept(Drawing.self, #"{"untold":{"id":"i","mail":"m","phone":"p"}}"#)?.untold?.phone, "p")
let tree = accept(Drawing.self, #"{"tree":{"name":"a","kind":"pair","left":{"kind":"leaf"}}}"#)?.tree
expect(tree?.kindVariant.pair?.left?.kindVariant.leaf?.kind, "leaf")
expect(accept(Drawing.self, #"{"refined":{"mode":"y","login":"x"}}"#)?.refined, .init(mode: .y, login: "x"))
refuse(Drawing.self, #"{"refined":{"mode":"y","login":"long"}}"#, "/refined oneOf")
expect(accept(Drawing.self, #"{"hidden":{"k":"b","z":1}}"#)?.hidden?.z, 1)
refuse(Drawing.self, #"{"hidden":{"k":"b","draft":"x"}}"#, "/hidden/draft x-localOnly")
expect(Drawing().preset, .init(id: "d", kindVariant: .circle(.init(radius: 1)), additionalMembers: ["more": true]))
