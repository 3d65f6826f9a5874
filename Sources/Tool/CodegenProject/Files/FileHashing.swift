import Foundation
import SchemaAnalysis

/// Hashes contents of files.
final class FileHashing {
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FileHashing.pieceSize, alignment: 16)
  private static let pieceSize = 1 << 18

  deinit { buffer.deallocate() }

  /// The hash of the program that is running; nil if its file cannot be read.
  static let ofProgram: ContentHash? = {
    #if os(Linux)
      FileHashing().hash(ofFileAt: "/proc/self/exe")
    #else
      Bundle.main.executablePath.flatMap { FileHashing().hash(ofFileAt: $0) }
    #endif
  }()

  /// Returns the hash of a file's content; nil if it is no file or cannot be read.
  func hash(ofFileAt path: String) -> ContentHash? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var hash = ContentHash()
    while true {
      var count = 0
      while count < buffer.count {
        let got = read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { return nil }
        if got == 0 { break }
        count += got
      }
      hash.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      if count < buffer.count { return hash }
    }
  }

  /// Returns the hash of a file with this content.
  static func hash(of content: [UInt8]) -> ContentHash {
    var hash = ContentHash()
    content.withUnsafeBytes { bytes in
      var offset = 0
      repeat {
        let end = min(offset + pieceSize, bytes.count)
        hash.add(UnsafeRawBufferPointer(rebasing: bytes[offset..<end]))
        if end - offset < pieceSize { return }
        offset = end
      } while true
    }
    return hash
  }
}
