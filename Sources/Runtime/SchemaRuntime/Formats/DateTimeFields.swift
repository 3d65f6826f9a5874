/// A day of the calendar, parsed from ten bytes such as `2024-02-29`.
///
/// Used by the formats `date` and `date-time` and by ``Timestamp`` and ``CalendarDate``.
struct DateFields {
  let year: Int
  let month: Int
  let day: Int

  /// RFC 3339, section 5.6, `full-date`: a day that exists in the (proleptic) Gregorian calendar.
  init?(_ utf8: UnsafeBufferPointer<UInt8>) {
    let hyphen = UInt8(ascii: "-")
    guard utf8.count == 10, utf8[4] == hyphen, utf8[7] == hyphen, let century = utf8.twoDigits(at: 0),
      let yearOfCentury = utf8.twoDigits(at: 2), let month = utf8.twoDigits(at: 5), let day = utf8.twoDigits(at: 8)
    else { return nil }
    self.init(year: century * 100 + yearOfCentury, month: month, day: day)
  }

  /// Returns nil if there is no such day, or if its year needs more than four digits.
  init?(year: Int, month: Int, day: Int) {
    guard 0...9999 ~= year, 1...12 ~= month, 1...Self.dayCount(ofMonth: month, year: year) ~= day else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  private static func dayCount(ofMonth month: Int, year: Int) -> Int {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    if month == 2 { return isLeapYear ? 29 : 28 }
    // Long and short months alternate, starting again in August.
    return 30 + (month + month / 8) % 2
  }
}

// MARK: - Days since 1970

extension DateFields {
  /// The days from 1970-01-01 to this day.
  ///
  /// Years are counted from March to February, so that the leap day comes last and the days before each month follow a
  /// linear formula: 153 days per five months.
  var daysSinceEpoch: Int {
    // Adding four hundred years keeps every number positive.
    let marchYear = year + 400 - (month <= 2 ? 1 : 0)
    let marchMonth = (month + 9) % 12
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    return 365 * marchYear + leapDays + dayOfYear - Self.daysToEpoch
  }

  /// The day this many days after 1970-01-01; nil if its year needs more than four digits.
  init?(daysSinceEpoch days: Int) {
    // From year 0 to year 9999, which also prevents overflow.
    guard -719_528...2_932_896 ~= days else { return nil }
    let total = days + Self.daysToEpoch
    let era = total / Self.daysInEra
    let dayOfEra = total % Self.daysInEra
    // Corrects for the last day of 4, 100 and 400 years, which would otherwise start another year.
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = (marchMonth + 2) % 12 + 1
    self.init(year: era * 400 + yearOfEra - 400 + (month <= 2 ? 1 : 0), month: month, day: day)
  }

  /// The number of days in four hundred years.
  private static var daysInEra: Int { 146_097 }
  /// The number of days from 1 March four hundred years before year 0 to 1970-01-01.
  private static var daysToEpoch: Int { 719_468 + 146_097 }
}

// MARK: - Text

extension DateFields: CustomStringConvertible {
  var description: String {
    var text = ""
    text.append(year, width: 4)
    text += "-"
    text.append(month, width: 2)
    text += "-"
    text.append(day, width: 2)
    return text
  }
}

extension String {
  /// Appends a number, padded with zeros to `width` digits.
  mutating func append(_ number: Int, width: Int) {
    let digits = String(number)
    self += String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

// MARK: - Time of day

/// A time of day with its zone, parsed from bytes such as `08:30:06.28+02:00`.
///
/// Used by the formats `time` and `date-time` and by ``Timestamp``, within one call, because it points into the text.
struct TimeFields {
  let hour: Int
  let minute: Int
  /// 60 in a leap second.
  let second: Int
  /// The digits after the point; empty if there is no point.
  let fraction: UnsafeBufferPointer<UInt8>
  /// The offset of the zone from UTC in minutes, positive to the east.
  let offsetMinutes: Int

  /// RFC 3339, section 5.6, `full-time`: a zone is required, `z` may be lowercase, the fraction has at least one digit.
  /// A leap second is accepted at 23:59:60 UTC on any day, because leap seconds are not known in advance.
  init?(_ utf8: UnsafeBufferPointer<UInt8>) {
    let colon = UInt8(ascii: ":")
    guard utf8.count >= 9, utf8[2] == colon, utf8[5] == colon, let hour = utf8.twoDigits(at: 0),
      let minute = utf8.twoDigits(at: 3), let second = utf8.twoDigits(at: 6), hour <= 23, minute <= 59, second <= 60
    else { return nil }
    var index = 8
    if utf8[index] == UInt8(ascii: ".") {
      index += 1
      while let byte = utf8.byte(at: index), byte &- UInt8(ascii: "0") <= 9 { index += 1 }
      guard index > 9 else { return nil }
      fraction = utf8.slice(9, index)
    } else {
      fraction = utf8.slice(8, 8)
    }
    guard let offset = Self.offsetMinutes(utf8, from: index) else { return nil }
    if second == 60 {
      let minuteOfDay = hour * 60 + minute - offset
      guard (minuteOfDay + 2 * 1440) % 1440 == 1439 else { return nil }
    }
    self.hour = hour
    self.minute = minute
    self.second = second
    offsetMinutes = offset
  }

  /// Reads the zone, which must extend to the end of the text.
  private static func offsetMinutes(_ utf8: UnsafeBufferPointer<UInt8>, from index: Int) -> Int? {
    guard let sign = utf8.byte(at: index) else { return nil }
    if sign | 0x20 == UInt8(ascii: "z") { return utf8.count == index + 1 ? 0 : nil }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), utf8.count == index + 6,
      utf8[index + 3] == UInt8(ascii: ":"), let hours = utf8.twoDigits(at: index + 1),
      let minutes = utf8.twoDigits(at: index + 4), hours <= 23, minutes <= 59
    else { return nil }
    return sign == UInt8(ascii: "-") ? -(hours * 60 + minutes) : hours * 60 + minutes
  }
}

/// A point in time, parsed from bytes such as `1963-06-19T08:30:06.28Z`.
struct DateTimeFields {
  let date: DateFields
  let time: TimeFields

  /// RFC 3339, section 5.6, `date-time`; the `T` may be lowercase.
  init?(_ utf8: UnsafeBufferPointer<UInt8>) {
    guard utf8.count >= 20, utf8[10] | 0x20 == UInt8(ascii: "t"), let date = DateFields(utf8.slice(0, 10)),
      let time = TimeFields(utf8.slice(11))
    else { return nil }
    self.date = date
    self.time = time
  }

  /// The number of seconds since 1970-01-01T00:00:00Z without the fraction, with 86,400 per day: a leap second counts
  /// as the second after it.
  var secondsSinceEpoch: Int64 {
    let minutes = date.daysSinceEpoch * 1440 + time.hour * 60 + time.minute - time.offsetMinutes
    return Int64(minutes) * 60 + Int64(time.second)
  }
}
