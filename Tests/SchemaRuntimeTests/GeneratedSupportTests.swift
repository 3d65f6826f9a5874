import SchemaRuntime
import Testing

/// What generated code calls: tables of names, cursors over members, located members.
struct GeneratedSupportTests {
  private static let few: TextTable = ["id", "nickname", "a name of more than sixteen bytes", "\u{e9}", ""]
  private static let many: TextTable = [
    "m00", "m01", "m02", "m03", "m04", "m05", "m06", "m07", "m08", "m09", "m10", "m11",
    "m12", "m13", "m14", "m15", "m16", "m17", "m18", "m19", "m20", "m21", "m22", "m23",
    "m24", "m25", "m26", "m27", "m28", "m29", "m30", "m31", "m32", "m33", "m34", "m35",
    "m36", "m37", "m38", "m39", "m40", "m41", "m42", "m43", "m44", "m45", "m46", "m47",
    "m48", "m49", "m50", "m51", "m52", "m53", "m54", "m55", "m56", "m57", "m58", "m59",
    "m60", "m61", "m62", "m63", "m64", "m65",
  ]

  private func reading<Result>(_ text: String, _ body: (JSONNode) throws -> Result) throws -> Result {
    var reader = JSONReader()
    return try Array(text.utf8).withUnsafeBufferPointer { try body(try reader.read($0)) }
  }

