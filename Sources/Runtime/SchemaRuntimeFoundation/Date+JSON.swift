public import Foundation
public import SchemaRuntime

// `"formats": {"types": {"date-time": "Date", "uuid": "UUID", "uri": "URL"}}` makes generated code use these. The text
// of a payload is not preserved: a date is written in UTC with microseconds, a UUID in
// lowercase (RFC 9562, section 4).

extension Date: JSONDecodable, JSONWritable {
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) { self.init(try Timestamp(decoding: node)) }

  /// Writes the date as RFC 3339 text. A date outside the years 0 to 9999 has no JSON form
  /// (``JSONWriteError/yearOutOfRange``).
  public func write(to writer: inout JSONWriter) {
    if let timestamp { timestamp.write(to: &writer) } else { writer.refuse(.yearOutOfRange) }
  }

  /// The date in UTC, with microseconds; nil outside the years 0 to 9999.
  private var timestamp: Timestamp? {
    let seconds = timeIntervalSince1970
    guard seconds.magnitude < 1e12 else { return nil }
    let whole = seconds.rounded(.down)
    let microseconds = Int(((seconds - whole) * 1e6).rounded())
    let carried = microseconds == 1_000_000
    return Timestamp(
      secondsSinceEpoch: Int64(whole) + (carried ? 1 : 0), nanosecond: carried ? 0 : microseconds * 1_000)
  }
}

extension UUID: JSONDecodable, JSONWritable {
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = UUID(uuidString: node.string) else { throw DecodingFailure(node, "UUID") }
    self = value
  }

  public func write(to writer: inout JSONWriter) { writer.write(uuidString.lowercased()) }
}

extension URL: JSONDecodable, JSONWritable {
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = URL(string: node.string) else { throw DecodingFailure(node, "URL") }
    self = value
  }

  public func write(to writer: inout JSONWriter) { writer.write(absoluteString) }
}
