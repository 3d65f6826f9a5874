@_spi(Generated) import SchemaRuntime
import Testing

/// The output of `print`, `dump` and interpolation for values and models.
@Suite struct DescriptionTests {
  @Test(
    "values show their JSON, and nothing about their storage",
    arguments: [
      Row("a value", JSONValue.array([1, "a", nil, ["b": true]]), #"[1,"a",null,{"b":true}]"#, nil),
      Row("an object", ["b": 1, "a": "x"] as JSONObject, #"{"b":1,"a":"x"}"#, nil),
      Row("a map", ["a": "x"] as JSONMap<String>, #"{"a":"x"}"#, nil),
      Row("an empty map", [:] as JSONMap<Int>, "{}", nil),
      Row("an absent member", Presence<String>.absent, "absent", "Presence(absent)"),
      Row("a member that is null", Presence<String>.null, "null", "Presence(null)"),
      Row("a member with a value", Presence.value("x"), "x", #"Presence("x")"#),
      Row("a model", Account(name: "Ada", balance: 1), #"Account({"name":"Ada","balance":1})"#, nil),
      Row("models in an array", [Account(name: "Ada")], #"[Account({"name":"Ada"})]"#, nil),
      Row("models in a map", ["a": Account(name: "Ada")] as JSONMap<Account>, #"{"a":Account({"name":"Ada"})}"#, nil),
      Row(
        "a number that JSON cannot write", Account(name: "Ada", rate: .nan), #"Account({"name":"Ada","rate":null})"#,
        nil),
    ])
  func shows(_ row: Row) {
    #expect("\(row.value)" == row.description)
    #expect(String(reflecting: row.value) == row.debugDescription)
  }

  @Test("dump lists the members by their JSON names")
  func dumps() {
    var text = ""
    dump(Account(name: "Ada", note: .null), to: &text)
    #expect(
      text == """
        ▿ Account({"name":"Ada","note":null})
          - name: "Ada"
          - note: null

        """)
  }

  @Test("sensitive values are never shown, not even by dump")
  func redacts() throws {
    let json = #"{"list":[{"pin":"S3CR3T"}],"extra":{"S3CR3T":1},"name":"Ada","union":"S3CR3T"}"#
    let vault = try Vault(json: json)
    let expected = #"{"list":[{"pin":"(redacted)"}],"extra":{"(redacted)":1},"name":"Ada","union":"(redacted)"}"#
    #expect("\(vault)" == "Vault(\(expected))")
    #expect(vault.redactedJSON.text() == expected)
    #expect(try String(decoding: vault.json(), as: UTF8.self) == json)
    var dumped = ""
    dump([vault as Vault?: Presence.value(vault)], to: &dumped)
    for text in [
      "\([vault])", "\(vault as Any)", String(reflecting: ["a": vault]), dumped,
      "\(Mirror(reflecting: vault).children.map(\.value))",
    ] {
      #expect(text.contains("Ada") && !text.contains("S3CR3T"), "\(text)")
    }
  }

  @Test(
    "messages list a few values in full, and the first of many",
    arguments: [
      (2, #"expected "v1" or "v2", found "x""#),
      (20, "expected " + (1...19).map { "\"v\($0)\"" }.joined(separator: ", ") + #" or "v20", found "x""#),
      (
        21,
        "expected " + (1...16).map { "\"v\($0)\"" }.joined(separator: ", ") + #" or one of 5 other values, found "x""#
      ),
    ])
  func values(count: Int, message: String) {
    let values = (1...count).map { JSONValue.string("v\($0)") }
    let issue = ValidationIssue.Kind.enumeration(expected: values, actual: "x")
    #expect(IssueMessages.english.text(for: issue) == message)
    #expect(issue.expected == .array(values))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let value: any Sendable
    let description: String
    let debugDescription: String

    init(_ name: String, _ value: any Sendable, _ description: String, _ debugDescription: String?) {
      testDescription = name
      self.value = value
      self.description = description
      self.debugDescription = debugDescription ?? description
    }
  }
}

/// Any JSON, parts of which are sensitive.
private struct Vault: WritableModel, CustomStringConvertible {
  var value: JSONValue

  static let schema = ModelSchema(
    Program.embedded(
      #"""
      [["urn:v#",[["properties",{"list":1,"extra":2,"union":6}]]],
       ["urn:v#/1",[["items",3,0]]],
       ["urn:v#/2",[["propertyNames",5]]],
       ["urn:v#/3",[["properties",{"pin":4}]]],
       ["urn:v#/4",[],"x-sensitive"],
       ["urn:v#/5",[],"x-sensitive"],
       ["urn:v#/6",[["anyOf",[7,4]]]],
       ["urn:v#/7",[["type","integer"]]]]
      """#), 0)

  static func isValid(_ json: UnsafeJSONNode) -> Bool { true }
  init(decoding json: UnsafeJSONNode) throws(DecodingFailure) { value = JSONValue(json) }
  func write(to json: inout JSONWriter) { value.write(to: &json) }
}
