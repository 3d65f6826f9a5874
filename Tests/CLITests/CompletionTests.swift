import Foundation
import Testing

@testable import codegen
@testable import CodegenCommands
@testable import CommandLineTool

/// Completions and the manual page: command declarations for other programs.
@Suite struct CompletionTests {
  /// Returns the output of a program; nil if it is not installed.
  private func run(_ program: String, _ arguments: [String], input: String? = nil) throws -> (Int32, String)? {
    let path = ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + program }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let path else { return nil }
    let folder = try ScratchFolder()
    try folder.write(input ?? "", to: "input")
    try folder.write("", to: "output")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/output"))
    process.standardOutput = output
    process.standardError = output
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.path + "/input"))
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, folder.text("output") ?? "")
  }

  private func script(_ shell: String) throws -> String {
    let outcome = try ScratchFolder().run("completions", shell)
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    return outcome.output
  }

  struct Row: CustomTestStringConvertible {
    let words: [String]
    let expected: [String]
    var testDescription: String { words.joined(separator: " ") }
  }

  static let rows = [
    Row(words: ["codegen", "val"], expected: ["validate"]),
    Row(words: ["codegen", "--che"], expected: ["--check"]),
    Row(words: ["codegen", "generate", "--w"], expected: ["--watch"]),
    Row(words: ["codegen", "validate", "--output", "de"], expected: ["detailed"]),
    Row(words: ["codegen", "validate", "--output", "=", "b"], expected: ["basic"]),
    Row(words: ["codegen", "lint", "--output", "s"], expected: ["sarif"]),
    Row(words: ["codegen", "diff", "--output", "m"], expected: ["markdown"]),
    Row(words: ["codegen", "sample", "--size", "ma"], expected: ["maximal"]),
    Row(words: ["codegen", "validate", "--max-"], expected: ["--max-bytes", "--max-depth", "--max-issues"]),
    Row(words: ["codegen", "dump", "p"], expected: ["program", "plan"]),
    Row(words: ["codegen", "completions", "f"], expected: ["fish"]),
    Row(words: ["codegen", "generate", "--config", "x"], expected: []),
  ]

  @Test("bash completes the entries of the tables", arguments: rows)
  func bash(_ row: Row) throws {
    let words = row.words.map { "'\($0)'" }.joined(separator: " ")
    let test = """
      \(try script("bash"))
      COMP_WORDS=(\(words)); COMP_CWORD=\(row.words.count - 1); _codegen
      for reply in "${COMPREPLY[@]}"; do echo "$reply"; done
      """
    guard let (status, output) = try run("bash", ["--norc", "-s"], input: test) else { return }
    #expect(status == 0)
    #expect(output.split(separator: "\n").map(String.init) == row.expected, "\(output)")
  }

  @Test("bash completes the names of schemas")
  func bashSchemas() throws {
    let test = """
      \(try script("bash"))
      codegen() { echo users/user; echo users/group; echo rooms/room; }
      COMP_WORDS=(codegen validate --schema users/g); COMP_CWORD=3; _codegen
      echo "${COMPREPLY[*]}"
      """
    guard let (status, output) = try run("bash", ["--norc", "-s"], input: test) else { return }
    #expect(status == 0 && output == "users/group\n", "\(output)")
  }

  @Test("zsh and fish accept their scripts, if they are installed", arguments: ["zsh", "fish"])
  func syntax(_ shell: String) throws {
    guard let (status, output) = try run(shell, ["-n"], input: try script(shell)) else { return }
    #expect(status == 0 && output.isEmpty, "\(output)")
  }

  @Test("fish completes the entries of the tables")
  func fish() throws {
    let test = """
      \(try script("fish"))
      complete -C 'codegen val'; complete -C 'codegen --che'; complete -C 'codegen validate --output de'
      """
    guard let (status, output) = try run("fish", ["--no-config"], input: test) else { return }
    let words = output.split(separator: "\n").map { $0.split(separator: "\t")[0] }
    #expect(status == 0 && words == ["validate", "--check", "detailed"], "\(output)")
  }

  @Test("every verb and option is in every script, with its summary if the shell shows one")
  func complete() throws {
    let (bash, zsh, fish) = (try script("bash"), try script("zsh"), try script("fish"))
    for command in Codegen.tool.commands {
      #expect(bash.contains("    \(command.name))\n") && zsh.contains("'\(command.name):"))
      #expect(fish.contains("-a \(command.name) -d "))
      for option in command.options + Tool.standardOptions {
        #expect(bash.contains(option.name) && zsh.contains("'\(option.name)"))
        #expect(fish.contains(" -l \(option.name.dropFirst(2)) "))
      }
    }
  }

  @Test("the installation puts tool, completions and manual page where systems look for them")
  func install() throws {
    let folder = try ScratchFolder()
    let script = CodegenProcess.root.appending(path: "Scripts/install.sh").path
    let tool = try CodegenProcess.executable().path
    let outcome = try #require(try run("sh", [script, tool, folder.path + "/usr"]))
    #expect(outcome.0 == 0 && outcome.1.isEmpty, "\(outcome.1)")
    #expect(folder.text("usr/share/man/man1/codegen.1")?.hasPrefix(".TH CODEGEN 1") == true)
    #expect(folder.text("usr/share/bash-completion/completions/codegen") == (try self.script("bash")))
    #expect(folder.text("usr/share/zsh/site-functions/_codegen") == (try self.script("zsh")))
    #expect(folder.text("usr/share/fish/vendor_completions.d/codegen.fish") == (try self.script("fish")))
    #expect(FileManager.default.isExecutableFile(atPath: folder.path + "/usr/bin/codegen"))
  }

  @Test("the names of the configured schemas, including invalid ones")
  func schemas() throws {
    let folder = try ScratchFolder()
    #expect(folder.run("completions", "schemas") == Outcome(0))
    try folder.write("{}", to: "Schemas/codegen.json")
    try folder.write(#"{"type": 1}"#, to: "Schemas/users/user.schema.json")
    try folder.write("{}", to: "Schemas/$(touch x).schema.json")
    #expect(folder.run("completions", "schemas") == Outcome(0, "users/user\n"))
    #expect(
      folder.run("completions", "bsh").errors
        == "codegen: error: expected one of bash, zsh, fish, schemas, found 'bsh'; did you mean 'bash'?\n")
  }

  @Test("the manual page has every verb and option, and no roff warnings")
  func manual() throws {
    let outcome = try ScratchFolder().run("man")
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    for command in Codegen.tool.commands {
      #expect(outcome.output.contains("\n.SS \(command.name)\n"))
      for option in command.options + Tool.standardOptions {
        #expect(outcome.output.contains("\\fB" + option.name.replacing("-", with: "\\-") + "\\fR"))
      }
    }
    let isASCII = outcome.output.utf8.allSatisfy { $0 < 0x80 }
    #expect(isASCII)
    for (program, arguments) in [("groff", ["-man", "-ww", "-z", "-Tutf8"]), ("mandoc", ["-Tlint", "-Wwarning"])] {
      guard let (status, output) = try run(program, arguments, input: outcome.output) else { continue }
      #expect(status == 0 && output.isEmpty, "\(program): \(output)")
    }
  }
}
