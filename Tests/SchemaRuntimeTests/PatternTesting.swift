import SchemaRuntime
import Testing

/// One pattern with texts in which it finds a match and texts in which it does not.
struct PatternCase: Sendable, CustomTestStringConvertible {
  var name: String
  var pattern: String
  var matching: [String]
  var failing: [String]

  init(_ name: String, _ pattern: String, matches matching: [String] = [], fails failing: [String] = []) {
    self.name = name
    self.pattern = pattern
    self.matching = matching
    self.failing = failing
  }

  var testDescription: String { name }
}

extension PatternCase {
  /// Checks that all engines, and the default one, give the expected answers.
  func check() throws {
    let all = try Pattern.engines(for: pattern) + [("chosen", try Pattern(pattern))]
    for (engine, pattern) in all {
      for text in matching { #expect(pattern.outcome(of: text) == .match, "\(engine), '\(text)'") }
      for text in failing { #expect(pattern.outcome(of: text) == .noMatch, "\(engine), '\(text)'") }
    }
  }
}

extension Pattern {
  /// Every engine that can run `source` within `options`, by name.
  static func engines(
    for source: String, _ options: PatternOptions = PatternOptions()
  ) throws -> [(name: String, pattern: Pattern)] {
    try Engine.allCases.compactMap { engine in
      try Pattern(source, options: options, engine: engine).map { ("\(engine)", $0) }
    }
  }

  /// Returns the pattern's result for `text`, in a buffer of exactly its size, so that a sanitizer finds reads past it.
  func outcome(of text: String) -> PatternOutcome { outcome(of: Array(text.utf8)) }

  func outcome(of bytes: [UInt8]) -> PatternOutcome { bytes.withUnsafeBufferPointer { match($0) } }
}

/// A small seeded generator, so that a failing case can be reproduced (xorshift, 64 bits).
struct PatternGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x2545_f491_4f6c_dd1d | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_f491_4f6c_dd1d
  }

  mutating func below(_ limit: Int) -> Int { Int(next() >> 33) % limit }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
