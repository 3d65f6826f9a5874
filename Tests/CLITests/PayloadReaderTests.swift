import SchemaValidation
import Testing

@testable import CodegenProject

@Suite struct PayloadReaderTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// `lines before, bytes before: text`.
    let expected: [String]

    init(_ name: String, _ text: String, _ expected: [String]) {
      testDescription = name
      self.text = text
      self.expected = expected
    }
  }

  @Test(
    "a file of lines gives each line that is not blank, with its position",
    arguments: [
      Row("an empty file", "", []),
      Row("blank lines alone", "\n \t\r\n\n", []),
      Row("a last line without a line feed", "1\n2", ["0, 0: 1", "1, 2: 2"]),
      Row("blank lines between", "\n1\n\n \n2\n", ["1, 1: 1", "4, 6: 2"]),
      Row("carriage returns stay", "1\r\n2\r\n", ["0, 0: 1\r", "1, 3: 2\r"]),
      Row("a line over the limit is cut one byte behind it", "123456789\n1\n", ["0, 0: 123456", "1, 10: 1"]),
    ])
  func lines(row: Row) throws {
    let folder = try ScratchFolder()
    try folder.write(row.text, to: "lines")
    #expect(try lines(folder, limit: 5) == row.expected)
  }

  @Test("lines may be longer than the chunks in which the file is read")
  func longLines() throws {
    let folder = try ScratchFolder()
    let long = String(repeating: "x", count: 200_000)
    try folder.write("\(long)\n1\n\(long)", to: "lines")
    #expect(try lines(folder, limit: 1_000_000) == ["0, 0: \(long)", "1, 200001: 1", "2, 200003: \(long)"])
    // Of a line over the limit, no more is kept than the limit.
    #expect(try lines(folder, limit: 10).map(\.count) == [17, 12, 22])
  }

  @Test func whole() throws {
    let folder = try ScratchFolder()
    try folder.write("12345678", to: "lines")
    let source = try ByteSource(path: folder.path + "/lines", name: "lines")
    let reader = PayloadReader(source: source, file: "lines", limit: 5)
    #expect(try reader.whole().count == 6)
  }

  private func lines(_ folder: ScratchFolder, limit: Int) throws -> [String] {
    let source = try ByteSource(path: folder.path + "/lines", name: "lines")
    var reader = PayloadReader(source: source, file: "lines", limit: limit)
    var lines: [String] = []
    var line: [UInt8] = []
    while let origin = try reader.nextLine(into: &line) {
      lines.append("\(origin.linesBefore), \(origin.bytesBefore): \(String(decoding: line, as: UTF8.self))")
    }
    return lines
  }
}
