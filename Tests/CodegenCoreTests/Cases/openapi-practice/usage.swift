import SchemaRuntime
import Foundation

// A discriminator selects: by its mapping, by the names of schemas, and by what the branches list themselves.
let event = accept(Event.self, #"{"type":"message.updated","text":"Hi"}"#)
expect(event?.message?.type, "message.updated")
expect(accept(Event.self, #"{"type":"user.updated","name":"Ada"}"#)?.user?.name == "Ada", "the user")
expect(accept(Event.self, #"{"type":"health.check"}"#)?.health != nil, "the own value of a branch to count")
refuse(Event.self, #"{"type":"user.deleted"}"#, " oneOf")
refuse(Event.self, #"{"type":"UserEvent"}"#, " oneOf")
refuse(Event.self, #"{"text":"Hi"}"#, " oneOf")

// The same branches have other tags in another union.
expect(accept(AnyEvent.self, #"{"type":"MessageEvent","text":"Hi"}"#)?.message?.text == "Hi", "the tagged branch")
refuse(AnyEvent.self, #"{"type":"message.new"}"#, " anyOf")
expect(AnyEvent.user(name: "Ada"), .user(UserEvent(type: "UserEvent", name: "Ada")))

// A value that says it is of another case is refused; a missing tag is written.
func text(_ value: some WritableModel) -> String? { (try? value.json()).map { String(decoding: $0, as: UTF8.self) } }
expect(text(Event.user(UserEvent(type: "message.new"))), nil)
do throws(SchemaError) {
  try Event.user(UserEvent(type: "message.new")).validate()
  fail("expected the tag of another case to be refused", #line)
} catch {
  expect("\(error)".contains("\"type\""), "the error to name the tag, found \(error)")
}
expect(text(Shape.circle(Circle(radius: 1))), #"{"kind":"c","radius":1}"#)
expect(text(Shape.square(Square(side: 2))), #"{"kind":"Square","side":2}"#)
expect(text(Shape.point([:])), #"{"kind":"p"}"#)
let nested: JSONObject = ["a": ["kind": "x", "b": ["}\"\\", 1]], "é\"": .null]
expect(
  text(Shape.square(Square(side: 2, additionalMembers: nested))),
  #"{"kind":"Square","side":2,"a":{"kind":"x","b":["}\"\\",1]},"é\"":null}"#)

// Objects without the tag are told apart by what else they have.
expect(try Shape(json: #"{"kind":"Square","side":1}"#).square?.side, 1)
refuse(Shape.self, #"{"side":1}"#, " oneOf")
refuse(Shape.self, #"{"kind":"c","side":1}"#, " oneOf")
expect(accept(Shape.self, #"{"kind":"p","radius":1}"#)?.point != nil, "the point, though it has a radius")

// Tags of other types are compared by their text.
expect(accept(Version.self, #"{"version":2,"b":"x"}"#)?.second?.b == "x", "the second version")
refuse(Version.self, #"{"version":3}"#, " oneOf")

// A base is one of those that extend it, or itself.
let owner = accept(
  Owner.self,
  #"{"pet":{"petType":"dog","name":"Rex","packSize":3},"pets":[{"petType":"Siamese","name":"Sia","points":"seal"},"#
    + #"{"petType":"Cat","name":"Tom","indoors":true},{"petType":"Lizard","name":"Liz"},"#
    + #"{"petType":"Parrot","name":"Polly","speaks":true},{"name":"Nobody"},{"petType":"dog","name":"No pack"}],"#
    + #""cat":{"petType":"Siamese","name":"Sia","points":"blue"}}"#)
expect(owner?.pet?.dog?.packSize == 3, "the dog, by the mapping")
let pets = owner?.pets ?? []
expect(pets.count == 6 && pets[0].siamese?.points == "seal" && pets[1].cat?.indoors == true, "the cats")
expect(pets[2].lizard != nil, "a type that adds nothing to its base")
expect(pets[3].base?.additionalMembers["speaks"] == true && pets[4].base?.petType == nil, "the base itself")
expect(pets[5].base?.name == "No pack", "the base, for what is no valid dog")
expect(pets.map(\.name) == ["Sia", "Tom", "Liz", "Polly", "Nobody", "No pack"], "the base's members to be shared")
expect(owner?.cat?.siamese?.points == "blue", "a base in the middle")
refuse(Owner.self, #"{"pet":{"petType":"dog"}}"#, "/pet required", codable: false)

// So is a base that lists those that extend it.
expect(accept(Vehicle.self, #"{"id":"1","vehicleType":"Car","doors":5}"#)?.car?.doors == 5, "the car")
expect(accept(Vehicle.self, #"{"id":"1","vehicleType":"Boat"}"#)?.base?.vehicleType == "Boat", "the vehicle")

// `nullable` admits null wherever it stands.
let names = [
  "reference", "all", "typed", "part", "choice", "list", "untyped", "text", "members", "either", "texts", "vendor",
]
accept(Nulls.self, "{" + names.map { "\"\($0)\":null" }.joined(separator: ",") + "}")
let nulls = accept(Nulls.self, #"{"reference":{"side":1},"part":{"side":2},"choice":{"side":3},"list":"a","text":"x"}"#)
expect(
  nulls?.reference.value == Square(side: 1) && nulls?.part.value == Square(side: 2), "references to stay references")
expect(nulls?.text == .value("x"), "a string")
expect(accept(Nulls.self, #"{"members":{"side":4}}"#)?.members.value?.side, 4)
expect(accept(Nulls.self, #"{"either":{"side":5}}"#)?.either.value?.square?.side, 5)
expect(accept(Nulls.self, #"{"texts":"x"}"#)?.texts == .value("x"), "one kind of string")
refuse(Nulls.self, #"{"reference":1}"#, "/reference anyOf", codable: false)
refuse(Nulls.self, #"{"list":"c"}"#, "/list enum")

// A reference with words beside it is that reference.
let square = Square(side: 1)
let references = References(all: square, any: square, one: square, typed: square, beside: square)
expect(text(references)?.components(separatedBy: "{\"side\":1}").count, 6)
refuse(References.self, #"{"more":{"side":1}}"#, "/more required", codable: false)

// A choice that says it is open has another branch, for other tags; an object without one is told apart by what it has.
expect(accept(Notice.self, #"{"type":"fax","from":"Ada"}"#)?.unknown, ["type": "fax", "from": "Ada"])
expect(accept(Notice.self, #"{"type":"call","from":"Ada"}"#)?.call?.from, "Ada")
expect(try Notice(json: #"{"from":"Ada"}"#).call?.from, "Ada")
refuse(Notice.self, #"{"type":"mail","from":"Ada"}"#, " oneOf")
refuse(Notice.self, #"{}"#, " oneOf")

// A value of several branches is valid, and goes to the one that declares most of its members.
expect(accept(Answer.self, #"{"id":"1","name":"a"}"#)?.brief?.name, "a")
expect(accept(Answer.self, #"{"id":"1","level":2}"#)?.full?.level, 2)
expect(accept(Answer.self, #"{"id":"1","level":"high"}"#)?.brief != nil, "what the full answer refuses to be brief")
refuse(Answer.self, #"{"name":"a"}"#, " anyOf")
