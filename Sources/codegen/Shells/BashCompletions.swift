/// The script for bash, which works with version 3.2 as well.
enum BashCompletions {
  static var lines: [String] {
    var lines = [
      "# Completions of codegen for bash, made by 'codegen completions bash'.",
      "_codegen() {",
      "  local cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"${COMP_WORDS[COMP_CWORD-1]}\" verb=generate IFS=$'\\n'",
      "  COMPREPLY=()",
      "  # bash takes '=' for a word of its own.",
      "  if [[ $cur == = ]]; then",
      "    cur=",
      "  elif [[ $prev == = ]]; then",
      "    prev=\"${COMP_WORDS[COMP_CWORD-2]}\"",
      "  fi",
      "  if (( COMP_CWORD > 1 )) && [[ ${COMP_WORDS[1]} != -* ]]; then verb=\"${COMP_WORDS[1]}\"; fi",
      "  case \"$verb $prev\" in",
    ]
    for verb in Verb.allCases {
      for option in verb.options where option.placeholder != nil {
        let action = words(option.completion(in: verb)).map { "COMPREPLY=($(\($0)))" } ?? ":"
        lines.append("    \"\(verb.rawValue) \(option.rawValue)\") \(action); return ;;")
      }
    }
    lines += [
      "  esac",
      "  if (( COMP_CWORD == 1 )) && [[ $cur != -* ]]; then",
      "    COMPREPLY=($(\(list(Verb.allCases.map(\.rawValue)))))",
      "    return",
      "  fi",
      "  case \"$verb\" in",
    ]
    for verb in Verb.allCases {
      lines.append("    \(verb.rawValue))")
      lines.append("      if [[ $cur == -* ]]; then")
      lines.append("        COMPREPLY=($(\(list(verb.completedOptions.map(\.rawValue)))))")
      if let words = words(verb.completion) { lines += ["      else", "        COMPREPLY=($(\(words)))"] }
      lines.append("      fi ;;")
    }
    return lines + ["  esac", "}", "complete -o bashdefault -o default -F _codegen codegen"]
  }

  /// The command that lists what fits; nil where bash's own completion of files serves.
  private static func words(_ words: CompletionWords) -> String? {
    switch words {
    case .none, .files: nil
    case .folders: "compgen -d -- \"$cur\""
    case .schemas: "compgen -W \"$(codegen completions schemas 2>/dev/null)\" -- \"$cur\"; compgen -f -- \"$cur\""
    case .words(let words): list(words)
    }
  }

  private static func list(_ words: [String]) -> String {
    "compgen -W $'\(words.joined(separator: "\\n"))' -- \"$cur\""
  }
}
