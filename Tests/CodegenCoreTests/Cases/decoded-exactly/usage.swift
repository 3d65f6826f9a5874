import SchemaRuntime

// The schema says no more than the types do, so that nothing is validated before it is decoded.
expect(Parcel.validatesByDecoding)
accept(Parcel.self, #"{"kind":"parcel","id":1,"note":null}"#)
accept(
  Parcel.self,
  #"{"kind":"parcel","id":-7,"name":"é\"","isFragile":false,"weights":[1,2.5],"tags":["a"],"labels":{"a":"b"},"#
    + #""anything":{"a":[null]},"size":"large","note":"x","sender":{"name":""},"#
    + #""stops":[{"at":"depot","code":1},{"at":"door"}],"other":{"a":1}}"#)

/// A parcel with one more member.
func parcel(_ member: String) -> String { #"{"kind":"parcel","id":1,"note":null,\#(member)}"# }

// Values of other kinds, absent members, and constants.
refuse(Parcel.self, "[]", " type")
refuse(Parcel.self, #"{"kind":"parcel","note":null}"#, " required")
refuse(Parcel.self, #"{"kind":"parcel","id":1}"#, " required")
refuse(Parcel.self, #"{"kind":"letter","id":1,"note":null}"#, "/kind const")
refuse(Parcel.self, #"{"id":1,"note":null}"#, " required")
refuse(Parcel.self, #"{"kind":"parcel","id":1.5,"note":null}"#, "/id type")
refuse(Parcel.self, #"{"kind":"parcel","id":"1","note":null}"#, "/id type")
refuse(Parcel.self, #"{"kind":"parcel","id":1,"note":0}"#, "/note anyOf")
refuse(Parcel.self, parcel(#""name":null"#), "/name type")
refuse(Parcel.self, parcel(#""name":12"#), "/name type")
refuse(Parcel.self, parcel(#""isFragile":"true""#), "/isFragile type")
refuse(Parcel.self, parcel(#""weights":{}"#), "/weights type")
refuse(Parcel.self, parcel(#""weights":[1,"2"]"#), "/weights/1 type")
refuse(Parcel.self, parcel(#""weights":[[1]]"#), "/weights/0 type")
refuse(Parcel.self, parcel(#""tags":["a",1]"#), "/tags/1 type")
refuse(Parcel.self, parcel(#""labels":{"a":1}"#), "/labels/a type")
refuse(Parcel.self, parcel(#""size":"huge""#), "/size enum")
refuse(Parcel.self, parcel(#""size":1"#), "/size enum")
refuse(Parcel.self, parcel(#""sender":[]"#), "/sender type")
refuse(Parcel.self, parcel(#""sender":{"name":"a","age":1}"#), "/sender/age additionalProperties")
refuse(Parcel.self, parcel(#""stops":[{"at":"depot"}]"#), "/stops/0 oneOf")
refuse(Parcel.self, parcel(#""stops":[{"at":"sea","code":1}]"#), "/stops/0 oneOf")
refuse(Parcel.self, parcel(#""stops":[{"at":1}]"#), "/stops/0 oneOf")

// Equal names, wherever they are.
for member in [
  #""id":1"#, #""sender":{"name":"a","name":"a"}"#, #""labels":{"a":"b","a":"b"}"#, #""anything":[{"a":1,"a":2}]"#,
  #""other":1,"other":2"#, #""other":{"a":1,"a":2}"#, #""stops":[{"at":"door","at":"door"}]"#,
  #""stops":[{"at":"door","other":[{"a":1,"a":1}]}]"#,
] {
  expect(!Parcel.isValid(parcel(member)), "isValid to refuse \(member)")
  expect((try? Parcel(json: parcel(member))) == nil, "init(json:) to refuse \(member)")
}

// What is valid and cannot be represented.
do {
  _ = try Parcel(json: #"{"kind":"parcel","id":99999999999999999999,"note":null}"#)
  fail("expected an error, found a value", #line)
} catch { expect("\(error)".contains("Int"), "an error that says so, found \(error)") }
