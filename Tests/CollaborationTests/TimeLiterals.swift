import Collaboration
public import SchemaRuntime

// Rows of tests have times as numbers.

/// A number is a duration in seconds.
extension Duration: @retroactive ExpressibleByFloatLiteral, @retroactive ExpressibleByIntegerLiteral {
  public init(floatLiteral seconds: Double) { self = .nanoseconds(Int((seconds * 1e9).rounded())) }
  public init(integerLiteral seconds: Int) { self = .seconds(seconds) }
}

/// A number is the time so many milliseconds after 1970-01-01 UTC.
extension Timestamp: ExpressibleByIntegerLiteral {
  public init(integerLiteral milliseconds: Int) { self.init(millisecondsSinceEpoch: milliseconds) }
}
