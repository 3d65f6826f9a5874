import SchemaRuntime

extension FormatFacts {
  private static let word = "(?:" + PlainWords.words.joined(separator: "|") + ")"
  private static let host = word + "\\.example\\.(?:com|org|net)"
  private static let label = "[a-z][a-z0-9]{0,14}"
  private static let day = "20(?:1[5-9]|2[0-9])-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])"
  private static let clock =
    "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:Z|Z|\\.250Z|\\+02:00|\\.[0-9]+Z)"
  private static let octet = "(?:25[0-4]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9])"
  private static let url = "https://" + host + "/" + word + "[a-z]*"

  private static let fullDate = "[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
  private static let fullTime =
    "(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
  private static let anyOctet = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"

  /// A table, one row per format.
  static func row(of format: Format) -> FormatFacts {
    switch format {
    case .dateTime:
      FormatFacts(
        draft: .draft3, words: "a date and time with time zone", lengths: 20...Int.max, shape: "^\(day)T\(clock)$",
        envelope: "^\(fullDate)[Tt]\(fullTime)$",
        examples: ["2024-01-31T12:00:00Z"], shortExamples: ["2000-01-01T00:00:00Z"],
        counterexamples: ["2024-02-30T12:00:00Z", "2024-06-15 12:00"], swiftTypes: ["Timestamp", "Date"],
        recognition: .valuesAndNames())
    case .date:
      FormatFacts(
        draft: .draft3, words: "a date", lengths: 10...10, shape: "^\(day)$", envelope: "^\(fullDate)$",
        examples: ["2024-01-31"],
        shortExamples: ["2000-01-01", "1999-12-31"], counterexamples: ["2024-02-30", "15.06.2024"],
        swiftTypes: ["CalendarDate"], recognition: .valuesAndNames())
    case .time:
      FormatFacts(
        draft: .draft7, words: "a time with time zone", lengths: 9...Int.max, shape: "^\(clock)$",
        envelope: "^\(fullTime)$",
        examples: ["12:00:00Z"], shortExamples: ["00:00:00Z", "12:30:00Z"], counterexamples: ["25:00:00Z", "noon"],
        recognition: .values())
    case .duration:
      FormatFacts(
        draft: .draft2019, words: "a duration", lengths: 3...Int.max,
        shape: "^P(?:T[1-5][0-9]M|T1H30M|[1-9]D|[12][0-9]D|[1-9][0-9]*D)$",
        envelope: "^P(?:[0-9]+[YMWD]){0,3}(?:T(?:[0-9]+[HMS]){1,3})?$",
        examples: ["P1D"],
        shortExamples: ["P1D", "PT1S", "P2W"], counterexamples: ["P", "1 hour"], recognition: .values())
    case .email:
      FormatFacts(
        draft: .draft3, words: "an email address", lengths: 3...318,
        shape: "^\(word)\\.\(word)[a-z]{0,40}@(?:[a-z]{1,20}\\.)*\(host)$",
        otherShape: "^\(label)(?:[.+_-]\(label))?@(?:\(label)\\.){1,3}[a-z]{2,6}$", envelope: "@",
        examples: ["ann@example.com"],
        shortExamples: ["a@b", "a@b.c", "x@y.zz"], counterexamples: ["ada@", "ada.example.com"], wider: [.idnEmail],
        recognition: .valuesAndNames())
    case .idnEmail:
      FormatFacts(
        draft: .draft7, words: "an email address, possibly internationalized", lengths: 3...Int.max, isASCII: false,
        shape: row(of: .email).shape, examples: ["änn@example.com", "ann@example.com"],
        shortExamples: ["a@b", "a@b.c", "x@y.zz"], counterexamples: ["ada@", "ada.example.com"])
    case .hostname:
      FormatFacts(
        draft: .draft4, words: "a host name", lengths: 1...253, shape: "^(?:[a-z]{1,20}\\.)*\(host)$",
        envelope: "^[A-Za-z0-9.-]+$",
        examples: ["example.com"], shortExamples: ["a", "b.c", "example"],
        counterexamples: ["-example.com", "exa mple.com"], wider: [.idnHostname])
    case .idnHostname:
      FormatFacts(
        draft: .draft7, words: "a host name, possibly internationalized", lengths: 1...253, isASCII: false,
        shape: row(of: .hostname).shape, examples: ["bücher.example", "example.com"],
        shortExamples: ["a", "b.c", "example"], counterexamples: ["-example.com", "exa mple.com"])
    case .ipv4:
      FormatFacts(
        draft: .draft4, words: "an IPv4 address", lengths: 7...15, shape: "^\(octet)(?:\\.\(octet)){3}$",
        envelope: "^\(anyOctet)(?:\\.\(anyOctet)){3}$",
        examples: ["192.0.2.1"], shortExamples: ["1.1.1.1", "10.0.0.1"], counterexamples: ["256.1.1.1", "10.0.0"],
        recognition: .values())
    case .ipv6:
      FormatFacts(
        draft: .draft3, words: "an IPv6 address", lengths: 2...45, shape: "^2001:db8(?::[0-9a-f]{4}){6}$",
        envelope: "^[0-9A-Fa-f:.]+$",
        examples: ["2001:db8::1"], shortExamples: ["::", "::1", "fe80::1"], counterexamples: ["12345::", "fe80::1::2"],
        recognition: .values())
    case .uri:
      FormatFacts(
        draft: .draft3, words: "a URI", lengths: 2...Int.max, shape: "^\(url)$",
        otherShape: "^[a-z]{2,6}://(?:\(label)\\.){0,3}\(label)(?::[1-9][0-9]{1,3})?(?:/\(label)){0,4}/?$",
        envelope: "^[A-Za-z][A-Za-z0-9+.-]*:[!-~]*$",
        examples: ["https://example.com/a"],
        shortExamples: ["a:", "a:b", "http://a"], counterexamples: ["/a path", "http://[example", "%zz"],
        wider: [.uriReference, .iri, .iriReference], swiftTypes: ["URL"],
        // `a:b` is a URI as well, but a typical URI has an authority.
        recognition: .valuesAndNames(holding: "://"))
    case .uriReference:
      FormatFacts(
        draft: .draft6, words: "a URI or a relative reference", shape: "^\(url)$",
        envelope: "^[!-~]*$",
        examples: ["a/b", "https://example.com/a"], shortExamples: ["", "a", "/a", "#a"],
        counterexamples: ["a b", "http://[example", "%zz"], wider: [.iriReference], swiftTypes: ["URL"])
    case .iri:
      FormatFacts(
        draft: .draft7, words: "an IRI", lengths: 2...Int.max, isASCII: false, shape: "^\(url)$",
        envelope: "^[A-Za-z][A-Za-z0-9+.-]*:",
        examples: ["https://example.com/ä", "https://example.com/a"], shortExamples: ["a:", "a:b", "http://a"],
        counterexamples: ["/a path", "http://[example", "%zz"], wider: [.iriReference])
    case .iriReference:
      FormatFacts(
        draft: .draft7, words: "an IRI or a relative reference", isASCII: false,
        shape: "^\(url)$", examples: ["ä/b", "a/b"], shortExamples: ["", "a", "/a", "#a"],
        counterexamples: ["a b", "http://[example", "%zz"])
    case .uuid:
      FormatFacts(
        draft: .draft2019, words: "a UUID", lengths: 36...36,
        shape: "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
        envelope: "^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
        examples: ["123e4567-e89b-42d3-a456-426614174000"], shortExamples: ["00000000-0000-4000-8000-000000000000"],
        counterexamples: ["00000000-0000-4000-8000-00000000000", "not-a-uuid"], swiftTypes: ["UUID"],
        recognition: .valuesAndNames())
    case .uriTemplate:
      FormatFacts(
        draft: .draft6, words: "a URI template", isASCII: false, shape: "^\(url)/\\{\(word)\\}$",
        examples: ["/a/{b}"], shortExamples: ["", "a", "{a}"], counterexamples: ["{a", "https://example.com/{"])
    case .jsonPointer:
      FormatFacts(
        draft: .draft6, words: "a JSON Pointer", isASCII: false, shape: "^/\(word)[a-z]*/[0-9]$",
        envelope: "^(?:/(?:[^~/]|~[01])*)*$",
        examples: ["/a/0", ""], shortExamples: ["", "/", "/a"], counterexamples: ["a", "/a~2"])
    case .relativeJSONPointer:
      FormatFacts(
        draft: .draft7, words: "a relative JSON Pointer", lengths: 1...Int.max, isASCII: false,
        shape: "^[0-3]/\(word)[a-z]*$", envelope: "^(?:0|[1-9][0-9]*)(?:[#/]|$)",
        examples: ["1/a"], shortExamples: ["0", "1", "0/a", "0#"],
        counterexamples: ["/a", "-1"])
    case .regex:
      FormatFacts(
        draft: .draft3, words: "a regular expression", isASCII: false, shape: "^\\^\\[a-z\\]\\{[1-9]\\}x*\\$$",
        examples: ["^a+$"], shortExamples: ["", "a", "a*"], counterexamples: ["(", "[a"])
    case .int64:
      FormatFacts(
        words: "an integer of 64 bits", lengths: 1...20, shape: "^-?[1-9][0-9]{0,17}$",
        envelope: "^(?:0|-?[1-9][0-9]{0,18})$", examples: ["9007199254740993"], shortExamples: ["0", "42", "-1"],
        counterexamples: ["9223372036854775808", "1.0", "007"], wider: [.decimal], swiftTypes: ["Int64"],
        isOfNumbers: true)
    case .uint64:
      FormatFacts(
        words: "an integer of 64 bits without a sign", lengths: 1...20, shape: "^[1-9][0-9]{0,18}$",
        envelope: "^(?:0|[1-9][0-9]{0,19})$", examples: ["18446744073709551615"], shortExamples: ["0", "42"],
        counterexamples: ["18446744073709551616", "-1", "1e3"], wider: [.decimal], swiftTypes: ["UInt64"],
        isOfNumbers: true)
    case .decimal:
      FormatFacts(
        words: "a number", lengths: 1...Int.max, shape: "^-?[1-9][0-9]*\\.[0-9]{2}$",
        envelope: "^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$", examples: ["19.90"],
        shortExamples: ["0", "42", "1.5"], counterexamples: ["1,50", ".5", "$1"],
        swiftTypes: ["Decimal", "JSONNumber"],
        isOfNumbers: true)
    }
  }
}
