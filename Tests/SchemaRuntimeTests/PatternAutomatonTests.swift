@_spi(Generated) import SchemaRuntime
import Testing

/// The table: its bytes, the literal that contains them, and invalid bytes.
@Suite struct PatternAutomatonTests {
  @Test("A literal in the source is usable as a table directly")
  func staticData() throws {
    let automaton = PatternAutomaton(
      staticData: """
        n#'#%#&#%###########################################################################################\
        #######$############################################################################################\
        ###################################################################$###$&&
        """)
    #expect(automaton.matches("aaa"))
    #expect(!automaton.matches("aab"))
    #expect(!automaton.matches(""))
    #expect(automaton.serialized == (try Pattern("^a+$")).automaton?.serialized)
  }

  @Test("The table is made for the first text, whichever thread has it, and serves all")
  func lazyTable() async throws {
    let pattern = try Pattern("^[a-z]+-[0-9]+$")
    let answers = await withTaskGroup(of: [Bool?].self) { group in
      for number in 0..<64 {
        let texts = ["room-\(number)", "room \(number)", "r\u{f6}om-\(number)"]
        group.addTask { texts.map { try? pattern.matches($0) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: [true, false, false], count: 64))
  }

  @Test("The bytes of a table are printable ASCII from '#' to '}'", arguments: sources)
  func bytesArePrintable(_ source: String) throws {
    let automaton = try #require(try Pattern(source).automaton)
    #expect(automaton.serialized.allSatisfy { (0x23...0x7d).contains($0) })
    #expect(automaton.byteCount == automaton.serialized.count)
    #expect(automaton.byteCount <= 65_536)
  }

  @Test("A literal escapes only backslashes", arguments: sources)
  func literals(_ source: String) throws {
    let automaton = try #require(try Pattern(source).automaton)
    let unescaped = automaton.literal.split(separator: "\\\\", omittingEmptySubsequences: false).joined(separator: "\\")
    #expect(Array(unescaped.utf8) == automaton.serialized)
    #expect(!automaton.literal.contains("\""))
  }

  @Test("A table survives its bytes", arguments: sources)
  func roundTrip(_ source: String) throws {
    let automaton = try #require(try Pattern(source).automaton)
    let copy = try #require(PatternAutomaton(serialized: automaton.serialized))
    #expect(copy.serialized == automaton.serialized)
    for text in Self.texts { #expect(copy.matches(text) == automaton.matches(text), "'\(text)'") }
  }

  @Test("Small automata are narrow, large ones wide, and both give the same answers")
  func narrowAndWide() throws {
    let narrow = try #require(try Pattern("^[a-z]{1,80}$").automaton)
    let wide = try #require(try Pattern("^[a-z]{1,800}$").automaton)
    #expect(narrow.serialized[0] == UInt8(ascii: "n"))
    #expect(wide.serialized[0] == UInt8(ascii: "w"))
    for count in [0, 1, 79, 80, 81, 90, 91, 92, 181, 182, 183, 799, 800, 801] {
      let text = String(repeating: "q", count: count)
      #expect(narrow.matches(text) == (1...80).contains(count), "\(count)")
      #expect(wide.matches(text) == (1...800).contains(count), "\(count)")
      #expect(!wide.matches(text + "Q"), "\(count)")
    }
  }

  @Test("Counting steps reads the table like matching does", arguments: sources)
  func stepsAgree(_ source: String) throws {
    let automaton = try #require(try Pattern(source).automaton)
    for text in Self.texts {
      let counted = Array(text.utf8).withUnsafeBufferPointer { automaton.matchCountingSteps($0) }
      #expect(counted.isMatch == automaton.matches(text), "'\(text)'")
      #expect(counted.steps <= text.utf8.count)
    }
  }

  @Test("Automata are minimal")
  func stateCounts() throws {
    // Dead and matched, and then: the start, after 'h', 't', …; lead bytes need no state where they decide.
    for (source, expected) in [
      ("", 2), ("a", 3), ("^a", 3), ("^a+$", 4), ("^https?://", 10), ("^[^@ ]+@[^@ ]+$", 6), ("^[0-9a-f]{32}$", 35),
      ("^(?:a|b|c)$", 4), ("^(?:ab|cb)$", 5), ("^[^]*$", 2), ("(?:a|a)*b", 3), ("é", 4),
    ] {
      #expect(try Pattern(source).automaton?.stateCount == expected, "'\(source)'")
    }
  }

  @Test("Bytes that are not a table are refused")
  func malformedTables() throws {
    for source in ["^a+$", "^[a-z]{1,200}$"] {
      let bytes = try #require(try Pattern(source).automaton).serialized
      #expect(PatternAutomaton(serialized: []) == nil)
      #expect(PatternAutomaton(serialized: Array(bytes.dropLast())) == nil)
      #expect(PatternAutomaton(serialized: bytes + [0x23]) == nil)
      var generator = PatternGenerator(seed: 3)
      for _ in 0..<300 {
        var broken = bytes
        broken[generator.below(broken.count)] = UInt8(generator.below(256))
        // Accepted bytes are safe to run, whatever the answer.
        guard let automaton = PatternAutomaton(serialized: broken) else { continue }
        for text in Self.texts { _ = automaton.matches(text) }
      }
    }
  }

  private static let sources = [
    "", "a", "^a+$", "^https?://", "^[^@ ]+@[^@ ]+$", "^[0-9a-f]{32}$", "^[A-Za-z0-9_]{1,64}$", "^.{1,300}$",
    "\\bfoo\\b",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "^\\p{Lu}", "[é🐲]+$", "^(?:[a-z]{1,90}|\\d{1,90})$", "\\\\",
  ]

  private static let texts = [
    "", "a", "aaa", "aab", "http://", "https://x", "http:/", "a@b", "a@b c", "0123456789abcdef0123456789abcdef",
    "foo bar",
    "foobar", "2024-02-29", "École", "é🐲", "🐲", "\\", String(repeating: "a", count: 91), "\u{2028}",
  ]
}
