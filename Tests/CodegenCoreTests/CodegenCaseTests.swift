import CodegenCore
import Foundation
import SwiftCompilation
import Testing

/// Each folder of `Cases` gives the expected Swift, which compiles in Swift 6 and 5 without a warning and does what
/// `usage.swift` says.
///
/// A case without `expected.swift` is too long to read, and only used. `CODEGEN_RECORD=1` rewrites the expected files.
@Suite
struct CodegenCaseTests {
  /// The first lines of `expected.swift`, which say why a file may be long.
  private static let heading = """
    // What the generator writes for the schema beside this file, line by line: one file of output, kept whole.

    """

  private static let isRecording = ProcessInfo.processInfo.environment["CODEGEN_RECORD"] == "1"

  @Test(arguments: CodegenCase.all)
  func generatesWhatIsExpected(_ codegenCase: CodegenCase) throws {
    let output = try codegenCase.generate()
    let diagnostics = output.diagnostics.map { "\($0)\n" }.joined()
    if codegenCase.text("expected.swift") != nil {
      try compare(Self.heading + (output.files.first?.contents ?? ""), with: "expected.swift", of: codegenCase)
    }
    try compare(diagnostics, with: "diagnostics.txt", of: codegenCase)
  }

  /// The failures of the cases that share a module, by name.
  private static let shared = Task { try await CaseProgram(CodegenCase.all.filter(\.sharesModule)).faults() }

  @Test(.enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"), arguments: CodegenCase.all)
  func compilesAndRuns(_ codegenCase: CodegenCase) async throws {
    let faults =
      codegenCase.sharesModule ? try await Self.shared.value : try await CaseProgram([codegenCase]).faults()
    if let fault = faults[codegenCase.name] { Issue.record(Comment(rawValue: fault)) }
  }

  /// Compares with a file of the case, which is absent if nothing is expected; reports the first line that differs.
  private func compare(_ actual: String, with name: String, of codegenCase: CodegenCase) throws {
    let expected = codegenCase.text(name) ?? ""
    if actual == expected { return }
    if Self.isRecording {
      try actual.write(to: codegenCase.file(name), atomically: true, encoding: .utf8)
      return
    }
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let index = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
    Issue.record(
      """
      \(codegenCase.name)/\(name):\(index + 1): expected what the generator gives; CODEGEN_RECORD=1 rewrites the file
      -\(index < old.count ? old[index] : "")
      +\(index < new.count ? new[index] : "")
      """)
  }
}
