import SchemaStrings

/// Tables of realistic values, by the name of a member.
enum Words {
  static let plain = PlainWords.words

  private static let firstNames = ["Ada", "Bela", "Chidi", "Dana", "Emeka", "Freya", "Goran", "Hana", "Ines", "Jonas"]
  private static let lastNames = ["Okafor", "Lindgren", "Moreau", "Tanaka", "Novak", "Silva", "Weber", "Haddad"]
  private static let cities = ["Lisbon", "Oslo", "Nairobi", "Osaka", "Quito", "Tartu"]
  private static let sentences = [
    "The ferry leaves at noon.", "Please call back tomorrow.", "A short note about the garden.", "All is well here.",
  ]

  /// Returns a text that suits a member of this name; nil if the name gives no indication.
  ///
  /// The first row with a part that occurs in the name counts.
  static func text(named name: String, _ random: inout SampleRandom) -> String? {
    let name = String(name.unicodeScalars.filter { $0 != "_" && $0 != "-" }).lowercased()
    guard let row = rows.first(where: { row in row.parts.contains { name.contains($0) } }) else { return nil }
    return row.make(&random)
  }

  /// One row per meaning.
  private static let rows: [(parts: [String], make: @Sendable (inout SampleRandom) -> String)] = [
    (["mail"], { (element(firstNames, &$0) + "." + element(lastNames, &$0)).lowercased() + "@example.com" }),
    (["firstname", "givenname", "nickname"], { element(firstNames, &$0) }),
    (["lastname", "surname", "familyname"], { element(lastNames, &$0) }),
    (["filename"], { element(plain, &$0) + ".png" }),
    (["username", "login"], { element(plain, &$0) + "\($0.below(100))" }),
    (["displayname", "fullname", "name"], { element(firstNames, &$0) + " " + element(lastNames, &$0) }),
    (["phone", "mobile"], { "+1555010" + "\(1_000 + $0.below(9_000))" }),
    (["city", "town"], { element(cities, &$0) }),
    (["country"], { element(["PT", "NO", "KE", "JP", "EC", "EE"], &$0) }),
    (["street", "address"], { "\(1 + $0.below(99)) " + element(plain, &$0).capitalizedASCII + " Street" }),
    (["zip", "postal", "postcode"], { "\(10_000 + $0.below(89_999))" }),
    (["locale", "language"], { element(["en", "pt", "nb", "sw", "ja"], &$0) }),
    (["currency"], { element(["EUR", "USD", "JPY", "KES"], &$0) }),
    (["color", "colour"], { element(["#1f6feb", "#c0392b", "#27ae60"], &$0) }),
    (["mime", "contenttype", "mediatype"], { element(["image/png", "text/plain", "application/json"], &$0) }),
    (["url", "uri", "href", "link", "avatar", "image"], { "https://example.com/" + element(plain, &$0) }),
    (["host", "domain"], { element(plain, &$0) + ".example.com" }),
    (["birth", "date"], { "\(2_015 + $0.below(10))-0\(1 + $0.below(9))-1\($0.below(10))" }),
    (["createdat", "updatedat", "timestamp", "datetime"], { "\(2_015 + $0.below(10))-06-1\($0.below(10))T08:30:00Z" }),
    (["version"], { "\($0.below(5)).\($0.below(20)).\($0.below(10))" }),
    (["path", "folder"], { "/" + element(plain, &$0) + "/" + element(plain, &$0) }),
    (["title", "subject", "label"], { element(plain, &$0).capitalizedASCII + " " + element(plain, &$0) }),
    (
      ["description", "message", "comment", "text", "body", "note", "summary", "reason", "content"],
      { element(sentences, &$0) }
    ),
    (
      ["token", "secret", "hash", "key"],
      { random in (0..<16).map { _ in String(random.below(16), radix: 16) }.joined() }
    ),
    (["id"], { element(plain, &$0) + "-\(100 + $0.below(900))" }),
  ]

  /// Returns a typical range of numbers for a member of this name.
  static func numbers(named name: String) -> ClosedRange<Int>? {
    let name = String(name.unicodeScalars.filter { $0 != "_" && $0 != "-" }).lowercased()
    return numberRows.first { row in row.parts.contains { name.contains($0) } }?.range
  }

  private static let numberRows: [(parts: [String], range: ClosedRange<Int>)] = [
    (["latitude"], -80...80), (["longitude"], -179...179), (["percent"], 0...100), (["age"], 18...80),
    (["year"], 1_990...2_029),
    (["month"], 1...12), (["hour"], 0...23), (["minute", "second"], 0...59),
    (["port"], 1_024...49_151), (["width", "height"], 16...1_920),
    (["createdat", "updatedat", "timestamp"], 1_600_000_000...1_700_000_000),
    (["price", "amount", "total"], 1...500), (["bytes", "filesize"], 1_000...5_000_000), (["duration"], 1...600),
    (["count", "quantity"], 0...20),
  ]

  /// Returns a text of `length` characters: words separated by spaces.
  static func sentence(of length: Int, _ random: inout SampleRandom) -> String {
    var text = ""
    while text.utf8.count < length { text += (text.isEmpty ? "" : " ") + element(plain, &random) }
    text = String(text.prefix(max(0, length)))
    // No trailing space, which trimming would remove.
    return text.last == " " ? text.dropLast() + "s" : text
  }

  private static func element(_ words: [String], _ random: inout SampleRandom) -> String {
    random.element(of: words) ?? ""
  }
}

extension String {
  /// The text with its first letter in upper case.
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
}
