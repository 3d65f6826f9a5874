import CodegenProject
package import CommandLineTool
import JSONSchema
import SchemaAnalysis
import SchemaRuntime
import SchemaSampling
import SchemaValidation

/// `codegen sample`: sample payloads for a schema.
package struct Sample: Command {
  package static let name = "sample"
  package static let abstract = "print valid or invalid payloads for a schema"
  package static let discussion = """
    Prints payloads that satisfy the schema: one payload as JSON, several as JSON Lines. The same seed gives the
    same payloads on every machine. With '--count', the seeds are those from '--seed' upward, one per payload.
    With '--invalid', prints payloads that each violate one keyword, and as few others as possible. Each line is
    an object with 'payload', 'keyword', and the locations 'keywordLocation' and 'instanceLocation'.
    If no value satisfies the schema, or if no payload was found, a message on standard error says so, and the
    exit code is 1.
    \(ProjectOptions.formatsSentence)
    Samples of sensitive values (x-sensitive) are invented: the examples and defaults in the schema are not used.
    If a 'const', 'enum' or 'pattern' would reveal a value, "(redacted)" is printed instead, with a note.
    '--show-sensitive' uses these values, examples and defaults.
    """
  package static let examples = """
    # a typical payload
    codegen sample --schema users/user-info
    # a hundred payloads, one per line
    codegen sample --schema users/user-info --count 100 --seed 7
    # all members, with the largest values
    codegen sample --schema user.json --size maximal
    # an invalid payload for each keyword
    codegen sample --schema users/user-info --invalid
    """

  private static let maximumCount = 1_000_000

  enum Form: String, CaseIterable {
    /// Indented; several payloads form an array.
    case json
    case lines
  }

  @Option(required: "--schema", "S", .schema, ProjectOptions.schemaSummary) var schema: String
  let project = ProjectOptions()
  @Option("--seed", "N", .number(0...UInt64.max), default: 1, "the seed of the random choices") var seed: UInt64
  @Option("--count", "N", .number(1...maximumCount), "the number of payloads; default: 1, or all with --invalid")
  var count: Int?
  @Option("--size", "SIZE", .word, default: .typical) var size: SchemaSampler.Size
  @Option("--invalid", "print payloads that each violate one keyword, with this keyword and its locations")
  var isInvalid: Bool
  @Option("--show-sensitive", "use the values, examples and defaults in sensitive schemas (x-sensitive)")
  var showsSensitive: Bool
  @Option("--output", "FORM", .word, "default: json for one payload, lines for several") var form: Form?
  @Option("--no-format", "ignore formats") var skipsFormats: Bool

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    let choice = try project.schema(schema, context.paths)
    choice.reportConcessions(context.terminal)
    let source = try source(choice)
    if isInvalid { return printNearMisses(source, context.terminal) }
    // Encoded content, where possible, although it is only an annotation.
    let encoding = try self.source(choice, assertsContent: true)
    guard case .value = encoding.sampler.sample(seed: seed, size: size) else {
      return printSamples(source, context.terminal)
    }
    return printSamples(encoding, context.terminal)
  }

  /// The source of payloads, and the redaction of what it returns.
  private struct Source {
    let sampler: SchemaSampler
    /// nil if everything may be shown.
    let evaluator: Evaluator?
    let schema: Program.SchemaID

    /// Returns a payload without the sensitive values that the schema specifies.
    func shown(_ value: JSONValue) -> JSONValue {
      guard let evaluator else { return value }
      return evaluator.redactedSample(value.json(), schema: schema) ?? .redacted
    }
  }

  private func source(_ choice: SchemaChoice, assertsContent: Bool = false) throws -> Source {
    let graph = showsSensitive ? choice.graph : choice.graph.markingSensitive.withoutSensitiveExamples
    var options = choice.options
    if skipsFormats { options.assertedFormats = [] }
    // Examples and defaults make good samples.
    options.hasAnnotations = true
    options.assertsContent = options.assertsContent || assertsContent
    let output = try graph.compiling { () throws(CompileError) in
      try Compiler.compile([choice.schema], of: graph, options: options)
    }
    let schema = output.indices[choice.schema] ?? 0
    return Source(
      sampler: SchemaSampler(output.program, schema: schema),
      evaluator: showsSensitive ? nil : Evaluator(output.program), schema: schema)
  }

  private func printSamples(_ source: Source, _ terminal: Terminal) -> ExitCode {
    let count = count ?? 1
    let form = form ?? (count > 1 ? .lines : .json)
    var values: [JSONValue] = []
    var isRedacted = false
    for number in 0..<count {
      switch source.sampler.sample(seed: seed &+ UInt64(number), size: size) {
      case .value(let sample):
        let value = source.shown(sample)
        isRedacted = isRedacted || value != sample
        if form == .lines {
          terminal.output.writeLine(value.json().withoutHiddenCharacters)
        } else {
          values.append(value)
        }
      case .admitsNothing: return refuse("no payload can satisfy \(schema)", terminal)
      case .notFound:
        return refuse(
          "no sample of \(schema) was found with seed \(seed &+ UInt64(number)); try another --seed", terminal)
      }
    }
    if form == .json {
      terminal.output.writeLine((values.count == 1 ? values[0] : .array(values)).json(.pretty).withoutHiddenCharacters)
    }
    if isRedacted { noteRedaction(terminal) }
    return .done
  }

  private func printNearMisses(_ source: Source, _ terminal: Terminal) -> ExitCode {
    let (misses, isCut) = source.sampler.nearMisses(seed: seed, atMost: count ?? Self.maximumCount)
    if misses.isEmpty {
      guard case .admitsNothing = source.sampler.sample(seed: seed, size: .minimal) else {
        return refuse("no invalid payload of \(schema) was found, although there may be some", terminal)
      }
      return refuse("no payload can satisfy \(schema), so none is nearly valid", terminal)
    }
    let values = misses.map { miss -> JSONValue in
      [
        "keyword": .string(miss.keyword), "keywordLocation": .string("\(miss.keywordLocation)"),
        "instanceLocation": .string("\(miss.instanceLocation)"), "payload": source.shown(miss.value),
      ]
    }
    let lines = form == .json ? [JSONValue.array(values).json(.pretty)] : values.map { $0.json() }
    for line in lines { terminal.output.writeLine(line.withoutHiddenCharacters) }
    if zip(misses, values).contains(where: { $0.value != $1["payload"] }) { noteRedaction(terminal) }
    if isCut {
      terminal.report(
        "note: payloads of \(schema) are large, so some keywords were not tried; there may be more invalid payloads")
    }
    return .done
  }

  private func noteRedaction(_ terminal: Terminal) {
    terminal.report(
      "note: sensitive values specified by \(schema) are redacted, so payloads may be invalid; "
        + "use --show-sensitive to print them")
  }

  private func refuse(_ message: String, _ terminal: Terminal) -> ExitCode {
    terminal.report(message)
    return .no
  }
}
