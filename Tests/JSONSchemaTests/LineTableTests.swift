import JSONSchema
import SchemaRuntime
import Testing

/// The table of lines, against the count from the start of the text.
@Suite struct LineTableTests {
  @Test(
    "a table of lines gives the positions of the text",
    arguments: [
      "1", "[1]", "[\n\n\"é\"]\n", "[" + String(repeating: "{\"é\": 1},\n", count: 900) + "0]",
      "\"" + String(repeating: "aé日𝄞", count: 2_000) + "\"", "\n" + String(repeating: " ", count: 1_023) + "\n\"é\"",
    ])
  func agrees(_ text: String) throws {
    let bytes = Array(text.utf8)
    let table = LineTable(try JSONDocument(parsing: bytes))
    for offset in stride(from: -1, through: bytes.count + 1, by: bytes.count > 100 ? 7 : 1) {
      let position = bytes.withUnsafeBufferPointer { SourcePosition(offset: offset, in: $0) }
      #expect(table.position(at: offset) == position)
    }
  }
}
