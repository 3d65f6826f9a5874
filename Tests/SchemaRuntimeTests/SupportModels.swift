@_spi(Generated) import SchemaRuntime

/// A model in the form of generated code, abbreviated.
struct Account: WritableModel, CustomStringConvertible {
  var name: String
  var balance: Int?
  var rate: Double?
  var note: Presence<String> = .absent

  static let schema = ModelSchema(program, 0)
  private static let program = Program.embedded(
    #"""
    [["https://example.com/account.json#",[["type","object"],["required",["name"]],["properties",{"name":1,"balance":2,"rate":3,"note":4}],["additionalProperties",5]]],
     ["https://example.com/account.json#/properties/name",[["type","string"],["maxLength",5]]],
     ["https://example.com/account.json#/properties/balance",[["type","integer"]]],
     ["https://example.com/account.json#/properties/rate",[["type","number"]]],
     ["https://example.com/account.json#/properties/note",[["type","null","string"]]],
     ["https://example.com/account.json#/additionalProperties",[["false"]]]]
    """#)

  static func isValid(_ json: UnsafeJSONNode) -> Bool {
    guard json.isObject, json.hasMember("name") else { return false }
    return json.members.allSatisfy { name, value in
      if name.equals("name") { return value.isString && value.scalarCount <= 5 }
      if name.equals("balance") { return value.isInteger }
      if name.equals("rate") { return value.isNumber }
      return name.equals("note") && (value.isNull || value.isString)
    }
  }

  init(name: String, balance: Int? = nil, rate: Double? = nil, note: Presence<String> = .absent) {
    self.name = name
    self.balance = balance
    self.rate = rate
    self.note = note
  }

  init(decoding json: UnsafeJSONNode) throws(DecodingFailure) {
    guard let name = json.firstMember("name") else { throw DecodingFailure(json, "Account") }
    self.name = try String(decoding: name)
    if let value = json.firstMember("balance") { balance = try Int(decoding: value) }
    if let value = json.firstMember("rate") { rate = try Double(decoding: value) }
    if let value = json.firstMember("note") { note = try Presence(decoding: value) }
  }

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("name", name)
    json.member("balance", balance)
    json.member("rate", rate)
    if note.isPresent {
      json.name("note")
      note.write(to: &json)
    }
    json.endObject()
  }
}

/// A model of an array marked `x-lossy`, of arrays marked so.
struct Matrix: SchemaModel {
  var rows: [[Int]]

  static let schema = ModelSchema(
    Program.embedded(
      #"""
      [["urn:matrix#",[["type","array"],["items",1,0]],"x-lossy"],
       ["urn:matrix#/items",[["type","array"],["maxItems",3],["items",2,0]],"x-lossy"],
       ["urn:matrix#/items/items",[["type","integer"]]]]
      """#), 0)

  static func isValid(_ json: UnsafeJSONNode) -> Bool {
    json.isArray
      && json.elements.allSatisfy { row in
        row.isArray && row.childCount <= 3 && row.elements.allSatisfy { $0.isInteger }
      }
  }

  var redactedJSON: JSONValue { Self.redactedJSON { rows.write(to: &$0) } }

  init(decoding json: UnsafeJSONNode) throws(DecodingFailure) { rows = try [[Int]](decoding: json) }

  func validate() throws(SchemaError) {
    var json = JSONWriter()
    rows.write(to: &json)
    let text: [UInt8]
    do { text = try json.finish() } catch { throw .unwritable(error) }
    try Self.validate(written: text)
  }
}
