import JSONSchema
import SchemaInference
import SchemaRuntime
import SchemaValidation

/// `codegen infer`: a schema from payloads.
struct Infer {
  let arguments: Arguments
  let terminal: Terminal
  let paths: Paths

  func run() throws -> ExitCode {
    guard let first = arguments.operands.first else {
      throw UsageError.missingOperand(expected: "at least one FILE", verb: .infer)
    }
    // 1. Read the schema that is to be widened, so that nothing is done in vain.
    let existing = try arguments[.schema].map { try existingSchema($0) }
    // 2. Sum up the payloads.
    var inference = SchemaInference()
    var sources: [ReplayableSource] = []
    var isUnusable = false
    for file in arguments.operands {
      do throws(CommandFailure) {
        sources.append(try observe(file, &inference))
      } catch {
        for line in error.lines { terminal.report(line) }
        isUnusable = true
      }
    }
    if isUnusable { return .unusable }
    guard inference.count > 0 else {
      throw CommandFailure(line: "\(first): error: expected at least one payload, found none")
    }
    // 3. Make the schema.
    let title = arguments[.title] ?? Self.title(of: arguments[.output] ?? first)
    let schema = try existing.map { try widen($0, with: inference) } ?? inference.schema(title: title)
    // 4. Show that it accepts the payloads, and write it.
    try write(try accepting(sources, schema))
    return .done
  }

  /// `orders/order-line.json` gives `Order Line`.
  static func title(of file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let stem = name.split(separator: ".").first.map(String.init) ?? name
    let title = SchemaInference.title(of: stem)
    return file == "-" || title.isEmpty ? "Payload" : title
  }

  private func write(_ schema: JSONValue) throws {
    let text = schema.json(.pretty) + [0x0a]
    guard let file = arguments[.output], file != "-" else {
      terminal.output.write(text)
      return
    }
    let path = paths.absolute(file)
    _ = try OutputWriter(paths: paths, home: paths.folder(of: path), folders: []).update([
      OutputWriter.File(path: path, contents: text)
    ])
  }
}

// MARK: - Payloads

