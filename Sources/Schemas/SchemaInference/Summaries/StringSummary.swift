import SchemaAnalysis
import SchemaRuntime

/// Summarizes the strings at one location.
struct StringSummary: Sendable {
  /// A text and the number of times it was seen.
  struct Entry: Sendable {
    var text: [UInt8]
    var count: Int
  }

  private(set) var count = 0
  /// The recognized formats that all strings have.
  private(set) var formats = Self.recognizedFormats
  /// The different texts in the order in which they were first seen; empty once there are too many, or one is too long.
  private(set) var entries: [Entry] = []
  private(set) var isFreeText = false
  /// Hashes of the first different texts, to count them up to a limit.
  private var fingerprints: [UInt64] = []

  private static let recognizedFormats = Format.allCases.filter { $0.facts.recognition != .never }

  mutating func observe(_ node: UnsafeJSONNode, _ options: InferenceOptions) {
    node.withUTF8 { observe($0, options) }
  }

  private mutating func observe(_ utf8: UnsafeBufferPointer<UInt8>, _ options: InferenceOptions) {
    count += 1
    if !formats.isEmpty { formats.removeAll { !$0.isRecognized(utf8, isName: false) } }
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
    formats.removeAll { !other.formats.contains($0) }
    for fingerprint in other.fingerprints { note(fingerprint, options) }
    if other.isFreeText { becomeFreeText() }
    guard !isFreeText else { return }
    for entry in other.entries where !isFreeText { add(entry, options) }
  }

  private mutating func add(_ entry: Entry, _ options: InferenceOptions) {
    if let index = entries.firstIndex(where: { $0.text == entry.text }) {
      entries[index].count += entry.count
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

  /// Returns the FNV-1a hash: the same on every machine and in every run.
  private static func fingerprint(_ utf8: UnsafeBufferPointer<UInt8>) -> UInt64 {
    utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}

// MARK: - Conclusions

extension StringSummary {
  /// Returns the format that several different texts share.
  func format(_ options: InferenceOptions) -> Format? {
    guard fingerprints.count >= options.minimumFormatEvidence else { return nil }
    return formats.first
  }

  /// Returns the texts if they are a few identifiers and each was repeated, so that they are probably complete.
  func enumeration(_ options: InferenceOptions) -> [String]? {
    guard !isFreeText, entries.count > 1, count >= options.minimumEnumEvidence, formats.isEmpty,
      entries.allSatisfy({ $0.count >= options.minimumEnumRepetition && Identifiers.contain($0.text) })
    else { return nil }
    return entries.map { String(decoding: $0.text, as: UTF8.self) }
  }
}
