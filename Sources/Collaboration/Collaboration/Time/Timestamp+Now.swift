internal import Foundation
public import SchemaRuntime

extension Timestamp {
  /// The system's time in UTC, in milliseconds: the default wherever a time is passed as `now`.
  public static var now: Timestamp {
    let (seconds, milliseconds) = millisecondsNow.quotientAndRemainder(dividingBy: 1000)
    return Timestamp(secondsSinceEpoch: Int64(seconds), nanosecond: milliseconds * 1_000_000)
      ?? Timestamp(validated: "1970-01-01T00:00:00Z")
  }

  /// The system's time in milliseconds since 1970-01-01 UTC, as records of stores have it.
  public static var millisecondsNow: Int { max(0, Int(Date().timeIntervalSince1970 * 1000)) }
}
