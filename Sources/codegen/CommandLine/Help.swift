/// The texts of `codegen help`, made from the tables of ``Verb`` and ``Option``.
enum Help {
  static let version = "0.1.0"
  /// The day of the version, for the manual page.
  static let versionDate = "2026-11-21"

  /// What the program is for, and its verbs.
  static var overview: [String] {
    let width = column(Verb.allCases.map(\.rawValue))
    return [
      "codegen turns JSON Schemas into Swift models, validators and documentation.",
      "",
      "Usage: codegen [VERB] [OPTIONS]",
      "",
      "Verbs:",
    ] + Verb.allCases.map { row($0.rawValue, $0.summary, width) } + [
      "",
      "Options:",
    ] + rows([.help, .version]) + [
      "",
      "Without a verb, codegen generates. 'codegen help VERB' explains one of them.",
      "",
    ] + exitCodes
  }

  /// One verb with its options and examples.
  static func text(of verb: Verb) -> [String] {
    ["Usage: \(verb.usage)", ""] + verb.explanation
      + ["", "Options:"] + rows(verb.options + [.help, .version], in: verb)
      + ["", "Examples:"] + verb.examples.flatMap { ["  # \($0.purpose)", "  \($0.command)"] }
      + [""] + exitCodes
  }

  static let exitCodes = [
    "Exit codes: 0 done; 1 the answer is no (invalid, stale, a finding, a break); 2 bad usage or unreadable input."
  ]

  private static func rows(_ options: [Option], in verb: Verb = .help) -> [String] {
    let heads = options.map { head($0, in: verb) }
    let width = column(heads)
    return zip(heads, options).map { row($0, $1.summary(in: verb), width) }
  }

  private static func head(_ option: Option, in verb: Verb) -> String {
    (option == .help ? "-h, " : "") + option.rawValue + (option.placeholder(in: verb).map { " " + $0 } ?? "")
  }

  private static func column(_ heads: [String]) -> Int { (heads.map(\.count).max() ?? 0) + 2 }

  private static func row(_ head: String, _ text: String, _ width: Int) -> String {
    "  " + head + String(repeating: " ", count: width - head.count) + text
  }
}

extension Verb {
  /// One line for the overview.
  var summary: String {
    switch self {
    case .generate: "write models and documentation from the configured schemas"
    case .validate: "check payloads against a schema"
    case .infer: "make a schema from payloads, or widen one"
    case .`init`: "start a project: a configuration, a first schema, what comes next"
    case .lint: "look for what is wrong with schemas, and repair what is certain"
    case .sample: "print payloads of a schema, valid or invalid"
    case .dump: "print a middle form, for contributors and template authors"
    case .diff: "say what a change of schemas breaks: data, and Swift source"
    case .bowtie: "answer Bowtie, which compares implementations of JSON Schema"
    case .help: "explain a verb"
    case .coverage: "say what became of every keyword: types, checks, or neither"
    case .completions: "print completions for a shell"
    case .man: "print the manual page"
    }
  }

  var usage: String {
    switch self {
    case .generate: "codegen [generate] [OPTIONS] [--models DIR [FILE…]]"
    case .validate: "codegen validate --schema S [OPTIONS] FILE…"
    case .infer: "codegen infer [OPTIONS] FILE…"
    case .`init`: "codegen init [FOLDER]"
    case .lint: "codegen lint [OPTIONS] [PATH…]"
    case .sample: "codegen sample --schema S [OPTIONS]"
    case .dump: "codegen dump \(DumpForm.allCases.map(\.rawValue).joined(separator: "|")) [OPTIONS]"
    case .diff: "codegen diff OLD [NEW] [OPTIONS]"
    case .bowtie: "codegen bowtie"
    case .help: "codegen help [VERB]"
    case .coverage: "codegen coverage [OPTIONS]"
    case .completions: "codegen completions \(CompletionTarget.allCases.map(\.rawValue).joined(separator: "|"))"
    case .man: "codegen man"
    }
  }

