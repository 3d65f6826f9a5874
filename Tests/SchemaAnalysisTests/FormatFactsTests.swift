import SchemaAnalysis
import SchemaRuntime
import TestSupport
import Testing

/// The table of formats agrees with the checks.
@Suite struct FormatFactsTests {
  @Test("examples are valid for the format, counterexamples are not", arguments: Format.allCases)
  func examples(_ format: Format) {
    let facts = format.facts
    #expect(!facts.words.isEmpty && !facts.examples.isEmpty && !facts.shortExamples.isEmpty)
    #expect(!facts.counterexamples.isEmpty)
    for text in facts.examples + facts.shortExamples { #expect(format.isValid(text), "'\(text)'") }
    for text in facts.counterexamples { #expect(!format.isValid(text), "'\(text)'") }
  }

  @Test(
    "texts of the shape are valid for the format, of its lengths, and of the wider formats", arguments: Format.allCases)
  func shape(_ format: Format) throws {
    let facts = format.facts
    var random = SeededRandom(seed: 7)
    let draw = { (limit: Int) in Int.random(in: 0..<max(limit, 1), using: &random) }
    var texts = facts.examples + facts.shortExamples
    for _ in 0..<60 {
      let text = format.ordinaryText(draw: draw)
      texts.append(try #require(text))
    }
    var library = PatternLibrary()
    let shapes = [facts.shape, facts.otherShape].compactMap { $0 }
    for shape in shapes {
      let products = library.products(required: [shape], forbidden: [], isExplored: true)?.products ?? []
      try #require(products.count == 1)
      for least in [0, 20, 40, 60, 80, 120] {
        let reach = products[0].reach(least...Int.max, preferred: least + 6)
        for length in reach.lengths { texts.append(products[0].text(length: length, reach, draw: draw)) }
      }
    }
    let patterns = try shapes.map { try Pattern($0) }
    let envelope = try facts.envelope.map { try Pattern($0) }
    for text in texts {
      #expect(try envelope?.matches(text) ?? true, "'\(text)' does not match \(facts.envelope ?? "")")
      #expect(format.isValid(text), "'\(text)'")
      #expect(facts.lengths ~= text.unicodeScalars.count, "'\(text)'")
      #expect(!facts.isASCII || text.utf8.allSatisfy { $0 < 0x80 }, "'\(text)'")
      for wider in facts.wider { #expect(wider.isValid(text), "'\(text)' and \(wider)") }
    }
    #expect(
      try texts.dropFirst(facts.examples.count + facts.shortExamples.count)
        .allSatisfy { text in try patterns.contains { try $0.matches(text) } })
  }

  /// The longest and shortest texts that a format permits.
  private static let ends: [(Format, String)] = [
    (.date, "0000-01-01"), (.dateTime, "2024-01-01t00:00:00z"), (.ipv4, "0.0.0.0"), (.ipv4, "255.255.255.255"),
    (.ipv6, "1111:2222:3333:4444:5555:6666:255.255.255.255"), (.uri, "a:"), (.duration, "P0D"), (.time, "00:00:00z"),
    (.email, String(repeating: "a", count: 64) + "@" + String(repeating: "b.", count: 126) + "c"),
    (.hostname, String(repeating: "a.", count: 126) + "a"), (.idnHostname, String(repeating: "ü.", count: 30) + "ü"),
    (.relativeJSONPointer, "0"), (.uuid, "2EB8AA08-AA98-11EA-B4AA-73B441D16380"),
  ]

  @Test("the longest and shortest texts are within the lengths", arguments: ends)
  func areWithinLengths(_ format: Format, _ text: String) {
    #expect(format.isValid(text))
    #expect(format.facts.lengths ~= text.unicodeScalars.count)
  }

  @Test("random texts of a format are within its lengths")
  func randomTexts() {
    var random = SeededRandom(seed: 3)
    let alphabet = Array("0123abfTZP-..::/@{}#?+ é")
    for _ in 0..<20_000 {
      let text = String(
        (0..<Int.random(in: 0...12, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      for format in Format.allCases where format.isValid(text) {
        #expect(format.facts.lengths ~= text.unicodeScalars.count, "\(format) '\(text)'")
        #expect(!format.facts.isASCII || text.utf8.allSatisfy { $0 < 0x80 }, "\(format) '\(text)'")
        for wider in format.facts.wider { #expect(wider.isValid(text), "\(format) '\(text)' and \(wider)") }
      }
    }
  }
}
