import CodegenCore
import Foundation
import SwiftCompilation
import Testing

/// Each folder of `Cases` gives the Swift that is expected, which compiles in Swift 6 and 5 without a warning
/// and does what `usage.swift` says.
///
/// A case without `expected.swift` is too long to be read, and only used. `CODEGEN_RECORD=1` rewrites what is expected.
@Suite(.serialized)
struct CodegenCaseTests {
  private static let isRecording = ProcessInfo.processInfo.environment["CODEGEN_RECORD"] == "1"

  @Test(arguments: CodegenCase.all)
  func generatesWhatIsExpected(_ codegenCase: CodegenCase) throws {
    let output = try codegenCase.generate()
    let diagnostics = output.diagnostics.map { "\($0)\n" }.joined()
    if codegenCase.text("expected.swift") != nil {
      try compare(output.files.first?.contents ?? "", with: "expected.swift", of: codegenCase)
    }
    try compare(diagnostics, with: "diagnostics.txt", of: codegenCase)
  }

  @Test(.enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"), arguments: CodegenCase.all)
  func compilesAndRuns(_ codegenCase: CodegenCase) throws {
    let compiler = try #require(SwiftCompiler())
    let folder = FileManager.default.temporaryDirectory.appending(path: "codegen-case-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var sources = [CodegenCase.folder.appending(path: "Expect.swift")]
    for file in try codegenCase.generate().files {
      sources.append(folder.appending(path: file.path))
      try file.contents.write(to: folder.appending(path: file.path), atomically: false, encoding: .utf8)
    }
    let usage = try #require(codegenCase.text("usage.swift"), "\(codegenCase.name) has no usage.swift")
    sources.append(folder.appending(path: "main.swift"))
    // Errors name the line of usage.swift, so nothing stands before it.
    try (usage + "finish()\n").write(to: folder.appending(path: "main.swift"), atomically: false, encoding: .utf8)
    let program = folder.appending(path: "case")
    let compiled = try compiler.compile(sources, to: program, languageMode: "6")
    guard compiled.status == 0 else {
      Issue.record("Swift 6: expected no message, found:\n\(shortened(compiled.output))")
      return
    }
    let ran = try compiler.run(program.path)
    #expect(ran.status == 0, "usage.swift: \(shortened(ran.output))")
    let older = try compiler.typecheck(sources, languageMode: "5")
    #expect(older.status == 0, "Swift 5: expected no message, found:\n\(shortened(older.output))")
  }

  private func shortened(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let errors = lines.filter { $0.contains("error:") && !$0.hasPrefix(" ") }
    return (errors.isEmpty ? lines : errors).prefix(20).joined(separator: "\n")
  }

  /// Compares with a file of the case, which is absent when nothing is expected; names the first line that differs.
  private func compare(_ actual: String, with name: String, of codegenCase: CodegenCase) throws {
    let expected = codegenCase.text(name) ?? ""
    if actual == expected { return }
    if Self.isRecording {
      try actual.write(to: codegenCase.file(name), atomically: true, encoding: .utf8)
      return
    }
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let place = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
    Issue.record(
      """
      \(codegenCase.name)/\(name):\(place + 1): expected what the generator gives; CODEGEN_RECORD=1 rewrites the file
      -\(place < old.count ? old[place] : "")
      +\(place < new.count ? new[place] : "")
      """)
  }
}
