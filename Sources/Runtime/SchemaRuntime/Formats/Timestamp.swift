/// A point in time with its zone: a `date-time` of RFC 3339, section 5.6, such as `1985-04-12T23:20:50.52Z`.
///
/// A timestamp preserves its text, so that decoding and encoding it is lossless; the components are parsed on access.
/// Two timestamps are equal if their *texts* are: `…T12:00:00Z` and `…T13:00:00+01:00` are the same instant, but not
/// equal. `<` orders by instant first, and by text if the instants are the same.
@frozen
public struct Timestamp: Hashable, Sendable {
  /// The text as given.
  public let text: String

  @inlinable
  init(checkedText text: String) {
    self.text = text
  }

  /// Creates a timestamp from a literal that the generator has already validated. For generated code only.
  public init(validated text: StaticString) { self.init(checkedText: text.description) }

  /// Returns nil if the text is not a `date-time`.
  public init?(_ text: String) {
    var text = text
    guard text.withUTF8({ Format.isDateTime($0) }) else { return nil }
    self.init(checkedText: text)
  }

  /// Returns nil if the bytes are not a `date-time`.
  @inlinable
  package init?(utf8: UnsafeBufferPointer<UInt8>) {
    guard Format.isDateTime(utf8) else { return nil }
    self.init(checkedText: String(decoding: utf8, as: UTF8.self))
  }

  /// The instant in UTC, such as `1970-01-01T00:00:00Z`; nil outside the years 0 to 9999, or if `nanosecond` is not
  /// less than a billion.
  public init?(secondsSinceEpoch: Int64, nanosecond: Int = 0) {
    let (days, second) = secondsSinceEpoch.quotientAndRemainder(dividingBy: 86_400)
    let secondOfDay = Int(second < 0 ? second + 86_400 : second)
    guard 0..<1_000_000_000 ~= nanosecond, let date = DateFields(daysSinceEpoch: Int(second < 0 ? days - 1 : days))
    else {
      return nil
    }
    var text = "\(date)T"
    text.append(secondOfDay / 3600, width: 2)
    text += ":"
    text.append(secondOfDay / 60 % 60, width: 2)
    text += ":"
    text.append(secondOfDay % 60, width: 2)
    if nanosecond > 0 {
      text += "."
      text.append(nanosecond, width: 9)
      while text.last == "0" { text.removeLast() }
    }
    self.init(checkedText: text + "Z")
  }
}

// MARK: - Components

extension Timestamp {
  /// The year as written, 0 to 9999.
  public var year: Int { withFields { $0.date.year } }
  /// The month as written, 1 to 12.
  public var month: Int { withFields { $0.date.month } }
  /// The day of the month as written.
  public var day: Int { withFields { $0.date.day } }
  /// The hour as written, 0 to 23.
  public var hour: Int { withFields { $0.time.hour } }
  /// The minute as written, 0 to 59.
  public var minute: Int { withFields { $0.time.minute } }
  /// The second as written; 60 in a leap second.
  public var second: Int { withFields { $0.time.second } }
  /// The fraction of the second in nanoseconds; digits after the ninth are truncated.
  public var nanosecond: Int { withFields { $0.time.nanosecond } }
  /// The offset of the zone from UTC in minutes, negative to the west.
  public var offsetMinutes: Int { withFields { $0.time.offsetMinutes } }
  /// The number of seconds since 1970-01-01T00:00:00Z without the fraction, not counting leap seconds: one counts as
  /// the second after it.
  public var secondsSinceEpoch: Int64 { withFields { $0.secondsSinceEpoch } }

  private func withFields<Result>(_ body: (DateTimeFields) -> Result) -> Result {
    var text = text
    return text.withUTF8 { utf8 in
      guard let fields = DateTimeFields(utf8) else {
        preconditionFailure("internal error: the text of a Timestamp is not a date-time; please report it")
      }
      return body(fields)
    }
  }
}

extension TimeFields {
  fileprivate var nanosecond: Int {
    var value = 0
    for index in 0..<9 { value = value * 10 + Int(fraction.byte(at: index).map { $0 &- UInt8(ascii: "0") } ?? 0) }
    return value
  }
}

// MARK: - Order and text

extension Timestamp: Comparable {
  /// Whether `left` is the earlier instant, or the same instant with the text that sorts first.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    let order = left.withFields { left in right.withFields { left.compareInstants($0) } }
    return order == 0 ? left.text < right.text : order < 0
  }
}

extension Timestamp: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}

extension DateTimeFields {
  /// Returns -1, 0 or 1 if the instant is before, the same as, or after the other's, comparing all digits of the
  /// fractions. A leap second is before the second that it counts as.
  fileprivate func compareInstants(_ other: DateTimeFields) -> Int {
    let (seconds, otherSeconds) = (secondsSinceEpoch, other.secondsSinceEpoch)
    if seconds != otherSeconds { return seconds < otherSeconds ? -1 : 1 }
    if (time.second == 60) != (other.time.second == 60) { return time.second == 60 ? -1 : 1 }
    for index in 0..<max(time.fraction.count, other.time.fraction.count) {
      let digit = time.fraction.byte(at: index) ?? UInt8(ascii: "0")
      let otherDigit = other.time.fraction.byte(at: index) ?? UInt8(ascii: "0")
      if digit != otherDigit { return digit < otherDigit ? -1 : 1 }
    }
    return 0
  }
}

// MARK: - Coding

extension Timestamp: Codable {
  /// Decodes a string. Throws `DecodingError.dataCorrupted` if it is not a `date-time`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text("a date-time such as '1985-04-12T23:20:50Z'") { Timestamp($0) }
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension Decoder {
  /// Decodes a string in a certain form.
  func text<Value>(_ expected: String, _ read: (String) -> Value?) throws -> Value {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    if let value = read(text) { return value }
    throw DecodingError.dataCorruptedError(
      in: container, debugDescription: "expected \(expected), found '\(text)'")
  }
}
