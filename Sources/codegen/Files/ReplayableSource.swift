import Foundation

/// A file or standard input that can be read more than once.
///
/// What cannot be read again, such as a pipe, is copied to a temporary file first. That file has no name: it is unlinked
/// as soon as it is open, so that nothing is left whatever ends the process.
final class ReplayableSource: Sendable {
  /// What messages call the source.
  let name: String
  private let path: String
  /// The copy; nil for a file that can be read again.
  private let copy: Int32?

  /// Opens the file at `path`; `-` as the name is standard input.
  init(path: String, name: String) throws(FileError) {
    self.name = name
    self.path = path
    let source = try ByteSource(path: path, name: name)
    if source.isRegularFile, name != "-" {
      copy = nil
    } else {
      copy = try Self.copy(of: source)
    }
  }

  deinit {
    if let copy { close(copy) }
  }

  /// The bytes from the beginning. Ends any reading that began before.
  func bytes() throws(FileError) -> ByteSource {
    guard let copy else { return try ByteSource(path: path, name: name) }
    return try ByteSource(rewinding: copy, name: name)
  }

  private static func copy(of source: borrowing ByteSource) throws(FileError) -> Int32 {
    let folder = FileManager.default.temporaryDirectory.path
    func failure() -> FileError { FileError(name: folder, use: .write, reason: FileError.Reason(errno)) }
    var template = Array((folder + "/codegen-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw failure() }
    unlink(template)
    do throws(FileError) {
      var piece: [UInt8] = []
      while true {
        piece.removeAll(keepingCapacity: true)
        try source.read(1 << 16, into: &piece)
        if piece.isEmpty { return descriptor }
        var written = 0
        while written < piece.count {
          let count = piece.withUnsafeBytes { bytes in
            Foundation.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
          }
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { throw failure() }
          written += count
        }
      }
    } catch {
      close(descriptor)
      throw error
    }
  }
}
