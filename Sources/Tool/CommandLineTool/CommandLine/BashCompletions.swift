extension Tool {
  /// The completions for bash, compatible with version 3.2.
  package var bashCompletions: [String] {
    var lines = [
      "# Completions of \(name) for bash, made by '\(name) completions bash'.",
      "_\(name)() {",
      "  local cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"${COMP_WORDS[COMP_CWORD-1]}\" verb=\(commands[0].name) IFS=$'\\n'",
      "  COMPREPLY=()",
      "  # bash makes '=' a word.",
      "  if [[ $cur == = ]]; then",
      "    cur=",
      "  elif [[ $prev == = ]]; then",
      "    prev=\"${COMP_WORDS[COMP_CWORD-2]}\"",
      "  fi",
      "  if (( COMP_CWORD > 1 )) && [[ ${COMP_WORDS[1]} != -* ]]; then verb=\"${COMP_WORDS[1]}\"; fi",
      "  case \"$verb $prev\" in",
    ]
    for command in commands {
      for option in command.options where option.valueName != nil {
        let action = generator(option.completion).map { "COMPREPLY=($(\($0)))" } ?? ":"
        lines.append("    \"\(command.name) \(option.name)\") \(action); return ;;")
      }
    }
    lines += [
      "  esac",
      "  if (( COMP_CWORD == 1 )) && [[ $cur != -* ]]; then",
      "    COMPREPLY=($(\(Self.words(commands.map { $0.name }))))",
      "    return",
      "  fi",
      "  case \"$verb\" in",
    ]
    for command in commands {
      let options = (command.options + Self.standardOptions).map(\.name)
      lines += [
        "    \(command.name))", "      if [[ $cur == -* ]]; then", "        COMPREPLY=($(\(Self.words(options))))",
      ]
      if let operands = generator(command.operands.first?.completion ?? .none) {
        lines += ["      else", "        COMPREPLY=($(\(operands)))"]
      }
      lines.append("      fi ;;")
    }
    return lines + ["  esac", "}", "complete -o bashdefault -o default -F _\(name) \(name)"]
  }

  /// Returns the shell command that lists the candidates; nil if bash itself completes files.
  private func generator(_ completion: Completion) -> String? {
    switch completion {
    case .none, .files: nil
    case .folders: "compgen -d -- \"$cur\""
    case .verbs: Self.words(commands.map { $0.name })
    case .schemas: "compgen -W \"$(\(name) completions schemas 2>/dev/null)\" -- \"$cur\"; compgen -f -- \"$cur\""
    case .words(let words): Self.words(words)
    }
  }

  private static func words(_ words: [String]) -> String {
    "compgen -W $'\(words.joined(separator: "\\n"))' -- \"$cur\""
  }
}
