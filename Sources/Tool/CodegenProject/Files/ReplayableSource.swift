package import CommandLineTool
import Foundation

/// A file or standard input that can be read more than once.
///
/// A pipe is first copied to a temporary file, which is unlinked immediately, so that it never remains.
package final class ReplayableSource: Sendable {
  /// The name of the source in messages.
  package let name: String
  private let path: String
  /// The copy; nil for a file that can be read again.
  private let copy: Int32?

  /// Opens the file at `path`; `-` as the name is standard input.
  package init(path: String, name: String) throws(FileError) {
    (self.name, self.path) = (name, path)
    let source = try ByteSource(path: path, name: name)
    copy = source.isRegularFile && name != "-" ? nil : try Self.copy(of: source)
  }

  deinit {
    if let copy { close(copy) }
  }

  /// Returns the bytes from the beginning. Invalidates earlier readers.
  package func bytes() throws(FileError) -> ByteSource {
    guard let copy else { return try ByteSource(path: path, name: name) }
    return try ByteSource(rewinding: copy, name: name)
  }

  private static func copy(of source: borrowing ByteSource) throws(FileError) -> Int32 {
    let folder = FileManager.default.temporaryDirectory.path
    var template = Array((folder + "/codegen-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw FileError(name: folder, use: .fill, reason: FileError.Reason(errno)) }
    unlink(template)
    do throws(FileError) {
      var piece: [UInt8] = []
      repeat {
        piece.removeAll(keepingCapacity: true)
        try source.read(1 << 16, into: &piece)
        if let reason = FileError.Reason(writing: piece, to: descriptor) {
          throw FileError(name: folder, use: .fill, reason: reason)
        }
      } while !piece.isEmpty
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }
}
