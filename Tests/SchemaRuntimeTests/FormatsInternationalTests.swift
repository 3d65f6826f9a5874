import Testing

@testable import SchemaRuntime

/// Internationalized host names and mailboxes: cases that the official suite lacks.
@Suite struct FormatsInternationalTests {
  @Test(arguments: hosts + labels + directions + lengths + mailboxes)
  func checksFormats(_ row: FormatsTests.Row) {
    #expect(row.format.isValid(row.text) == row.isValid, "\(row.text.debugDescription)")
  }

  private typealias Row = FormatsTests.Row

  private static let hosts: [FormatsTests.Row] = [
    Row(.idnHostname, "a U-label", "münchen.de", true),
    Row(.idnHostname, "an A-label", "xn--mnchen-3ya.de", true),
    Row(.idnHostname, "an A-label in capitals", "XN--MNCHEN-3YA.DE", true),
    Row(.idnHostname, "ASCII capitals in a label of ASCII", "Example.COM", true),
    Row(.idnHostname, "ASCII capitals in a U-label", "München.de", false),
    Row(.idnHostname, "a capital beyond ASCII", "mÜnchen.de", false),
    Row(.idnHostname, "an underscore", "a_b", false),
    Row(.idnHostname, "a space in a U-label", "ü b", false),
    Row(.idnHostname, "two hyphens that reserve a label, in RFC 1123", "ab--c", true),
    Row(.idnHostname, "two hyphens that reserve a label beside a U-label", "ab--c.ü", false),
    Row(.hostname, "two hyphens in RFC 1123", "ab--c", true),
    Row(.idnHostname, "two hyphens elsewhere", "abc--d", true),
    Row(.idnHostname, "two hyphens in a U-label", "üb--c", false),
    Row(.idnHostname, "a prefix before Unicode", "xn--ü", false),
    Row(.idnHostname, "a hyphen before Unicode", "-ü", false),
    Row(.idnHostname, "a hyphen after Unicode", "ü-", false),
    Row(.idnHostname, "a hyphen as all of an A-label's text", "xn---", false),
    Row(.idnHostname, "a prefix alone", "xn--", false),
    Row(.idnHostname, "all four full stops", "a.b\u{3002}c\u{FF0E}d\u{FF61}e", true),
    Row(.hostname, "an ideographic full stop", "a\u{3002}b", false),
    Row(.idnHostname, "a middle bracket, of bytes much like a full stop's", "a\u{3010}b", false),
    Row(.idnHostname, "an emoji", "i❤.ws", false),
    Row(.idnHostname, "an unassigned scalar", "a\u{378}", false),
    Row(.idnHostname, "a noncharacter", "a\u{FFFF}", false),
    Row(.idnHostname, "private use", "a\u{E000}", false),
    Row(.idnHostname, "a letter that Unicode 15 added", "\u{11F04}", true),
  ]

  private static let labels: [FormatsTests.Row] = [
    Row(.idnHostname, "a base and a mark that have a composite", "cafe\u{301}", false),
    Row(.idnHostname, "marks in another order than the form C's", "q\u{307}\u{323}", false),
    Row(.idnHostname, "marks in the form C's order", "q\u{323}\u{307}", true),
    Row(.hostname, "an A-label of a text that is not in form C", "xn--cafe-yvc", false),
    Row(.idnHostname, "Korean letters of a syllable", "\u{1100}\u{1161}", false),
    Row(.idnHostname, "a full-width letter", "\u{FF41}", false),
    Row(.idnHostname, "a ligature", "\u{FB01}", false),
    Row(.idnHostname, "a soft hyphen", "a\u{AD}b", false),
    Row(.idnHostname, "a joiner first", "\u{200D}a", false),
    Row(.idnHostname, "a non-joiner last", "\u{628}\u{200C}", false),
    Row(.idnHostname, "a non-joiner past transparent marks", "\u{628}\u{64B}\u{200C}\u{64B}\u{628}", true),
    Row(.idnHostname, "a non-joiner after a letter that joins on the right alone", "\u{627}\u{200C}\u{628}", false),
    Row(.idnHostname, "two non-joiners", "\u{628}\u{200C}\u{200C}\u{628}", false),
    Row(.idnHostname, "a keraia before a Greek letter of another block", "α\u{375}\u{1F00}", true),
    Row(.idnHostname, "a Katakana middle dot and an iteration mark of Han", "\u{30FB}\u{3005}", true),
    Row(.idnHostname, "extended Arabic digits with a letter between", "\u{6F1}\u{628}\u{661}", false),
  ]

