public import Foundation
public import SchemaRuntime

extension Date {
  /// The instant of a timestamp, to the nearest value that `Date` can hold; a leap second becomes the second after it.
  public init(_ timestamp: Timestamp) {
    self.init(timeIntervalSince1970: Double(timestamp.secondsSinceEpoch) + Double(timestamp.nanosecond) / 1e9)
  }
}

extension UUID {
  /// The identifier that a string with the format `uuid` holds; nil for any other string.
  public init?(uuid text: String) { self.init(uuidString: text) }
}

extension URL {
  /// The address that a string with the format `uri` holds; nil where Foundation refuses it.
  public init?(uri text: String) { self.init(string: text) }
}
