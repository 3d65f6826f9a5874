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
    var isUnusable = false
    for file in arguments.operands {
      do throws(CommandFailure) {
        try observe(file, &inference)
      } catch {
        for line in error.lines { terminal.report(line) }
        isUnusable = true
      }
    }
    if isUnusable { return .unusable }
    guard inference.count > 0 else {
      throw CommandFailure(line: "\(first): error: expected at least one payload, found none")
    }
    // 3. Write the schema.
    let schema: JSONValue
    if let existing {
      schema = try widen(existing, with: inference)
    } else {
      schema = inference.schema(title: arguments[.title] ?? Self.title(of: arguments[.output] ?? first))
    }
    try write(schema)
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
    let writer = OutputWriter(paths: paths, folders: [])
    try writer.apply(try writer.changes(for: [OutputWriter.File(path: paths.absolute(file), contents: text)]))
  }
}

// MARK: - Payloads

extension Infer {
  /// Takes in a file, or its lines.
  private func observe(_ file: String, _ inference: inout SchemaInference) throws(CommandFailure) {
    do {
      let limits = JSONLimits()
      let source = try ByteSource(path: paths.absolute(file), name: file)
      var payloads = PayloadReader(source: source, file: file, limit: limits.maximumByteCount)
      var reader = JSONReader(limits: limits)
      guard arguments.has(.lines) else {
        let text = try payloads.whole()
        try observe(text, at: PayloadOrigin(file: file), &reader, &inference)
        return
      }
      var line: [UInt8] = []
      while let origin = try payloads.nextLine(into: &line) { try observe(line, at: origin, &reader, &inference) }
    } catch {
      throw CommandFailure(error)
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
    do throws(JSONSyntaxError) {
      return Existing(name: file, document: try JSONDocument(parsing: text))
    } catch {
      throw CommandFailure(line: "\(file):\(error.position.line):\(error.position.column): error: \(error.message)")
    }
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
