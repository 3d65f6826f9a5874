import Foundation
@_spi(Generated) import SchemaRuntime
import Testing

/// The small parts of models: presence, indirection, catalogs, names and loss reports.
@Suite struct ModelsPartsTests {
  @Test("a member is absent, null or a value")
  func presence() throws {
    #expect(Presence<Int>.absent.value == nil)
    #expect(!Presence<Int>.absent.isPresent)
    #expect(Presence<Int>.null.isPresent)
    #expect(Presence.value(1).value == 1)
    #expect(Presence(1 as Int?) == .value(1))
    #expect(Presence(nil as Int?) == .null)
    #expect(Presence.value(1).map { "\($0)" } == .value("1"))
    #expect(Presence<Int>.null.map { "\($0)" } == .null)
    #expect(Presence<Int>.absent.map { "\($0)" } == .absent)
    #expect(Set([Presence<Int>.absent, .null, .value(1), .value(1)]).count == 3)
  }

  @Test("a type may contain itself behind an indirection, with the value's equality")
  func indirection() {
    struct Chain: Hashable {
      var next: CopyOnWrite<Chain>?
      var index: Int
    }
    var chain = Chain(next: CopyOnWrite(Chain(next: nil, index: 2)), index: 1)
    let copy = chain
    #expect(chain == copy)
    #expect(chain.hashValue == copy.hashValue)
    chain.next?.value.index = 3
    #expect(chain.next?.value.index == 3)
    #expect(copy.next?.value.index == 2)
    #expect(chain != copy)
  }

  @Test(
    "a catalog finds a schema by name or by its URI",
    arguments: [
      ("users/account", true), ("https://example.com/account.json", true), ("matrix", true), ("urn:matrix", true),
      ("https://example.com/account.json#", false), ("account", false), ("", false), ("users/account.json", false),
    ])
  func finds(_ key: String, _ isThere: Bool) throws {
    let catalog = SchemaCatalog([.init("users/account", Account.self), .init("matrix", Matrix.self)])
    let entry = catalog[key]
    #expect((entry != nil) == isThere)
    guard let entry else { return }
    let isAccount = entry.name == "users/account"
    let payload = Array((isAccount ? #"{"name":"a"}"# : "[[1,2],[]]").utf8)
    #expect(entry.isValid(payload))
    #expect(try entry.issues(in: payload).isEmpty)
    let value = try entry.decode(payload)
    #expect((value as? Account)?.name == (isAccount ? "a" : nil))
    #expect((value as? Matrix)?.rows == (isAccount ? nil : [[1, 2], []]))
    #expect(throws: SchemaError.self) { try entry.decode(Array("null".utf8)) }
    #expect(try !entry.issues(in: Array("null".utf8)).isEmpty)
  }

  @Test(
    "a lossy reader drops invalid elements, and reports which and why",
    arguments: [
      LossRow("nothing is lost", "[[1],[2,3]]", [[1], [2, 3]], []),
      LossRow("an element", "[[1],null,[2]]", [[1], [2]], [#"/1: 1:6: /1: expected array, found null (type)"#]),
      LossRow(
        "an element of an element", "[[1,\"x\",2],[3]]", [[1, 2], [3]],
        [#"/0/1: 1:5: /0/1: expected integer, found string (type)"#]),
      LossRow(
        "an element with too many items, and other elements", "[[1,2,3,4],[5,null],7]", [[5]],
        [
          "/0: 1:2: /0: expected at most 3 items, found 4 (maxItems)",
          "/1/1: 1:15: /1/1: expected integer, found null (type)",
          "/2: 1:21: /2: expected array, found integer (type)",
        ]),
      LossRow(
        "everything", "[1,2]", [],
        [
          "/0: 1:2: /0: expected array, found integer (type)", "/1: 1:4: /1: expected array, found integer (type)",
        ]),
    ])
  func drops(_ row: LossRow) throws {
    var report = LossReport()
    let matrix = try Matrix(json: Array(row.text.utf8), lossy: &report)
    #expect(matrix.rows == row.rows)
    #expect(
      report.drops.map { "\($0.instanceLocation): \($0.issues.map(\.description).joined(separator: "; "))" }
        == row.drops)
    // The strict verdict is unaffected.
    #expect(Matrix.isValid(Array(row.text.utf8)) == row.drops.isEmpty)
  }

  @Test(
    "a mistake outside lossy arrays is an error, without a report",
    arguments: ["{}", "[", "null", #"[{"a":1,"a":2}]"#])
  func staysStrict(_ text: String) {
    var report = LossReport()
    #expect(throws: SchemaError.self) { try Matrix(json: Array(text.utf8), lossy: &report) }
    #expect(report.drops.isEmpty)
  }

  @Test(
    "a node of another kind gives an error or a value, but never traps",
    arguments: ["null", "true", "1", "1.5", "\"x\"", "[]", "{}"])
  func decodesAnything(_ text: String) throws {
    try JSONDocument(parsing: Array(text.utf8)).withRoot { node in
      #expect(((try? String(decoding: node)) != nil) == node.isString)
      #expect(((try? Bool(decoding: node)) != nil) == node.isBoolean)
      #expect(((try? [Int](decoding: node)) != nil) == node.isArray)
      #expect(((try? JSONMap<Int>(decoding: node)) != nil) == node.isObject)
      #expect((try? JSONValue(decoding: node)) != nil)
      #expect((try? Int(decoding: node)) == node.int)
      #expect((try? Double(decoding: node)) == node.double)
      #expect((try? JSONNumber(decoding: node)) == node.number)
      #expect(((try? Timestamp(decoding: node)) == nil))
      #expect(((try? CalendarDate(decoding: node)) == nil))
    }
  }

  struct LossRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let rows: [[Int]]
    let drops: [String]

    init(_ name: String, _ text: String, _ rows: [[Int]], _ drops: [String]) {
      testDescription = name
      self.text = text
      self.rows = rows
      self.drops = drops
    }
  }
}
