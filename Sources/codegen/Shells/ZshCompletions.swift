/// The script for zsh.
enum ZshCompletions {
  static var lines: [String] {
    var lines = [
      "#compdef codegen",
      "# Completions of codegen for zsh, made by 'codegen completions zsh'.",
      "_codegen_schemas() {",
      "  local -a names",
      "  names=(${(f)\"$(codegen completions schemas 2>/dev/null)\"})",
      "  compadd -a names",
      "  _files",
      "}",
      "_codegen() {",
      "  local verb=generate",
      "  local -a verbs",
      "  verbs=(",
    ]
    for verb in Verb.allCases { lines.append("    " + quoted("\(verb.rawValue):\(verb.summary)")) }
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
    for verb in Verb.allCases {
      lines += ["    \(verb.rawValue))", "      _arguments \\"]
      for option in verb.completedOptions { lines.append("        \(quoted(argument(option, in: verb))) \\") }
      lines += ["        \(quoted("*:operand:\(action(verb.completion))"))", "      ;;"]
    }
    return lines + [
      "  esac", "}", "if [[ $funcstack[1] == _codegen ]]; then _codegen \"$@\"; else compdef _codegen codegen; fi",
    ]
  }

  private static func argument(_ option: Option, in verb: Verb) -> String {
    var summary = ""
    for character in option.summary(in: verb) {
      if "[]:\\".contains(character) { summary += "\\" }
      summary.append(character)
    }
    let head = option.rawValue + (option.placeholder == nil ? "" : "=") + "[\(summary)]"
    return head + (option.placeholder(in: verb).map { ":\($0):\(action(option.completion(in: verb)))" } ?? "")
  }

  private static func action(_ words: CompletionWords) -> String {
    switch words {
    case .none: " "
    case .files: "_files"
    case .folders: "_files -/"
    case .schemas: "_codegen_schemas"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
