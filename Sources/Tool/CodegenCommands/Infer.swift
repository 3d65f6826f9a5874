import CodegenProject
package import CommandLineTool
import JSONSchema
import SchemaAnalysis
import SchemaFormatting
import SchemaInference
import SchemaLoading
import SchemaRuntime
import SchemaValidation

/// `codegen infer`: infers a schema from payloads.
package struct Infer: Command {
  package static let name = "infer"
  package static let abstract = "infer a schema from payloads, or widen one"
  package static let discussion = """
    Prints a schema of draft 2020-12 that accepts every FILE ('-' is standard input).
    A constraint needs evidence. A member is required if there are at least 20 objects, and all of them have it;
    '--required-evidence' changes this number. A 'format' needs at least 3 different strings, all of which match
    it. A 'minimum' of 0 needs at least 20 numbers, none of which is negative. An 'enum' needs at least 20
    strings: at most 16 different short identifiers, each of which occurs at least 5 times.
    Objects become maps if their keys look like ids, or if they have many different keys, none of which occurs in
    more than half of the objects. Objects become a 'oneOf' if a member such as 'type' or 'kind' distinguishes
    them, and their other members differ in name or in the shape of their values. Nested objects of the same shape
    become a recursive schema.
    Values from the payloads appear in the schema only in 'enum' and as the values of discriminators.
    With '--schema', an inferred schema is widened only as much as the new files require.
    """
  package static let examples = """
    # from all payloads in a folder
    codegen infer --output Schemas/order.schema.json orders/*.json
    # from a log with one payload per line
    codegen infer --lines --title Event log.jsonl
    # from one payload, all of whose members are required
    codegen infer --required-evidence 1 order.json
    # widen a schema to accept a new payload
    codegen infer --schema order.schema.json --output order.schema.json new.json
    """

  let lines = LinesOption()
  let input = InputOption()
  @Option(
    "--title", "TEXT", .text, "the title of the schema; default: based on the name of the output or the first file")
  var title: String?
  @Option("--schema", "FILE", .file, "widen this previously inferred schema to accept the payloads") var schema: String?
  @Option(
    "--required-evidence", "N", .number(1...Int.max), default: InferenceOptions().minimumRequiredEvidence,
    "a member is required if N or more objects were observed and all have it")
  var requiredEvidence: Int
  @Option("--output", "FILE", .file, "the file to write; default: standard output") var output: String?
  @Operand("FILE", .file, isRequired: true) var files: [String]

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    try lines.check(input)
    let (terminal, paths) = (context.terminal, context.paths)
    // 1. Read the schema to widen first, because it may be unusable.
    let existing = try schema.map { try existingSchema($0, paths) }
    // 2. Summarize the payloads.
    var inference = SchemaInference(options: options)
    var sources: [ReplayableSource] = []
    // Somebody may be typing.
    if files.contains("-") { terminal.pauseProgress() }
    for file in files {
      do throws(CommandFailure) {
        sources.append(try observe(file, paths, &inference))
      } catch {
        terminal.report(error.lines)
      }
    }
    if sources.count < files.count { return .unusable }
    guard inference.count > 0 else {
      throw CommandFailure(line: "\(files[0]): error: there is no payload to infer from")
    }
    // 3. Build the schema.
    let title = title ?? Self.title(of: output ?? files[0])
    var schema = try existing.map { try widen($0, with: inference) } ?? inference.schema(title: title)
    if existing == nil { reportEvidence(inference, terminal) }
    // 4. Check that it accepts the payloads, and write it.
    schema = try accepting(sources, schema)
    let text = SchemaFormatter.text(of: schema)
    guard let output, output != "-" else {
      terminal.output.write(text)
      return .done
    }
    let path = paths.absolute(output)
    _ = try OutputWriter(paths: paths, home: paths.folder(of: path), folders: []).update([
      OutputWriter.File(path: path, contents: text)
    ])
    return .done
  }

  /// Says how many members are not required only because few objects were observed.
  private func reportEvidence(_ inference: SchemaInference, _ terminal: Terminal) {
    let (known, possible) = inference.requiredMembers
    guard possible > known else { return }
    let isOne = possible - known == 1
    terminal.report(
      "inferred from \(inference.count) payload\(inference.count == 1 ? "" : "s"): "
        + "\(known) \(known == 1 ? "member is" : "members are") required; "
        + "\(possible - known) more \(isOne ? "is" : "are") in every object, but fewer than \(requiredEvidence) "
        + "objects were seen, so \(isOne ? "it is" : "they are") optional (--required-evidence N changes that number)")
  }

  private var options: InferenceOptions {
    var options = InferenceOptions()
    options.minimumRequiredEvidence = requiredEvidence
    return options
  }

  /// `orders/order-line.json` gives `Order Line`.
  static func title(of file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let stem = name.split(separator: ".").first.map(String.init) ?? name
    let title = SchemaInference.title(of: stem)
    return file == "-" || !title.contains(where: \.isLetter) ? "Payload" : title
  }
}

// MARK: - Payloads

