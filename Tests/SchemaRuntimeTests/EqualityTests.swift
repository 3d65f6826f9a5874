import Testing

@testable import SchemaRuntime

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

  @Test("ten thousand elements are compared in linear time")
  func isLinear() throws {
    let text = "[" + (0..<10_000).map { "[\($0),\"\($0)\"]" }.joined(separator: ",") + "]"
    #expect(try JSONDocument(parsing: Array(text.utf8)).withRoot { $0.hasUniqueElements })
  }
}
