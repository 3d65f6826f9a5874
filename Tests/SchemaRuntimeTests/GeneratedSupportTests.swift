@_spi(Generated) import SchemaRuntime
import Testing

/// What generated code calls: tables of names, loops over members and elements, located members.
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

  private func reading<Result>(_ text: String, _ body: (UnsafeJSONNode) throws -> Result) throws -> Result {
    var reader = JSONReader()
    return try Array(text.utf8).withUnsafeBufferPointer { try body(try reader.read($0)) }
  }

  @Test(
    "a table finds only its string, however it is written in JSON",
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

  @Test("a long table finds only its strings")
  func findsAmongMany() throws {
    for index in 0..<66 {
      let name = (index < 10 ? "m0" : "m") + "\(index)"
      #expect(try reading("\"\(name)\"") { Self.many.index(of: $0) } == index)
      #expect(try reading("\"\(name)0\"") { Self.many.index(of: $0) } == -1)
    }
    #expect(try reading("\"m66\"") { Self.many.index(of: $0) } == -1)
  }

  @Test("a table distinguishes texts that differ only in the middle or in length")
  func findsSimilar() throws {
    let similar: TextTable = [
      "beginning-a-the-end", "beginning-b-the-end", "aaaaaaaa", "aaaaaaaaa", "aaaaaaa", "aaaaaaaaaaaaaaaa", "é", "éé",
    ]
    let texts = [
      "beginning-a-the-end", "beginning-b-the-end", "aaaaaaaa", "aaaaaaaaa", "aaaaaaa", "aaaaaaaaaaaaaaaa", "é", "éé",
    ]
    // Each is looked up after each other: where it is expected, and where another is.
    for (first, before) in texts.enumerated() {
      for (second, after) in texts.enumerated() where first != second {
        var indexes: [Int] = []
        let isObject = try reading("{\"\(before)\":0,\"\(after)\":0}") { json in
          json.isObject(of: similar) { index, _ in
            indexes.append(index)
            return true
          }
        }
        #expect(isObject)
        #expect(indexes == [first, second])
      }
    }
    #expect(try reading("\"beginning-c-the-end\"") { similar.index(of: $0) } == -1)
  }

  /// An object, the indexes of its members, and whether its names differ.
  struct MembersRow: CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var indexes: [Int]
    var isValid: Bool

    init(_ name: String, _ text: String, _ indexes: [Int], _ isValid: Bool = true) {
      testDescription = name
      self.text = text
      self.indexes = indexes
      self.isValid = isValid
    }
  }

  @Test(
    "a loop over members says which one each is",
    arguments: [
      MembersRow("in order", #"{"id":1,"nickname":2,"\u00e9":3}"#, [0, 1, 3]),
      MembersRow("in any order, with objects between", #"{"nickname":{"id":0},"id":[[],{}],"x":0}"#, [1, 0, -1]),
      MembersRow("none", "{}", []),
      MembersRow("no object", "[1,2]", [], false),
      MembersRow("a name twice", #"{"id":1,"nickname":2,"id":3}"#, [0, 1, 0], false),
      MembersRow("a name twice, spelled differently", #"{"id":1,"i\u0064":3}"#, [0, 0], false),
      MembersRow("undeclared names", #"{"x":1,"y":2}"#, [-1, -1]),
      MembersRow("an undeclared name twice", #"{"x":1,"y":2,"x":3}"#, [-1, -1, -1], false),
      MembersRow("in a text of less than eight bytes", #"{"":""}"#, [4]),
    ])
  func goesThrough(_ row: MembersRow) throws {
    try reading(row.text) { json in
      var indexes: [Int] = []
      let isObject = json.isObject(of: Self.few) { index, value in
        indexes.append(index)
        return value.memberName.index == value.index - 1
      }
      #expect(indexes == row.indexes)
      #expect(isObject == row.isValid)
      #expect(!json.isObject(of: Self.few) { index, _ in index != row.indexes.last } || row.indexes.isEmpty)
      let hasBoth = row.isValid && row.indexes.contains(0) && row.indexes.contains(1)
      #expect(json.isObject(of: Self.few, required: 0x3) { _, _ in true } == hasBoth)
      let found = json.found(among: Self.few) { _, _ in true }
      #expect((found != nil) == row.isValid)
      #expect(found.map { $0.contains(0) } ?? row.indexes.contains(0) == row.indexes.contains(0))
      #expect(found?.contains(all: 0x3) ?? false == hasBoth)
    }
  }

  @Test("members are found in any order, whatever orders documents had before")
  func findsInAnyOrder() throws {
    let table: TextTable = ["a", "b", "c", "d", "e", "f"]
    let names = ["a", "b", "c", "d", "e", "f", "x"]
    var random = SeededGenerator(seed: 7)
    for _ in 0..<3000 {
      let indexes = names.indices.shuffled(using: &random).prefix(Int.random(in: 0...7, using: &random))
      var found: [Int] = []
      let isObject = try reading("{\(indexes.map { "\"\(names[$0])\":0" }.joined(separator: ","))}") { json in
        json.isObject(of: table) { index, _ in
          found.append(index)
          return true
        }
      }
      #expect(isObject)
      #expect(found == indexes.map { $0 == 6 ? -1 : $0 })
    }
  }

  @Test(
    "a loop knows the members beyond the first 64 as well",
    arguments: [
      (#"{"m00":0,"m63":0,"m64":0,"m65":0}"#, [true, true, true]),
      (#"{"m64":0,"m65":0,"m64":0}"#, nil),
      (#"{"m65":0,"x":0,"x":0}"#, nil),
      (#"{"m65":0}"#, [false, true, false]),
      ("[]", nil),
    ])
  func goesFar(_ text: String, _ expected: [Bool]?) throws {
    try reading(text) { json in
      let found = json.found(among: Self.many) { _, _ in true }
      let answers = found.map { [$0.contains(64), $0.contains(all: 0x2, word: 1), $0.contains(all: 0x1)] }
      #expect(answers == expected)
      #expect(json.isObject(of: Self.many) { _, _ in true } == (expected != nil))
      #expect(json.isObject(of: Self.many, required: 0x1) { _, _ in true } == (expected?[2] ?? false))
      #expect(!json.isObject(of: Self.many) { index, _ in index != 65 })
    }
  }

  /// An array, and which of the conditions on its elements it satisfies.
  struct ElementsRow: CustomTestStringConvertible {
    var testDescription: String { text }
    var text: String
    /// Of strings, integers and numbers: any, at most 3, at least 2, from 2 to 3.
    var answers: [[Bool]]

    init(_ text: String, strings: String = "----", integers: String = "----", numbers: String = "----") {
      self.text = text
      answers = [strings, integers, numbers].map { $0.map { $0 == "y" } }
    }
  }

  @Test(
    "all elements of an array of scalars are checked",
    arguments: [
      ElementsRow("[]", strings: "yyyy", integers: "yyyy", numbers: "yyyy"),
      ElementsRow("[2,3,3.0]", integers: "yyyy", numbers: "yyyy"),
      ElementsRow("[2,1]", integers: "yy--", numbers: "yy--"),
      ElementsRow("[4,2]", integers: "y-y-", numbers: "y-y-"),
      ElementsRow("[2.5,2.0,2.999]", numbers: "yyyy"),
      ElementsRow("[2,3.001]", numbers: "y-y-"),
      ElementsRow("[1.999,3]", numbers: "yy--"),
      ElementsRow("[-2.5]", numbers: "yy--"),
      ElementsRow("[25e-1]", numbers: "yyyy"),
      ElementsRow("[3.000000000000000000001]", numbers: "y-y-"),
      ElementsRow("[123456789012345678901234.5]", numbers: "y-y-"),
      ElementsRow(#"["ab","\u0061b","äöü"]"#, strings: "yyyy"),
      ElementsRow(#"["abcd"]"#, strings: "y-y-"),
      ElementsRow(#"["ä"]"#, strings: "yy--"),
      ElementsRow(#"["ab",null]"#),
      ElementsRow("[2,[]]"),
    ])
  func checksElements(_ row: ElementsRow) throws {
    let answers = try reading(row.text) { json in
      [
        [
          json.elementsAreStrings(), json.elementsAreStrings(atMost: 3, .scalars),
          json.elementsAreStrings(atLeast: 2, .scalars), json.elementsAreStrings(atLeast: 2, atMost: 3, .scalars),
        ],
        [
          json.elementsAreIntegers(), json.elementsAreIntegers(atMost: 3), json.elementsAreIntegers(atLeast: 2),
          json.elementsAreIntegers(atLeast: 2, atMost: 3),
        ],
        [
          json.elementsAreNumbers(), json.elementsAreNumbers(atMost: 3), json.elementsAreNumbers(atLeast: 2),
          json.elementsAreNumbers(atLeast: 2, atMost: 3),
        ],
      ]
    }
    #expect(answers == row.answers)
    // The same for the single values.
    let single = try reading(row.text) { json in
      [
        json.allElements { $0.isString(atLeast: 2, atMost: 3, .scalars) },
        json.allElements { $0.isInteger(atLeast: 2, atMost: 3) },
        json.allElements { $0.isNumber(atLeast: 2, atMost: 3) },
      ]
    }
    #expect(single == row.answers.map { $0[3] })
  }

  @Test("names of all lengths are written", arguments: 0...20)
  func writesNames(_ count: Int) throws {
    let names: [StaticString] = [
      "", "a", "ab", "abc", "abcd", "abcde", "abcdef", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghij", "abcdefghijk",
      "abcdefghijkl", "abcdefghijklm", "abcdefghijklmn", "abcdefghijklmno", "abcdefghijklmnop", "abcdefghijklmnopq",
      "abcdefghijklmnopqr", "abcdefghijklmnopqrs", "abcdefghijklmnopqrst",
    ]
    var json = JSONWriter()
    json.beginObject()
    json.member(names[count], 1)
    json.endObject()
    #expect(String(decoding: try json.finish(), as: UTF8.self) == "{\"\(names[count])\":1}")
  }

  @Test("located members are read by index, and absent or too large ones are reported")
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

  @Test("a member with a name known only to validators is kept as undeclared")
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
      let (isPresent, others) = (members.contains(0) || members.contains(65), members.others())
      #expect(!isPresent)
      #expect(others.isEmpty)
    }
  }
}

// Functions of their own, because a macro's closure cannot take a noncopyable value along.
extension UnsafeJSONNode {
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
