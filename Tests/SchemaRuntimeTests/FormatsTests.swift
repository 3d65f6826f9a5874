import Testing

@testable import SchemaRuntime

/// Cases that the official suite lacks.
@Suite struct FormatsTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let format: Format
    let text: String
    let isValid: Bool

    init(_ format: Format, _ name: String, _ text: String, _ isValid: Bool) {
      testDescription = "\(format.keyword): \(name)"
      self.format = format
      self.text = text
      self.isValid = isValid
    }
  }

  @Test(arguments: times + hosts + references + others)
  func checksFormats(_ row: Row) {
    #expect(row.format.isValid(row.text) == row.isValid, "\(row.text.debugDescription)")
  }

  static let times: [Row] = [
    Row(.dateTime, "the first year", "0000-01-01T00:00:00Z", true),
    Row(.dateTime, "the leap day of the year 0", "0000-02-29T00:00:00Z", true),
    Row(.dateTime, "the largest offset", "2024-01-01T00:00:00+23:59", true),
    Row(.dateTime, "a point without digits", "2024-01-01T00:00:00.Z", false),
    Row(.dateTime, "no zone", "2024-01-01T00:00:00", false),
    Row(.dateTime, "no zone after a fraction", "2024-01-01T00:00:00.123456", false),
    Row(.dateTime, "a space in place of the T", "2024-01-01 00:00:00Z", false),
    Row(.dateTime, "a byte that is a T but for one bit", "2024-01-01\u{14}00:00:00Z", false),
    Row(.dateTime, "a leap second on the day after, in local time", "1999-01-01T00:59:60+01:00", true),
    Row(.dateTime, "a leap second with the offset that takes it away", "1998-12-31T23:59:60+00:01", false),
    Row(
      .dateTime, "a hundred fraction digits", "2024-01-01T00:00:00." + String(repeating: "9", count: 100) + "Z", true),
    Row(.dateTime, "nothing", "", false),
    Row(.date, "letters of other digits' values", "20:0-01-01", false),
    Row(.time, "nothing", "", false),
    Row(.time, "an offset without a colon", "00:00:00+0100", false),
    Row(.time, "an offset of a letter", "00:00:00[01:00", false),
    Row(.duration, "a small p", "p1D", false),
    Row(.duration, "a unit twice", "P1D1D", false),
    Row(.duration, "no digits before a unit", "PD", false),
    Row(.duration, "a year and hours", "P1YT1H", true),
    Row(.duration, "weeks twice", "P1W1W", false),
  ]

  static let hosts: [Row] = [
    Row(.email, "a plus sign", "a+b@example.com", true),
    Row(.email, "a host of one label", "root@localhost", true),
    Row(.email, "a quote inside quotes", #""a\"b"@example.com"#, true),
    Row(.email, "an empty quoted part", #"""@example.com"#, true),
    Row(.email, "quotes that do not end", #""a@example.com"#, false),
    Row(.email, "a backslash at the end", #""a\"#, false),
    Row(.email, "text after the quotes", #""a"b@example.com"#, false),
    Row(.email, "a local part of 64 bytes", String(repeating: "a", count: 64) + "@example.com", true),
    Row(.email, "a local part of 65 bytes", String(repeating: "a", count: 65) + "@example.com", false),
    Row(.email, "an IPv6 address without its tag", "a@[::1]", false),
    Row(.email, "the tag in small letters", "a@[ipv6:::1]", true),
    Row(.email, "another tag", "a@[tag:content]", false),
    Row(.email, "an open bracket", "a@[127.0.0.1", false),
    Row(.email, "a bracket alone", "a@[", false),
    Row(.email, "brackets around nothing", "a@[]", false),
    Row(.email, "letters beyond ASCII", "ä@example.com", false),
    Row(.email, "nothing", "", false),
    Row(.hostname, "253 bytes", String(repeating: "a.", count: 126) + "a", true),
    Row(.hostname, "254 bytes", String(repeating: "a.", count: 126) + "aa", false),
    Row(.hostname, "digits alone", "123", true),
    Row(.hostname, "an A-label", "xn--mnchen-3ya.de", true),
    Row(.hostname, "an A-label in capitals", "XN--MNCHEN-3YA.DE", true),
    Row(.hostname, "an A-label for ASCII alone", "xn--abc-", false),
    Row(.hostname, "an A-label with numbers that overflow", "xn--" + String(repeating: "9", count: 58), false),
    Row(.hostname, "an A-label that ends within a number", "xn--mnchen-3y", false),
    Row(.hostname, "an A-label of a symbol", "xn--i-7iq", false),
    Row(.hostname, "an A-label of a capital letter beyond ASCII", "xn--mnchen-y9a", false),
    Row(.hostname, "other letters before two hyphens", "ab--c", true),
    Row(.ipv4, "a leading zero", "01.2.3.4", false),
    Row(.ipv4, "four digits", "1000.2.3.4", false),
    Row(.ipv6, "seven groups and a gap", "1:2:3:4:5:6:7::", true),
    Row(.ipv6, "eight groups and a gap", "1::2:3:4:5:6:7:8", false),
    Row(.ipv6, "an IPv4 address in the middle", "::1.2.3.4:5", false),
    Row(.ipv6, "an IPv4 address after seven groups", "1:2:3:4:5:6:7:1.2.3.4", false),
    Row(.ipv6, "a single colon", ":", false),
    Row(.ipv6, "nothing", "", false),
  ]

  static let references: [Row] = [
    Row(.uri, "a scheme alone", "a:", true),
    Row(.uri, "an empty host", "file:///etc", true),
    Row(.uri, "an empty port", "http://a:/", true),
    Row(.uri, "a later kind of address", "http://[v1.a:b]/", true),
    Row(.uri, "a later kind of address without text", "http://[v1.]/", false),
    Row(.uri, "text after an address in brackets", "http://[::1]a/", false),
    Row(.uri, "a zone in an address", "http://[fe80::1%25eth0]/", false),
    Row(.uri, "two question marks", "http://a?b?c", true),
    Row(.uri, "two number signs", "http://a#b#c", false),
    Row(.uri, "brackets in the query", "http://a?[b]", false),
    Row(.uri, "a percent sign at the end of the host", "http://a%", false),
    Row(.uri, "nothing", "", false),
    Row(.uriReference, "a colon in the second segment", "a/b:c", true),
    Row(.uriReference, "a scheme with another character", "a_b:c", false),
    Row(.uriReference, "a colon at the start", ":a", false),
    Row(.iri, "a no-break space", "http://a/\u{A0}", true),
    Row(.iri, "a control beyond ASCII", "http://a/\u{85}", false),
    Row(.iri, "a mark that turns the direction", "http://a/\u{202E}", false),
    Row(.iri, "a noncharacter", "http://a/\u{1FFFF}", false),
    Row(.iri, "a tag character", "http://a/\u{E0041}", false),
    Row(.iri, "private use in a path", "http://a/\u{E000}", false),
    Row(.iri, "private use in a query", "http://a?\u{E000}", true),
    Row(.iri, "private use in a fragment", "http://a#\u{E000}", false),
    Row(.iriReference, "nothing", "", true),
    Row(.iriReference, "a host in Unicode", "//münchen.de/", true),
  ]

  static let others: [Row] = [
    Row(.uuid, "braces", "{2eb8aa08-aa98-11ea-b4aa-73b441d163}", false),
    Row(.uriTemplate, "a reserved operator", "{=a}", true),
    Row(.uriTemplate, "an operator alone", "{+}", false),
    Row(.uriTemplate, "a dot at the end of a name", "{a.}", false),
    Row(.uriTemplate, "a dot at the start of a name", "{..a}", false),
    Row(.uriTemplate, "a percent sign in a name", "{a%4}", false),
    Row(.uriTemplate, "both modifiers", "{a:3*}", false),
    Row(.uriTemplate, "a prefix without a number", "{a:}", false),
    Row(.uriTemplate, "braces in braces", "{{a}}", false),
    Row(.uriTemplate, "an open brace at the end", "a{", false),
    Row(.uriTemplate, "private use", "\u{E000}", true),
    Row(.jsonPointer, "a tilde at the end", "/~", false),
    Row(.relativeJSONPointer, "a shift of the index", "0+1/a", true),
    Row(.relativeJSONPointer, "a shift of the index, and its name", "0-1#", true),
    Row(.relativeJSONPointer, "a shift without a number", "0+", false),
    Row(.relativeJSONPointer, "a shift with a leading zero", "0+01", false),
  ]

  @Test("a format has the keyword from which it is created", arguments: Format.allCases)
  func hasKeyword(_ format: Format) {
    #expect(Format(keyword: format.keyword) == format)
  }

  @Test("other keywords are not formats", arguments: ["", "idn_email", "Regex", "dateTime", "unknown", "color"])
  func refusesOtherKeywords(_ keyword: String) {
    #expect(Format(keyword: keyword) == nil)
  }

  @Test("every byte at every index of a UUID is a digit, a hyphen or invalid")
  func checksEveryByteOfUUID() {
    let valid = Array("2eb8aa08-AA98-11ea-b4aa-73b441d16380".utf8)
    let digits = Set("0123456789abcdefABCDEF".utf8)
    for index in valid.indices {
      let isHyphen = valid[index] == UInt8(ascii: "-")
      for byte in UInt8.min...UInt8.max {
        var bytes = valid
        bytes[index] = byte
        let expected = isHyphen ? byte == UInt8(ascii: "-") : digits.contains(byte)
        #expect(bytes.withUnsafeBufferPointer { Format.uuid.isValid($0) } == expected, "\(byte) at \(index)")
      }
    }
  }

  @Test("random bytes trap in no format")
  func survivesRandomBytes() {
    var generator = SeededGenerator(seed: 10)
    let alphabet = Array("0123456789abfTZPxn--..::/@[]{}%#?+~\"\\ é中\u{1F600}")
    for _ in 0..<5_000 {
      let length = Int.random(in: 0...40, using: &generator)
      let text = String((0..<length).map { _ in generator.element(of: alphabet) })
      for format in Format.allCases { _ = format.isValid(text) }
      // A string cut inside a character is not valid UTF-8, and must not be read past its end either.
      let bytes = Array(text.utf8.dropLast(Int.random(in: 0...3, using: &generator)))
      bytes.withUnsafeBufferPointer { bytes in for format in Format.allCases { _ = format.isValid(bytes) } }
    }
    for format in Format.allCases { _ = format.isValid(UnsafeBufferPointer(start: nil, count: 0)) }
  }
}
