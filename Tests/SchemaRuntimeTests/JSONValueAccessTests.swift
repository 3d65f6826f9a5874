import SchemaRuntime
import Testing

/// Reading and changing parts of a value by name and index.
@Suite struct JSONValueAccessTests {
  @Test(
    "a change adds missing values, and replaces values that cannot have members or elements",
    arguments: [
      Row("a member", "{}", #"{"a":1}"#) { $0["a"] = 1 },
      Row("a member of a member", "{}", #"{"a":{"b":1}}"#) { $0["a"]["b"] = 1 },
      Row("an element of a member of a member", "{}", #"{"a":{"b":[null,null,3]}}"#) { $0["a"]["b"][2] = 3 },
      Row("a member of an element", "null", #"[{"a":{"b":[1]}}]"#) { $0[0]["a"]["b"][0] = 1 },
      Row("the next element", "[1]", "[1,2]") { $0[1] = 2 },
      Row("an element", "[1,2,3]", "[1,0,3]") { $0[1] = 0 },
      Row("an element at a negative index", "[1]", "[1]") { $0[-1] = 0 },
      Row("a negative element of no array", #""x""#, #""x""#) { $0[-1] = 0 },
      Row("a member of null", "null", #"{"a":1}"#) { $0["a"] = 1 },
      Row("a member of a string", #"{"a":"x"}"#, #"{"a":{"b":1}}"#) { $0["a"]["b"] = 1 },
      Row("a member of an array", "[1]", #"{"a":1}"#) { $0["a"] = 1 },
      Row("an element of an object", #"{"a":1}"#, "[2]") { $0[0] = 2 },
      Row("null", #"{"a":1}"#, #"{"a":null,"b":null}"#) {
        $0["a"] = .null
        $0["b"] = .null
      },
      Row("a member keeps its index", #"{"a":{"b":1},"c":2}"#, #"{"a":{"b":3},"c":4}"#) {
        $0["a"]["b"] = 3
        $0["c"] = 4
      },
      Row("nothing removes a member", #"{"a":1,"b":2,"c":3}"#, #"{"b":2,"c":3}"#) { $0["a"] = nil },
      Row("nothing removes a member of a member", #"{"a":{"b":2}}"#, #"{"a":{}}"#) { $0["a"]["b"] = nil },
      Row("nothing removes an element", "[1,2,3]", "[1,3]") { $0[1] = nil },
      Row("nothing for a missing member adds nothing", "{}", "{}") { $0["a"]["b"]["c"] = nil },
      Row("nothing for a missing element adds nothing", "[1]", "[1]") { $0[5] = nil },
      Row("nothing for a missing element of no array", #"{"a":"x"}"#, #"{"a":"x"}"#) { $0["a"][0] = nil },
      Row("nothing for a missing member of no object", #"["x"]"#, #"["x"]"#) { $0[0]["a"] = nil },
      Row("a member by its name as a property", "{}", #"{"user":{"name":"Ada"}}"#) { $0.user.name = "Ada" },
      Row("a member of an element by its name", "{}", #"{"list":[{"name":"Ada"}]}"#) { $0.list[0]["name"] = "Ada" },
      Row("nothing for a member by its name", #"{"user":{"name":"Ada"}}"#, #"{"user":{}}"#) { $0.user.name = nil },
      Row("nothing for a missing member by its name", "{}", "{}") { $0.user.name = nil },
      Row("a string becomes an object by a name", #"{"user":"x"}"#, #"{"user":{"name":"Ada"}}"#) {
        $0.user.name = "Ada"
      },
      Row("a change in place", #"{"a":[1]}"#, #"{"a":[1,2]}"#) { value in
        func append(_ value: inout JSONValue?) { value = .array((value?.array ?? []) + [2]) }
        append(&value["a"])
      },
      Row("a change in place that changes nothing", "[]", "[]") { value in
        func touch(_ value: inout JSONValue?) {}
        touch(&value["a"])
        touch(&value["a"]["b"])
        touch(&value[3])
        touch(&value.a)
      },
    ])
  func changes(_ row: Row) throws {
    var value = try JSONValue(parsing: row.before)
    row.change(&value)
    #expect(value.text() == row.after)
  }

  @Test("a missing value is nil, by name, by index and as a property")
  func reads() throws {
    let value: JSONValue = ["user": ["name": "Ada", "tags": ["x", "y"]], "type": "person", "none": nil]
    #expect(value["user"]["name"]?.string == "Ada")
    #expect(value["user"]["tags"][1]?.string == "y")
    #expect(value["user"]["tags"][2] == nil)
    #expect(value["user"]["tags"][-1] == nil)
    #expect(value["user"]["tags"]["x"] == nil)
    #expect(value["user"][0] == nil)
    #expect(value["nobody"]["name"] == nil)
    #expect(value["nobody"][3]["name"] == nil)
    #expect(value.user.name?.string == "Ada")
    #expect(value.user?.name?.string == "Ada")
    #expect(value.user.name == "Ada")
    #expect(value.user.tags[0]?.string == "x")
    #expect(value.nobody == nil)
    #expect(value.nobody.name.first == nil)
    #expect(value.none == .some(.null))
    if let name = value.nobody.name { Issue.record("found \(name)") }
    // A member called like a property needs the subscript.
    #expect(value.type == .object)
    #expect(value["type"]?.string == "person")
    let optional: JSONValue? = value
    #expect(optional["user"]["name"]?.string == "Ada")
    #expect((nil as JSONValue?)["user"][0] == nil)
  }

  @Test("nested arrays are changed in place, without copies")
  func copiesNothing() {
    var value: JSONValue = ["a": ["list": .array(Array(repeating: 0, count: 1_000))]]
    func address(_ value: JSONValue) -> UnsafeRawPointer? {
      value["a"]["list"]?.array?.withUnsafeBytes { $0.baseAddress }
    }
    let before = address(value)
    for index in 0..<1_000 { value["a"]["list"][index] = 1 }
    value.a.list[0] = 2
    #expect(address(value) == before)
    #expect(value["a"]["list"][999] == 1)
    // A copy of the value is not affected.
    let copy = value
    value["a"]["list"][5] = "changed"
    #expect(copy["a"]["list"][5] == 1)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: String
    let after: String
    let change: @Sendable (inout JSONValue) -> Void

    init(_ name: String, _ before: String, _ after: String, _ change: @escaping @Sendable (inout JSONValue) -> Void) {
      testDescription = name
      self.before = before
      self.after = after
      self.change = change
    }
  }
}
