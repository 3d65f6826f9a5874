import CodegenProject
package import CommandLineTool
import SchemaRuntime
import SchemaValidation

/// `codegen bowtie`: a harness for Bowtie, which compares implementations of JSON Schema (input/output protocol,
/// version 1). Each line is a command, and each answer is written immediately, because the peer waits for it.
package struct Bowtie: Command {
  package static let name = "bowtie"
  package static let abstract = "answer Bowtie, which compares implementations of JSON Schema"
  package static let discussion = """
    Speaks Bowtie's input/output protocol, version 1: each line of standard input is a command, and each line of
    standard output an answer, until the command 'stop' or the end of the input. Commands that cannot be answered
    are reported on standard error, and the conversation continues. Formats are annotations, as the protocol's
    suites expect; cases may contain documents, and no others are read.
    """
  package static let examples = """
    # a recorded conversation
    codegen bowtie < commands.jsonl
    """

  /// The maximum length of a line in bytes.
  var limit = JSONLimits.hardMaximumByteCount

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    try answer(try ByteSource(path: "-", name: "-"), context.terminal)
  }

  /// Answers line by line, until the command `stop` or the end of the input.
  func answer(_ input: consuming ByteSource, _ terminal: Terminal) throws(FileError) -> ExitCode {
    var commands = PayloadReader(source: input, file: "-", limit: limit)
    var harness = BowtieHarness(maximumLineLength: limit)
    var line: [UInt8] = []
    while let origin = try commands.nextLine(into: &line) {
      switch harness.answer(to: line) {
      case .reply(let reply):
        terminal.output.writeLine(reply)
        terminal.output.flush()
      case .complaint(let column, let message):
        terminal.report("\(origin.file):\(origin.linesBefore + 1):\(column): error: \(message)")
      case .stop: return .done
      }
    }
    return .done
  }
}
