/// `man`: the manual page, in the macros of man(7).
package struct ManualPage: Command {
  package static let name = "man"
  package static let abstract = "print the manual page"
  package static let discussion = "Prints the manual page for use with 'man'."
  package static let examples = """
    # install it for 'man codegen'
    codegen man > /usr/local/share/man/man1/codegen.1
    """

  package init() {}

  package func run(in context: CommandContext) -> ExitCode {
    context.terminal.output.writeLines(context.tool.manualPage)
    return .done
  }
}

extension Tool {
  fileprivate var manualPage: [String] {
    [
      ".TH \(name.uppercased()) 1 \"\(date)\" \"\(name) \(version)\" \"User Commands\"", ".SH NAME",
      "\(name) \\- \(abstract.roff)", ".SH SYNOPSIS", ".B \(name)", "[\\fIVERB\\fR] [\\fIOPTIONS\\fR]",
      ".SH DESCRIPTION",
    ] + discussion.lines.map(\.roff) + [".SH VERBS"] + commands.flatMap(manual) + [".SH OPTIONS OF ALL VERBS"]
      + Self.standardOptions.flatMap(\.manual) + [".SH EXIT STATUS"]
      + ExitCode.allCases.flatMap { [".TP", ".B \($0.rawValue)", $0.meaning.roff] }
      + [".SH FILES"] + files.flatMap { [".TP", ".I \($0.path.roff)", $0.meaning.roff] }
      + [
        ".SH DIAGNOSTICS", "Messages go to standard error, one per line, as FILE:LINE:COLUMN: SEVERITY: MESSAGE.",
        "SEVERITY is error, warning or note. FILE is relative to the working directory.",
      ]
  }

  private func manual(of command: any Command.Type) -> [String] {
    [".SS \(command.name.roff)", ".B \(usage(of: command).roff)", ".PP"] + command.discussion.lines.map(\.roff)
      + command.options.flatMap(\.manual)
      + command.examples.lines.flatMap { line in
        line.hasPrefix("# ")
          ? [".PP", line.dropFirst(2).prefix(1).uppercased() + String(line.dropFirst(3)).roff + ":"]
          : [".PP", ".nf", ".RS 4", line.roff, ".RE", ".fi"]
      }
  }
}

extension Parameter {
  fileprivate var manual: [String] {
    let names = (name == "--help" ? "\\fB\\-h\\fR, " : "") + "\\fB\(name.roff)\\fR"
    return [".TP", names + (valueName.map { " \\fI\($0)\\fR" } ?? ""), summary.roff]
  }
}

extension String {
  /// Escapes everything that roff would interpret.
  fileprivate var roff: String {
    let escapes: [Character: String] = [
      "\\": "\\e", "-": "\\-", "'": "\\(aq", "~": "\\(ti", "^": "\\(ha", "`": "\\(ga", "…": "\\&...",
    ]
    let text = map { escapes[$0] ?? String($0) }.joined()
    return text.hasPrefix(".") ? "\\&" + text : text
  }
}
