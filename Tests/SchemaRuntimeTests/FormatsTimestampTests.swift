import Foundation
import Testing

@testable import SchemaRuntime

/// Points in time that preserve their text.
@Suite struct FormatsTimestampTests {
  @Test("the parts are those in the text")
  func readsParts() throws {
    let timestamp = try #require(Timestamp("1990-12-31T15:59:50.123456789876-08:30"))
    #expect(timestamp.year == 1990)
    #expect(timestamp.month == 12)
    #expect(timestamp.day == 31)
    #expect(timestamp.hour == 15)
    #expect(timestamp.minute == 59)
    #expect(timestamp.second == 50)
    #expect(timestamp.nanosecond == 123_456_789)
    #expect(timestamp.offsetMinutes == -510)
    #expect(timestamp.description == "1990-12-31T15:59:50.123456789876-08:30")
    #expect(timestamp.text == timestamp.description)
  }

  struct Instant: CustomTestStringConvertible {
    let text: String
    let seconds: Int64
    let nanosecond: Int
    var testDescription: String { text }

    init(_ text: String, _ seconds: Int64, _ nanosecond: Int = 0) {
      self.text = text
      self.seconds = seconds
      self.nanosecond = nanosecond
    }
  }

  @Test(
    "instants are counted from 1970",
    arguments: [
      Instant("1970-01-01T00:00:00Z", 0),
      Instant("1969-12-31T23:59:59.5Z", -1, 500_000_000),
      Instant("2000-02-29T12:00:00.000000001+02:00", 951_818_400, 1),
      Instant("2038-01-19T03:14:08Z", 2_147_483_648),
      Instant("0000-01-01T00:00:00Z", -62_167_219_200),
      Instant("9999-12-31T23:59:59Z", 253_402_300_799),
      Instant("1998-12-31T23:59:60Z", 915_148_800),
      Instant("1985-04-12t23:20:50.52z", 482_196_050, 520_000_000),
    ])
  func countsSeconds(_ instant: Instant) throws {
    let timestamp = try #require(Timestamp(instant.text))
    #expect(timestamp.secondsSinceEpoch == instant.seconds)
    #expect(timestamp.nanosecond == instant.nanosecond)
  }

