import SchemaSampling

/// The verbs of the command line: the first argument, `generate` when there is none.
enum Verb: String, CaseIterable {
  case generate, validate, lint, diff, sample, infer, `init`, dump, bowtie, help
  case coverage, completions, man

  /// The options that the verb takes, in the order of its help; ``Option/help`` and ``Option/version`` go with all.
  var options: [Option] {
    switch self {
    case .generate:
      [.config, .root, .check, .force, .strict, .models, .templates, .changesSince, .watch, .json, .quiet]
    case .validate:
      [.schema, .config, .root, .lines, .output, .maximumBytes, .maximumDepth, .maximumIssues, .noFormat]
    case .infer: [.lines, .title, .schema, .output]
    case .`init`: []
    case .lint: [.config, .fix, .strict, .output, .rule, .explain]
    case .diff: [.config, .breaking, .strict, .output]
    case .dump: [.schema, .config, .root]
    case .sample:
      [.schema, .config, .root, .seed, .count, .size, .invalid, .showSensitive, .output, .noFormat]
    case .bowtie, .help: []
    case .coverage: [.config, .strict, .json]
    case .completions: [.config]
    case .man: []
    }
  }
}

/// The options of all verbs. One row each drives parsing, help and suggestions.
enum Option: String, CaseIterable {
  case config = "--config"
  case root = "--root"
  case check = "--check"
  case force = "--force"
  case strict = "--strict"
  case models = "--models"
  case templates = "--templates"
  case quiet = "--quiet"
  case schema = "--schema"
  case lines = "--lines"
  case output = "--output"
  case title = "--title"
  case maximumBytes = "--max-bytes"
  case maximumDepth = "--max-depth"
  case maximumIssues = "--max-issues"
  case noFormat = "--no-format"
  case fix = "--fix"
  case rule = "--rule"
  case explain = "--explain"
  case breaking = "--breaking"
  case changesSince = "--changes-since"
  case watch = "--watch"
  case json = "--json"
  case seed = "--seed"
  case count = "--count"
  case size = "--size"
  case invalid = "--invalid"
  case showSensitive = "--show-sensitive"
  case help = "--help"
  case version = "--version"

  /// What the option's value is called; nil for an option that takes none.
  var placeholder: String? {
    switch self {
    case .config: "PATH"
    case .root: "POINTER"
    case .models, .templates: "DIR"
    case .schema: "S"
    case .output: "FORM"
    case .title: "TEXT"
    case .maximumBytes, .maximumDepth, .maximumIssues, .seed, .count: "N"
    case .rule, .explain: "RULE"
    case .breaking: "LIST"
    case .changesSince: "REV"
    case .check, .force, .strict, .quiet, .lines, .noFormat, .fix, .invalid, .showSensitive, .help, .version: nil
    case .watch, .json: nil
    case .size: "SIZE"
    }
  }

  /// One line for the help.
  var summary: String {
    switch self {
    case .config: "the configuration; \(Project.defaultConfigurationPath) unless told"
    case .root: "where files hold their schemas, such as '#/components/schemas'"
    case .check: "write nothing; print a diff of what is stale and exit with 1 if anything is"
    case .force: "replace files, too, that lack the header of generated ones"
    case .strict: "a keyword that looks misspelt, or that becomes neither a type nor a check, is an error"
    case .models: "write the models to this folder and nothing else: no documentation, no name lock"
    case .templates: "a folder of templates; each replaces the built-in one of the same path"
    case .changesSince: "a git revision, or a version as diff takes it; documentation says what changed since"
    case .quiet: "print no summary and no diff"
    case .schema: "a schema file, or the name of a schema of the configured folder (users/user-info)"
    case .lines: "every line of a file is a payload (JSON Lines); blank lines are skipped"
    case .output: "\(OutputForm.allCases.map(\.rawValue).joined(separator: ", ")); text unless told"
    case .title: "the title of the schema; made from the name of the output or the first file unless told"
    case .maximumBytes: "refuse payloads of more bytes; \(ValidateLimits.defaults.bytes) unless told"
    case .maximumDepth: "refuse payloads that nest deeper; \(ValidateLimits.defaults.depth) unless told"
    case .maximumIssues: "stop after so many issues of one payload; \(ValidateLimits.defaults.issues) unless told"
    case .noFormat: "do not check formats"
    case .fix: "change the files where there is no doubt about what was meant; print what is left"
    case .rule: "ask this rule alone; may be given several times"
    case .explain: "print the page of a rule, and lint nothing"
    case .breaking: "exit with 1 when one of these is broken: \(Diff.questions.joined(separator: ","))"
    case .watch: "go on, and generate again whenever a file is saved; end with Ctrl-C"
    case .json: "say everything as JSON on standard output, for tools"
    case .seed: "what makes the choices; the same number gives the same payloads; 1 unless told"
    case .count: "how many payloads to print; 1 unless told, and with --invalid all"
    case .size: "\(SchemaSampler.Size.allCases.map(\.rawValue).joined(separator: ", ")); typical unless told"
    case .invalid: "payloads that break one keyword each, as lines with the keyword and both places"
    case .showSensitive: "print what sensitive schemas (x-sensitive) give as well: values, examples, defaults"
    case .help: "print this help"
    case .version: "print the version"
    }
  }

  /// What the option's value is called after a verb.
  func placeholder(in verb: Verb) -> String? {
    switch (verb, self) {
    case (.infer, .output), (.infer, .schema): "FILE"
    default: placeholder
    }
  }

  /// One line for the help of a verb that understands the option in its own way.
  func summary(in verb: Verb) -> String {
    switch (verb, self) {
    case (.infer, .output): "the file to write; standard output unless told"
    case (.infer, .schema): "a schema that was inferred before: it is widened as little as it takes"
    case (.diff, .config):
      "the configuration of NEW; that in its folder, or \(Project.defaultConfigurationPath), unless told"
    case (.diff, .output): "\(DiffForm.allCases.map(\.rawValue).joined(separator: ", ")); text unless told"
    case (.diff, .strict): "what is not decided, or breaks by undeclared members alone, counts as broken"
    case (.sample, .output):
      "\(SampleForm.allCases.map(\.rawValue).joined(separator: ", ")); json for one payload, lines for more unless told"
    case (.lint, .output): "\(LintForm.allCases.map(\.rawValue).joined(separator: ", ")); text unless told"
    case (.lint, .strict): "exit with 1 where there are warnings, too"
    default: summary
    }
  }

  /// Whether the option may be given again; its values are joined by commas.
  var isRepeatable: Bool { self == .rule }
}
