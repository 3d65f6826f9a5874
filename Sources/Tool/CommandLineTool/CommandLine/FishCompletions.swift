extension Tool {
  /// The completions for fish.
  package var fishCompletions: [String] {
    ["# Completions of \(name) for fish, made by '\(name) completions fish'.", "complete -c \(name) -f"]
      + commands.map { "complete -c \(name) -n __fish_use_subcommand -a \($0.name) -d \(Self.quoted($0.abstract))" }
      + commands.flatMap(completions)
  }

  private func completions(of command: any Command.Type) -> [String] {
    let others = commands.dropFirst().map { $0.name }.joined(separator: " ")
    let condition =
      command == commands[0]
      ? "not __fish_seen_subcommand_from \(others)" : "__fish_seen_subcommand_from \(command.name)"
    let head = "complete -c \(name) -n \(Self.quoted(condition)) "
    let operands = action(command.operands.first?.completion ?? .none).map { [head + $0] } ?? []
    return operands
      + (command.options + Self.standardOptions).map { option in
        let value = option.valueName.map { _ in ["-r"] + (action(option.completion).map { [$0] } ?? []) } ?? []
        let words = ["-l", String(option.name.dropFirst(2)), "-d", Self.quoted(option.summary)]
        return head + (words + (option.name == "--help" ? ["-s h"] : []) + value).joined(separator: " ")
      }
  }

  private func action(_ completion: Completion) -> String? {
    switch completion {
    case .none: nil
    case .files: "-F"
    case .folders: "-a '(__fish_complete_directories)'"
    case .verbs: action(.words(commands.map { $0.name }))
    case .schemas: "-F -a '(\(name) completions schemas 2>/dev/null)'"
    case .words(let words): "-a \(Self.quoted(words.joined(separator: " ")))"
    }
  }

  private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "\\'") + "'" }
}
