// MARK: - date-time, date and time

extension Format {
  /// `date-time`: RFC 3339, section 5.6, with an existing day and any number of fraction digits.
  @usableFromInline
  static func isDateTime(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool { DateTimeFields(utf8) != nil }

  /// `date`: RFC 3339, section 5.6, `full-date`.
  @usableFromInline
  static func isDate(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool { DateFields(utf8) != nil }

  /// `time`: RFC 3339, section 5.6, `full-time`, which requires a zone.
  @usableFromInline
  static func isTime(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool { TimeFields(utf8) != nil }
}
