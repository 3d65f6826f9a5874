import JSONSchema
import SchemaRuntime
import SchemaValidation

/// How `validate` says what it found.
enum OutputForm: String, CaseIterable, Sendable {
  case text, json, basic, detailed, flag
}

/// What `validate` accepts of one payload.
struct ValidateLimits: Sendable {
  var bytes = JSONLimits.hardMaximumByteCount
  var depth = JSONLimits().maximumDepth
  var issues = 100

  static let defaults = ValidateLimits()
}

/// `codegen validate`: payloads against a schema.
struct Validate {
  let arguments: Arguments
  let terminal: Terminal
  let paths: Paths

  func run() throws -> ExitCode {
    guard let name = arguments[.schema] else { throw UsageError.missingOption(.schema, verb: .validate) }
    guard !arguments.operands.isEmpty else {
      throw UsageError.missingOperand(expected: "at least one FILE", verb: .validate)
    }
    let form = try arguments.word(.output, as: OutputForm.self) ?? .text
    let limits = try limits()
    let choice = try SchemaChoice(name, configurationAt: arguments[.config], root: arguments[.root], paths: paths)
    var options = choice.options
    if arguments.has(.noFormat) { options.assertedFormats = [] }
    options.hasAnnotations = form == .basic
    let validator: SchemaValidator
    do {
      validator = try SchemaValidator(
        graph: choice.graph, schema: choice.schema, options: options, maximumIssueCount: limits.issues)
    } catch {
      throw CommandFailure(error, in: choice.graph)
    }
    let check = PayloadCheck(validator: validator, form: form, limits: limits)
    var (isUnusable, foundInvalid) = (false, false)
    for file in arguments.operands {
      do throws(FileError) {
        if try validate(file, check) { foundInvalid = true }
      } catch {
        terminal.report(error.description)
        isUnusable = true
      }
    }
    return isUnusable ? .unusable : foundInvalid ? .no : .done
  }

  private func limits() throws(UsageError) -> ValidateLimits {
    var limits = ValidateLimits.defaults
    limits.bytes = try arguments.count(.maximumBytes, atMost: JSONLimits.hardMaximumByteCount) ?? limits.bytes
    limits.depth = try arguments.count(.maximumDepth, atMost: JSONLimits.hardMaximumDepth) ?? limits.depth
    limits.issues = try arguments.count(.maximumIssues) ?? limits.issues
    return limits
  }

  /// Validates a file, or its lines; whether any payload is invalid.
  private func validate(_ file: String, _ check: PayloadCheck) throws(FileError) -> Bool {
    let source = try ByteSource(path: paths.absolute(file), name: file)
    var payloads = PayloadReader(source: source, file: file, limit: check.limits.bytes)
    if arguments.has(.lines) { return try LinesCheck(check, terminal).run(&payloads) }
    var reader = check.makeReader()
    var words: [UInt8] = []
    let payload = try payloads.whole()
    let isValid = payload.withUnsafeBufferPointer {
      check.isValid($0, at: PayloadOrigin(file: file), line: nil, using: &reader, words: &words)
    }
    terminal.output.write(words)
    return !isValid
  }
}

/// What is said of one payload.
struct PayloadCheck: Sendable {
  let validator: SchemaValidator
  let form: OutputForm
  let limits: ValidateLimits

  func makeReader() -> JSONReader {
    JSONReader(limits: JSONLimits(maximumDepth: limits.depth, maximumByteCount: limits.bytes))
  }

  /// Validates a payload and says in whole lines what the form has to say of it.
  ///
  /// - Parameter line: the payload's line, where a file holds one payload a line.
  func isValid(
    _ payload: UnsafeBufferPointer<UInt8>, at origin: PayloadOrigin, line: Int?, using reader: inout JSONReader,
    words: inout [UInt8]
  ) -> Bool {
    let result = validator.validate(payload, using: &reader)
    switch form {
    case .text: for issue in result.textOutput(in: origin) { words += Array((issue + "\n").utf8) }
    case .json: words += result.listOutput(in: origin, line: line).json() + [0x0a]
    case .basic:
      let annotations = result.isValid ? validator.annotations(of: payload, using: &reader) : []
      words += result.basicOutput(annotations: annotations).json() + [0x0a]
    case .detailed: words += result.detailedOutput.json() + [0x0a]
    case .flag:
      let place = line.map { "\(origin.file):\($0)" } ?? origin.file
      words += Array(("\(place): \(result.isValid ? "valid" : "invalid")".onOneLine + "\n").utf8)
    }
    return result.isValid
  }
}
