/// A day of the Gregorian calendar: a `full-date` of RFC 3339, section 5.6, such as `2024-02-29`.
///
/// A date stores its text, which is unique for each day; the components are parsed on access.
@frozen
public struct CalendarDate: Hashable, Sendable {
  /// The text, always of ten characters.
  public let text: String

  @inlinable
  init(checkedText text: String) {
    self.text = text
  }

  /// Creates a date from a literal that the generator has already validated. For generated code only.
  public init(validated text: StaticString) { self.init(checkedText: text.description) }

  /// Returns nil if the text is not a `date`.
  public init?(_ text: String) {
    var text = text
    guard text.withUTF8({ Format.isDate($0) }) else { return nil }
    self.init(checkedText: text)
  }

  /// Returns nil if the bytes are not a `date`.
  @inlinable
  package init?(utf8: UnsafeBufferPointer<UInt8>) {
    guard Format.isDate(utf8) else { return nil }
    self.init(checkedText: String(decoding: utf8, as: UTF8.self))
  }

  /// Returns nil if there is no such day, or if its year needs more than four digits.
  public init?(year: Int, month: Int, day: Int) {
    guard let fields = DateFields(year: year, month: month, day: day) else { return nil }
    self.init(checkedText: fields.description)
  }
}

// MARK: - Components

extension CalendarDate {
  /// The year, 0 to 9999.
  public var year: Int { fields.year }
  /// The month, 1 to 12.
  public var month: Int { fields.month }
  /// The day of the month.
  public var day: Int { fields.day }

  private var fields: DateFields {
    var text = text
    return text.withUTF8 { utf8 in
      guard let fields = DateFields(utf8) else {
        preconditionFailure("internal error: the text of a CalendarDate is not a date; please report it")
      }
      return fields
    }
  }
}

// MARK: - Order and text

extension CalendarDate: Comparable {
  /// All texts have the same length and start with the year, so they sort by date.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool { left.text < right.text }
}

extension CalendarDate: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}

// MARK: - Coding

extension CalendarDate: Codable {
  /// Decodes a string. Throws `DecodingError.dataCorrupted` if it is not a `date`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text("a date such as '1985-04-12'") { CalendarDate($0) }
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
