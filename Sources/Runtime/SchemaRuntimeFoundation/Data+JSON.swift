public import Foundation
@_spi(Generated) public import SchemaRuntime

// `"formats": {"types": {"base64": "Data"}}` makes generated code use this.

/// In JSON, data is a string in base64 (RFC 4648, section 4). A text must be canonical, so that decoding and encoding it
/// is lossless.
extension Data: JSONDecodable, JSONWritable {
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard node.isString, let bytes = node.withUTF8({ ContentEncoding.base64.decode($0) }) else {
      throw DecodingFailure(node, "Data (base64)")
    }
    self.init(bytes)
  }

  public func write(to writer: inout JSONWriter) {
    withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: UInt8.self) { writer.write(base64: $0) }
    }
  }
}
