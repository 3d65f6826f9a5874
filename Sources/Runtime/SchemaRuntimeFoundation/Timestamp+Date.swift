public import Foundation
public import SchemaRuntime

extension Date {
  /// The instant of a timestamp, rounded to the precision of `Date`. A leap second becomes the second after it.
  public init(_ timestamp: Timestamp) {
    self.init(timeIntervalSince1970: Double(timestamp.secondsSinceEpoch) + Double(timestamp.nanosecond) / 1e9)
  }
}
