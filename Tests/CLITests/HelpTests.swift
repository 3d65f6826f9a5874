import Foundation
import Testing

@testable import codegen
@testable import CodegenCommands
@testable import CommandLineTool

@Suite struct HelpTests {
  private static var verbs: [String] { Codegen.tool.commands.map { $0.name } }

  private func command(_ verb: String) throws -> any Command.Type {
    try #require(Codegen.tool.commands.first { $0.name == verb })
  }

  @Test("the help of a verb lists each of its options and has examples", arguments: verbs)
  func everyOption(verb: String) throws {
    let folder = try ScratchFolder()
    let help = folder.run("help", verb)
    #expect(help.code == 0 && help.errors.isEmpty)
    for option in try command(verb).options { #expect(help.output.contains("  \(option.name)")) }
    #expect(help.output.contains("\nExamples:\n"))
    #expect(help.output.hasPrefix("Usage: codegen"))
    #expect(folder.run(verb, "--help").output == help.output)
    #expect(folder.run(verb, "-h").output == help.output)
  }

  @Test("every example is a valid command line with a comment", arguments: verbs)
  func examples(verb: String) throws {
    let lines = try command(verb).examples.lines
    #expect(!lines.isEmpty && lines.count % 2 == 0)
    for (index, line) in lines.enumerated() {
      #expect(line.hasPrefix(index % 2 == 0 ? "# " : "codegen"))
      if index % 2 == 0 { continue }
      let words = line.split(separator: " ").map(String.init).prefix { $0 != "<" && $0 != ">" }
      guard case .run(let parsed, _) = try Codegen.tool.request(parsing: Array(words.dropFirst())) else {
        Issue.record("\(line) runs nothing")
        continue
      }
      #expect(type(of: parsed).name == verb)
    }
  }

  @Test("names are unique: those of verbs, and those of the options and operands of a verb")
  func names() {
    #expect(Set(Self.verbs).count == Self.verbs.count)
    for command in Codegen.tool.commands {
      let names = (command.options + Tool.standardOptions + command.operands).map(\.name)
      #expect(Set(names).count == names.count, "\(command.name)")
    }
  }

  @Test("the help of every verb fits a terminal", arguments: verbs)
  func width(verb: String) throws {
    let help = Codegen.tool.help(of: try command(verb))
    #expect(help.allSatisfy { $0.count <= 112 })
  }

  @Test func overview() throws {
    let folder = try ScratchFolder()
    let overview = folder.run("--help").output
    for verb in Self.verbs { #expect(overview.contains("\n  \(verb) ")) }
    #expect(folder.run("help").output == overview)
    #expect(folder.run("--version").output == "codegen 0.1.0\n")
    #expect(Codegen.tool.help(of: Validate.self).allSatisfy { $0.count <= 110 })
  }
}
