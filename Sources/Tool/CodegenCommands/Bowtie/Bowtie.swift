import CodegenProject
package import CommandLineTool
import SchemaRuntime
import SchemaValidation

/// `codegen bowtie`: a harness for Bowtie, which compares implementations of JSON Schema (protocol version 1). Each
/// line is a command, and each response is written immediately, because Bowtie waits for it.
package struct Bowtie: Command {
  package static let name = "bowtie"
  package static let abstract = "run as a harness for Bowtie, which compares implementations of JSON Schema"
  package static let discussion = """
    Implements version 1 of Bowtie's protocol: reads one command per line from standard input, and prints one
    response per line to standard output, until the command 'stop' or the end of the input. Invalid commands are
    reported on standard error, and the session continues. Formats are annotations, as Bowtie's suites expect.
    References resolve only to the documents in a test case; nothing else is read.
    """
  package static let examples = """
    # replay a recorded session
    codegen bowtie < commands.jsonl
    """

  /// The maximum length of a line in bytes.
  var limit = JSONLimits.hardMaximumByteCount

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    context.terminal.pauseProgress()
    return try answer(try ByteSource(path: "-", name: "-"), context.terminal)
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
