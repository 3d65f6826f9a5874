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
  /// What a shell offers as the option's value.
  var completion: CompletionWords {
    switch (self, placeholder) {
    case (.output, _): .words(OutputForm.allCases.map(\.rawValue))
    case (.breaking, _): .words(Diff.questions)
    case (.size, _): .words(SchemaSampler.Size.allCases.map(\.rawValue))
    case (.rule, _), (.explain, _): .words(LintRules.all.map { $0.id })
    case (_, "PATH"), (_, "FILE"): .files
    case (_, "DIR"): .folders
    case (_, "S"): .schemas
    default: .none
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
