import Testing

@testable import codegen

@Suite struct HelpTests {
  @Test("the help of a verb names each of its options and has examples", arguments: Verb.allCases)
  func everyOption(verb: Verb) throws {
    let folder = try ScratchFolder()
    let help = folder.run("help", verb.rawValue)
    #expect(help.code == 0 && help.errors.isEmpty)
    for option in verb.options { #expect(help.output.contains("  \(option.rawValue)")) }
    #expect(help.output.contains("\nExamples:\n"))
    #expect(help.output.hasPrefix("Usage: codegen"))
    #expect(folder.run(verb.rawValue, "--help").output == help.output)
    #expect(folder.run(verb.rawValue, "-h").output == help.output)
  }

  @Test("every example is a command line that parses", arguments: Verb.allCases)
  func examples(verb: Verb) throws {
    let examples = Help.text(of: verb).filter { $0.hasPrefix("  codegen") }
    #expect(!examples.isEmpty)
    for example in examples {
      let words = example.split(separator: " ").map(String.init).prefix { $0 != "<" && $0 != ">" }
      #expect(try Arguments(parsing: Array(words.dropFirst())).verb == verb)
    }
  }

  @Test func overview() throws {
    let folder = try ScratchFolder()
    let overview = folder.run("--help").output
    for verb in Verb.allCases { #expect(overview.contains("\n  \(verb.rawValue) ")) }
    #expect(folder.run("help").output == overview)
    #expect(folder.run("--version").output == "codegen 0.1.0\n")
    #expect(Help.text(of: .validate).allSatisfy { $0.count <= 110 })
  }
}
