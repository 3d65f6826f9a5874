import CodegenCore
import Foundation
import SwiftCompilation
import TestSupport
import Testing

/// Cases as one module and one program, in which the `usage.swift` of each is a function of its own enum, because
/// starting a compiler and linking take longer than compiling one case.
struct CaseProgram {
  let cases: [CodegenCase]

  init(_ cases: [CodegenCase]) { self.cases = cases }

  /// The messages of the compiler, in both language modes, and of the program about cases, by name; empty if all is
  /// well. A quick run compiles single cases in Swift 6 only.
  func faults() async throws -> [String: String] {
    let compiler = try #require(SwiftCompiler())
    let folder = FileManager.default.temporaryDirectory.appending(path: "codegen-cases-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sources = try write(to: folder)
    let program = folder.appending(path: "cases")
    let compiled = try await compiler.compile(sources, to: program, languageMode: "6")
    if compiled.status != 0 { return faults("Swift 6: expected no message", in: compiled.output) }
    if Effort.isThorough || cases.count > 1 {
      let older = try await compiler.typecheck(sources, languageMode: "5")
      if older.status != 0 { return faults("Swift 5: expected no message", in: older.output) }
    }
    return faults(of: try await compiler.run(program.path))
  }

  // MARK: - Sources

  private func write(to folder: URL) throws -> [URL] {
    var sources = [CodegenCase.folder.appending(path: "Expect.swift")]
    func write(_ name: String, _ text: String) throws {
      let source = folder.appending(path: name)
      try text.write(to: source, atomically: false, encoding: .utf8)
      sources.append(source)
    }
    let output = cases.count == 1 ? try cases[0].generate() : try CodegenCase.generate(cases)
    for file in output.files { try write(file.path, file.contents) }
    try write("sizes.swift", GeneratedTypes.sizeCheck(of: output))
    var main = "checkSizes()\n"
    for (index, codegenCase) in cases.enumerated() {
      let usage = try #require(codegenCase.text("usage.swift"), "\(codegenCase.name) has no usage.swift")
      try write("usage-\(index).swift", Self.function(usage, of: codegenCase, index))
      // Types that the schemas name.
      if let types = codegenCase.text("types.swift") { try write("types-\(index).swift", types) }
      main += "run(\"\(codegenCase.name)\", Usage\(index).run)\n"
    }
    try write("main.swift", main + "finish()\n")
    return sources
  }

  /// The statements of `usage.swift` as a function. Messages name the case and the line.
  private static func function(_ usage: String, of codegenCase: CodegenCase, _ index: Int) -> String {
    let lines = usage.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.filter { $0.hasPrefix("import ") }
    let statements = lines.map { $0.hasPrefix("import ") ? "" : $0 }
    return imports.joined(separator: "\n")
      + "\nenum Usage\(index) {\nstatic func run() throws {\n#sourceLocation(file: \"\(file(codegenCase))\", line: 1)\n"
      + statements.joined(separator: "\n") + "\n}\n}\n"
  }

  /// The file in messages: names are unique within a module.
  private static func file(_ codegenCase: CodegenCase) -> String { codegenCase.name + ".usage.swift" }

  // MARK: - Faults

  /// The messages of the compiler, for the cases that they name; otherwise for all cases.
  private func faults(_ expectation: String, in output: String) -> [String: String] {
    let lines = output.split(separator: "\n").filter { !$0.hasPrefix(" ") && $0.contains("error:") }
    let all = lines.isEmpty ? output.split(separator: "\n") : lines
    let own = Dictionary(
      uniqueKeysWithValues: cases.map { codegenCase in (codegenCase.name, all.filter { names(codegenCase, $0) }) })
    let others = own.values.allSatisfy(\.isEmpty) ? all : []
    let broken = own.filter { !$0.value.isEmpty }.keys.sorted().joined(separator: ", ")
    return own.mapValues { own in
      let messages = (own.isEmpty ? others : own).prefix(20).joined(separator: "\n")
      return messages.isEmpty ? "not run: \(broken) does not compile" : "\(expectation), found:\n\(messages)"
    }
  }

  /// Whether a message is about the usage of a case, or a file generated for it.
  private func names(_ codegenCase: CodegenCase, _ message: Substring) -> Bool {
    let folder = codegenCase.name.split(separator: "-").map(\.capitalized).joined()
    return message.contains(Self.file(codegenCase) + ":") || message.contains("/\(folder)+")
  }

  /// The output of the program after the name of each case.
  private func faults(of run: SwiftCompiler.Result) -> [String: String] {
    var faults: [String: String] = [:]
    var current: String?
    for line in run.output.split(separator: "\n") {
      if line.hasPrefix("case ") {
        current = String(line.dropFirst("case ".count))
        continue
      }
      guard let current else { continue }
      faults[current, default: ""] += line + "\n"
    }
    // A failure exits with 1; anything else is a trap, and the following cases did not run.
    if run.status > 1 || (run.status == 1 && faults.isEmpty) {
      faults[current ?? cases[0].name, default: ""] += "expected the program to exit with 0, found \(run.status)"
    }
    return faults
  }
}

extension CodegenCase {
  /// Types with names from the standard library would hide the latter in other cases.
  private static let hiding: Set = ["names", "shadowed-names"]

  /// Whether the case is generated and compiled together with others: it has no options of its own.
  var sharesModule: Bool { text("options.json") == nil && text("lock.json") == nil && !Self.hiding.contains(name) }
}
