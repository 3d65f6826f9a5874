/// A chunk of a JSON Lines source: one byte, or many.
public protocol JSONLinesPiece {
  /// The bytes, in order.
  func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void)
}

extension UInt8: JSONLinesPiece {
  public func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    withUnsafePointer(to: self) { body(UnsafeBufferPointer(start: $0, count: 1)) }
  }
}

extension Array: JSONLinesPiece where Element == UInt8 {
  public func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) { withUnsafeBufferPointer(body) }
}

extension ArraySlice: JSONLinesPiece where Element == UInt8 {
  public func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) { withUnsafeBufferPointer(body) }
}

extension ContiguousArray: JSONLinesPiece where Element == UInt8 {
  public func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) { withUnsafeBufferPointer(body) }
}

/// Splits chunks into lines and reads each with the same reader.
///
/// The state of an iterator, not safe for use by two tasks at a time.
final class JSONLinesReader<Model: SchemaModel> {
  private let limit: Int
  private var buffer: LineBuffer
  private var reader: JSONReader

  init(limits: JSONLimits) {
    reader = JSONReader(limits: limits)
    limit = max(0, min(limits.maximumByteCount, JSONLimits.hardMaximumByteCount))
    buffer = LineBuffer(limit: limit)
  }

  /// Whether the source has ended and all its lines have been read.
  var isAtEnd: Bool { buffer.isAtEnd }

  /// Adds the source's next chunk; nil if there is none.
  func add<Piece: JSONLinesPiece>(_ piece: Piece?) {
    guard let piece else { return buffer.end() }
    piece.withBytes { buffer.append($0) }
  }

  /// The next complete line that is not blank.
  func next() -> JSONLine<Model>? {
    while let line = buffer.nextLine() {
      if let result = buffer.withLine(line, { read($0, at: line) }) {
        return JSONLine(number: line.number, result: result)
      }
    }
    return nil
  }

  /// The value of a line; nil if it is blank.
  private func read(_ text: UnsafeBufferPointer<UInt8>, at line: LineBuffer.Line) -> Result<Model, SchemaError>? {
    // Only the beginning of a line over the limit is available, which may be white space.
    if text.count <= limit, text.allSatisfy(JSONReader.isWhitespace) { return nil }
    do throws(SchemaError) {
      return .success(try Model(json: text, using: &reader))
    } catch {
      return .failure(error.moved(byLines: line.number - 1, bytes: line.bytesBefore))
    }
  }
}
