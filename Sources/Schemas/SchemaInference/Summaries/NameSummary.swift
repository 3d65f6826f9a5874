import SchemaAnalysis
import SchemaRuntime

/// Describes the names of objects: ids of some kind, or words.
struct NameSummary: Sendable {
  /// The look of names that are data rather than words.
  enum Look: Hashable, Sendable {
    case format(Format), digits, hexadecimal

    static let all = Format.allCases.filter(\.isRecognizedInNames).map(Look.format) + [.digits, .hexadecimal]
  }

  /// The looks that all names have; every look before the first name.
  private(set) var looks = Look.all

  mutating func observe(_ name: [UInt8]) {
    if !looks.isEmpty { looks.removeAll { !$0.fits(name) } }
  }

  mutating func merge(_ other: NameSummary) { looks.removeAll { !other.looks.contains($0) } }

  /// The first look that all names have.
  var look: Look? { looks.first }
}

extension NameSummary.Look {
  func fits(_ name: [UInt8]) -> Bool {
    switch self {
    case .format(let format): name.withUnsafeBufferPointer { format.isRecognized($0, isName: true) }
    case .digits: !name.isEmpty && name.allSatisfy { 0x30...0x39 ~= $0 }
    // A word may consist of these letters too, but hardly of eight of them with a digit.
    case .hexadecimal:
      name.count >= 8 && name.contains { 0x30...0x39 ~= $0 }
        && name.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 | 0x20 }
    }
  }

  /// The schema of names with this look.
  var schema: JSONValue {
    switch self {
    case .format(let format): ["format": .string(format.keyword)]
    case .digits: ["pattern": "^[0-9]+$"]
    case .hexadecimal: ["pattern": "^[0-9A-Fa-f]{8,}$"]
    }
  }
}
