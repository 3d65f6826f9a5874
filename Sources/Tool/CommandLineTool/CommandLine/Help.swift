/// `help`: the verbs of the tool, or one verb with its options and examples.
package struct Help: Command {
  package static let name = "help"
  package static let abstract = "show help for a verb"
  package static let discussion = "Lists the verbs, or describes one verb with its options and examples."
  package static let examples = """
    # help for this verb
    codegen help help
    """

  @Operand("VERB", ValueParser(completion: .verbs) { $0 }) var verb: String?

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    let commands = context.tool.commands
    let command = commands.first { $0.name == verb }
    if let verb, command == nil {
      let verbs = ValueParser.word(of: commands.map { $0.name }) { $0 }
      throw UsageError.invalidValue(
        of: nil, expected: verbs.expected, actual: verb, suggestions: verbs.suggestions(verb))
    }
    context.terminal.output.writeLines(context.tool.help(of: command))
    return .done
  }
}

extension Tool {
  /// Returns the help of a verb, or of the tool.
  func help(of command: (any Command.Type)?) -> [String] {
    guard let command else { return overview }
    var lines = ["Usage: \(usage(of: command))", ""] + command.discussion.lines
    lines += ["", "Options:"]
    lines += Self.rows((command.options + Self.standardOptions).map { ($0.usage, $0.summary) })
    lines += ["", "Examples:"]
    lines += command.examples.lines.map { "  " + $0 }
    lines += ["", Self.exitCodes]
    return lines
  }

  private var overview: [String] {
    // Statement by statement: the compiler takes seconds for a long sum of arrays.
    let width = commands.map { $0.name.count }.max() ?? 0
    var lines = ["\(name): \(abstract)", "", "Usage: \(name) [VERB] [OPTIONS]"]
    for group in groups {
      lines += ["", group.title + ":"]
      lines += Self.rows(group.commands.map { ($0.name, $0.abstract) }, width: width)
    }
    lines += ["", "Options:"]
    lines += Self.rows(Self.standardOptions.map { ($0.usage, $0.summary) })
    lines += [
      "", "The default verb is '\(commands[0].name)'. See '\(name) help VERB' for details.", "", Self.exitCodes,
    ]
    return lines
  }

  func usage(of command: any Command.Type) -> String {
    let required = command.options.filter(\.isRequired).map(\.usage)
    let options = command.options.count > required.count ? ["[OPTIONS]"] : []
    let verb = command == commands[0] ? "[\(command.name)]" : command.name
    return ([name, verb] + required + options + command.operands.map(\.usage)).joined(separator: " ")
  }

  private static var exitCodes: String {
    "Exit codes: " + ExitCode.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: "; ") + "."
  }

  /// Two columns.
  private static func rows(_ rows: [(String, String)], width: Int = 0) -> [String] {
    let width = max(rows.map(\.0.count).max() ?? 0, width) + 2
    return rows.map { "  " + $0 + String(repeating: " ", count: width - $0.count) + $1 }
  }
}

extension Parameter {
  /// `--config PATH`, `[FILE…]`, `bash|zsh`.
  var usage: String {
    if isOption { return (name == "--help" ? "-h, " : "") + name + (valueName.map { " " + $0 } ?? "") }
    var text = name
    if case .words(let words) = completion, words.count < 6 { text = words.joined(separator: "|") }
    let repeated = text + (isRepeatable ? "…" : "")
    return isRequired ? repeated : "[\(repeated)]"
  }
}
