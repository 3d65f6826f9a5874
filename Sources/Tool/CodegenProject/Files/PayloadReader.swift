package import CommandLineTool
import Foundation
package import SchemaValidation

/// The payloads of one file: its entire text, or its lines one after another.
///
/// Keeps at most one payload and a chunk of the file in memory. Of a payload that exceeds the limit, it keeps one byte
/// more than the limit, enough for the validator to reject it with its position.
package struct PayloadReader: ~Copyable {
  private let source: ByteSource
  private let limit: Int
  private var piece: [UInt8] = []
  private var offset = 0
  private var origin: PayloadOrigin

  package init(source: consuming ByteSource, file: String, limit: Int) {
    self.source = source
    self.limit = limit
    origin = PayloadOrigin(file: file)
  }

  /// Reads the file as one payload.
  package func whole() throws(FileError) -> [UInt8] { try source.readAll(limit: limit + 1) }

  /// The number of bytes up to the last line that was read.
  package var bytesRead: Int { origin.bytesBefore }

  /// Whether reading the next line may block, so that pending results should be written first.
  package var mustWait: Bool { lineEnd == nil && !source.isReady }

  /// The offset of the next line feed that has been read.
  private var lineEnd: Int? {
    piece.withUnsafeBytes { bytes in
      guard offset < bytes.count, let start = bytes.baseAddress else { return nil }
      return memchr(start + offset, 0x0a, bytes.count - offset).map { UnsafeRawPointer($0) - start }
    }
  }

  /// Returns the next non-blank line without its line feed, and its offset; nil after the last one.
  package mutating func nextLine(into line: inout [UInt8]) throws(FileError) -> PayloadOrigin? {
    line.removeAll(keepingCapacity: true)
    return try nextLine(after: &line)
  }

  /// Appends the next non-blank line without its line feed, and returns its offset; nil after the last one.
  package mutating func nextLine(after lines: inout [UInt8]) throws(FileError) -> PayloadOrigin? {
    let start = lines.count
    while true {
      let begin = origin
      guard try readLine(after: &lines) else { return nil }
      if lines[start...].contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0d }) { return begin }
      lines.removeLast(lines.count - start)
    }
  }

  /// Reads up to the next line feed or the end of the file; false if nothing is left.
  private mutating func readLine(after lines: inout [UInt8]) throws(FileError) -> Bool {
    let most = lines.count + limit + 1
    var foundAny = false
    while true {
      if offset == piece.count {
        piece.removeAll(keepingCapacity: true)
        offset = 0
        try source.read(1 << 16, into: &piece)
        if piece.isEmpty { return foundAny }
      }
      foundAny = true
      let end = lineEnd
      let part = piece[offset..<(end ?? piece.count)]
      lines += part.prefix(most - lines.count)
      origin.bytesBefore += part.count
      offset += part.count
      guard end != nil else { continue }
      offset += 1
      origin.bytesBefore += 1
      origin.linesBefore += 1
      return true
    }
  }
}
