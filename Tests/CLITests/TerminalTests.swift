import Testing

@testable import codegen
@testable import CommandLineTool

@Suite struct TerminalTests {
  @Test("the first severity of a line is colored, if color is supported")
  func severity() {
    let line = "a.json:1:2: warning: expected ': error: ', found ''"
    let colored = "a.json:1:2: \u{1b}[35mwarning\u{1b}[0m: expected ': error: ', found ''"
    #expect(TextStream(isColored: true).coloringSeverity(of: line) == colored)
    #expect(TextStream(isColored: true).coloringSeverity(of: "no severity") == "no severity")
    #expect(TextStream().coloringSeverity(of: line) == line)
  }

  @Test("a line about the run stays one line")
  func oneLine() {
    let terminal = Terminal(output: TextStream(), errors: TextStream())
    terminal.report("a\nb\u{1b}[1m: error: x")
    #expect(String(decoding: terminal.errors.buffer, as: UTF8.self) == "a\\u{a}b\\u{1b}[1m: error: x\n")
  }

  @Test("a failure to write output is an error")
  func failure() {
    // There is no descriptor with this number.
    let stream = TextStream(descriptor: -1, allowsColor: true)
    #expect(!stream.isColored)
    let terminal = Terminal(output: stream, errors: TextStream())
    #expect(Codegen.tool.run(["--version"], terminal: terminal, workingDirectory: "/") == .unusable)
    let errors = String(decoding: terminal.errors.buffer, as: UTF8.self)
    #expect(errors.hasPrefix("standard output: error: cannot be written: system error "))
  }
}