  @Test(
    "a table finds a string, whatever its spelling in JSON, and nothing else",
    arguments: [
      (#""id""#, 0), (#""i\u0064""#, 0), (#""nickname""#, 1), (#""nicknamE""#, -1), (#""nickname2""#, -1),
      (#""a name of more than sixteen bytes""#, 2), (#""a name of more thaN sixteen bytes""#, -1),
      ("\"\u{e9}\"", 3), ("\"e\u{301}\"", -1), (#""\u00e9""#, 3), (#""""#, 4), ("0", -1), ("[]", -1), ("{}", -1),
      ("null", -1),
    ])
  func finds(_ text: String, _ expected: Int) throws {
    let index = try reading(text) { Self.few.index(of: $0) }
    #expect(index == expected)
    #expect(try reading(text) { Self.few.contains($0) } == (expected >= 0))
  }

  @Test("a long table finds each of its strings, and nothing else")
  func findsAmongMany() throws {
    for index in 0..<66 {
      let name = (index < 10 ? "m0" : "m") + "\(index)"
      #expect(try reading("\"\(name)\"") { Self.many.index(of: $0) } == index)
      #expect(try reading("\"\(name)0\"") { Self.many.index(of: $0) } == -1)
    }
    #expect(try reading("\"m66\"") { Self.many.index(of: $0) } == -1)
  }

  /// An object, the indexes that a cursor gives, and whether its names differ.
  struct CursorRow: CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var indexes: [Int]
    var isComplete: Bool

    init(_ name: String, _ text: String, _ indexes: [Int], _ isComplete: Bool = true) {
      testDescription = name
      self.text = text
      self.indexes = indexes
      self.isComplete = isComplete
    }
  }

  @Test(
    "a cursor says which member each one is",
    arguments: [
      CursorRow("in order", #"{"id":1,"nickname":2,"\u00e9":3}"#, [0, 1, 3]),
      CursorRow("in any order, with objects between", #"{"nickname":{"id":0},"id":[[],{}],"x":0}"#, [1, 0, -1]),
      CursorRow("none", "{}", []),
      CursorRow("no object", "[1,2]", []),
      CursorRow("a name twice", #"{"id":1,"nickname":2,"id":3}"#, [0, 1, 0], false),
      CursorRow("a name twice, spelled differently", #"{"id":1,"i\u0064":3}"#, [0, 0], false),
      CursorRow("undeclared names", #"{"x":1,"y":2}"#, [-1, -1]),
      CursorRow("an undeclared name twice", #"{"x":1,"y":2,"x":3}"#, [-1, -1, -1], false),
      CursorRow("at the end of the text, where no eight bytes follow", #"{"":""}"#, [4]),
    ])
  func goesThrough(_ row: CursorRow) throws {
    try reading(row.text) { json in
      var members = json.cursor(over: Self.few)
      var indexes: [Int] = []
      while members.next() {
        indexes.append(members.index)
        #expect(members.name.index == members.value.index - 1)
      }
      #expect(indexes == row.indexes)
      #expect(members.isComplete() == row.isComplete)
      #expect(members.contains(0) == row.indexes.contains(0))
      let hasBoth = row.indexes.contains(0) && row.indexes.contains(1)
      #expect(members.contains(all: 0x3) == hasBoth)
      #expect(members.isComplete(required: 0x3) == (hasBoth && row.isComplete))
    }
  }

  @Test(
    "a cursor knows the members beyond the first 64 as well",
    arguments: [
      (#"{"m00":0,"m63":0,"m64":0,"m65":0}"#, [true, true, true]),
      (#"{"m64":0,"m65":0,"m64":0}"#, [true, true, false]),
      (#"{"m65":0}"#, [false, true, true]),
    ])
  func goesFar(_ text: String, _ expected: [Bool]) throws {
    try reading(text) { json in
      var members = json.cursor(over: Self.many)
      while members.next() {}
      #expect([members.contains(64), members.contains(all: 0x2, word: 1), members.isComplete()] == expected)
    }
  }

  @Test("located members are read by their index, and what is absent or too large is reported")
  func locates() throws {
    let text = #"{"nickname":"A","x":[1],"id":7,"y":null,"\u00e9":1.5}"#
    try reading(text) { json in
      var members = json.located(Self.few)
      let (text, int, optionalInt, double) =
        (members.string(1), members.int(0), members.optionalInt(0), members.double(3))
      #expect(text == "A")
      #expect([int, optionalInt] == [7, 7])
      #expect(double == 1.5)
      let absent = (members.optionalString(2), members.optionalStrings(2), members.optionalJSONValue(2))
      #expect(absent == (nil, nil, nil))
      let (value, others, isPresent) = (members.jsonValue(0), members.others(), members.contains(2))
      #expect(value == 7)
      #expect(others == ["x": [1], "y": nil])
      #expect(!isPresent)
      try members.check()
      #expect(throws: DecodingFailure.self) { try json.readingMember(2, Self.few) }
      #expect(throws: DecodingFailure.self) { try json.readingString(2, Self.few) }
    }
    _ = try reading(#"{"id":99999999999999999999}"#) { json in
      #expect(throws: DecodingFailure.self) { try json.readingInt(0, Self.few) }
    }
  }

  @Test("what has a name that only validators know is kept as undeclared")
  func keepsOthers() throws {
    try reading(#"{"id":1,"nickname":2,"x":3}"#) { json in
      var members = json.located(Self.few, first: 1)
      let (id, others) = (members.int(0), members.others())
      #expect(id == 1)
      #expect(others == ["nickname": 2, "x": 3])
    }
  }

  @Test("members are located in a type with many")
  func locatesMany() throws {
    try reading(#"{"m65":[1,2],"m31":[0.5],"m32":["a"],"m33":true}"#) { json in
      var members = json.located(Self.many)
      let arrays = (members.ints(65), members.doubles(31), members.strings(32))
      #expect(arrays == ([1, 2], [0.5], ["a"]))
      let bools = [members.bool(33), members.optionalBool(34)]
      #expect(bools == [true, nil])
      try members.check()
    }
    try reading("[]") { json in
      var members = json.located(Self.many)
      let (isPresent, others) = (members.contains(0), members.others())
      #expect(!isPresent)
      #expect(others.isEmpty)
    }
  }
}

// Functions of their own, because a macro's closure cannot take a noncopyable value along.
extension JSONNode {
  fileprivate func readingMember(_ index: Int, _ names: TextTable) throws {
    var members = located(names)
    _ = try members.value(index)
  }

  fileprivate func readingString(_ index: Int, _ names: TextTable) throws {
    var members = located(names)
    _ = members.string(index)
    try members.check()
  }

  fileprivate func readingInt(_ index: Int, _ names: TextTable) throws {
    var members = located(names)
    _ = members.optionalInt(index)
    try members.check()
  }
}