  // A table.
  var explanation: [String] {
    switch self {
    case .generate:
      [
        "Writes what the configuration asks for, and prints a summary and what became of the schemas' keywords",
        "(see 'codegen help coverage'). Only files whose bytes",
        "change are touched, and none unless the whole run succeeds: what an interrupted run has begun, the next one",
        "completes. Generated files that no longer belong are deleted. A file without the header of a generated",
        "file is never deleted, and replaced only with '--force'. Outputs stay inside the project, the git",
        "repository or package around the configuration, unless it says \"outside\": true under 'outputs'.",
        "With '--strict', a keyword that became neither a type nor a check is an error at its place, nothing",
        "is written, and the exit code is 1. With '--watch', errors are printed and the watch goes on. With",
        "'--json', each event is one JSON object on a line: started, diagnostic, written, deleted, unchanged,",
        "stale, finished.",
        "With '--models' a build makes models elsewhere. FILEs are the Swift files that it waits for: the models of",
        "a schema without one of them are in Schemas.Others.swift, and a FILE without a schema is empty.",
      ]
    case .validate:
      [
        "Checks every FILE, '-' for standard input, and prints what is wrong with it. With 'text' each",
        "issue is a line 'file:line:column: error: /pointer: message (keyword)' and valid files are silent;",
        "with 'json', 'basic' and 'detailed' (the standard's own forms) each payload is one JSON object on a",
        "line; with 'flag' it is its verdict.",
        "Formats are checked as the configuration says for schemas of the configured folder; for other",
        "schemas all known formats are checked.",
      ]
    case .infer:
      [
        "Prints a schema of draft 2020-12 that accepts every FILE, '-' for standard input. A member is required",
        "when every object has it; a format is claimed when several different texts have it; texts that are few,",
        "short and come again are an 'enum'; objects with ids for names, or very many names, are maps; objects that",
        "'type', 'kind' or the like tells apart are a 'oneOf'; objects within their like refer to themselves.",
        "No value that was seen is repeated in the schema, but for those of an 'enum' and of tags.",
        "With '--schema' an inferred schema is changed as little as it takes to accept the files as well.",
      ]
    case .`init`:
      [
        "Makes FOLDER, 'Schemas' unless told, with a configuration and a first schema, and prints the lines for",
        "Package.swift and what to do next. Files that are there already stay as they are.",
      ]
    case .lint:
      [
        "Holds schemas against rules: those of the configured folder, or of every PATH, a file or a folder. Of a",
        "folder, every JSON file that is a schema is read, whatever it is called; the others are counted.",
        "A finding is a line 'file:line:column: severity: message [rule]'. Levels, files with levels of their",
        "own and suppressions stand under 'lint' in the configuration; in a schema, \"x-lint\": { \"ignore\":",
        "{ \"RULE\": \"reason\" } } lets findings at its place and below pass. Exits with 1 when there is an error.",
      ]
    case .sample:
      [
        "Prints payloads that satisfy the schema: one as JSON, several as JSON Lines. The same seed gives",
        "the same payloads everywhere; of several, each has a seed of its own, from N on. With --invalid each",
        "line is an object with 'keyword', 'keywordLocation', 'instanceLocation' and 'payload', where the",
        "payload breaks that keyword and as little else as can be. Where the schema admits nothing, or no",
        "payload was found, a sentence on standard error says so, and the exit code is 1.",
        "Sensitive values (x-sensitive) are made up, without the schema's examples and defaults. Where 'const', 'enum'",
        "or 'pattern' would tell them, \"(redacted)\" stands instead, and a note says so; --show-sensitive prints them.",
      ]
    case .dump:
      [
        "Prints the graph of schemas, the program that validates, the plan of Swift types, or the",
        "context that templates get; '--schema' leaves out everything but one schema's part. 'keywords' is",
        "the table of supported keywords.",
        "'editor-schema' is a schema of schemas, our own keywords among them, for editors. In VS Code, settings.json",
        "takes it: \"json.schemas\": [{\"fileMatch\": [\"*.schema.json\"], \"url\": \"./Schemas/editor-schema.json\"}].",
      ]
    case .diff:
      [
        "Compares two versions of schemas and answers three questions: can readers with the new schemas take",
        "data of writers with the old ones (new-reads-old), can readers with the old take data of writers with",
        "the new (old-reads-new), and does Swift source that uses the old models compile with the new (source).",
        "OLD and NEW are each a folder, with a configuration or without, a schema file, or a git revision and a",
        "path in it, 'main:Schemas'; NEW is the configured folder unless told. Every change has a rule's name,",
        "its places, and where data breaks a payload that shows it; what is neither proven nor shown is 'not",
        "decided'. With '--breaking' the exit code is 1 when a verdict of the list is broken. A verdict that",
        "breaks by members alone that the writer's schema does not declare, or that is not decided, counts as",
        "broken with '--strict'. The last line suggests the next version.",
      ]
    case .bowtie:
      [
        "Speaks Bowtie's input/output protocol, version 1: a command a line on standard input, an answer a",
        "line on standard output, until the command 'stop' or the end of the input. What cannot be answered",
        "is reported on standard error, and the conversation goes on. Formats are annotations, as the",
        "protocol's suites expect; cases may bring documents along, and nothing else is read.",
      ]
    case .help: ["Prints the verbs, or one verb with its options and examples."]
    case .coverage:
      [
        "Prints a line for each keyword of the configured schemas, 'file:line:column: /pointer: uses', and a",
        "line of counts. The uses are 'type', 'check', 'structure' (names and places of schemas) and",
        "'documentation'; a keyword that became none of them is 'neither', with the reason. With '--strict'",
        "the exit code is 1 when there is one.",
      ]
    case .completions:
      [
        "Prints a script for bash, zsh or fish that completes verbs, options, their values, files and names",
        "of schemas. 'schemas' prints those names, a line each; the scripts ask for them.",
      ]
    case .man: ["Prints the manual page, for 'man'."]
    }
  }

