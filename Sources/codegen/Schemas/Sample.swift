import JSONSchema
import SchemaRuntime
import SchemaSampling
import SchemaValidation

/// How `sample` prints payloads.
enum SampleForm: String, CaseIterable, Sendable {
  /// Indented, several as the elements of one array.
  case json
  /// One a line.
  case lines
}

/// `codegen sample`: payloads made from a schema.
struct Sample {
  private static let maximumCount = 1_000_000

  let arguments: Arguments
  let terminal: Terminal
  let paths: Paths

  func run() throws -> ExitCode {
    guard let name = arguments[.schema] else { throw UsageError.missingOption(.schema, verb: .sample) }
    if let operand = arguments.operands.first { throw UsageError.unexpectedOperand(operand, verb: .sample) }
    let seed = try seed()
    let count = try arguments.count(.count, atMost: Self.maximumCount)
    let size = try arguments.word(.size, as: SchemaSampler.Size.self) ?? .typical
    let isInvalid = arguments.has(.invalid)
    let form = try arguments.word(.output, as: SampleForm.self) ?? (isInvalid || (count ?? 1) > 1 ? .lines : .json)
    let source = try source(name)
    return isInvalid
      ? printNearMisses(source, name, seed, count, form) : printSamples(source, name, seed, count ?? 1, size, form)
  }

  private func seed() throws(UsageError) -> UInt64 {
    guard let text = arguments[.seed] else { return 1 }
    guard let seed = UInt64(text), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw .invalidValue(
        .seed, expected: "a whole number from 0 to \(UInt64.max)", actual: text, nearest: nil)
    }
    return seed
  }

  /// Where payloads come from, and what may be shown of them.
  private struct Source {
    let sampler: SchemaSampler
    /// Nil where everything may be shown.
    let evaluator: Evaluator?
    let schema: Int

    /// A payload without what the schema fixes of its sensitive values.
    func shown(_ value: JSONValue) -> JSONValue {
      guard let evaluator else { return value }
      return evaluator.redactedSample(value.json(), schema: schema) ?? .redacted
    }
  }

  private func source(_ name: String) throws -> Source {
    var choice = try SchemaChoice(name, configurationAt: arguments[.config], root: arguments[.root], paths: paths)
    if !arguments.has(.showSensitive) { choice.graph = choice.graph.markingSensitive.withoutSensitiveExamples }
    var options = choice.options
    if arguments.has(.noFormat) { options.assertedFormats = [] }
    // Examples and defaults make good samples.
    options.hasAnnotations = true
    do {
      let output = try Compiler.compile([choice.schema], of: choice.graph, options: options)
      let index = output.indexes[choice.schema] ?? 0
      return Source(
        sampler: SchemaSampler(output.program, schema: Int32(truncatingIfNeeded: index)),
        evaluator: arguments.has(.showSensitive) ? nil : Evaluator(output.program), schema: index)
    } catch {
      throw CommandFailure(error, in: choice.graph)
    }
  }

  // MARK: - Results

  private func printSamples(
    _ source: Source, _ name: String, _ seed: UInt64, _ count: Int, _ size: SchemaSampler.Size,
    _ form: SampleForm
  ) -> ExitCode {
    var values: [JSONValue] = []
    var isRedacted = false
    for number in 0..<count {
      switch source.sampler.sample(seed: seed &+ UInt64(number), size: size) {
      case .value(let sample):
        let value = source.shown(sample)
        isRedacted = isRedacted || value != sample
        if form == .lines { terminal.output.writeLine(value.json()) } else { values.append(value) }
      case .admitsNothing: return refuse("\(name) admits nothing: no payload can satisfy it")
      case .notFound:
        return refuse("no sample of \(name) was found with the seed \(seed &+ UInt64(number)); there may be some")
      }
    }
    if form == .json { terminal.output.writeLine((values.count == 1 ? values[0] : .array(values)).json(.pretty)) }
    if isRedacted { noteRedaction(name) }
    return .done
  }

  private func printNearMisses(
    _ source: Source, _ name: String, _ seed: UInt64, _ count: Int?, _ form: SampleForm
  ) -> ExitCode {
    let misses = source.sampler.nearMisses(seed: seed).prefix(count ?? Self.maximumCount)
    if misses.isEmpty {
      if case .admitsNothing = source.sampler.sample(seed: seed, size: .minimal) {
        return refuse("\(name) admits nothing: no payload is nearly valid")
      }
      return refuse("no invalid payload of \(name) was found; there may be some")
    }
    let values = misses.map { miss -> JSONValue in
      [
        "keyword": .string(miss.keyword), "keywordLocation": .string("\(miss.keywordLocation)"),
        "instanceLocation": .string("\(miss.instanceLocation)"), "payload": source.shown(miss.value),
      ]
    }
    if form == .json {
      terminal.output.writeLine(JSONValue.array(values).json(.pretty))
    } else {
      for value in values { terminal.output.writeLine(value.json()) }
    }
    if zip(misses, values).contains(where: { $0.value != $1["payload"] }) { noteRedaction(name) }
    return .done
  }

  private func noteRedaction(_ name: String) {
    terminal.report(
      "note: sensitive values that \(name) fixes are redacted, so that payloads may not be valid; "
        + "--show-sensitive prints them")
  }

  private func refuse(_ sentence: String) -> ExitCode {
    terminal.report(sentence)
    return .no
  }
}
