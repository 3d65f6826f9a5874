public import Foundation
public import SchemaRuntime

// `"types": {"string:date-time": "Date", "string:uuid": "UUID", "string:uri": "URL"}` makes generated code use these.
// The text of a payload is not preserved: a date is written in UTC with microseconds, a UUID in lowercase (RFC 9562,
// section 4).

extension Date: JSONDecodable, JSONWritable {
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) { self.init(try Timestamp(decoding: node)) }

  /// Writes the date as RFC 3339 text. A date outside the years 0 to 9999 has no JSON form
  /// (``JSONWriteError/yearOutOfRange``).
  public func write(to writer: inout JSONWriter) {
    if let timestamp = Timestamp(self) { timestamp.write(to: &writer) } else { writer.refuse(.yearOutOfRange) }
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