  // A table.
  var examples: [(purpose: String, command: String)] {
    switch self {
    case .generate:
      [
        ("bring everything up to date", "codegen"),
        ("fail when something is stale, as in continuous integration", "codegen generate --check"),
        ("generate whenever a schema is saved", "codegen generate --watch"),
        ("documentation that says what changed since a release", "codegen generate --changes-since v1.2.0"),
        ("another configuration, with templates of one's own", "codegen --config Other/codegen.json --templates Own"),
      ]
    case .validate:
      [
        ("one file against a schema of the configured folder", "codegen validate --schema users/user-info user.json"),
        (
          "a log of payloads, one a line, as JSON",
          "codegen validate --schema user.json --lines --output json log.jsonl"
        ),
        ("standard input against any schema file", "codegen validate --schema my.schema.json - < payload.json"),
      ]
    case .infer:
      [
        ("from all payloads of a folder", "codegen infer --output Schemas/order.schema.json orders/*.json"),
        ("from a log, one payload a line", "codegen infer --lines --title Event log.jsonl"),
        (
          "to accept new payloads as well",
          "codegen infer --schema order.schema.json --output order.schema.json new.json"
        ),
      ]
    case .`init`:
      [("a new project", "codegen init"), ("schemas in a folder of another name", "codegen init Contracts")]
    case .lint:
      [
        ("everything in the configured folder", "codegen lint"),
        ("repair what is certain in two files", "codegen lint --fix user.schema.json order.schema.json"),
        ("annotations on a pull request", "codegen lint --strict --output github-actions"),
        ("all about one rule", "codegen lint --explain ambiguous-union"),
      ]
    case .sample:
      [
        ("a payload such as comes every day", "codegen sample --schema users/user-info"),
        ("a hundred others, one a line", "codegen sample --schema users/user-info --count 100 --seed 7"),
        ("everything that may be there, as large as it may be", "codegen sample --schema user.json --size maximal"),
        ("one invalid payload for each keyword", "codegen sample --schema users/user-info --invalid"),
      ]
    case .dump:
      [
        ("every Swift type and member", "codegen dump plan"),
        ("the instructions of one schema", "codegen dump program --schema users/user-info"),
        ("what editors check schemas with", "codegen dump editor-schema > Schemas/editor-schema.json"),
      ]
    case .diff:
      [
        ("what the work at hand changes", "codegen diff main:Schemas"),
        (
          "fail when old data or source would break, as in continuous integration",
          "codegen diff origin/main:Schemas Schemas --breaking new-reads-old,source"
        ),
        ("two versions of one schema, for a pull request", "codegen diff old.json new.json --output markdown"),
      ]
    case .bowtie:
      [("a conversation that was written before", "codegen bowtie < commands.jsonl")]
    case .help: [("all about 'validate'", "codegen help validate")]
    case .coverage:
      [
        ("what became of every keyword", "codegen coverage"),
        ("fail when a keyword became nothing", "codegen coverage --strict"),
      ]
    case .completions:
      [("for this shell", "codegen completions bash > ~/.local/share/bash-completion/completions/codegen")]
    case .man: [("for 'man codegen'", "codegen man > /usr/local/share/man/man1/codegen.1")]
    }
  }
}
