import GuardedMemory
import Testing

@testable import SchemaRuntime

/// JSONTestSuite (Nicolas Seriot, "Parsing JSON is a minefield") for the reader and for values.
@Suite struct JSONSuiteTests {
  @Test(
    "texts that every reader must accept", .enabled(if: JSONSuite.isPresent, JSONSuite.instructions),
    arguments: JSONSuite.files("y_"))
  func accepts(_ file: JSONSuite.File) throws { try checkAccepted(file.text) }

  @Test(
    "texts that every reader must refuse", .enabled(if: JSONSuite.isPresent, JSONSuite.instructions),
    arguments: JSONSuite.files("n_"))
  func refuses(_ file: JSONSuite.File) { checkRefused(file.text) }

  @Test(
    "texts that need a decision", .enabled(if: JSONSuite.isPresent, JSONSuite.instructions),
    arguments: JSONSuite.files("i_"))
  func chooses(_ file: JSONSuite.File) throws {
    let choice = try #require(JSONSuiteChoices.all[file.name], "a choice is missing from the table")
    switch choice {
    case .accepted: try checkAccepted(file.text)
    case .refused: checkRefused(file.text)
    }
  }

  @Test(
    "the table of decisions names only files of the suite",
    .enabled(if: JSONSuite.isPresent, JSONSuite.instructions))
  func choicesHaveFiles() {
    #expect(Set(JSONSuiteChoices.all.keys) == Set(JSONSuite.files("i_").map(\.name)))
  }

  @Test("the suite is present in CI") func isPresentInCI() {
    #expect(!JSONSuite.isCI || JSONSuite.files.count >= 318, JSONSuite.instructions)
  }

  @Test(
    "no read goes past the end of any text of the suite",
    .enabled(if: JSONSuite.isPresent, JSONSuite.instructions))
  func staysInside() throws {
    let memory = try #require(GuardedBytes(capacity: JSONSuite.files.map(\.text.count).max() ?? 0))
    for file in JSONSuite.files {
      memory.withText(file.text) { text in
        var reader = JSONReader()
        _ = (try? reader.read(text))?.touchEverything()
      }
    }
  }
}

/// An accepted text has the same value in every reader, and after being written in every layout.
private func checkAccepted(_ text: [UInt8]) throws {
  let different = try onDeepStack {
    let value = try JSONValue(parsing: text)
    let formats = [JSONFormat.compact, .pretty, JSONFormat([.indented(by: 0), .sortedKeys])]
    let texts = try [JSONDocument(parsing: text).value.json()] + formats.map { value.json($0) }
    return try texts.filter { try JSONValue(parsing: $0) != value }.map { String(decoding: $0, as: UTF8.self) }
  }
  #expect(different.isEmpty)
}

private func checkRefused(_ text: [UInt8]) {
  #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text) }
  #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
}
