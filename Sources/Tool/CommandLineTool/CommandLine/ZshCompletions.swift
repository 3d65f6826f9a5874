extension Tool {
  /// The completions for zsh.
  package var zshCompletions: [String] {
    // Statement by statement: the compiler takes seconds for a long sum of arrays.
    var lines = [
      "#compdef \(name)",
      "# Completions of \(name) for zsh, made by '\(name) completions zsh'.",
      "_\(name)_schemas() {",
      "  local -a names",
      "  names=(${(f)\"$(\(name) completions schemas 2>/dev/null)\"})",
      "  compadd -a names",
      "  _files",
      "}",
      "_\(name)() {",
      "  local verb=\(commands[0].name)",
      "  local -a verbs",
      "  verbs=(",
    ]
    lines += commands.map { "    " + Self.quoted("\($0.name):\($0.abstract)") }
    lines += [
      "  )",
      "  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then",
      "    _describe -t verbs verb verbs",
      "    return",
      "  fi",
      "  if [[ $words[2] != -* ]]; then",
      "    verb=$words[2]",
      "    shift words",
      "    (( CURRENT-- ))",
      "  fi",
      "  case $verb in",
    ]
    for command in commands {
      lines += ["    \(command.name))", "      _arguments \\"]
      lines += (command.options + Self.standardOptions).map { "        \(Self.quoted(argument($0))) \\" }
      let operands = action(command.operands.first?.completion ?? .none)
      lines += ["        \(Self.quoted("*:operand:\(operands)"))", "      ;;"]
    }
    lines += [
      "  esac", "}",
      "if [[ $funcstack[1] == _\(name) ]]; then _\(name) \"$@\"; else compdef _\(name) \(name); fi",
    ]
    return lines
  }

  private func argument(_ option: Parameter) -> String {
    let summary = option.summary.map { "[]:\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    guard let valueName = option.valueName else { return "\(option.name)[\(summary)]" }
    return "\(option.name)=[\(summary)]:\(valueName):\(action(option.completion))"
  }

  private func action(_ completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .files: "_files"
    case .folders: "_files -/"
    case .verbs: "(\(commands.map { $0.name }.joined(separator: " ")))"
    case .schemas: "_\(name)_schemas"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
