import CodegenCore
import JSONSchema
import SchemaRuntime

/// `codegen coverage`: what became of every keyword of the configured schemas.
struct Coverage {
  let arguments: Arguments
  let terminal: Terminal
  let paths: Paths

  func run() throws -> ExitCode {
    if let operand = arguments.operands.first { throw UsageError.unexpectedOperand(operand, verb: .coverage) }
    let project = try Project(configurationAt: arguments[.config], paths: paths)
    let graph = try project.resolve(isStrict: arguments.has(.strict)).graph
    if let note = try project.passedOver(graph) { terminal.report(note) }
    let coverage = try CodegenPipeline.coverage(try project.input(graph))
    if arguments.has(.json) {
      terminal.output.writeLine(coverage.json(in: graph).text(.pretty))
    } else {
      for line in coverage.lines(in: graph) { terminal.output.writeLine(line.onOneLine) }
      terminal.output.writeLine(coverage.summary)
    }
    return arguments.has(.strict) && coverage.count(of: nil) > 0 ? .no : .done
  }
}