extension Infer {
  /// Takes in a file, or its lines.
  private func observe(
    _ file: String, _ inference: inout SchemaInference
  ) throws(CommandFailure) -> ReplayableSource {
    do {
      let source = try ReplayableSource(path: paths.absolute(file), name: file)
      var reader = JSONReader(limits: JSONLimits())
      try forEachPayload(of: source) { text, origin in try observe(text, at: origin, &reader, &inference) }
      return source
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Reads a file from its beginning: as one payload, or one a line. Holds one payload at a time.
  private func forEachPayload(of source: ReplayableSource, _ body: ([UInt8], PayloadOrigin) throws -> Void) throws {
    var payloads = PayloadReader(
      source: try source.bytes(), file: source.name, limit: JSONLimits().maximumByteCount)
    guard arguments.has(.lines) else { return try body(try payloads.whole(), PayloadOrigin(file: source.name)) }
    var line: [UInt8] = []
    while let origin = try payloads.nextLine(into: &line) { try body(line, origin) }
  }

  private func observe(
    _ text: [UInt8], at origin: PayloadOrigin, _ reader: inout JSONReader, _ inference: inout SchemaInference
  ) throws(CommandFailure) {
    func failure(_ position: SourcePosition, _ message: String) -> CommandFailure {
      CommandFailure(
        line: "\(origin.file):\(position.line + origin.linesBefore):\(position.column): error: \(message)")
    }
    try text.withUnsafeBufferPointer { buffer throws(CommandFailure) in
      let root: JSONNode
      do throws(JSONSyntaxError) {
        root = try reader.read(buffer)
      } catch {
        throw failure(error.position, error.message)
      }
      if let name = root.firstRepeatedName() {
        throw failure(
          SourcePosition(offset: name.offset, in: buffer),
          "expected every name of an object once, found \(name.string.quoted) again")
      }
      inference.observe(root)
    }
  }
}

// MARK: - Checking

extension Infer {
  /// How often a schema is widened with payloads that it refuses.
  private static let maximumRepairCount = 8

  /// The schema, or one that is widened until it accepts every payload.
  ///
  /// - Throws: the first payload that is still refused, with its location.
  private func accepting(_ sources: [ReplayableSource], _ schema: JSONValue) throws -> JSONValue {
    var schema = schema
    for _ in 0..<Self.maximumRepairCount {
      guard let refused = try refused(sources, by: schema) else { return schema }
      var next: JSONValue?
      do throws(WideningError) { next = try refused.inference.widening(schema) } catch { next = nil }
      guard let next, next != schema else { throw refused.failure }
      schema = next
    }
    guard let refused = try refused(sources, by: schema) else { return schema }
    throw refused.failure
  }

  /// What a schema refuses.
  private struct Refused {
    /// A summary of the payloads.
    var inference = SchemaInference()
    /// Why the first of them is refused.
    var failure: CommandFailure
  }

  /// The payloads that a schema refuses; nil when it accepts them all.
  private func refused(_ sources: [ReplayableSource], by schema: JSONValue) throws -> Refused? {
    let validator = try Self.validator(schema)
    var reader = JSONReader(limits: JSONLimits())
    var refused: Refused?
    for source in sources {
      try forEachPayload(of: source) { text, origin in
        if validator.isValid(text, using: &reader) { return }
        var found = refused ?? Refused(failure: Self.failure(validator.validate(text), origin))
        try observe(text, at: origin, &reader, &found.inference)
        refused = found
      }
    }
    return refused
  }

  private static func validator(_ schema: JSONValue) throws -> SchemaValidator {
    let source = try JSONDocument(parsing: schema.json())
    let document = SchemaDocument(uri: "urn:schemata:inferred", name: "inferred schema", source: source)
    let graph = try SchemaResolver.resolve([document]).graph
    let options = Compiler.Options(assertedFormats: Set(Format.allCases))
    do {
      return try SchemaValidator(graph: graph, schema: graph.roots[0], options: options, maximumIssueCount: 1)
    } catch {
      throw CommandFailure(error, in: graph)
    }
  }

  /// Why a payload is refused, with its location.
  private static func failure(_ result: ValidationResult, _ origin: PayloadOrigin) -> CommandFailure {
    let reason =
      result.textOutput(in: origin).first
      ?? "\(origin.file):\(origin.linesBefore + 1):1: error: expected a payload that the schema accepts"
    return CommandFailure(
      lines: [
        reason, "codegen: error: the inferred schema refuses a payload that it was made from; nothing is written",
      ])
  }
}

// MARK: - Widening

extension Infer {
  /// A schema on disk, and what its places are called.
  private struct Existing {
    let name: String
    let document: JSONDocument
  }

  private func existingSchema(_ file: String) throws -> Existing {
    let path = paths.absolute(file)
    let text = try ByteSource.contents(of: path, name: file, limit: JSONLimits.hardMaximumByteCount)
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: text)
    } catch {
      throw CommandFailure(line: "\(file):\(error.position.line):\(error.position.column): error: \(error.message)")
    }
    let content = DocumentContent(of: document.value)
    guard content == .schema else {
      throw CommandFailure(line: "\(file):1:1: error: expected a schema at the root, found \(content)")
    }
    return Existing(name: file, document: document)
  }

  private func widen(_ existing: Existing, with inference: SchemaInference) throws -> JSONValue {
    do throws(WideningError) {
      var schema = try inference.widening(existing.document.value)
      if let title = arguments[.title], var object = schema.object {
        object["title"] = .string(title)
        schema = .object(object)
      }
      return schema
    } catch {
      let location = SourceLocation(
        document: existing.name, pointer: error.pointer, position: existing.document.position(of: error.pointer))
      throw CommandFailure(line: Diagnostic(severity: .error, location: location, message: error.message).description)
    }
  }
}
