internal import Foundation
public import SchemaRuntime

extension Timestamp {
  /// The system's time in UTC, in milliseconds: the default wherever a time is passed as `now`.
  public static var now: Timestamp { Timestamp(millisecondsSinceEpoch: Int(Date().timeIntervalSince1970 * 1000)) }

  /// The instant so many milliseconds after 1970-01-01 UTC, as stores and responses have it: at the earliest the
  /// beginning of the year 0, at the latest the end of the year 9999.
  public init(millisecondsSinceEpoch milliseconds: Int) {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let (seconds, fraction) = remainder < 0 ? (quotient - 1, remainder + 1000) : (quotient, remainder)
    self =
      Timestamp(secondsSinceEpoch: Int64(seconds), nanosecond: fraction * 1_000_000)
      ?? (milliseconds < 0
        ? Timestamp(validated: "0000-01-01T00:00:00Z") : Timestamp(validated: "9999-12-31T23:59:59.999Z"))
  }

  /// The milliseconds since 1970-01-01 UTC, rounded down.
  public var millisecondsSinceEpoch: Int { Int(secondsSinceEpoch) * 1000 + nanosecond / 1_000_000 }
}
