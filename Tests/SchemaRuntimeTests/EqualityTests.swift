import TestSupport
import Testing

@_spi(Generated) @testable import SchemaRuntime

/// Elements that occur twice.
@Suite struct EqualityTests {
  @Test(
    "the first two equal elements are found",
    arguments: [
      ("[]", nil), ("[1]", nil), ("[1,2,3]", nil), ("[1,1]", "0,1"), ("[1,2,1.0]", "0,2"), ("[3,1,2,10e-1,3]", "1,3"),
      ("[1,true]", nil), ("[0,false]", nil), ("[[1],true]", nil), ("[null,0,false,\"\",[],{}]", nil),
      ("[{},{}]", "0,1"),
      ("[[],[]]", "0,1"), (#"["a","\u0061"]"#, "0,1"), ("[\"\u{e9}\",\"e\u{301}\"]", nil),
      (#"[{"a":1,"b":2},{"b":2,"a":1.0}]"#, "0,1"), (#"[{"a":1},{"a":2}]"#, nil), (#"[{"a":1},{"b":1}]"#, nil),
      (#"[[1,[2]],[1,[2.0]]]"#, "0,1"), ("[[1,2],[2,1]]", nil), ("[\"1\",1]", nil), ("[1e400,10e399]", "0,1"),
      ("[0.1,0.10000000000000000001]", nil), ("[-0,0]", "0,1"), ("[true,false,true]", "0,2"), ("[null,null]", "0,1"),
    ] as [(String, String?)])
  func finds(_ text: String, _ expected: String?) throws {
    for padding in [0, 20] {
      // Twenty more elements cause the use of the hash table.
      let more = (0..<padding).map { "\"pad\($0)\"" }
      let inner = text.dropFirst().dropLast()
      let whole = "[" + ([String(inner)].filter { !$0.isEmpty } + more).joined(separator: ",") + "]"
      let pairs = try JSONDocument(parsing: Array(whole.utf8)).withRoot { $0.repeatedElements() }
      #expect(pairs.map { "\($0.first),\($0.second)" } == expected)
    }
  }

  @Test("arrays of every size around the limit for pairwise comparison", arguments: 2...40)
  func findsInEverySize(_ count: Int) throws {
    let unique = (0..<count).map { "{\"k\":\($0),\"s\":[\"\($0)\"]}" }
    func repeated(_ elements: [String]) throws -> [Int]? {
      try JSONDocument(parsing: Array("[\(elements.joined(separator: ","))]".utf8)).withRoot { root in
        root.repeatedElements().map { [$0.first, $0.second] }
      }
    }
    #expect(try repeated(unique) == nil)
    var changed = unique
    changed[count - 1] = "{\"s\":[\"0\"],\"k\":0.0e1}"
    #expect(try repeated(changed) == [0, count - 1])
  }

  @Test("long arrays give the same answer as a comparison of every pair")
  func agreesWithPairs() throws {
    let texts =
      ["0", "-0", "1", "-1", "10", "1e1", "\"\"", "\"0\"", "\"-0\"", "\"\\u0030\"", "true", "\"é\""]
      + (0..<40).map { "\"" + String(repeating: "x", count: $0) + "\"" }
      + (0..<40).map { "\"" + String(repeating: "x", count: $0) + "y" + String(repeating: "x", count: 39 - $0) + "\"" }
      + (0..<400).map { "\(1 << ($0 % 60) + $0)" }
    var random = SeededRandom(seed: Effort.seed)
    for _ in 0..<Effort.rounds(quick: 400, thorough: 2_000) {
      let kinds = [12, 52, 92, 492][Int.random(in: 0..<4, using: &random)]
      let elements = (0..<(17 + Int.random(in: 0..<20, using: &random))).map { _ in
        texts[Int.random(in: 0..<kinds, using: &random)]
      }
      let document = try JSONDocument(parsing: Array("[\(elements.joined(separator: ","))]".utf8))
      let (found, expected) = document.withRoot { root in
        let nodes = Array(root.elements)
        let second = nodes.indices.first { index in nodes[..<index].contains { $0.equalsValue(nodes[index]) } }
        let first = second.flatMap { second in nodes.firstIndex { $0.equalsValue(nodes[second]) } }
        return (root.repeatedElements().map { [$0.first, $0.second] }, second.map { [first, $0] })
      }
      #expect(found == expected, "\(elements)")
    }
  }

  @Test("texts chosen to collide end the search early, and in vain")
  func givesUpOnCollisions() throws {
    func search(_ texts: [String]) throws -> String {
      try JSONDocument(parsing: Array("[\(texts.joined(separator: ","))]".utf8)).withRoot { root in
        "\(RepeatedText.search(root.elements, count: texts.count, secret: 1))".prefix { $0 != "(" }.description
      }
    }
    // The slot is that of the lower bits.
    func slot(_ text: String) throws -> UInt64? {
      try JSONDocument(parsing: Array(text.utf8)).withRoot { $0.textHash(1).map { $0 % 128 } }
    }
    let colliding = try Array((0..<20_000).lazy.map { "\"\($0)\"" }.filter { try slot($0) == 5 }.prefix(40))
    #expect(colliding.count == 40)
    #expect(try search(colliding) == "undecided")
    #expect(try search((0..<40).map { "\"\($0)\"" }) == "none")
  }

  @Test("ten thousand elements are compared in linear time")
  func isLinear() throws {
    let text = "[" + (0..<10_000).map { "[\($0),\"\($0)\"]" }.joined(separator: ",") + "]"
    #expect(try JSONDocument(parsing: Array(text.utf8)).withRoot { $0.hasUniqueElements })
  }
}
