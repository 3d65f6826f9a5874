/// `codegen man`: the manual page, in the macros of man(7), made from the tables of ``Verb`` and ``Option``.
struct ManualPage {
  let arguments: Arguments
  let terminal: Terminal

  func run() throws -> ExitCode {
    if let operand = arguments.operands.first { throw UsageError.unexpectedOperand(operand, verb: .man) }
    for line in Self.lines { terminal.output.writeLine(line) }
    return .done
  }

  static var lines: [String] {
    var lines = [".TH CODEGEN 1 \"\(Help.versionDate)\" \"codegen \(Help.version)\" \"User Commands\"", ".SH NAME"]
    lines.append("codegen \\- turn JSON Schemas into Swift models, validators and documentation")
    lines += [".SH SYNOPSIS", ".B codegen", "[\\fIVERB\\fR] [\\fIOPTIONS\\fR]", ".SH DESCRIPTION"]
    lines += paragraph([
      "codegen reads the schemas that a configuration names, by default \(Project.defaultConfigurationPath), and",
      "writes Swift for them. Without a verb, it generates.",
    ])
    lines.append(".SH VERBS")
    for verb in Verb.allCases { lines += section(verb) }
    lines.append(".SH OPTIONS OF ALL VERBS")
    for option in [Option.help, .version] { lines += entry(option) }
    lines += [".SH EXIT STATUS"] + exitCodes + [".SH FILES"] + files + [".SH DIAGNOSTICS"]
    return lines
      + paragraph([
        "Messages go to standard error, one a line: FILE:LINE:COLUMN: SEVERITY: MESSAGE, where SEVERITY is error,",
        "warning or note, and FILE is relative to the working directory.",
      ])
  }

  private static func section(_ verb: Verb) -> [String] {
    var lines = [".SS \(text(verb.rawValue))", ".B \(text(verb.usage))", ".PP"] + paragraph(verb.explanation)
    for option in verb.options { lines += entry(option) }
    for example in verb.examples {
      let purpose = example.purpose.prefix(1).uppercased() + example.purpose.dropFirst()
      lines += [".PP", text(purpose + ":"), ".PP", ".nf", ".RS 4", text(example.command), ".RE", ".fi"]
    }
    return lines
  }

  private static func entry(_ option: Option) -> [String] {
    let names = (option == .help ? "\\fB\\-h\\fR, " : "") + "\\fB" + text(option.rawValue) + "\\fR"
    return [".TP", names + (option.placeholder.map { " \\fI\($0)\\fR" } ?? ""), text(option.summary)]
  }

  private static let exitCodes = [
    ".TP", ".B 0", "Done.", ".TP", ".B 1", "The answer is no: invalid, stale, or a keyword that became nothing.", ".TP",
    ".B 2", "Bad usage or unreadable input.",
  ]

  private static let files = [
    ".TP", ".I Schemas/codegen.json", "The configuration.", ".TP", ".I Schemas/codegen.lock.json",
    "The name lock: what types are called, and were called before.",
  ]

  private static func paragraph(_ lines: [String]) -> [String] { lines.map(text) }

  /// A text in which roff sees nothing of its own.
  private static func text(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "~": result += "\\(ti"
      case "^": result += "\\(ha"
      case "`": result += "\\(ga"
      case "…": result += "\\&..."
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") ? "\\&" + result : result
  }
}