  private static let directions: [FormatsTests.Row] = [
    Row(.idnHostname, "a Hebrew name", "אבג.com", true),
    Row(.idnHostname, "a Hebrew label that ends in a digit", "אב1", true),
    Row(.idnHostname, "a Hebrew label that ends in a mark", "אב\u{5B4}", true),
    Row(.idnHostname, "a Hebrew label with a hyphen", "א-ב", true),
    Row(.idnHostname, "a Latin letter in a Hebrew label", "אaב", false),
    Row(.idnHostname, "a label that begins with a digit after a Hebrew one", "אב.1com", false),
    Row(.idnHostname, "a U-label that begins with a digit after a Hebrew one", "אב.1ü", false),
    Row(.idnHostname, "a label that begins with a digit, with no Hebrew", "1com.ü", true),
    Row(.idnHostname, "an A-label of a Hebrew name", "xn--4dbcd.com", true),
    Row(.hostname, "a digit first beside an A-label of a Hebrew name", "1com.xn--4dbcd", false),
    Row(.idnHostname, "an Arabic digit first", "\u{660}\u{628}", false),
    Row(.idnHostname, "an Arabic digit alone among Latin letters", "a\u{660}", false),
  ]

  private static let lengths: [FormatsTests.Row] = [
    // Each of these letters after the first takes one byte more.
    Row(.idnHostname, "an A-label of 63 bytes", String(repeating: "ü", count: 57), true),
    Row(.idnHostname, "an A-label of 64 bytes", String(repeating: "ü", count: 58), false),
    Row(.idnHostname, "a label of a million letters", String(repeating: "ü", count: 1_000_000), false),
    Row(.idnHostname, "a name of 253 bytes in ASCII", name(lastCount: 57) + "a", true),
    Row(.idnHostname, "a name of 254 bytes in ASCII", name(lastCount: 57) + "aa", false),
  ]

  /// Three labels of 63 bytes each in ASCII, with full stops after them, and one of 60 letters of ASCII: 252 bytes.
  private static func name(lastCount: Int) -> String {
    String(repeating: String(repeating: "ü", count: lastCount) + ".", count: 3) + String(repeating: "a", count: 60)
  }

