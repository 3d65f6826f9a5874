import JSONSchema
import SchemaRuntime
import SchemaValidation

/// `codegen bowtie`: the harness of Bowtie's input/output protocol, version 1, which compares implementations of JSON
/// Schema. A command a line comes in, an answer a line goes out, at once: the peer waits for it.
struct Bowtie {
  let arguments: Arguments
  let terminal: Terminal
  /// Bytes of the longest line.
  var limit = JSONLimits.hardMaximumByteCount

  func run() throws -> ExitCode {
    if let operand = arguments.operands.first { throw UsageError.unexpectedOperand(operand, verb: .bowtie) }
    let input = try ByteSource(path: "-", name: "-")
    return try answer(input)
  }

  /// Answers line by line, until the peer says `stop` or has no more to say.
  func answer(_ input: consuming ByteSource) throws(FileError) -> ExitCode {
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
