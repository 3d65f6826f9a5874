import SchemaLint
import SchemaSampling

/// What `codegen completions` prints.
enum CompletionTarget: String, CaseIterable {
  case bash, zsh, fish, schemas
}

/// What a shell offers where a value is expected.
enum CompletionWords: Hashable {
  case none, files, folders, schemas
  case words([String])
}

extension Option {
  /// What a shell offers as the option's value after a verb.
  func completion(in verb: Verb) -> CompletionWords {
    if let words = words(in: verb) { return .words(words) }
    switch placeholder(in: verb) {
    case "PATH", "FILE": return .files
    case "DIR": return .folders
    case "S": return .schemas
    default: return .none
    }
  }

  /// The words that the option's value is one of; nil where it is none of a few.
  private func words(in verb: Verb) -> [String]? {
    switch (verb, self) {
    case (.validate, .output): OutputForm.allCases.map(\.rawValue)
    case (.lint, .output): LintForm.allCases.map(\.rawValue)
    case (.diff, .output): DiffForm.allCases.map(\.rawValue)
    case (.sample, .output): SampleForm.allCases.map(\.rawValue)
    case (_, .breaking): Diff.questions
    case (_, .size): SchemaSampler.Size.allCases.map(\.rawValue)
    case (_, .rule), (_, .explain): LintRules.all.map { $0.id }
    default: nil
    }
  }
}

extension Verb {
  /// What a shell offers as operands.
  var completion: CompletionWords {
    switch self {
    case .generate, .bowtie, .coverage, .man: .none
    case .dump: .words(DumpForm.allCases.map(\.rawValue))
    case .help: .words(Verb.allCases.map(\.rawValue))
    case .completions: .words(CompletionTarget.allCases.map(\.rawValue))
    default: .files
    }
  }

  /// Options as a shell offers them.
  var completedOptions: [Option] { options + [.help, .version] }
}
