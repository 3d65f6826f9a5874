import SchemaRuntime

func text(_ value: some WritableModel) -> String? { (try? value.json()).map { String(decoding: $0, as: UTF8.self) } }

// In responses, a member that may be absent or null is a plain optional; its null is written as it came.
let received =
  #"{"id":1,"email":null,"name":null,"age":null,"address":null,"badge":{"color":null},"tags":null,"nickname":null,"x":1}"#
if var user = accept(User.self, received) {
  expect(user.name == nil && user.age == nil && user.tags == nil && user.badge?.color == nil, "nil for null")
  expect(user.nickname, .null)
  expect(user.additionalMembers.count, 1)
  user.name = "Ada"
  user.tags = ["a"]
  let tagged = received.replacing(#""tags":null"#, with: #""tags":["a"]"#)
  expect(text(user), tagged.replacing(#""name":null"#, with: #""name":"Ada""#))
  user.name = nil
  expect(text(user), tagged)
}

// Null and absence are equal; a value in memory is written without the members that are nil.
expect(
  accept(User.self, #"{"id":1,"email":null,"name":null,"badge":{"color":null}}"#),
  accept(User.self, #"{"id":1,"email":null,"badge":{}}"#))
expect(text(User(id: 1, email: nil, name: nil, age: 3)), #"{"id":1,"email":null,"age":3}"#)
expect(text(Badge(color: nil)), "{}")

// In requests, null clears a member.
expect(text(UserUpdate(name: .null, address: Address(city: .null))), #"{"name":null,"address":{"city":null}}"#)
expect(text(UserUpdate(note: "n")), #"{"note":"n"}"#)
expect(text(Filter(before: .null)), #"{"before":null}"#)
