import Foundation
import SchemaRuntime
import Testing

/// Values passed through Foundation's encoders and decoders.
@Suite struct JSONCodableTests {
  @Test(
    "a value that Codable can represent survives Foundation",
    arguments: [
      "null", "true", "false", "0", "-1", "1.5", "9223372036854775807", "-9223372036854775808", "18446744073709551615",
      "1e300",
      "0.1", "\"\"", "\"a\\n\\u0000é😀\"", "[]", "{}", "[null]", "[[],{},[1,[2]]]", #"{"a":null}"#,
      #"{"a":{"b":[true,1,"x",{"c":null}]},"":0,"k/~":1}"#, "[true,1,0,false]", "[1.0,10e-1]", #"{"0":"zero","1":[1]}"#,
    ])
  func survives(_ text: String) throws {
    let value = try JSONValue(parsing: text)
    let encoded = try JSONEncoder().encode(value)
    #expect(try JSONValue(parsing: Array(encoded)) == value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: encoded) == value)
  }

  @Test("a Boolean remains a Boolean, and 1 remains a number")
  func keepsKinds() throws {
    let value = try JSONDecoder().decode([JSONValue].self, from: Data("[true,1,0,\"1\",null]".utf8))
    #expect(value.map(\.type) == [.boolean, .integer, .integer, .string, .null])
  }

  @Test("standalone objects and numbers survive Foundation")
  func survivesAlone() throws {
    let object: JSONObject = ["b": 1, "a": [nil]]
    #expect(try JSONDecoder().decode(JSONObject.self, from: JSONEncoder().encode(object)) == object)
    let map: JSONMap<[Int]> = ["x": [1, 2], "y": []]
    #expect(try JSONDecoder().decode(JSONMap<[Int]>.self, from: JSONEncoder().encode(map)) == map)
    for text in ["1", "-7.25", "18446744073709551615", "1e-7"] {
      let number = try #require(JSONNumber(text))
      #expect(try JSONDecoder().decode([JSONNumber].self, from: JSONEncoder().encode([number])) == [number])
    }
  }

  @Test("a number that no Swift type can represent is an encoding error, not another number")
  func refusesHugeNumbers() throws {
    let number = try #require(JSONNumber("1e999"))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([number]) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(JSONValue.array([.number(number)])) }
  }

  @Test("a coding key can be any name but not an index")
  func keys() {
    #expect(AnyCodingKey("a b").stringValue == "a b")
    #expect(AnyCodingKey("1").intValue == nil)
    #expect(AnyCodingKey(intValue: 1) == nil)
  }
}
