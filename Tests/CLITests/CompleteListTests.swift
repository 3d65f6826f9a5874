import Foundation
import Testing

@testable import codegen
@testable import CodegenCommands
@testable import CommandLineTool

/// Lists of types: one that is left out compiles, but nobody finds it.
@Suite struct CompleteListTests {
  @Test("every verb is one of the tool's, and on the page of commands")
  func verbs() throws {
    let commands = Codegen.tool.commands
    let names = commands.map { String("\($0)".prefix { $0 != "<" }) }
    #expect(try Self.types("Command").subtracting(names) == [])
    let page = try Self.text("Documentation/Commands.md")
    #expect(commands.map { $0.name }.filter { !page.contains("codegen \($0)") } == [])
  }

  @Test("every output of findings is in the list, and on the page for CI")
  func outputs() throws {
    let names = FindingOutputs.all.map { "\(type(of: $0))" }
    #expect(try Self.types("FindingOutput").subtracting(names) == [])
    let page = try Self.text("Documentation/Editors-and-CI.md")
    #expect(FindingOutputs.all.map(\.name).filter { !page.contains("--output \($0)") } == [])
  }

  /// The names of the types in the sources that conform to a protocol.
  private static func types(_ name: String) throws -> Set<String> {
    let declaration = try Regex<(Substring, Substring)>(#"(?m)^(?:package )?struct (\w+)(?:<.*>)?: \#(name) \{"#)
    let files = ["CodegenCommands", "CodegenProject", "CommandLineTool"].flatMap { folder in
      let path = "Sources/Tool/" + folder
      let names = FileManager.default.enumerator(atPath: CodegenProcess.root.appending(path: path).path)
      return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.map { path + "/" + $0 }
    }
    let found = try files.flatMap { try text($0).matches(of: declaration).map { String($0.1) } }
    #expect(!found.isEmpty)
    return Set(found)
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: CodegenProcess.root.appending(path: path), encoding: .utf8)
  }
}
