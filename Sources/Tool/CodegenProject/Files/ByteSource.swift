package import CommandLineTool
import Foundation

/// A file or standard input, read in chunks.
package struct ByteSource: ~Copyable {
  private let descriptor: Int32
  private let isOwned: Bool
  private let name: String

  /// Opens the file at `path`; `-` as the name is standard input.
  package init(path: String, name: String) throws(FileError) {
    self.name = name
    isOwned = name != "-"
    descriptor = isOwned ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO
    guard descriptor >= 0 else { throw FileError(name: name, use: .read, reason: FileError.Reason(errno)) }
  }

  /// Reads a descriptor with another owner from its start.
  init(rewinding descriptor: Int32, name: String) throws(FileError) {
    self.name = name
    isOwned = false
    self.descriptor = descriptor
    guard lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw FileError(name: name, use: .read, reason: FileError.Reason(errno))
    }
  }

  /// Whether it is a file, which can be read again, and not a pipe, terminal or device.
  var isRegularFile: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Reads a file.
  ///
  /// - Throws: an error for a pipe or a device, which may block or never end, unless `allowsPipes`, and for a file with
  ///   more than `limit` bytes. Of a pipe, at most `limit` bytes are read.
  package static func contents(
    of path: String, name: String, limit: Int = .max, allowsPipes: Bool = false
  ) throws(FileError) -> [UInt8] {
    var status = stat()
    if name != "-", stat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFREG where Int(status.st_size) > limit:
        throw FileError(name: name, use: .read, reason: .tooLarge(Int(status.st_size), limit: limit))
      case S_IFREG, S_IFDIR: break
      default: if !allowsPipes { throw FileError(name: name, use: .read, reason: .noFile) }
      }
    }
    return try ByteSource(path: path, name: name).readAll(limit: limit)
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// Whether reading does not block: always for a file, for a pipe or terminal when there is input.
  var isReady: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) != 0
  }

  /// Appends at most `count` bytes to `bytes`; none only at the end of the file.
  package func read(_ count: Int, into bytes: inout [UInt8]) throws(FileError) {
    while true {
      var got = 0
      let piece = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        got = Foundation.read(descriptor, buffer.baseAddress, count)
        filled = max(0, got)
      }
      if got >= 0 {
        if bytes.isEmpty { bytes = piece } else { bytes += piece }
        return
      }
      guard errno == EINTR else { throw FileError(name: name, use: .read, reason: FileError.Reason(errno)) }
    }
  }

  /// Reads the rest, at most `limit` bytes.
  func readAll(limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let before = bytes.count
      try read(min(limit - before, 1 << 16), into: &bytes)
      if bytes.count == before { break }
    }
    return bytes
  }
}
