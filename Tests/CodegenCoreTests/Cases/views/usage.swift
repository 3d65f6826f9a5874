import SchemaRuntime

// A request lacks what only the server sets, even where it is required; an address is the same everywhere.
let request = accept(
  UserRequest.self,
  #"{"name":"Ada","password":"x","profile":{"bio":"b"},"address":{"city":"Ulm"},"friends":[{"name":"Bo","#
    + #""password":"y","profile":{}}]}"#)
expect(request?.profile == UserRequest.Profile(bio: "b"), "a nested twin")
expect(request?.address == Address(city: "Ulm"), "a type that both sides share")
expect(request?.friends?.first?.name == "Bo", "a recursive type")
refuse(User.self, #"{"name":"Ada","password":"x","profile":{"revision":1}}"#, " required")
refuse(UserRequest.self, #"{"name":"","password":"x","profile":{}}"#, "/name minLength")
refuse(UserRequest.self, #"{"name":"Ada","profile":{}}"#, " required")
expect(
  UserRequest(name: "Ada", password: "x", profile: UserRequest.Profile()).name == "Ada", "an initializer without id")

// If a request has such a member nevertheless, it is like any other that is not declared, but for its own schema.
let stray = accept(UserRequest.self, #"{"name":"Ada","password":"x","profile":{},"id":"7"}"#)
refuse(UserRequest.self, #"{"name":"Ada","password":"x","profile":{},"id":7}"#, "/id type")
refuse(UserRequest.self, #"{"name":"Ada","password":"x","profile":{"revision":"1"}}"#, "/profile/revision type")
expect(stray?.additionalMembers["id"] == "7", "an undeclared member is kept")
refuse(
  UserRequest.self, #"{"name":"A","password":"x","profile":{},"keys":{"a":{"secret":"s","text":"t","created":"c"}}}"#,
  "/keys/a/created additionalProperties")
accept(UserRequest.self, #"{"name":"A","password":"x","profile":{},"keys":{"a":{"secret":"s","text":"t"}}}"#)
accept(KeyResponse.self, #"{"created":"c","text":"t"}"#)
refuse(KeyResponse.self, #"{"created":"c","text":"t","secret":"s"}"#, "/secret additionalProperties")

// A response lacks what only the client sends. What is sensitive is not shown, even if a server sends it.
let response = accept(UserResponse.self, #"{"id":"1","name":"Ada","profile":{"revision":1}}"#)
expect(response?.id == "1", "a member that only the server sets")
let leak = accept(UserResponse.self, #"{"id":"1","name":"Ada","profile":{"revision":1},"password":"hidden"}"#)
expect(!"\(leak.map { "\($0)" } ?? "hidden")".contains("hidden"), "a sensitive member to be redacted")

// The branches of a union are told apart by their tag, and joined schemas lose the member wherever they require it.
let cat = accept(PetRequest.self, #"{"kind":"cat","lives":9}"#)
expect(cat?.cat?.lives == 9, "a branch by its tag")
accept(PetRequest.self, #"{"kind":"dog","owner":{"name":"Ada","password":"x","profile":{}}}"#)
refuse(Pet.self, #"{"kind":"dog"}"#, " oneOf")
refuse(PetRequest.self, #"{"kind":"bird"}"#, " oneOf")
accept(UserRequest.self, #"{"name":"A","password":"x","profile":{},"pets":[[{"kind":"cat"}],[]]}"#)

// A schema that others use as well is changed only where the member is read-only.
accept(StoredNoteRequest.self, #"{"text":"t"}"#)
refuse(NoteRequest.self, #"{"note":{"text":"t"}}"#, "/note required")

// A list has a twin as well, and names follow `x-swift`.
expect(accept(UserListRequest.self, #"[{"name":"Ada","password":"x","profile":{}}]"#)?.value.count == 1, "a list")
accept(SketchRequest.self, #"{}"#)

// Partial updates and local-only members remain.
if var user = request {
  try UserRequest.Patch(json: #"{"name":"Eve"}"#).apply(to: &user)
  expect(user.name == "Eve", "a partial update of a request")
}
refuse(UserRequest.Patch.self, #"{"name":null}"#, "/name type")
refuse(DeviceRequest.self, #"{"cache":"c"}"#, "/cache x-localOnly")
accept(DeviceRequest.self, #"{"label":"l"}"#)
