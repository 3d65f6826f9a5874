public import SchemaRuntime

/// A payload that arrives in pieces, in which null may stand for the absence of a member, as language models write where a
/// provider requires all members (`codegen bundle --for openai-strict`).
///
///     var stream = NullableJSONStream(Search.self)
///     for piece in pieces { if case .refused(let error) = stream.append(piece) { throw error } }
///     let search = try stream.finish()
///
/// Its verdicts are those of ``JSONStream`` on the text without these members, with the positions of the payload. They come a
/// little later: the comma and the name before a value are read together with its first byte. Where it depends on what follows whether a null stands for absence, as in the branches of a choice, the verdict stays open.
public struct NullableJSONStream<Model: SchemaModel>: Sendable {
  private var stream: JSONStream<Model>
  private var filter: NullFilter
  private let limits: JSONLimits

  public init(_ model: Model.Type = Model.self, limits: JSONLimits = JSONLimits()) {
    (self.limits, stream) = (limits, JSONStream(limits: limits))
    filter = NullFilter(Model.schema, limits)
  }

  /// The verdict on what has arrived.
  public var verdict: StreamVerdict { stream.verdict }

  /// What has arrived, without the members that are absent; nil before the value has begun, and after a refusal. A member
  /// is in it once its value has begun.
  public var partialJSON: PartialJSON? { stream.partialJSON }

  /// Takes the next bytes, any number of them.
  @discardableResult
  public mutating func append(_ bytes: some Sequence<UInt8>) -> StreamVerdict {
    let passed = filter.filtered(bytes)
    return passed.isEmpty ? verdict : stream.append(passed)
  }

  /// Decodes the whole text.
  /// - Throws: what `init(json:readingRefusedNullsAsAbsent:)` throws for it.
  public func finish() throws(SchemaError) -> Model {
    try Model(json: filter.text, readingRefusedNullsAsAbsent: true, limits: limits)
  }
}

/// Passes a text on, with spaces in place of members that are null although the schema rejects that.
struct NullFilter: Sendable {
  private enum Place {
    case name, afterName, value
  }

  private let schema: ModelSchema
  private let limits: JSONLimits
  /// The whole text.
  private(set) var text: [UInt8] = []
  /// What has been passed on.
  private var passed: [UInt8] = []
  /// A member without its value, from the comma before it; empty outside.
  private var held: [UInt8] = []
  /// Whether each open container is an object.
  private var containers: [Bool] = []
  private var place = Place.value
  private var isInString = false
  private var isEscaped = false
  /// The bytes of a null that may stand for absence.
  private var letters = 0
  /// Whether the comma after a member without one before it is left out.
  private var dropsComma = false
  /// Whether nothing more is passed on, because the schema may read a null in two ways.
  private(set) var isUncertain = false

  init(_ schema: ModelSchema, _ limits: JSONLimits) { (self.schema, self.limits) = (schema, limits) }

  mutating func filtered(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let start = passed.count
    for byte in bytes {
      text.append(byte)
      if !isUncertain { take(byte) }
    }
    return Array(passed[start...])
  }

  private mutating func take(_ byte: UInt8) {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
        if place == .name { place = .afterName }
      }
      return pass(byte)
    }
    switch byte {
    case UInt8(ascii: "\""):
      if place == .value { release() }
      isInString = true
      pass(byte, holds: place == .name)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      release()
      pass(byte)
      containers.append(byte == UInt8(ascii: "{"))
      (place, dropsComma) = (containers.last == true ? .name : .value, false)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      release()
      pass(byte)
      _ = containers.popLast()
      (place, dropsComma) = (.value, false)
    case UInt8(ascii: ","):
      release()
      let isMember = containers.last == true
      if isMember, dropsComma { passed.append(0x20) } else { pass(byte, holds: isMember) }
      (place, dropsComma) = (isMember ? .name : .value, false)
    case UInt8(ascii: ":"):
      pass(byte)
      place = .value
    case 0x20, 0x09, 0x0a, 0x0d: pass(byte)
    default: takeLiteral(byte)
    }
  }

  private mutating func takeLiteral(_ byte: UInt8) {
    let null = Array("null".utf8)
    guard !held.isEmpty, place == .value, letters < 4, byte == null[letters] else {
      release()
      return pass(byte)
    }
    held.append(byte)
    letters += 1
    guard letters == 4 else { return }
    switch reading() {
    case .value: release()
    case .uncertain: isUncertain = true
    case .absence:
      // Without a comma before it, the one after it goes.
      dropsComma = held.first != UInt8(ascii: ",")
      passed += held.map { [0x20, 0x09, 0x0a, 0x0d].contains($0) ? $0 : 0x20 }
      (held, letters) = ([], 0)
    }
  }

  private mutating func pass(_ byte: UInt8, holds: Bool = false) {
    if holds || !held.isEmpty { held.append(byte) } else { passed.append(byte) }
  }

  /// Passes on what was held, because it is a value.
  private mutating func release() {
    passed += held
    (held, letters) = ([], 0)
  }

  private enum Reading {
    case value, absence, uncertain
  }

  /// How the schema reads the null at the end of what was held.
  private func reading() -> Reading {
    let closing = containers.reversed().map { $0 ? UInt8(ascii: "}") : UInt8(ascii: "]") }
    let whole = passed + held + closing
    let end = passed.count + held.count
    var search = RefusedNulls(schema, limits)
    search.maximumIssueCount = 10_000
    switch search.refusal(ofNullEndingAt: end, in: whole) {
    case nil: return .value
    case false?: return .uncertain
    case true?: return .absence
    }
  }
}
