import Foundation
import SchemaRuntime
import SchemaRuntimeFoundation
import Testing

/// A JSON Lines text as a sequence of values, however it is divided into chunks.
@Suite struct JSONLinesTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// The result of each line: its number and the account's name, or the error message.
    let expected: [String]
    var limits = JSONLimits()
  }

  static let rows = [
    Row(testDescription: "nothing", text: "", expected: []),
    Row(testDescription: "blank lines alone", text: "\n \t\r\n\n  ", expected: []),
    Row(testDescription: "one line without an end", text: #"{"name":"ada"}"#, expected: ["1 ada"]),
    Row(
      testDescription: "lines that end in a line feed", text: #"{"name":"ada"}"# + "\n" + #"{"name":"bo"}"# + "\n",
      expected: ["1 ada", "2 bo"]),
    Row(
      testDescription: "a carriage return before the line feed",
      text: #"{"name":"ada"}"# + "\r\n" + #"{"name":"bo"}"# + "\r", expected: ["1 ada", "2 bo"]),
    Row(
      testDescription: "blank lines count and have no value",
      text: "\n" + #"{"name":"ada"}"# + "\n \n\r\n\t" + #"{"name":"bo"}"#,
      expected: ["2 ada", "5 bo"]),
    Row(
      testDescription: "an invalid line says where, and the next one is read",
      text: #"{"name":"ada"}"# + "\n" + #"{"name": "too long"}"# + "\n" + #"{"name":"bo"}"#,
      expected: ["1 ada", "2 2:10: /name: expected at most 5 characters, found 8 (maxLength)", "3 bo"]),
    Row(
      testDescription: "a line that is not JSON says where",
      text: "\n" + #"{"name":ada}"# + "\n" + #"{"name":"bo"}"#,
      expected: ["2 2:9: expected a value, found 'a'", "3 bo"]),
    Row(
      testDescription: "a line feed inside a value ends the line", text: "{\n\"name\":\"ada\"}",
      expected: [
        "1 1:2: expected a member name in double quotes or '}', found the end of the text",
        "2 2:7: expected the end of the text, found ':' after the value",
      ]),
    Row(
      testDescription: "a valid number that Int does not hold",
      text: #"{"name":"ada"}"# + "\n" + #"{"name":"bo","balance":99999999999999999999}"#,
      expected: ["1 ada", "2 2:24: /balance: expected a value that Int can represent, found 99999999999999999999"]),
    Row(
      testDescription: "more than ASCII",
      text: #"{"name":"é"}"# + "\n" + #"{"name":"日本語"}"# + "\n" + #"{"name":"éé",}"#,
      expected: ["1 é", "2 日本語", "3 3:14: expected a member name in double quotes, found '}'"]),
    Row(
      testDescription: "lines as long as the limit, and one byte longer",
      text: #"{"name":"ada"}"# + "\n" + #"{"name":"adam"}"# + "\n" + #"{"name":"ada"}"#,
      expected: ["1 ada", "2 2:15: expected at most 14 bytes, found more", "3 ada"],
      limits: JSONLimits(maximumByteCount: 14)),
    Row(
      testDescription: "a line far over the limit, and white space over the limit",
      text: String(repeating: "x", count: 100) + "\n" + String(repeating: " ", count: 50) + "\n" + #"{"name":"bo"}"#,
      expected: [
        "1 1:15: expected at most 14 bytes, found more", "2 2:15: expected at most 14 bytes, found more", "3 bo",
      ],
      limits: JSONLimits(maximumByteCount: 14)),
    Row(
      testDescription: "a limit of nothing", text: "\nx\n{}",
      expected: [
        "2 2:1: expected at most 0 bytes, found more", "3 3:1: expected at most 0 bytes, found more",
      ], limits: JSONLimits(maximumByteCount: 0)),
  ]

  @Test("chunks of every size give the same lines", arguments: rows)
  func sizes(_ row: Row) {
    let text = Array(row.text.utf8)
    #expect(Account.lines(in: text, limits: row.limits).map(words) == row.expected)
    #expect(Account.lines(of: text, limits: row.limits).map(words) == row.expected)
    for size in 1...(text.count + 1) {
      let pieces = stride(from: 0, to: text.count, by: size).map { text[$0..<min($0 + size, text.count)] }
      #expect(Account.lines(of: pieces, limits: row.limits).map(words) == row.expected, "pieces of \(size)")
    }
  }

  @Test("every split in two, with empty chunks between, gives the same lines", arguments: rows)
  func cuts(_ row: Row) {
    let text = Array(row.text.utf8)
    for cut in 0...text.count {
      let pieces = [[], Array(text[..<cut]), [], Array(text[cut...]), []]
      #expect(Account.lines(of: pieces, limits: row.limits).map(words) == row.expected, "cut at \(cut)")
    }
  }

  @Test("an asynchronous source gives the same lines, as bytes and in chunks", arguments: rows)
  func asynchronous(_ row: Row) async throws {
    let text = Array(row.text.utf8)
    var lines: [String] = []
    for try await line in Account.lines(of: Pieces(text), limits: row.limits) { lines.append(words(line)) }
    #expect(lines == row.expected)
    lines = []
    for try await line in Account.lines(of: Pieces([text.prefix(3), text.dropFirst(3)]), limits: row.limits) {
      lines.append(words(line))
    }
    #expect(lines == row.expected)
  }

  @Test("positions in errors refer to the entire text")
  func positions() throws {
    let text = #"{"name":"ada"}"# + "\n\n" + #" {"name":"too long","x":1}"#
    let line = try #require(Array(Account.lines(in: Array(text.utf8))).last)
    guard case .failure(.invalid(let issues)) = line.result else {
      Issue.record("expected issues, found \(line.result)")
      return
    }
    #expect(
      issues.map { [$0.position?.offset, $0.position?.line, $0.position?.column] } == [[25, 3, 10], [40, 3, 25]])
    #expect(throws: JSONLineError.self) { try line.get() }
  }

  @Test("the sequence of values ends at the first invalid line, with its error")
  func values() async throws {
    let text = Array("{\"name\":\"ada\"}\n{\"name\":\"bo\"}\n{}\n{\"name\":\"cy\"}".utf8)
    var names: [String] = []
    var iterator = Account.lines(of: Pieces(text)).values.makeAsyncIterator()
    let error = await #expect(throws: JSONLineError.self) {
      while let account = try await iterator.next() { names.append(account.name) }
    }
    #expect(names == ["ada", "bo"])
    #expect(error?.line == 3)
    #expect(error?.description == "3:1: expected member 'name', found none (required)")
    #expect(try await iterator.next() == nil)
  }

  @Test("an error of the source is rethrown after the preceding lines")
  func failingSource() async {
    struct Broken: Error {}
    var lines: [String] = []
    let source = Pieces([Array("{\"name\":\"ada\"}\n{\"na".utf8)], failure: Broken())
    await #expect(throws: Broken.self) {
      for try await line in Account.lines(of: source) { lines.append(words(line)) }
    }
    #expect(lines == ["1 ada"])
  }

  @Test("a file is read chunk by chunk, and closed")
  func file() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    let count = 20_000
    let text = (0..<count).map { #"{"name":"\#($0)","balance":\#($0)}"# }.joined(separator: "\n")
    try Data(text.utf8).write(to: url)
    var sum = 0
    for try await account in Account.lines(ofFileAt: url).values { sum += account.balance ?? 0 }
    #expect(sum == count * (count - 1) / 2)
    let missing = url.appendingPathExtension("missing")
    await #expect(throws: (any Error).self) {
      for try await _ in Account.lines(ofFileAt: missing) {}
    }
  }

  private func words(_ line: JSONLine<Account>) -> String {
    switch line.result {
    case .success(let account): "\(line.number) \(account.name)"
    case .failure(let error): "\(line.number) \(error)"
    }
  }
}

/// Chunks in sequence, and an optional error after the last.
private struct Pieces<Element: JSONLinesPiece & Sendable>: AsyncSequence {
  private let pieces: [Element]
  private let failure: (any Error)?

  init(_ pieces: [Element], failure: (any Error)? = nil) {
    self.pieces = pieces
    self.failure = failure
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: pieces[...], failure: failure) }

  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: ArraySlice<Element>
    let failure: (any Error)?

    mutating func next() async throws -> Element? {
      await Task.yield()
      if let piece = rest.popFirst() { return piece }
      if let failure { throw failure }
      return nil
    }
  }
}
