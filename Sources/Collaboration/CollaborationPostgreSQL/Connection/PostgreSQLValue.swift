import CPostgreSQL

/// A parameter of a statement. Arrays let one statement process many rows: `unnest($1::text[], $2::bytea[])`.
package enum PostgreSQLValue: Hashable, Sendable {
  /// `bigint`
  case integer(Int)
  /// `text`, which cannot contain U+0000; store other text as bytes.
  case text(String)
  /// `bytea`
  case bytes([UInt8])
  /// `bigint[]`
  case integers([Int])
  /// `text[]`
  case texts([String])
  /// `bytea[]`
  case byteArrays([[UInt8]])

  /// The number of the type in PostgreSQL's catalog (`pg_type`).
  var type: Oid {
    switch self {
    case .integer: Self.int8
    case .text: Self.textType
    case .bytes: Self.bytea
    case .integers: 1016
    case .texts: 1009
    case .byteArrays: 1001
    }
  }

  private static let bytea: Oid = 17
  private static let int8: Oid = 20
  private static let textType: Oid = 25

  /// The value in PostgreSQL's binary format.
  var binary: [UInt8] {
    switch self {
    case .integer(let number): Self.bigEndian(Int64(number))
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    case .integers(let numbers): Self.array(of: Self.int8, numbers.map { Self.bigEndian(Int64($0)) })
    case .texts(let texts): Self.array(of: Self.textType, texts.map { Array($0.utf8) })
    case .byteArrays(let arrays): Self.array(of: Self.bytea, arrays)
    }
  }

  /// One dimension, no nulls, the elements' type, their number, the first index; then each element after its length.
  private static func array(of type: Oid, _ elements: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20 + elements.reduce(0) { $0 + 4 + $1.count })
    for field in [elements.isEmpty ? 0 : 1, 0, Int32(bitPattern: type)] { bytes += bigEndian(field) }
    if elements.isEmpty { return bytes }
    bytes += bigEndian(Int32(clamping: elements.count)) + bigEndian(Int32(1))
    for element in elements { bytes += bigEndian(Int32(clamping: element.count)) + element }
    return bytes
  }

  private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
