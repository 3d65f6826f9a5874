import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import SchemaValidation
import TestSupport
import Testing

/// No payload traps, whatever its bytes: it gets a verdict, or is refused as not being JSON.
@Suite struct PayloadPropertyTests {
  @Test("any bytes get a verdict, always the same", arguments: OfficialSuite.drafts)
  func verdicts(draft: OfficialSuite.Draft) throws {
    let corpus = try PropertyCorpus(draft)
    let options = SchemaResolver.Options(defaultDialect: draft.dialect)
    let formats = Compiler.Options(assertedFormats: Set(Format.allCases))
    var outcomes: [String: Int] = [:]
    for round in 0..<(200 * Effort.factor) {
      var random = PropertyRandom("payloads of " + draft.folder, round: round)
      guard let group = random.element(of: corpus.groups) else { continue }
      let document = SchemaDocument(
        uri: "test:schema", name: "schema", source: try JSONDocument(parsing: group.schema.json()))
      // The suite has schemas that are not supported yet, and some drafts lack keywords of our own schemas.
      guard
        let graph = try? SchemaResolver.resolve([document], options: options, lookup: { OfficialSuite.remotes[$0] })
          .graph,
        let validator = try? SchemaValidator(
          graph: graph, schema: graph.roots[0], options: formats, maximumIssueCount: 7)
      else { continue }
      for _ in 0..<12 {
        let payload = Self.payload(group, corpus, &random)
        PropertyTests.trace([group.schema.text(), "\(payload)", String(decoding: payload, as: UTF8.self)])
        var result = ValidationResult.valid
        let time = ProcessorTime.measure { result = Self.verdict(validator, payload) }
        #expect(time < PropertyTests.longestRound, "round \(round): \(group.schema.text()), \(payload)")
        switch result {
        case .valid: outcomes["valid", default: 0] += 1
        case .invalid, .undecided: outcomes["invalid", default: 0] += 1
        case .unreadable: outcomes["unreadable", default: 0] += 1
        }
      }
    }
    // A generator that makes only broken texts, or none, would prove nothing.
    #expect(outcomes.values.allSatisfy { $0 > 50 } && outcomes.count == 3, "\(outcomes)")
  }

  /// Returns the verdict of all engines, which must agree.
  private static func verdict(_ validator: SchemaValidator, _ payload: [UInt8]) -> ValidationResult {
    let result = validator.validate(payload)
    var reader = JSONReader()
    payload.withUnsafeBufferPointer { text in
      #expect(validator.isValid(text, using: &reader) == result.isValid)
      #expect(validator.isValid(payload, using: &reader) == result.isValid)
      #expect(validator.explanation(of: text, using: &reader).map(\.isEmpty) ?? false == result.isValid)
      #expect(validator.validate(text, using: &reader) == result)
    }
    let origin = PayloadOrigin(file: "a.json")
    #expect(result.textOutput(in: origin).isEmpty == result.isValid)
    #expect(result.basicOutput["valid"]?.bool == result.isValid)
    #expect(result.listOutput(in: origin)["errors"]?.array?.isEmpty == result.isValid)
    switch result {
    case .valid: break
    case .invalid(let issues), .undecided(let issues):
      #expect((1...7).contains(issues.count))
      #expect(issues.allSatisfy { (0...payload.count).contains($0.position?.offset ?? -1) })
    case .unreadable(let error): #expect((0...payload.count).contains(error.position.offset))
    }
    return result
  }

  // MARK: - Payloads

  /// Returns an instance of a group, or of another one, more or less damaged.
  private static func payload(
    _ group: PropertyCorpus.Group, _ corpus: PropertyCorpus, _ random: inout PropertyRandom
  ) -> [UInt8] {
    let stranger = random.element(of: corpus.groups)?.instances ?? []
    let instances = random.isOne(in: 4) || group.instances.isEmpty ? stranger + PropertyCorpus.values : group.instances
    var bytes = random.element(of: instances)?.json() ?? []
    if random.isOne(in: 8) { bytes = nested(bytes, &random) }
    for _ in 0..<(random.element(of: [0, 0, 1, 1, 2, 5]) ?? 0) { tear(&bytes, stranger, &random) }
    return bytes
  }

  private static func nested(_ bytes: [UInt8], _ random: inout PropertyRandom) -> [UInt8] {
    let depth = random.element(of: [1, 2, 40, 510, 511, 512, 513, 3_000]) ?? 1
    let (open, close) = random.isOne(in: 2) ? ("[", "]") : (#"{"a":"#, "}")
    let closing = random.isOne(in: 6) ? 0 : depth
    return Array(String(repeating: open, count: depth).utf8) + bytes
      + Array(String(repeating: close, count: closing).utf8)
  }

  /// Bytes and pieces of text that may confuse a reader.
  private static let pieces: [[UInt8]] =
    [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "\\udc00", "\\u0000", "-", "0", "00", ".", "e", "E+",
      "1e400",
      "-0.0", "1e-400", "123456789012345678901234567890", "1E99999999999999999999", "null", "tru", " ", "\n",
      "\u{feff}",
      "\u{e9}", "\u{1F600}", "\"a\":", "/", "NaN",
    ].map { Array($0.utf8) } + [
      [0x00], [0x80], [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82],
    ]

  private static func tear(_ bytes: inout [UInt8], _ others: [JSONValue], _ random: inout PropertyRandom) {
    let offset = Int.random(in: 0...bytes.count, using: &random)
    let end = Int.random(in: offset...bytes.count, using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0 where offset < bytes.count: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1 where offset < bytes.count: bytes[offset] = .random(in: .min ... .max, using: &random)
    case 2: bytes.removeSubrange(offset...)
    case 3: bytes.removeSubrange(offset..<end)
    case 4: bytes.insert(contentsOf: bytes[offset..<end], at: offset)
    case 5: bytes.replaceSubrange(offset..<min(end, offset + 3), with: random.element(of: others)?.json() ?? [])
    default: bytes.insert(contentsOf: random.element(of: pieces) ?? [], at: offset)
    }
  }
}
