/// The script for fish.
enum FishCompletions {
  static var lines: [String] {
    var lines = ["# Completions of codegen for fish, made by 'codegen completions fish'.", "complete -c codegen -f"]
    for verb in Verb.allCases {
      lines.append(
        "complete -c codegen -n __fish_use_subcommand -a \(verb.rawValue) -d \(quoted(verb.summary))")
    }
    for verb in Verb.allCases { lines += self.lines(of: verb) }
    return lines
  }

  private static func lines(of verb: Verb) -> [String] {
    let others = Verb.allCases.filter { $0 != .generate }.map(\.rawValue).joined(separator: " ")
    let condition =
      verb == .generate
      ? "not __fish_seen_subcommand_from \(others)" : "__fish_seen_subcommand_from \(verb.rawValue)"
    let head = "complete -c codegen -n \(quoted(condition))"
    let operands = action(verb.completion).map { [head + " " + $0] } ?? []
    return operands
      + verb.completedOptions.map { option in
        var line = head + " -l " + option.rawValue.dropFirst(2) + " -d " + quoted(option.summary(in: verb))
        if option == .help { line += " -s h" }
        if option.placeholder != nil { line += " -r " + (action(option.completion(in: verb)) ?? "") }
        return line.last == " " ? String(line.dropLast()) : line
      }
  }

  private static func action(_ words: CompletionWords) -> String? {
    switch words {
    case .none: nil
    case .files: "-F"
    case .folders: "-a '(__fish_complete_directories)'"
    case .schemas: "-F -a '(codegen completions schemas 2>/dev/null)'"
    case .words(let words): "-a \(quoted(words.joined(separator: " ")))"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'") + "'"
  }
}
