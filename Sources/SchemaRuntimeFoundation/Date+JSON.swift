public import Foundation
public import SchemaRuntime

// `"formats": {"types": {"date-time": "Date", "uuid": "UUID", "uri": "URL"}}` makes generated code use these. The text
// of a payload is not preserved: a date is written in UTC with microseconds, a UUID in uppercase.

extension Date: JSONDecodable, JSONWritable {
  public init(decoding node: JSONNode) throws(DecodingFailure) { self.init(try Timestamp(decoding: node)) }

  /// Writes the date as RFC 3339 text; dates outside the years 0 to 9999 as null, which no schema accepts as a date.
  public func write(to writer: inout JSONWriter) { DateText(self).timestamp.write(to: &writer) }
}

extension UUID: JSONDecodable, JSONWritable {
  public init(decoding node: JSONNode) throws(DecodingFailure) {
    guard let value = UUID(uuidString: node.string) else { throw DecodingFailure(node, "UUID") }
    self = value
  }

  public func write(to writer: inout JSONWriter) { writer.write(uuidString) }
}

extension URL: JSONDecodable, JSONWritable {
  public init(decoding node: JSONNode) throws(DecodingFailure) {
    guard let value = URL(string: node.string) else { throw DecodingFailure(node, "URL") }
    self = value
  }

  public func write(to writer: inout JSONWriter) { writer.write(absoluteString) }
}

/// The `Codable` form of a date in generated code: a timestamp's text, whatever the coder's date strategy.
public struct DateText: Codable, Hashable, Sendable {
  public let date: Date

  public init(_ date: Date) { self.date = date }

  public init(from decoder: any Decoder) throws { date = Date(try Timestamp(from: decoder)) }

  public func encode(to encoder: any Encoder) throws {
    guard let timestamp else {
      let context = EncodingError.Context(
        codingPath: encoder.codingPath, debugDescription: "expected a date within the years 0 to 9999, found \(date)")
      throw EncodingError.invalidValue(date, context)
    }
    try timestamp.encode(to: encoder)
  }

  /// The date in UTC, with microseconds; nil outside the years 0 to 9999.
  var timestamp: Timestamp? {
    let seconds = date.timeIntervalSince1970
    guard seconds.magnitude < 1e12 else { return nil }
    let whole = seconds.rounded(.down)
    let microseconds = Int(((seconds - whole) * 1e6).rounded())
    let carried = microseconds == 1_000_000
    return Timestamp(
      secondsSinceEpoch: Int64(whole) + (carried ? 1 : 0), nanosecond: carried ? 0 : microseconds * 1_000)
  }
}
