import Testing

/// Input never traps: calls that can stop the process are listed in a table with their reasons (STYLE.md, 26).
@Suite struct ForbiddenCallTests {
  private static let calls = [
    "try!", "as!", "fatalError(", "preconditionFailure(", "precondition(", "assertionFailure(", "assert(", "exit(",
    "abort(",
  ]

  /// A table: the file and the call, and the invariant that makes it unreachable. An unused row fails the test.
  private static let allowed = [
    "Sources/Runtime/SchemaRuntime/JSON/JSONDocument.swift: preconditionFailure(":
      "a document exists only when a reader accepted its text, and then text and index are not empty",
    "Sources/Runtime/SchemaRuntime/Formats/CalendarDate.swift: preconditionFailure(":
      "the text of a date was checked when the date was made",
    "Sources/Runtime/SchemaRuntime/Formats/Timestamp.swift: preconditionFailure(":
      "the text of a timestamp was checked when the timestamp was made",
    "Sources/Runtime/SchemaRuntime/Patterns/PatternAutomaton+Layout.swift: preconditionFailure(":
      "a table comes from the compiler of patterns or from generated code, never from input",
    "Sources/Tool/CodegenCore/Configuration/ConfigurationCheck.swift: preconditionFailure(":
      "the schema of the configuration is part of the tool, and a test compiles it",
    "Sources/Schemas/SchemaTesting/TestSuiteForm.swift: preconditionFailure(":
      "the schema of suites is part of the tool, and a test compiles it",
    "Sources/Runtime/SchemaRuntime/Numbers/NumberText+Writing.swift: assert(":
      "callers ask whether a Double is finite first; in a release build the text would be Swift's word for it",
    "Sources/Tool/codegen/Codegen.swift: exit(": "the entry point ends the process with the verb's exit code",
    "Sources/Tool/codegen-generate/CodegenGenerate.swift: exit(": "the entry point ends the process with the exit code",
    "Sources/Runtime/SchemaRuntime/Concurrency/Mutex.swift: preconditionFailure(":
      "without memory for a lock nothing can go on, as anywhere else in Swift",
    "Sources/Runtime/SchemaRuntime/JSON/JSONReader.swift: preconditionFailure(":
      "without memory for an index nothing can go on, as where Swift allocates",
    "Sources/Collaboration/collaboration-demo/Demo.swift: exit(":
      "the entry point ends the process with the session's exit code",
  ]

  @Test("no source calls a function that stops the process, except for the table")
  func callsNothingForbidden() {
    var found: Set<String> = []
    for file in Repository.swiftFiles where file.path.hasPrefix("Sources/") || file.path.hasPrefix("Templates/") {
      for (index, line) in file.outline.lines.enumerated() {
        for call in Self.calls where Self.hasCall(call, line) {
          let key = "\(file.path): \(call)"
          found.insert(key)
          #expect(Self.allowed[key] != nil, "\(file.path):\(index + 1): '\(call)' needs a row with its reason")
        }
      }
    }
    #expect(Set(Self.allowed.keys).subtracting(found).sorted() == [], "rows that fit nothing any more")
  }

  @Test(
    "a call is found as a separate word",
    arguments: [
      ("let a = try! b()", true), ("a as! B", true), ("fatalError(\"\")", true), ("myassert(x)", false),
      ("x.exit(1)", true),
      ("a as? B", false), ("try? b()", false), ("self.assertion(", false), ("try !a", false),
    ])
  func findsCalls(_ line: String, _ expected: Bool) {
    #expect(Self.calls.contains { Self.hasCall($0, line) } == expected)
  }

  @Test("no test depends on the machine's load: costs are measured in processor time, and time limits only catch hangs")
  func comparesNoTimes() throws {
    // Making a regular expression takes longer than matching it.
    let timeLimit = /\.timeLimit\(\.minutes\(([0-9]+)\)/
    for file in Repository.swiftFiles(in: "Tests") where file.name != "ForbiddenCallTests.swift" {
      for (index, line) in file.outline.lines.enumerated() {
        #expect(
          !line.contains("ContinuousClock().measure"), "\(file.path):\(index + 1): use 'ProcessorTime.measure'")
        guard let limit = line.firstMatch(of: timeLimit) else { continue }
        #expect(Int(limit.1) ?? 0 >= 20, "\(file.path):\(index + 1): a busy machine needs more time")
      }
    }
  }

  private static func hasCall(_ call: String, _ line: String) -> Bool {
    guard let range = line.firstRange(of: call) else { return false }
    guard let before = line[..<range.lowerBound].last else { return true }
    return !before.isLetter && !before.isNumber && before != "_"
  }
}
