import SchemaAnalysis
import SchemaRuntime

/// Tables of realistic values, by the name of a member.
enum Words {
  static let plain = PlainWords.words

  private static let firstNames = ["Ada", "Bela", "Chidi", "Dana", "Emeka", "Freya", "Goran", "Hana", "Ines", "Jonas"]
  private static let lastNames = ["Okafor", "Lindgren", "Moreau", "Tanaka", "Novak", "Silva", "Weber", "Haddad"]
  private static let sentences = [
    "The ferry leaves at noon.", "Please call back tomorrow.", "A short note about the garden.", "All is well here.",
  ]

  /// Returns a text that suits a member of this name in an object; nil if the name gives no indication.
  static func text(named name: String, in surroundings: Surroundings, _ random: inout SampleRandom) -> String? {
    let hint = hint(of: name)
    if hint.joined == "image", surroundings.hasContainers {
      return "example/" + element(plain, &random) + ":\(1 + random.below(5)).\(random.below(20))"
    }
    if hint.isNameOfThing { return self.name(of: surroundings.named(hint.words), &random) }
    return hint.row.map { rows[$0].make(surroundings.locality, &random) }
  }

  /// What the name of a member says.
  struct Hint {
    /// Its words in lower case, and the same without separators.
    let words: [String]
    let joined: String
    /// Whether it is `name`, or ends so, and is not known to be the name of a person.
    fileprivate let isNameOfThing: Bool
    /// The index of the first of ``rows`` with a part that occurs in the name.
    fileprivate let row: Int?
    fileprivate let numbers: ClosedRange<Int>?

    fileprivate init(_ name: String) {
      words = Words.words(of: name)
      let joined = words.joined()
      self.joined = joined
      isNameOfThing =
        (words.last == "name" || words.last == "names") && !Words.personalNames.contains(where: joined.contains)
      row = Words.rows.firstIndex { row in row.parts.contains { joined.contains($0) } }
      let spelled = String(name.unicodeScalars.filter { $0 != "_" && $0 != "-" }).lowercased()
      numbers = Words.numberRows.first { row in row.parts.contains { spelled.contains($0) } }?.range
    }
  }

  /// The hints of recent names: a schema's names are sampled again and again.
  private static let hints = Mutex<[String: Hint]>([:])

  static func hint(of name: String) -> Hint {
    hints.withLock { known in
      if let hint = known[name] { return hint }
      if known.count >= 10_000 { known = [:] }
      let hint = Hint(name)
      known[name] = hint
      return hint
    }
  }

  /// Names of people, whatever surrounds them, and names with a row of their own.
  private static let personalNames = [
    "firstname", "givenname", "nickname", "lastname", "surname", "familyname", "username", "displayname", "fullname",
    "filename", "cityname", "countryname",
  ]

  private static func name(of kind: Surroundings.Named, _ random: inout SampleRandom) -> String {
    switch kind {
    case .person: element(firstNames, &random) + " " + element(lastNames, &random)
    case .package: element(plain, &random) + "-" + element(plain, &random)
    case .host: element(plain, &random) + ".example.com"
    case .file: element(plain, &random) + ".png"
    case .container: element(plain, &random)
    case .organization: element(plain, &random).capitalizedASCII + " Works"
    case .identifier: element(plain, &random) + element(plain, &random).capitalizedASCII
    case .thing: element(plain, &random).capitalizedASCII + " " + element(plain, &random)
    }
  }

  /// Returns the words of a name in lower case: `firstName`, `first_name` and `FIRST-NAME` have two.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var wasLower = false
    for character in name {
      guard character.isLetter || character.isNumber else {
        wasLower = false
        if words.last?.isEmpty == false { words.append("") }
        continue
      }
      if words.isEmpty || character.isUppercase && wasLower { words.append("") }
      words[words.count - 1] += character.lowercased()
      wasLower = character.isLowercase || character.isNumber
    }
    return words.filter { !$0.isEmpty }
  }

  /// One row per meaning.
  private static let rows: [(parts: [String], make: @Sendable (Surroundings.Locality, inout SampleRandom) -> String)] =
    [
      (
        ["mail"],
        { _, random in (element(firstNames, &random) + "." + element(lastNames, &random)).lowercased() + "@example.com"
        }
      ),
      (["firstname", "givenname", "nickname"], { _, random in element(firstNames, &random) }),
      (["lastname", "surname", "familyname"], { _, random in element(lastNames, &random) }),
      (["filename"], { _, random in element(plain, &random) + ".png" }),
      (["username", "login"], { _, random in element(plain, &random) + "\(random.below(100))" }),
      (["displayname", "fullname"], { _, random in element(firstNames, &random) + " " + element(lastNames, &random) }),
      (["phone", "mobile"], { _, random in "+1555010" + "\(1_000 + random.below(9_000))" }),
      (["cityname", "city", "town"], { locality, _ in locality.city }),
      (["countryname"], { locality, _ in locality.country }),
      (["country"], { locality, _ in locality.countryCode }),
      (["timezone"], { locality, _ in locality.timeZone }),
      (
        ["street", "address"],
        { _, random in "\(1 + random.below(99)) " + element(plain, &random).capitalizedASCII + " Street" }
      ),
      (["zip", "postal", "postcode"], { _, random in "\(10_000 + random.below(89_999))" }),
      (["locale", "language"], { locality, _ in locality.language }),
      (["currency"], { locality, _ in locality.currency }),
      (["color", "colour"], { _, random in element(["#1f6feb", "#c0392b", "#27ae60"], &random) }),
      (
        ["mime", "contenttype", "mediatype"],
        { _, random in element(["image/png", "text/plain", "application/json"], &random) }
      ),
      (
        ["url", "uri", "href", "link", "avatar", "image"],
        { _, random in "https://example.com/" + element(plain, &random) }
      ),
      (["host", "domain"], { _, random in element(plain, &random) + ".example.com" }),
      (["birth", "date"], { _, random in "\(2_015 + random.below(10))-0\(1 + random.below(9))-1\(random.below(10))" }),
      (
        ["createdat", "updatedat", "timestamp", "datetime"],
        { _, random in "\(2_015 + random.below(10))-06-1\(random.below(10))T08:30:00Z" }
      ),
      (["version"], { _, random in "\(random.below(5)).\(random.below(20)).\(random.below(10))" }),
      (["path", "folder"], { _, random in "/" + element(plain, &random) + "/" + element(plain, &random) }),
      (
        ["title", "subject", "label"],
        { _, random in element(plain, &random).capitalizedASCII + " " + element(plain, &random) }
      ),
      (
        ["description", "message", "comment", "text", "body", "note", "summary", "reason", "content"],
        { _, random in element(sentences, &random) }
      ),
      (
        ["token", "secret", "hash", "key"],
        { _, random in (0..<16).map { _ in String(random.below(16), radix: 16) }.joined() }
      ),
      (["id"], { _, random in element(plain, &random) + "-\(100 + random.below(900))" }),
    ]

  /// Returns a typical range of numbers for a member of this name.
  static func numbers(named name: String) -> ClosedRange<Int>? { hint(of: name).numbers }

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
