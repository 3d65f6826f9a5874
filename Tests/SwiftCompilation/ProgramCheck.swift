import Foundation

/// Small programs that a compiler checks together, one file each, because starting it takes longer than checking one.
package struct ProgramCheck: Sendable {
  /// A program of declarations without access modifiers.
  package struct Program: Sendable, CustomStringConvertible {
    package let description: String
    let source: String
    /// The expected error message; nil for a program that compiles.
    package let error: String?

    package init(_ description: String, source: String, error: String?) {
      self.description = description
      self.source = source
      self.error = error
    }
  }

  /// The messages of the compiler by the program's description.
  private let messages: Task<[String: String], any Error>

  /// Starts the check; descriptions are unique.
  package init(_ programs: [Program], importing modules: [String]) {
    messages = Task { try await Self.messages(of: programs, modules) }
  }

  /// Returns the mistake in a program; nil if it compiles, or fails with the expected message.
  package func fault(of program: Program) async throws -> String? {
    let found = try await messages.value[program.description] ?? ""
    guard let error = program.error else { return found.isEmpty ? nil : "expected no message, found:\n\(found)" }
    return found.contains(error) ? nil : "expected '\(error)', found:\n\(found)"
  }

  private static func messages(of programs: [Program], _ modules: [String]) async throws -> [String: String] {
    guard let compiler = SwiftCompiler() else { return [:] }
    let folder = FileManager.default.temporaryDirectory.appending(path: "programs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let imports = modules.map { "import \($0)\n" }.joined()
    let files = programs.indices.map { folder.appending(path: "program-\($0).swift") }
    for (program, file) in zip(programs, files) {
      // Several files of the module contain declarations of the same name.
      let lines = program.source.split(separator: "\n").map { line in
        line.hasPrefix("func ") || line.hasPrefix("struct ") ? "private " + line : String(line)
      }
      try (imports + lines.joined(separator: "\n") + "\n").write(to: file, atomically: false, encoding: .utf8)
    }
    let result = try await compiler.typecheck(files, languageMode: "6")
    let lines = result.output.split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: zip(programs, files).map { program, file in
        (program.description, lines.filter { $0.hasPrefix(file.path + ":") }.joined(separator: "\n"))
      })
  }
}
