import SchemaRuntime

/// What was seen of the strings at one place.
struct StringSummary: Sendable {
  /// A text and how often it was seen.
  struct Entry: Sendable {
    var text: [UInt8]
    var count: Int
  }

  private(set) var count = 0
  /// The formats that all of them have, as bits; see ``Self/formats``.
  private var formatBits: UInt16 = .max
  /// The different texts in the order in which they came; empty once there are too many, or one that is too long.
  private(set) var entries: [Entry] = []
  private(set) var isFreeText = false
  /// What tells the first text from others, and whether others came: at most so many are counted.
  private var fingerprints: [UInt64] = []

  /// The formats that are recognised, each with what else makes a text look like one; the first that fits is taken.
  ///
  /// Formats that nearly any word has (`hostname`, `regex`, `uri-reference`, `json-pointer`, …) are not among them.
  static let formats: [Format] = [.dateTime, .date, .time, .duration, .uuid, .ipv4, .ipv6, .email, .uri]

  mutating func observe(_ node: JSONNode, _ options: InferenceOptions) {
    node.withUTF8 { observe($0, options) }
  }

  private mutating func observe(_ utf8: UnsafeBufferPointer<UInt8>, _ options: InferenceOptions) {
    count += 1
    if formatBits != 0 {
      for (bit, format) in Self.formats.enumerated() where formatBits & (1 << bit) != 0 {
        if !Self.looksLike(format, utf8) { formatBits &= ~(1 << bit) }
      }
    }
    note(Self.fingerprint(utf8), options)
    guard !isFreeText else { return }
    guard utf8.count <= options.maximumEnumBytes else {
      becomeFreeText()
      return
    }
    add(Entry(text: Array(utf8), count: 1), options)
  }

  mutating func merge(_ other: StringSummary, _ options: InferenceOptions) {
    count += other.count
    formatBits &= other.formatBits
    for fingerprint in other.fingerprints { note(fingerprint, options) }
    if other.isFreeText { becomeFreeText() }
    guard !isFreeText else { return }
    for entry in other.entries where !isFreeText { add(entry, options) }
  }

  private mutating func add(_ entry: Entry, _ options: InferenceOptions) {
    if let place = entries.firstIndex(where: { $0.text == entry.text }) {
      entries[place].count += entry.count
    } else if entries.count < options.maximumEnumValues {
      entries.append(entry)
    } else {
      becomeFreeText()
    }
  }

  private mutating func becomeFreeText() {
    isFreeText = true
    entries = []
  }

  private mutating func note(_ fingerprint: UInt64, _ options: InferenceOptions) {
    guard fingerprints.count < options.minimumFormatEvidence, !fingerprints.contains(fingerprint) else { return }
    fingerprints.append(fingerprint)
  }

  /// FNV-1a: the same on every machine and in every run.
  private static func fingerprint(_ utf8: UnsafeBufferPointer<UInt8>) -> UInt64 {
    utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  private static func looksLike(_ format: Format, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard format.isValid(utf8) else { return false }
    // `a:b` is a URI as well: what people mean by one has an authority.
    return format != .uri || utf8.indices.dropLast(2).contains { utf8[$0...].starts(with: "://".utf8) }
  }
}

// MARK: - What it shows

extension StringSummary {
  /// The format that several different texts agree on.
  func format(_ options: InferenceOptions) -> Format? {
    guard fingerprints.count >= options.minimumFormatEvidence else { return nil }
    return Self.formats.enumerated().first { formatBits & (1 << $0.offset) != 0 }?.element
  }

  /// The recognised formats that all texts have, however few there are.
  var formats: [Format] { Self.formats.enumerated().filter { formatBits & (1 << $0.offset) != 0 }.map(\.element) }

  /// The texts, when they are few, short, and each was seen again: then these are probably all there are.
  func enumeration(_ options: InferenceOptions) -> [String]? {
    guard !isFreeText, entries.count > 1, count >= options.minimumEnumEvidence, format(options) == nil,
      entries.allSatisfy({ $0.count >= options.minimumEnumRepetition })
    else { return nil }
    return entries.map { String(decoding: $0.text, as: UTF8.self) }
  }
}
