import CollaborationModels
@_spi(Generated) @testable import SchemaRuntime
import SchemaSampling
import SchemaTestSuite
import TestSupport
import Testing

@testable import SchemaStreaming

/// What a stream has of a whole text is what the reader has of it.
@Suite struct StreamIndexTests {
  /// The entries of a text, by the reader; nil if it is not JSON.
  static func index(_ text: [UInt8], _ limits: JSONLimits) -> [UInt64]? {
    var reader = JSONReader(limits: limits)
    return text.withUnsafeBufferPointer { text in
      (try? reader.read(text)).map { root in (0..<root.nextIndex).map { root[at: $0].entry } }
    }
  }

  /// The entries of a text that was cut at random; nil if it broke.
  static func index(_ text: [UInt8], _ limits: JSONLimits, upTo most: Int, _ random: inout SeededRandom) -> [UInt64]? {
    var scanner = StreamScanner(limits: limits)
    var rest = text[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...most, using: &random))
      rest = rest.dropFirst(piece.count)
      piece.withUnsafeBufferPointer { scanner.append($0) }
    }
    return scanner.state == .end ? scanner.entries.prefix(scanner.entries.count) : nil
  }

  private static let samples: [String] = [
    #"{"a":1,"b":[true,false,null,-0.5e+10,"x"],"c":{},"d":[],"e":{"f":[[1,2],[3]]}}"#,
    #"["\"","\\","\\\"","\/\b\f\n\r\t","\u00e9\ud83d\ude00","é😀漢字","","\\\\\\"]"#,
    "[\n\t 1 ,\r\n 2\t,\t\"a b\" , { \"k\" : \"v\" } ]", "[[[],{}],[{}]]",
    #"[0,-0,10,0.25,1e5,1E-5,-12.5e+3,123456789012345678,0.12345678901234567890123]"#,
    #"{"":"","\u0061":{"\\":"\\\\"},"名":"前\"後"}"#,
  ]

  @Test("long texts in pieces of any size have the reader's index, whatever is wrong with them")
  func agrees() {
    var random = SeededRandom(seed: 7)
    var (count, broken) = (0, 0)
    for round in 0..<Effort.rounds(quick: 400, thorough: 1_000) {
      var parts: [String] = []
      while parts.count < 40 { parts.append(Self.samples.randomElement(using: &random) ?? "") }
      var text = Array("[\(parts.joined(separator: ", "))]".utf8)
      if round % 2 == 1 {
        for _ in 0...Int.random(in: 0...1, using: &random) {
          let bytes: [UInt8] = [0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d, 0x3a, 0x5c, 0x30, 0x20, 0x61, 0x01, 0xc3, 0x80]
          text[Int.random(in: 0..<text.count, using: &random)] = bytes.randomElement(using: &random) ?? 0
        }
      }
      let limits = JSONLimits(maximumDepth: round % 8 == 0 ? 3 : 512)
      let expected = Self.index(text, limits)
      for most in [1, 40, 700, 5_000] {
        let found = Self.index(text, limits, upTo: most, &random)
        if found != expected { Issue.record("pieces of \(most): \(String(decoding: text, as: UTF8.self))") }
      }
      if expected == nil { broken += 1 } else { count += 1 }
    }
    #expect(count > 100 && broken > 50)
  }

  @Test("a text that is too long is refused at its first byte too many, and no more of it is kept")
  func limitsBytes() {
    var stream = JSONStream(UserInfo.self, limits: JSONLimits(maximumByteCount: 10))
    guard case .refused(.syntax(let error)) = stream.append(Array(#"{"nickName": "Amal"}"#.utf8)) else {
      return #expect(Bool(false))
    }
    #expect(error.kind == .tooLong(limit: 10))
    #expect(throws: SchemaError.syntax(error)) { try stream.finish() }
  }
}

/// Instances of the official suite, cut at random.
@Suite(.enabled(if: OfficialSuite.isPresent, Comment(rawValue: OfficialSuite.instructions)))
struct StreamEndTests {
  @Test("a stream is valid at its end if, and only if, the whole text is", arguments: OfficialSuite.drafts)
  func agrees(draft: OfficialSuite.Draft) throws {
    var problems: [String] = []
    var valid = 0
    var random = SeededRandom(seed: 3)
    for group in Effort.sample(try OfficialSuite.groups(of: draft), oneIn: 5, thorough: 3) {
      let schema = try StreamSuiteTests.schema(of: group, draft)
      for instance in group.instances {
        for most in [1, 5, 1_000] {
          // A number ends only with what follows it.
          var rest = Array(instance.text.utf8)[...] + [0x20]
          var stream = StreamValidation(schema)
          while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...most, using: &random))
            rest = rest.dropFirst(piece.count)
            _ = piece.withUnsafeBufferPointer { stream.append($0) }
          }
          valid += stream.isValid ? 1 : 0
          if stream.isValid != instance.isValid { problems.append("\(group.title(of: instance)): \(stream.isValid)") }
        }
      }
    }
    for problem in problems.prefix(20) { Issue.record(Comment(rawValue: problem)) }
    #expect(problems.isEmpty)
    #expect(valid > 100)
  }
}