  @Test(
    "a timestamp made from seconds is the instant in UTC",
    arguments: [
      Instant("1970-01-01T00:00:00Z", 0),
      Instant("1969-12-31T23:59:59.5Z", -1, 500_000_000),
      Instant("0000-01-01T00:00:00Z", -62_167_219_200),
      Instant("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999),
      Instant("2024-02-29T00:00:00.00000001Z", 1_709_164_800, 10),
    ])
  func writesSeconds(_ instant: Instant) {
    let timestamp = Timestamp(secondsSinceEpoch: instant.seconds, nanosecond: instant.nanosecond)
    #expect(timestamp?.text == instant.text)
    #expect(timestamp == Timestamp(instant.text))
  }

  @Test(
    "seconds outside four-digit years make no timestamp",
    arguments: [
      -62_167_219_201, 253_402_300_800, .min, .max,
    ] as [Int64])
  func refusesFarYears(_ seconds: Int64) {
    #expect(Timestamp(secondsSinceEpoch: seconds) == nil)
    #expect(Timestamp(secondsSinceEpoch: 0, nanosecond: 1_000_000_000) == nil)
    #expect(Timestamp(secondsSinceEpoch: 0, nanosecond: -1) == nil)
  }

  @Test("every day of ten thousand years follows the previous one")
  func countsDays() {
    var expected = DateFields(year: 0, month: 1, day: 1)?.daysSinceEpoch ?? 0
    for year in 0...9999 {
      for month in 1...12 {
        for day in [1, 28, 29, 30, 31] {
          guard let date = DateFields(year: year, month: month, day: day) else { continue }
          if day > 1 { expected += day == 28 ? 27 : 1 }
          guard date.daysSinceEpoch == expected else { return #expect(Bool(false), "\(date)") }
        }
        expected += 1
      }
    }
    for days in stride(from: -719_528, through: 2_932_896, by: 13) {
      guard DateFields(daysSinceEpoch: days)?.daysSinceEpoch == days else { return #expect(Bool(false), "\(days)") }
    }
  }

  @Test("equality compares texts, although one instant may have several")
  func comparesTexts() throws {
    let inUTC = try #require(Timestamp("2024-01-01T12:00:00Z"))
    let inParis = try #require(Timestamp("2024-01-01T13:00:00+01:00"))
    #expect(inUTC != inParis)
    #expect(inUTC.secondsSinceEpoch == inParis.secondsSinceEpoch)
    #expect(inUTC < inParis)
    #expect(Set([inUTC, inParis, inUTC]).count == 2)
  }

  @Test("timestamps are ordered by instant")
  func ordersByInstant() {
    let texts = [
      "1998-12-31T23:59:59.9Z", "1998-12-31T23:59:60.1Z", "1999-01-01T00:59:60.2+01:00", "1999-01-01T00:00:00Z",
      "1999-01-01T00:00:00.00000000001Z", "1999-01-01T01:00:00.000000000011+01:00", "1998-12-31T23:00:00.1-01:00",
      "1999-01-01T00:00:01Z",
    ]
    let timestamps = texts.compactMap { Timestamp($0) }
    #expect(timestamps.count == texts.count)
    #expect(timestamps.reversed().sorted().map(\.text) == texts)
  }

  @Test(
    "bytes and text make the same timestamp, or none",
    arguments: [
      "1985-04-12T23:20:50.52Z", "1985-04-12", "", "1985-04-12T23:20:50", "1985-02-29T00:00:00Z",
    ])
  func readsBytes(_ text: String) {
    #expect(Array(text.utf8).withUnsafeBufferPointer { Timestamp(utf8: $0) } == Timestamp(text))
  }

  @Test("a timestamp has the size of a string")
  func isSmall() {
    #expect(MemoryLayout<Timestamp>.size == MemoryLayout<String>.size)
    #expect(MemoryLayout<CalendarDate>.size == MemoryLayout<String>.size)
  }

  @Test("the text survives decoding and encoding")
  func codes() throws {
    let json = Data(#"["1985-04-12t23:20:50.520z"]"#.utf8)
    let timestamps = try JSONDecoder().decode([Timestamp].self, from: json)
    #expect(try JSONEncoder().encode(timestamps) == json)
    let dates = try JSONDecoder().decode([CalendarDate].self, from: Data(#"["2024-02-29"]"#.utf8))
    #expect(try JSONEncoder().encode(dates) == Data(#"["2024-02-29"]"#.utf8))
  }

  @Test("the error for an invalid date has an example")
  func refusesToDecode() {
    #expect(
      message { try JSONDecoder().decode([Timestamp].self, from: Data(#"["today"]"#.utf8)) }
        == "expected a date-time such as '1985-04-12T23:20:50Z', found 'today'")
    #expect(
      message { try JSONDecoder().decode([CalendarDate].self, from: Data(#"["2023-02-29"]"#.utf8)) }
        == "expected a date such as '1985-04-12', found '2023-02-29'")
  }

  private func message<Value>(_ decode: () throws -> Value) -> String? {
    do {
      _ = try decode()
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      return context.debugDescription
    } catch {
      return "\(error)"
    }
  }
}

/// Days of the calendar.
@Suite struct FormatsCalendarDateTests {
  @Test("the parts are those in the text")
  func readsParts() throws {
    let date = try #require(CalendarDate("0400-02-29"))
    #expect((date.year, date.month, date.day) == (400, 2, 29))
    #expect(date.description == "0400-02-29")
    #expect(CalendarDate(year: 400, month: 2, day: 29) == date)
    #expect(Array("0400-02-29".utf8).withUnsafeBufferPointer { CalendarDate(utf8: $0) } == date)
  }

  @Test("a day that does not exist is not a date")
  func refusesOtherDays() {
    #expect(CalendarDate("2023-02-29") == nil)
    #expect(CalendarDate(year: 2023, month: 2, day: 29) == nil)
    #expect(CalendarDate(year: 10_000, month: 1, day: 1) == nil)
    #expect(CalendarDate(year: 2023, month: .min, day: .max) == nil)
  }

  @Test("dates are ordered by day")
  func orders() {
    let texts = ["0000-01-01", "0999-12-31", "1000-01-01", "2023-12-31", "2024-01-01", "2024-01-02", "2024-02-01"]
    #expect(texts.reversed().compactMap { CalendarDate($0) }.sorted().map(\.text) == texts)
  }
}