extension Infer {
  /// Adds a file, or its lines, to the summary.
  private func observe(
    _ file: String, _ paths: Paths, _ inference: inout SchemaInference
  ) throws(CommandFailure) -> ReplayableSource {
    do {
      let source = try ReplayableSource(path: paths.absolute(file), name: file)
      var reader = JSONReader(limits: JSONLimits())
      try forEachPayload(of: source) { text, origin, _ in try observe(text, at: origin, &reader, &inference) }
      return source
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Reads a file from its start, as one payload or as lines, and returns the document of a payload that is not JSON.
  /// Keeps at most one payload, or one YAML file, in memory.
  private func forEachPayload(
    of source: ReplayableSource, _ body: ([UInt8], PayloadOrigin, JSONDocument?) throws -> Void
  ) throws {
    var payloads = PayloadReader(
      source: try source.bytes(), file: source.name, limit: JSONLimits().maximumByteCount)
    if lines.apply(to: source.name, input) {
      var line: [UInt8] = []
      while let origin = try payloads.nextLine(into: &line) { try body(line, origin, nil) }
      return
    }
    let origin = PayloadOrigin(file: source.name)
    let whole = try payloads.whole()
    for document in try SourceText.documents(whole, of: source.name, format: input.format(of: source.name)) {
      try body(document.text, origin, document.sourceMap == nil ? nil : document)
    }
  }

  private func observe(
    _ text: [UInt8], at origin: PayloadOrigin, _ reader: inout JSONReader, _ inference: inout SchemaInference
  ) throws(CommandFailure) {
    func failure(_ position: SourcePosition, _ message: String) -> CommandFailure {
      CommandFailure(
        line: "\(origin.file):\(position.line + origin.linesBefore):\(position.column): error: \(message)")
    }
    try text.withUnsafeBufferPointer { buffer throws(CommandFailure) in
      let root: UnsafeJSONNode
      do throws(JSONSyntaxError) {
        root = try reader.read(buffer)
      } catch {
        throw failure(error.position, error.message)
      }
      if let name = root.firstRepeatedName() {
        throw failure(
          SourcePosition(offset: name.offset, in: buffer),
          "expected distinct names in an object, found \(name.string.quoted) again")
      }
      inference.observe(root)
    }
  }
}

// MARK: - Checking

extension Infer {
  /// The maximum number of attempts to widen a schema for rejected payloads.
  private static let maximumRepairCount = 8

  /// Returns the schema, widened until it accepts every payload; throws for the first payload that is still rejected.
  private func accepting(_ sources: [ReplayableSource], _ schema: JSONValue) throws -> JSONValue {
    var schema = schema
    var repairCount = 0
    while let refused = try refused(sources, by: schema) {
      repairCount += 1
      guard repairCount <= Self.maximumRepairCount, let next = try? refused.inference.widening(schema), next != schema
      else { throw refused.failure }
      schema = next
    }
    return schema
  }

  /// Summarizes the payloads that a schema rejects, with the reason for the first; nil if it accepts all.
  private func refused(
    _ sources: [ReplayableSource], by schema: JSONValue
  ) throws -> (inference: SchemaInference, failure: CommandFailure)? {
    let document = SchemaDocument(
      uri: "urn:schemata:inferred", name: "inferred schema", source: try JSONDocument(parsing: schema.json()))
    let graph = try SchemaResolver.resolve([document]).graph
    let checks = Compiler.Options(assertedFormats: Set(Format.allCases))
    let validator = try graph.compiling { () throws(CompileError) in
      try SchemaValidator(graph: graph, schema: graph.roots[0], options: checks, maximumIssueCount: 1)
    }
    var reader = JSONReader(limits: JSONLimits())
    var refused: (inference: SchemaInference, failure: CommandFailure)?
    for source in sources {
      try forEachPayload(of: source) { text, origin, document in
        if validator.isValid(text, using: &reader) { return }
        let result = document.map { validator.validate($0) } ?? validator.validate(text)
        var found = refused ?? (SchemaInference(options: options), Self.failure(result, origin))
        try observe(text, at: origin, &reader, &found.inference)
        refused = found
      }
    }
    return refused
  }

  /// Why a payload is rejected, with its location.
  private static func failure(_ result: ValidationResult, _ origin: PayloadOrigin) -> CommandFailure {
    let reason =
      result.textOutput(in: origin).first
      ?? "\(origin.file):\(origin.linesBefore + 1):1: error: the inferred schema rejects this payload, without a "
      + "reason; please report it"
    return CommandFailure(
      lines: [
        reason, "codegen: error: the inferred schema rejects a payload that it was inferred from; nothing was written",
      ])
  }
}

// MARK: - Widening

extension Infer {
  private func existingSchema(_ file: String, _ paths: Paths) throws -> SchemaDocument {
    let text = try ByteSource.contents(
      of: paths.absolute(file), name: file, limit: JSONLimits.hardMaximumByteCount, allowsPipes: true)
    let found = try SourceText.documents(text, of: file, format: SourceText.Format(ofFile: file))
    guard let source = found.first, found.count == 1 else {
      throw CommandFailure(line: "\(file):1:1: error: expected one YAML document, found \(found.count)")
    }
    let content = DocumentContent(of: source.value)
    if content == .schema { return SchemaDocument(uri: "urn:schemata:existing", name: file, source: source) }
    throw CommandFailure(line: "\(file):1:1: error: expected a schema at the root, found \(content)")
  }

  private func widen(_ existing: SchemaDocument, with inference: SchemaInference) throws -> JSONValue {
    do throws(WideningError) {
      var schema = try inference.widening(existing.root)
      if let title, var object = schema.object {
        object["title"] = .string(title)
        schema = .object(object)
      }
      return schema
    } catch {
      let position = existing.source.position(of: error.pointer)
      let location = SourceLocation(document: existing.name, pointer: error.pointer, position: position)
      throw CommandFailure(error.message, at: location)
    }
  }
}
