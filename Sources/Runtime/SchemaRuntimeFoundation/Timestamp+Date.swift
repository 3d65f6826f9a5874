public import Foundation
public import SchemaRuntime

extension Date {
  /// The instant of a timestamp, rounded to the precision of `Date`. A leap second becomes the second after it.
  public init(_ timestamp: Timestamp) {
    self.init(timeIntervalSince1970: Double(timestamp.secondsSinceEpoch) + Double(timestamp.nanosecond) / 1e9)
  }
}

extension Timestamp {
  /// The date in UTC, rounded to microseconds; nil outside the years 0 to 9999.
  public init?(_ date: Date) {
    let seconds = date.timeIntervalSince1970
    guard seconds.magnitude < 1e12 else { return nil }
    let whole = seconds.rounded(.down)
    let microseconds = Int(((seconds - whole) * 1e6).rounded())
    let carried = microseconds == 1_000_000
    self.init(secondsSinceEpoch: Int64(whole) + (carried ? 1 : 0), nanosecond: carried ? 0 : microseconds * 1_000)
  }
}
