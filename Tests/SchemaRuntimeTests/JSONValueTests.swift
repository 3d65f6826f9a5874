import TestSupport
import Testing

@_spi(Generated) @testable import SchemaRuntime

/// Values in memory: equality, hashing, types and locations.
@Suite struct JSONValueTests {
  @Test(
    "two texts are the same value, or different ones",
    arguments: [
      Row("an integer and a decimal of the same value", "1", "1.0", areEqual: true),
      Row("a number written with an exponent", "1", "10e-1", areEqual: true),
      Row("zeros of both signs", "0", "-0.0e7", areEqual: true),
      Row(
        "huge numbers that differ in the last digit", "123456789012345678901", "123456789012345678902", areEqual: false),
      Row("huge numbers written in two ways", "1e30", "1000000000000000000000000000000", areEqual: true),
      Row("decimals with the same nearest Double", "0.1", "0.1000000000000000055511151231257827", areEqual: false),
      Row("a number and its text", "1", "\"1\"", areEqual: false),
      Row("zero and false", "0", "false", areEqual: false),
      Row("null and an empty string", "null", "\"\"", areEqual: false),
      Row("an empty array and an empty object", "[]", "{}", areEqual: false),
      Row("a string and its escaped form", "\"é\"", #""\u00e9""#, areEqual: true),
      Row("composed and decomposed strings", "\"\u{e9}\"", "\"e\u{301}\"", areEqual: false),
      Row("strings that differ in case", "\"a\"", "\"A\"", areEqual: false),
      Row("arrays in another order", "[1,2]", "[2,1]", areEqual: false),
      Row("an array and its beginning", "[1,2]", "[1]", areEqual: false),
      Row("objects in another order", #"{"a":1,"b":[2.0]}"#, #"{"b":[2],"a":1.0}"#, areEqual: true),
      Row("objects with another name", #"{"a":1}"#, #"{"b":1}"#, areEqual: false),
      Row("objects whose names differ in normal form", "{\"\u{e9}\":1}", "{\"e\u{301}\":1}", areEqual: false),
      Row("an object and one with a null more", #"{"a":1}"#, #"{"a":1,"b":null}"#, areEqual: false),
    ])
  func compares(_ row: Row) throws {
    let first = try JSONValue(parsing: row.first)
    let second = try JSONValue(parsing: row.second)
    #expect((first == second) == row.areEqual)
    #expect((second == first) == row.areEqual)
    #expect(Set([first, second]).count == (row.areEqual ? 1 : 2))
    // The same comparison of the texts themselves, without values.
    let pair = try JSONDocument(parsing: Array("[\(row.first),\(row.second)]".utf8))
    pair.withRoot { root in
      let elements = Array(root.elements)
      #expect(elements[0].equalsValue(elements[1]) == row.areEqual)
      #expect(elements[1].equalsValue(elements[0]) == row.areEqual)
      #expect(elements[0].isEqual(to: second) == row.areEqual)
      #expect(elements[1].isEqual(to: first) == row.areEqual)
    }
  }

  @Test(
    "a value has its JSON Schema type",
    arguments: [
      ("null", JSONType.null), ("true", .boolean), ("1", .integer), ("1.0", .integer), ("1.5e1", .integer),
      ("1.5", .number),
      ("1e-1", .number), ("-0", .integer), ("1e400", .integer), ("\"\"", .string), ("[]", .array), ("{}", .object),
    ])
  func typed(_ text: String, _ type: JSONType) throws {
    let document = try JSONDocument(parsing: Array(text.utf8))
    #expect(document.value.type == type)
    #expect(document.withRoot { $0.type } == type)
  }

  @Test("a literal creates the corresponding value")
  func literals() throws {
    let value: JSONValue = ["a": [1, -2.5, true, nil, "x"], "b": [:], "c": []]
    #expect(value.text() == #"{"a":[1,-2.5,true,null,"x"],"b":{},"c":[]}"#)
    #expect(value.description == value.text())
    #expect(JSONValue(floatLiteral: .infinity).isNull)
  }

  @Test("accessors for another kind of value return nil")
  func answers() throws {
    let value: JSONValue = ["n": 1.5, "i": 7, "s": "x", "b": false, "z": nil, "a": [1], "o": ["p": 2]]
    #expect(value["n"]?.double == 1.5)
    #expect(value["n"]?.int == nil)
    #expect(value["i"]?.int == 7)
    #expect(value["s"]?.string == "x")
    #expect(value["s"]?.number == nil)
    #expect(value["b"]?.bool == false)
    #expect(value["b"]?.isNull == false)
    #expect(value["z"]?.isNull == true)
    #expect(value["a"]?.array?.count == 1)
    #expect(value["a"]?.object == nil)
    #expect(value["o"]?["p"]?.int == 2)
    #expect(value["missing"] == nil)
    #expect(value["s"]?["p"] == nil)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let first: String
    let second: String
    let areEqual: Bool

    init(_ name: String, _ first: String, _ second: String, areEqual: Bool) {
      self.name = name
      self.first = first
      self.second = second
      self.areEqual = areEqual
    }

    var testDescription: String { name }
  }
}

/// Ordered objects.
@Suite struct JSONMapTests {
  @Test(
    "members keep their order through every change, below and above the size that is indexed",
    arguments: [0, 1, 5, 11, 12, 13, 14, 40])
  func keepsOrder(_ count: Int) {
    let names = (0..<count).map { "n\(($0 * 7) % 41)" }
    var map = JSONMap(names.enumerated().map { ($1, $0) })
    #expect(map.keys == names)
    #expect(map.count == count)
    #expect(map.isEmpty == (count == 0))
    for (index, name) in names.enumerated() { #expect(map[name] == index) }
    map["new"] = -1
    #expect(map.keys == names + ["new"])
    for name in names.reversed() { map[name] = 5 }
    #expect(map.keys == names + ["new"])
    for name in names.dropFirst(2) {
      map[name] = nil
      #expect(map[name] == nil)
      #expect(map["new"] == -1)
    }
    #expect(map.keys == names.prefix(2) + ["new"])
    map["absent"] = nil
    #expect(map.count == min(count, 2) + 1)
  }

  @Test("names are distinguished scalar by scalar, in small and in large objects", arguments: [0, 30])
  func exactNames(_ others: Int) {
    var map = JSONMap((0..<others).map { ("n\($0)", 0) })
    map["\u{e9}"] = 1
    map["e\u{301}"] = 2
    #expect(map.count == others + 2)
    #expect(map["\u{e9}"] == 1)
    #expect(map["e\u{301}"] == 2)
    map["\u{e9}"] = nil
    #expect(map["\u{e9}"] == nil)
    #expect(map["e\u{301}"] == 2)
    map["\u{0}"] = 3
    map[""] = 4
    #expect(map["\u{0}"] == 3)
    #expect(map[""] == 4)
  }

  @Test("objects are equal in any order, with the same hash")
  func compares() {
    let map: JSONMap<Int> = ["a": 1, "b": 2]
    #expect(map == ["b": 2, "a": 1])
    #expect(map.hashValue == (["b": 2, "a": 1] as JSONMap<Int>).hashValue)
    #expect(map != ["a": 1])
    #expect(map != ["a": 2, "b": 1])
    #expect((["\u{e9}": 1] as JSONMap<Int>) != ["e\u{301}": 1])
  }

  @Test("an object has the interface of a dictionary, in order", arguments: [3, 12, 13, 30])
  func dictionaryInterface(_ count: Int) {
    var map = JSONMap((0..<count).map { ("n\($0)", $0) })
    #expect(map.values == Array(0..<count))
    #expect(map.first?.key == "n0")
    #expect(map.last?.value == count - 1)
    #expect(map[1] == ("n1", 1))
    #expect(map.index(forKey: "n2") == 2)
    #expect(map.index(forKey: "none") == nil)
    #expect(map.map { "\($0)\($1)" }.prefix(2) == ["n00", "n11"])
    #expect(map.filter { $0.value.isMultiple(of: 2) }.keys == stride(from: 0, to: count, by: 2).map { "n\($0)" })
    #expect(map.mapValues { "\($0)" }["n2"] == "2")
    #expect(map.compactMapValues { $0 > 0 ? nil : "\($0)" } == ["n0": "0"])
    #expect(map.removeValue(forKey: "n1") == 1)
    #expect(map.removeValue(forKey: "n1") == nil)
    #expect(map.updateValue(-2, forKey: "n2") == 2)
    #expect(map.updateValue(100, forKey: "new") == nil)
    #expect(map.keys == ["n0"] + (2..<count).map { "n\($0)" } + ["new"])
    map["n2", default: 5] += 1
    map["newer", default: 5] += 1
    #expect(map["n2"] == -1)
    #expect(map["newer", default: 0] == 6)
    #expect(map["newest", default: 7] == 7)
    #expect(map["newest"] == nil)
    map.merge(["n0": 10, "z": 20]) { $0 + $1 }
    #expect(map["n0"] == 10)
    #expect(map.keys.last == "z")
    #expect(map.merging(["n0": 1]) { $1 }["n0"] == 1)
    #expect(map.remove(at: 0) == ("n0", 10))
    map.removeAll { $0.key != "z" && $0.key != "new" }
    #expect(map.keys == ["new", "z"])
    #expect(map["z"] == 20)
    map.removeAll()
    #expect(map.isEmpty)
    #expect(map["z"] == nil)
  }

  @Test("an object and a dictionary become each other")
  func dictionaries() {
    let map: JSONMap<Int> = ["b": 1, "a": 2]
    #expect(Dictionary(map) == ["a": 2, "b": 1])
    #expect(JSONMap(["b": 1, "a": 2, "c": 3] as [String: Int]).keys == ["a", "b", "c"])
    #expect(JSONMap(Dictionary(map)) == map)
    #expect(JSONMap(map.sorted { $0.key < $1.key }).keys == ["a", "b"])
    #expect(Dictionary(["\u{e9}": 1, "e\u{301}": 2] as JSONMap<Int>).values.map { $0 } == [2])
  }

  @Test("random changes have the same effect as on a list of members", arguments: 0..<20)
  func agreesWithList(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var map = JSONMap<Int>()
    var list: [(key: String, value: Int)] = []
    for step in 0..<300 {
      let name = "n\(Int.random(in: 0..<25, using: &random))"
      let index = list.firstIndex { $0.key == name }
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        map[name] = step
        if let index { list[index].value = step } else { list.append((name, step)) }
      case 2:
        map[name] = nil
        if let index { list.remove(at: index) }
      case 3:
        map[name, default: step] += 1
        if let index { list[index].value += 1 } else { list.append((name, step + 1)) }
      case 4:
        map[name]? += 1
        if let index { list[index].value += 1 }
      default:
        if let index {
          map.remove(at: index)
          list.remove(at: index)
        }
      }
      #expect(map.keys == list.map(\.key))
      #expect(map.values == list.map(\.value))
      #expect(list.allSatisfy { map[$0.key] == $0.value })
    }
  }

  @Test("several threads look members up in one object for the first time, and change their copies")
  func threads() async {
    for count in [3, 40] {
      let names = (0..<count).map { "n\($0)" }
      let map = JSONMap(names.enumerated().map { ($1, $0) })
      await withTaskGroup { group in
        for task in 0..<8 {
          group.addTask {
            var copy = map
            let found = names.map { map[$0] }
            copy["own"] = task
            copy[names[task % 3]] = nil
            return found.elementsEqual(names.indices, by: ==) && map["own"] == nil && copy["own"] == task
              && copy.count == count && copy[names[2]] == (task % 3 == 2 ? nil : 2)
          }
        }
        for await isRight in group { #expect(isRight) }
      }
      #expect(map.count == count && map["n2"] == 2)
    }
  }

  @Test("of equal names the last value is kept, at the position of the first")
  func replaces() {
    let map = JSONMap([("a", 1), ("b", 2), ("a", 3)])
    #expect(map.map(\.key) == ["a", "b"])
    #expect(map.map(\.value) == [3, 2])
    #expect(map.mapValues { "\($0)" }.members.map(\.value) == ["3", "2"])
  }
}