  private static let mailboxes: [FormatsTests.Row] = [
    Row(.idnEmail, "ASCII", "root@localhost", true),
    Row(.idnEmail, "Unicode on both sides", "jörg@münchen.de", true),
    Row(.email, "Unicode before the at-sign", "jörg@example.com", false),
    Row(.email, "Unicode after the at-sign", "joerg@münchen.de", false),
    Row(.idnEmail, "64 bytes of Unicode before the at-sign", String(repeating: "ö", count: 32) + "@a", true),
    Row(.idnEmail, "66 bytes of Unicode before the at-sign", String(repeating: "ö", count: 33) + "@a", false),
    Row(.idnEmail, "dots before the at-sign", "ö.ö@a", true),
    Row(.idnEmail, "two dots in a row", "ö..ö@a", false),
    Row(.idnEmail, "a dot last", "ö.@a", false),
    Row(.idnEmail, "a quoted blank", #""ö ö"@a"#, true),
    Row(.idnEmail, "a backslash before a character beyond ASCII", #""\ö"@a"#, false),
    Row(.idnEmail, "a control of ASCII in quotes", "\"ö\n\"@a", false),
    Row(.idnEmail, "an address in brackets", "ö@[127.0.0.1]", true),
    Row(.idnEmail, "an ideographic full stop", "ö@a\u{3002}b", false),
    Row(.idnEmail, "a symbol in the host", "ö@i❤.ws", false),
    Row(.idnEmail, "an A-label that means nothing", "ö@xn--X", false),
    Row(.idnEmail, "a host that breaks the Bidi rule", "ö@0א", false),
    Row(.idnEmail, "marks in another order than the form C's", "ö@q\u{307}\u{323}", true),
    Row(.idnEmail, "nothing after the at-sign", "ö@", false),
    Row(.idnEmail, "nothing", "", false),
  ]
}

/// RFC 3492, with examples of its section 7.1.
@Suite struct FormatsPunycodeTests {
  @Test(
    arguments: [
      ("Arabic", "ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("Chinese", "他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
      ("Russian", "почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
      ("Japanese with digits", "3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"), ("German", "münchen", "mnchen-3ya"),
      ("the last code point", "\u{10FFFF}", "dn32g"), ("hyphens", "-ü-", "---xka"),
    ])
  func encodesAndDecodes(_ name: String, _ text: String, _ encoded: String) {
    let scalars = Array(text.unicodeScalars)
    #expect(Punycode.encode(scalars, maximumByteCount: 63) == Array(encoded.utf8), "\(name)")
    #expect(Array(encoded.utf8).withUnsafeBufferPointer { Punycode.decode($0) } == scalars, "\(name)")
  }

  @Test("Encoded labels decode again, and take no more bytes than stated", arguments: 0..<4 as Range<UInt64>)
  func roundTrips(seed: UInt64) {
    var generator = PatternGenerator(seed: seed + 7)
    for _ in 0..<1_000 {
      let scalars = (0..<generator.below(20) + 1).map { _ -> Unicode.Scalar in
        let limit = generator.pick([0x80, 0x800, 0x1_0000, 0x11_0000])
        return Unicode.Scalar(UInt32(generator.below(limit))) ?? "ü"
      }
      let small = scalars.map { "A"..."Z" ~= $0 ? "a" : $0 }
      guard small.contains(where: { !$0.isASCII }) else { continue }
      guard let encoded = Punycode.encode(small, maximumByteCount: 200) else {
        Issue.record("\(small) is not encoded")
        continue
      }
      #expect(encoded.withUnsafeBufferPointer { Punycode.decode($0) } == small)
      #expect(Punycode.encode(small, maximumByteCount: encoded.count) == encoded)
      #expect(Punycode.encode(small, maximumByteCount: encoded.count - 1) == nil)
    }
  }
}

/// `regex` is about syntax, not about the limits of one engine.
@Suite struct FormatsRegexTests {
  @Test(arguments: [
    ("nothing", "", true), ("a class", "[a-z]", true), ("a bracket alone", "]", false), ("a brace alone", "{", false),
    ("a property", "\\p{Script=Greek}", true), ("an unknown property", "\\p{Greek}", false),
    ("an escape that is none with flag u", "\\-", false), ("a pair of surrogates", "\\uD83D\\uDE00", true),
    ("a group's name in Unicode", "(?<é\\u{301}>a)\\k<é\\u0301>", true),
    ("a reference to no group", "(?<a>b)\\k<c>", false), ("a number of no group", "(a)\\2", false),
    ("look-behind", "(?<!a|b+)c", true), ("a count of counts", "(((a{1,1000}){1,1000}){1,1000}){1,1000}", true),
    ("an immense count", "a{99999999999999999999999}", true),
    ("immense counts in order", "a{99999999999999999998,99999999999999999999}", true),
    ("immense counts out of order", "a{99999999999999999999,99999999999999999998}", false),
    ("counts with leading zeros", "a{007,7}", true), ("counts with leading zeros out of order", "a{08,007}", false),
    ("a hundred thousand groups in one another", nested(100_000), true),
    ("a hundred thousand groups that are not closed", String(nested(100_000).dropLast()), false),
    ("a hundred kilobytes of properties", String(repeating: "\\P{L}", count: 20_000), true),
    ("a hundred kilobytes of characters", String(repeating: "é", count: 50_000), true),
  ])
  func isRegex(_ name: String, _ text: String, _ isValid: Bool) {
    #expect(Format.regex.isValid(text) == isValid, "\(name)")
  }

  private static func nested(_ depth: Int) -> String {
    String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
  }
}
