import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// The response to a line.
enum BowtieAnswer: Hashable {
  /// A line for Bowtie.
  case reply([UInt8])
  /// A message for the user if the protocol has no response for the case.
  case complaint(column: Int, message: String)
  /// The end of the session.
  case stop
}

/// The state of a session with Bowtie.
///
///     var harness = BowtieHarness()
///     harness.answer(to: Array(#"{"cmd":"stop"}"#.utf8))   // .stop
struct BowtieHarness {
  private enum Command: String, CaseIterable {
    case start, dialect, run, stop
  }

  private static let protocolVersion = 1
  private let limits: JSONLimits
  private var hasStarted = false
  private var dialect = ImplicitDialect.known(.draft2020)

  /// - Parameter maximumLineLength: the maximum number of bytes of a command.
  init(maximumLineLength: Int = JSONLimits.hardMaximumByteCount) {
    // A command nests its schema and instances, which are parsed again with the usual limits.
    limits = JSONLimits(maximumDepth: JSONLimits.hardMaximumDepth, maximumByteCount: maximumLineLength)
  }

  /// Responds to a line.
  mutating func answer(to line: [UInt8]) -> BowtieAnswer {
    var reader = JSONReader(limits: limits)
    return line.withUnsafeBufferPointer { text in
      do throws(JSONSyntaxError) {
        return answer(to: BowtieValue(node: try reader.read(text), text: text))
      } catch {
        return .complaint(column: error.position.column, message: error.message)
      }
    }
  }

  private mutating func answer(to request: BowtieValue) -> BowtieAnswer {
    guard request.node.isObject else {
      return request.complaint("expected a command as an object, found \(request.typeName)")
    }
    guard let word = request["cmd"] else { return request.complaint("expected the member 'cmd', found none") }
    guard let command = word.string.flatMap(Command.init) else {
      let words = Command.allCases.map(\.rawValue)
      let nearest = word.string.flatMap { Spelling.nearest(to: $0, among: words) }
      return word.complaint(
        "expected 'cmd' to be one of \(words.joined(separator: ", ")), found \(word.string.map { "'\($0)'" } ?? word.typeName)"
          + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
    }
    switch command {
    case .start: return start(request)
    case .dialect: return setDialect(request)
    case .run: return run(request)
    case .stop: return .stop
    }
  }
}

extension BowtieHarness {
  private mutating func start(_ request: BowtieValue) -> BowtieAnswer {
    let version = request["version"]
    guard let version, version.node.int == Self.protocolVersion else {
      return (version ?? request).complaint(
        "expected 'version' to be \(Self.protocolVersion), found \(version?.source ?? "none")")
    }
    hasStarted = true
    dialect = .known(.draft2020)
    return .reply(
      JSONValue.object([
        "version": .number(JSONNumber(Self.protocolVersion)),
        "implementation": BowtieImplementation.metadata,
      ]).json())
  }

  /// Sets the dialect. The response says whether schemas without `$schema` will use it, without a reason.
  private mutating func setDialect(_ request: BowtieValue) -> BowtieAnswer {
    let uri = request["dialect"]?.string
    let known = uri.flatMap { Dialect.named($0) }
    dialect = known.map { .known($0) } ?? .unknown(uri: uri)
    return .reply(JSONValue.object(["ok": .bool(known != nil && hasStarted)]).json())
  }

  private func run(_ request: BowtieValue) -> BowtieAnswer {
    guard let sequence = request["seq"] else {
      return request.complaint("expected 'run' to have the member 'seq', found none")
    }
    var outcome: JSONObject
    do throws(BowtieFailure) {
      guard hasStarted else { throw BowtieFailure("expected 'start' before 'run', found none") }
      let run = try BowtieCase(request["case"], dialect: dialect)
      outcome = ["results": .array(run.results())]
    } catch {
      outcome = error.outcome
    }
    // The identifier is copied byte for byte, because one number can be written in several ways.
    return .reply(
      Array(#"{"seq":"#.utf8) + sequence.bytes + [UInt8(ascii: ",")] + JSONValue.object(outcome).json().dropFirst())
  }
}

/// The dialect of schemas without `$schema`.
enum ImplicitDialect {
  case known(Dialect)
  /// An unsupported dialect; nil if Bowtie did not name it.
  case unknown(uri: String?)
}

/// Why a case or a test has no result.
struct BowtieFailure: Error {
  /// One line.
  let message: String
  /// All lines, if there are several.
  var details: [String] = []

  init(_ message: String) { self.message = message }

  /// The errors of a stage, as the stage describes them.
  init(lines: [String]) {
    message = lines.first ?? "the stage failed without a message; please report it"
    details = lines.count > 1 ? lines : []
  }

  /// The members of a response.
  var outcome: JSONObject {
    var context: JSONObject = ["message": .string(message)]
    if !details.isEmpty { context["traceback"] = .string(details.joined(separator: "\n")) }
    return ["errored": true, "context": .object(context)]
  }
}
