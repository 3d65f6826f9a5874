import JSONSchema
import SchemaRuntime

/// What a harness does about one line.
enum BowtieAnswer: Hashable {
  /// A line for the peer.
  case reply([UInt8])
  /// Words for people, where the protocol has no reply: the column at fault, and what is wrong there.
  case complaint(column: Int, message: String)
  /// The peer is done.
  case stop
}

/// The state of a conversation with Bowtie: whether it began, and which dialect is implied.
///
///     var harness = BowtieHarness()
///     harness.answer(to: Array(#"{"cmd":"stop"}"#.utf8))   // .stop
struct BowtieHarness {
  /// What a peer may ask for.
  private enum Command: String, CaseIterable {
    case start, dialect, run, stop
  }

  private static let protocolVersion = 1
  private let limits: JSONLimits
  private var hasStarted = false
  private var dialect = ImplicitDialect.known(.draft2020)

  /// - Parameter maximumLineLength: the most bytes of one command.
  init(maximumLineLength: Int = JSONLimits.hardMaximumByteCount) {
    // A command nests its schema and its instances; each is read again by itself, with the usual limits.
    limits = JSONLimits(maximumDepth: JSONLimits.hardMaximumDepth, maximumByteCount: maximumLineLength)
  }

  /// Answers one line; nothing that stands in it ends the conversation but `stop`.
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
      return request.complaint("expected a command, which is an object, found \(request.typeName)")
    }
    guard let word = request["cmd"] else { return request.complaint("expected a member 'cmd', found none") }
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

// MARK: - The commands

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

  /// The reply has no place for a reason: it says whether schemas without `$schema` will be read as asked.
  private mutating func setDialect(_ request: BowtieValue) -> BowtieAnswer {
    let uri = request["dialect"]?.string
    let known = uri.flatMap { Dialect(schemaURI: $0) }
    dialect = known.map { .known($0) } ?? .unknown(uri: uri)
    return .reply(JSONValue.object(["ok": .bool(known != nil && hasStarted)]).json())
  }

  private func run(_ request: BowtieValue) -> BowtieAnswer {
    guard let sequence = request["seq"] else {
      return request.complaint("expected 'run' to have a member 'seq', found none")
    }
    var outcome: JSONObject
    do throws(BowtieFailure) {
      guard hasStarted else { throw BowtieFailure("expected 'start' before 'run', found none") }
      let run = try BowtieCase(request["case"], dialect: dialect)
      outcome = ["results": .array(run.results())]
    } catch {
      outcome = error.outcome
    }
    // The identifier comes back byte for byte: it may be a number that no type of ours writes in the same way.
    return .reply(
      Array(#"{"seq":"#.utf8) + sequence.bytes + [UInt8(ascii: ",")] + JSONValue.object(outcome).json().dropFirst())
  }
}

/// The dialect of schemas without `$schema`.
enum ImplicitDialect {
  case known(Dialect)
  /// The peer asked for one that is not ours; nil when it did not say which.
  case unknown(uri: String?)
}

/// Why a case or a test of it has no result.
struct BowtieFailure: Error {
  /// One line.
  let message: String
  /// Everything that is known, one line each, where that is more.
  var details: [String] = []

  init(_ message: String) { self.message = message }

  /// The errors of a stage, in the stage's own words.
  init(lines: [String]) {
    message = lines.first ?? "expected a reason, found none"
    details = lines.count > 1 ? lines : []
  }

  /// The members that say so in a reply.
  var outcome: JSONObject {
    var context: JSONObject = ["message": .string(message)]
    if !details.isEmpty { context["traceback"] = .string(details.joined(separator: "\n")) }
    return ["errored": true, "context": .object(context)]
  }
}
