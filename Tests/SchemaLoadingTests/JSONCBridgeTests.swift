import CJSONC
import SchemaLoading
import SchemaRuntime
import Testing

/// Values converted to json-c and back.
@Suite struct JSONCBridgeTests {
  @Test(arguments: [
    ("null", "null"), ("Booleans", "[true,false]"), ("an empty object", "{}"), ("an empty array", "[]"),
    ("the range of 64 bits", "[-9223372036854775808,9223372036854775807,18446744073709551615,0]"),
    ("integers of any size", "[18446744073709551616,-9223372036854775809,123456789012345678901234567890]"),
    ("decimals as written", "[1.0,1.50,-0,-0.0,1e2,1E+2,1e-400,1e400,-1e400]"),
    ("strings", #"["","a/b","é","\u0000","a\u0000b","\"\\\b\f\n\r\t","😀"]"#),
    ("members in order", #"{"z":1,"a":{"y":null,"":[]},"é":2}"#),
  ])
  func `a value survives a round trip`(name: String, text: String) throws {
    let value = try JSONValue(parsing: text)
    let returned = try value.withJSONC { try JSONValue(jsonC: $0) }
    #expect(returned.text() == value.text())
    // The text written by json-c has the same meaning.
    let written = try value.withJSONC { tree in
      String(cString: json_object_to_json_string_ext(tree, JSON_C_TO_STRING_PLAIN))
    }
    #expect(try JSONValue(parsing: written) == value)
  }

  @Test func `numbers have json-c's types`() throws {
    let value: JSONValue = [1, 1.5, .number(JSONNumber("18446744073709551616")!)]
    let types = try value.withJSONC { tree in
      (0..<3).map { json_object_get_type(json_object_array_get_idx(tree, numericCast($0))) }
    }
    #expect(types == [json_type_int, json_type_double, json_type_double])
  }

  @Test func `a tree created by a program is read`() throws {
    let tree = json_object_new_object()
    defer { json_object_put(tree) }
    json_object_object_add(tree, "int", json_object_new_int(-7))
    json_object_object_add(tree, "double", json_object_new_double(0.1))
    json_object_object_add(tree, "null", nil)
    let array = json_object_new_array()
    json_object_array_add(array, json_object_new_string("x"))
    json_object_array_add(array, nil)
    json_object_object_add(tree, "array", array)
    #expect(try JSONValue(jsonC: tree).text() == #"{"int":-7,"double":0.1,"null":null,"array":["x",null]}"#)
    #expect(try JSONValue(jsonC: nil) == .null)
  }

  @Test func `NaN, infinities and text that is not UTF-8 are refused`() {
    let infinite = json_object_new_double(.infinity)
    let broken = json_object_new_string_len([CChar(bitPattern: 0xff)], 1)
    let object = json_object_new_object()
    json_object_object_add(object, "\u{e9}", nil)
    defer { for tree in [infinite, broken, object] { json_object_put(tree) } }
    #expect(throws: JSONCError.notANumber) { try JSONValue(jsonC: infinite) }
    #expect(throws: JSONCError.notUTF8) { try JSONValue(jsonC: broken) }
    #expect(throws: Never.self) { try JSONValue(jsonC: object) }
  }

  @Test func `a name with NUL is refused`() {
    let value: JSONValue = ["a": ["b\u{0}": 1]]
    #expect(throws: JSONCError.nameWithNUL("b\u{0}")) { try value.makeJSONC() }
  }

  @Test func `depth is limited in both directions`() throws {
    var value: JSONValue = 1
    for _ in 0..<512 { value = [value] }
    #expect(try value.withJSONC { try JSONValue(jsonC: $0) } == value)
    let deeper: JSONValue = [value]
    #expect(throws: JSONCError.tooDeep(limit: 512)) { try deeper.makeJSONC() }
    let tree = try deeper.makeJSONC(maximumDepth: 513)
    defer { json_object_put(tree) }
    #expect(throws: JSONCError.tooDeep(limit: 512)) { try JSONValue(jsonC: tree) }
  }

  @Test func `a tree of any depth is refused, not followed`() {
    var tree = json_object_new_array()
    for _ in 0..<5_000 {
      let outer = json_object_new_array()
      json_object_array_add(outer, tree)
      tree = outer
    }
    defer { json_object_put(tree) }
    #expect(throws: JSONCError.tooDeep(limit: 1_024)) { try JSONValue(jsonC: tree, maximumDepth: .max) }
  }
}
