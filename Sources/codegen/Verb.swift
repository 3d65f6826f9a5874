/// The verbs of the command line: the first argument, `generate` when there is none.
enum Verb: String, CaseIterable {
  case generate, validate, dump, bowtie, help

  /// The options that the verb takes, in the order of its help; ``Option/help`` and ``Option/version`` go with all.
  var options: [Option] {
    switch self {
    case .generate: [.config, .check, .strict, .templates, .quiet]
    case .validate:
      [.schema, .config, .lines, .output, .maximumBytes, .maximumDepth, .maximumIssues, .noFormat]
    case .dump: [.schema, .config]
    case .bowtie, .help: []
    }
  }
}

/// The options of all verbs. One row each drives parsing, help and suggestions.
enum Option: String, CaseIterable {
  case config = "--config"
  case check = "--check"
  case strict = "--strict"
  case templates = "--templates"
  case quiet = "--quiet"
  case schema = "--schema"
  case lines = "--lines"
  case output = "--output"
  case maximumBytes = "--max-bytes"
  case maximumDepth = "--max-depth"
  case maximumIssues = "--max-issues"
  case noFormat = "--no-format"
  case help = "--help"
  case version = "--version"

  /// What the option's value is called; nil for an option that takes none.
  var placeholder: String? {
    switch self {
    case .config: "PATH"
    case .templates: "DIR"
    case .schema: "S"
    case .output: "FORM"
    case .maximumBytes, .maximumDepth, .maximumIssues: "N"
    case .check, .strict, .quiet, .lines, .noFormat, .help, .version: nil
    }
  }

  /// One line for the help.
  var summary: String {
    switch self {
    case .config: "the configuration; \(Project.defaultConfigurationPath) unless told"
    case .check: "write nothing; print a diff of what is stale and exit with 1 if anything is"
    case .strict: "a keyword that looks misspelt is an error, not a warning"
    case .templates: "a folder of templates; each replaces the built-in one of the same path"
    case .quiet: "print no summary and no diff"
    case .schema: "a schema file, or the name of a schema of the configured folder (users/user-info)"
    case .lines: "every line of a file is a payload (JSON Lines); blank lines are skipped"
    case .output: "\(OutputForm.allCases.map(\.rawValue).joined(separator: ", ")); text unless told"
    case .maximumBytes: "refuse payloads of more bytes; \(ValidateLimits.defaults.bytes) unless told"
    case .maximumDepth: "refuse payloads that nest deeper; \(ValidateLimits.defaults.depth) unless told"
    case .maximumIssues: "stop after so many issues of one payload; \(ValidateLimits.defaults.issues) unless told"
    case .noFormat: "do not check formats"
    case .help: "print this help"
    case .version: "print the version"
    }
  }
}
