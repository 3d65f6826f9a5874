/// The texts of `codegen help`, made from the tables of ``Verb`` and ``Option``.
enum Help {
  static let version = "0.1.0"

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
      + ["", "Options:"] + rows(verb.options + [.help, .version])
      + ["", "Examples:"] + verb.examples.flatMap { ["  # \($0.purpose)", "  \($0.command)"] }
      + [""] + exitCodes
  }

  private static let exitCodes = [
    "Exit codes: 0 done; 1 the answer is no (invalid, stale); 2 bad usage or unreadable input."
  ]

  private static func rows(_ options: [Option]) -> [String] {
    let heads = options.map(head)
    let width = column(heads)
    return zip(heads, options).map { row($0, $1.summary, width) }
  }

  private static func head(_ option: Option) -> String {
    (option == .help ? "-h, " : "") + option.rawValue + (option.placeholder.map { " " + $0 } ?? "")
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
    case .dump: "print a middle form, for contributors and template authors"
    case .bowtie: "answer Bowtie, which compares implementations of JSON Schema"
    case .help: "explain a verb"
    }
  }

  var usage: String {
    switch self {
    case .generate: "codegen [generate] [OPTIONS]"
    case .validate: "codegen validate --schema S [OPTIONS] FILE…"
    case .dump: "codegen dump \(DumpForm.allCases.map(\.rawValue).joined(separator: "|")) [OPTIONS]"
    case .bowtie: "codegen bowtie"
    case .help: "codegen help [VERB]"
    }
  }

  fileprivate var explanation: [String] {
    switch self {
    case .generate:
      [
        "Writes what the configuration asks for and prints one line of summary. Only files whose bytes",
        "change are touched, and none unless the whole run succeeds. Generated files that no longer",
        "belong are deleted; files without the header of a generated file stay.",
      ]
    case .validate:
      [
        "Checks every FILE, '-' for standard input, and prints what is wrong with it. With 'text' each",
        "issue is a line 'file:line:column: /pointer: message (keyword)' and valid files are silent; with",
        "'json', 'basic' and 'detailed' (the standard's own forms) each payload is one JSON object on a",
        "line; with 'flag' it is its verdict.",
        "Formats are checked as the configuration says for schemas of the configured folder; for other",
        "schemas all known formats are checked.",
      ]
    case .dump:
      [
        "Prints the graph of schemas, the program that validates, the plan of Swift types, or the",
        "context that templates get; '--schema' leaves out everything but one schema's part.",
      ]
    case .bowtie:
      [
        "Speaks Bowtie's input/output protocol, version 1: a command a line on standard input, an answer a",
        "line on standard output, until the command 'stop' or the end of the input. What cannot be answered",
        "is reported on standard error, and the conversation goes on. Formats are annotations, as the",
        "protocol's suites expect; cases may bring documents along, and nothing else is read.",
      ]
    case .help: ["Prints the verbs, or one verb with its options and examples."]
    }
  }

  fileprivate var examples: [(purpose: String, command: String)] {
    switch self {
    case .generate:
      [
        ("bring everything up to date", "codegen"),
        ("fail when something is stale, as in continuous integration", "codegen generate --check"),
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
    case .dump:
      [
        ("every Swift type and member", "codegen dump plan"),
        ("the instructions of one schema", "codegen dump program --schema users/user-info"),
      ]
    case .bowtie:
      [("a conversation that was written before", "codegen bowtie < commands.jsonl")]
    case .help: [("all about 'validate'", "codegen help validate")]
    }
  }
}
