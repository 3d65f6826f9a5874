public import CollaborationModels
import SchemaRuntime
import Testing

@testable public import SchemaStreaming

/// What code generated with `"views": ["partial"]` has; the cases of the generator test the code itself.
extension UserInfo: StreamedModel {
  public struct Partial: PartialValue {
    let json: PartialJSON
    public init(_ json: PartialJSON) { self.json = json }
    var nickName: String? { json["nickName"]?.string }
  }
}

@Suite struct PartialValueTests {
  private struct Pieces: AsyncSequence {
    let pieces: [[UInt8]]

    func makeAsyncIterator() -> AsyncStream<[UInt8]>.Iterator {
      AsyncStream { continuation in
        for piece in pieces { continuation.yield(piece) }
        continuation.finish()
      }.makeAsyncIterator()
    }
  }

  private static func updates(of pieces: [String]) async throws -> [String] {
    var found: [String] = []
    do {
      for try await update in UserInfo.updates(of: Pieces(pieces: pieces.map { Array($0.utf8) })) {
        switch update {
        case .partial(let user): found.append(user.nickName ?? "-")
        case .complete(let user): found.append("\(user)")
        }
      }
    } catch is SchemaError { found.append("error") }
    return found
  }

  @Test(
    "updates are distinct, and end with the value or an error",
    arguments: [
      (
        "each piece with more of a value is an update",
        [#"{"nick"#, #"Name": "A"#, "m", #"al"}"#], ["-", "A", "Am", "Amal", #"UserInfo({"nickName":"Amal"})"#]
      ),
      (
        "spaces, names and the parts of a character are none",
        [#"{"nickName" "#, " ", #": "A\u"#, "00", "f6", #""}"#, " "],
        ["-", "A", "A\u{f6}", "A\u{f6}", "UserInfo({\"nickName\":\"A\u{f6}\"})"]
      ),
      ("nothing has no value", [], ["error"]),
      ("an error ends them before the text does", [#"{"nickName": "A"#, #"", "gender": ""#, "}"], ["A", "error"]),
    ])
  func areDistinct(name: String, pieces: [String], expected: [String]) async throws {
    #expect(try await Self.updates(of: pieces) == expected)
  }

  @Test("a stream that is copied goes on twice, and what was kept stays")
  func copies() throws {
    var stream = JSONStream(UserInfo.self)
    _ = stream.append(#"{"nickName": "A"#.utf8)
    let kept = stream.partial
    var other = stream
    _ = stream.append(#"mal"}"#.utf8)
    _ = other.append(#"nna", "gender": 1}"#.utf8)
    #expect(try stream.finish().nickName == "Amal")
    #expect(try other.finish().nickName == "Anna")
    #expect(kept?.nickName == "A")
  }

  @Test("the parts of a text that grows have the same memory")
  func sharesMemory() throws {
    var stream = JSONStream(UserInfo.self)
    _ = stream.append(#"{"nickName": ""#.utf8)
    var kept: [UserInfo.Partial] = []
    for _ in 0..<1_000 {
      _ = stream.append("abcdefgh".utf8)
      kept.append(try #require(stream.partial))
    }
    #expect(kept.enumerated().allSatisfy { $1.nickName?.utf8.count == 8 * ($0 + 1) })
    #expect(Set(kept.map(\.json.memory)).count < 10)
  }
}
