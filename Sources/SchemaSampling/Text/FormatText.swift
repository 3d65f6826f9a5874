import SchemaRuntime

/// Texts of each format, such as payloads hold.
enum FormatText {
  /// A text of a format, of about `minLength` characters or more where the format has texts so long.
  ///
  /// - Parameter isShort: asks for as few characters as there may be.
  static func text(of format: Format, minLength: Int, isShort: Bool, _ random: inout SampleRandom) -> String {
    let text = isShort ? random.element(of: shortest(format)) ?? "" : usual(format, &random)
    let missing = minLength - text.unicodeScalars.count
    return missing > 0 ? lengthened(text, format, by: missing, &random) : text
  }

  /// A table, one row a format: the shortest texts, and others of few characters.
  private static func shortest(_ format: Format) -> [String] {
    switch format {
    case .dateTime: ["2000-01-01T00:00:00Z"]
    case .date: ["2000-01-01", "1999-12-31"]
    case .time: ["00:00:00Z", "12:30:00Z"]
    case .duration: ["P1D", "PT1S", "P2W"]
    case .email, .idnEmail: ["a@b", "a@b.c", "x@y.zz"]
    case .hostname, .idnHostname: ["a", "b.c", "example"]
    case .ipv4: ["1.1.1.1", "10.0.0.1"]
    case .ipv6: ["::", "::1", "fe80::1"]
    case .uri, .iri: ["a:", "a:b", "http://a"]
    case .uriReference, .iriReference: ["", "a", "/a", "#a"]
    case .uuid: ["00000000-0000-4000-8000-000000000000"]
    case .uriTemplate: ["", "a", "{a}"]
    case .jsonPointer: ["", "/", "/a"]
    case .relativeJSONPointer: ["0", "1", "0/a", "0#"]
    case .regex: ["", "a", "a*"]
    }
  }

  /// A table, one row a format: texts that are nearly of it.
  static func broken(_ format: Format) -> [String] {
    switch format {
    case .dateTime: ["2024-02-30T12:00:00Z", "2024-06-15 12:00"]
    case .date: ["2024-02-30", "15.06.2024"]
    case .time: ["25:00:00Z", "noon"]
    case .duration: ["P", "1 hour"]
    case .email, .idnEmail: ["ada@", "ada.example.com"]
    case .hostname, .idnHostname: ["-example.com", "exa mple.com"]
    case .ipv4: ["256.1.1.1", "10.0.0"]
    case .ipv6: ["12345::", "fe80::1::2"]
    case .uri, .iri: ["/a path", "http://[example", "%zz"]
    case .uriReference, .iriReference: ["a b", "http://[example", "%zz"]
    case .uuid: ["00000000-0000-4000-8000-00000000000", "not-a-uuid"]
    case .uriTemplate: ["{a", "https://example.com/{"]
    case .jsonPointer: ["a", "/a~2"]
    case .relativeJSONPointer: ["/a", "-1"]
    case .regex: ["(", "[a"]
    }
  }

  /// A table, one row a format: what an ordinary payload holds.
  private static func usual(_ format: Format, _ random: inout SampleRandom) -> String {
    func word(_ random: inout SampleRandom) -> String { random.element(of: Words.plain) ?? "a" }
    func host(_ random: inout SampleRandom) -> String { word(&random) + "." + (random.element(of: Words.hosts) ?? "a") }
    func number(_ low: Int, _ high: Int, _ random: inout SampleRandom) -> String {
      "\(low + random.below(high - low + 1))"
    }
    func two(_ low: Int, _ high: Int, _ random: inout SampleRandom) -> String {
      let text = number(low, high, &random)
      return text.count < 2 ? "0" + text : text
    }
    func date(_ random: inout SampleRandom) -> String {
      number(2015, 2029, &random) + "-" + two(1, 12, &random) + "-" + two(1, 28, &random)
    }
    func time(_ random: inout SampleRandom) -> String {
      two(0, 23, &random) + ":" + two(0, 59, &random) + ":" + two(0, 59, &random)
        + (random.element(of: ["Z", "Z", ".250Z", "+02:00"]) ?? "Z")
    }
    func hex(_ count: Int, _ random: inout SampleRandom) -> String {
      (0..<count).map { _ in String(random.below(16), radix: 16) }.joined()
    }
    switch format {
    case .dateTime: return date(&random) + "T" + time(&random)
    case .date: return date(&random)
    case .time: return time(&random)
    case .duration:
      return random.element(of: ["PT" + number(1, 59, &random) + "M", "P" + number(1, 30, &random) + "D", "PT1H30M"])
        ?? "P1D"
    case .email, .idnEmail: return word(&random) + "." + word(&random) + "@" + host(&random)
    case .hostname, .idnHostname: return host(&random)
    case .ipv4: return (0..<4).map { _ in number(1, 254, &random) }.joined(separator: ".")
    case .ipv6: return "2001:db8:" + (0..<6).map { _ in hex(4, &random) }.joined(separator: ":")
    case .uri, .uriReference, .iri, .iriReference: return "https://" + host(&random) + "/" + word(&random)
    case .uuid:
      let variant = random.element(of: ["8", "9", "a", "b"]) ?? "8"
      return hex(8, &random) + "-" + hex(4, &random) + "-4" + hex(3, &random) + "-" + variant + hex(3, &random) + "-"
        + hex(12, &random)
    case .uriTemplate: return "https://" + host(&random) + "/{" + word(&random) + "}"
    case .jsonPointer: return "/" + word(&random) + "/" + number(0, 9, &random)
    case .relativeJSONPointer: return number(0, 3, &random) + "/" + word(&random)
    case .regex: return "^[a-z]{" + number(1, 9, &random) + "}$"
    }
  }

  /// The text with characters put in where the format takes them.
  private static func lengthened(
    _ text: String, _ format: Format, by count: Int, _ random: inout SampleRandom
  ) -> String {
    let letters = String(repeating: "x", count: count)
    func inserted(_ more: String, before mark: Character) -> String {
      guard let place = text.firstIndex(of: mark) else { return text + more }
      return String(text[..<place]) + more + String(text[place...])
    }
    switch format {
    case .uri, .iri, .uriReference, .iriReference, .uriTemplate, .jsonPointer, .regex: return text + letters
    case .relativeJSONPointer: return text.contains("/") ? text + letters : text + "/" + letters.dropLast()
    case .dateTime, .time:
      guard !text.contains("."), let zone = text.lastIndex(where: { "Z+-".contains($0) }) else { return text }
      return String(text[..<zone]) + "." + String(repeating: "5", count: max(1, count - 1)) + String(text[zone...])
    case .duration: return "P" + String(repeating: "1", count: count + 1) + "D"
    case .email, .idnEmail:
      // A local part has up to 64 characters; the rest goes to the domain.
      let local = min(count, 64 - (text.firstIndex(of: "@").map { text.distance(from: text.startIndex, to: $0) } ?? 0))
      let long = inserted(String(letters.prefix(max(0, local))), before: "@")
      return count > local ? long + labels(count - local) : long
    case .hostname, .idnHostname: return text + labels(count)
    case .date, .ipv4, .ipv6, .uuid: return text
    }
  }

  /// The end of a host name, of `count` characters: labels of at most 63.
  private static func labels(_ count: Int) -> String {
    var text = ""
    while text.utf8.count < count {
      let left = count - text.utf8.count
      text += left < 2 ? "x" : "." + String(repeating: "x", count: min(60, left - 1))
    }
    return text
  }
}
