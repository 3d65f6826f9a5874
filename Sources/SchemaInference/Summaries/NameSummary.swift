import SchemaRuntime

/// What the names of objects look like: ids of some kind, or words.
struct NameSummary: Sendable {
  /// How names look that are data and no words.
  enum Look: UInt8, CaseIterable, Sendable {
    case uuid, date, dateTime, digits, email, uri, hexadecimal
  }

  private var bits: UInt8 = .max

  mutating func observe(_ name: [UInt8]) {
    guard bits != 0 else { return }
    for look in Look.allCases where bits & (1 << look.rawValue) != 0 && !look.fits(name) {
      bits &= ~(1 << look.rawValue)
    }
  }

  mutating func merge(_ other: NameSummary) { bits &= other.bits }

  /// The looks that all names have: all there are as long as there are no names.
  var looks: [Look] { Look.allCases.filter { bits & (1 << $0.rawValue) != 0 } }

  /// The first look that all names have.
  var look: Look? { looks.first }
}

extension NameSummary.Look {
  func fits(_ name: [UInt8]) -> Bool {
    switch self {
    case .uuid: name.withUnsafeBufferPointer { Format.uuid.isValid($0) }
    case .date: name.withUnsafeBufferPointer { Format.date.isValid($0) }
    case .dateTime: name.withUnsafeBufferPointer { Format.dateTime.isValid($0) }
    case .digits: !name.isEmpty && name.allSatisfy { 0x30...0x39 ~= $0 }
    case .email: name.withUnsafeBufferPointer { Format.email.isValid($0) }
    case .uri: name.withUnsafeBufferPointer { Format.uri.isValid($0) } && name.contains(UInt8(ascii: "/"))
    // A word may consist of these letters too; eight of them with a digit hardly.
    case .hexadecimal:
      name.count >= 8 && name.contains { 0x30...0x39 ~= $0 }
        && name.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 | 0x20 }
    }
  }

  /// The schema of the names.
  var schema: JSONValue {
    switch self {
    case .uuid: ["format": "uuid"]
    case .date: ["format": "date"]
    case .dateTime: ["format": "date-time"]
    case .email: ["format": "email"]
    case .uri: ["format": "uri"]
    case .digits: ["pattern": "^[0-9]+$"]
    case .hexadecimal: ["pattern": "^[0-9A-Fa-f]{8,}$"]
    }
  }

  /// What a name is, in words.
  var words: String {
    switch self {
    case .uuid: "a UUID"
    case .date: "a day"
    case .dateTime: "a point in time"
    case .email: "a mail address"
    case .uri: "a URI"
    case .digits: "a number"
    case .hexadecimal: "hexadecimal digits"
    }
  }
}
