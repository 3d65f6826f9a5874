public import Foundation
public import SchemaRuntime

extension Data: JSONLinesPiece {
  public func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    withUnsafeBytes { $0.withMemoryRebound(to: UInt8.self, body) }
  }
}

extension SchemaModel {
  /// Returns the values of a JSON Lines file, each validated and decoded as it is read. The file is opened when
  /// iteration begins; I/O errors are thrown unchanged.
  ///
  /// - Parameter limits: the limits for one line.
  public static func lines(ofFileAt url: URL, limits: JSONLimits = JSONLimits()) -> JSONLines<Self, FilePieces> {
    lines(of: FilePieces(url: url), limits: limits)
  }
}

/// The contents of a file, chunk by chunk.
///
/// Reading blocks a system thread, never one of the cooperative pool.
public struct FilePieces: AsyncSequence, Sendable {
  public typealias Element = Data

  let url: URL

  /// The contents of the file at `url`, which is opened when iteration begins.
  public init(url: URL) { self.url = url }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(url: url) }

  public struct AsyncIterator: AsyncIteratorProtocol {
    private static let pieceSize = 1 << 16

    let url: URL
    private var file: FileHandle?
    private var hasEnded = false

    init(url: URL) { self.url = url }

    public mutating func next() async throws -> Data? {
      guard !hasEnded else { return nil }
      do {
        let (opened, piece) = try await Self.read(file, url)
        file = opened
        if let piece, !piece.isEmpty { return piece }
      } catch {
        end()
        throw error
      }
      end()
      return nil
    }

    /// Reads the next chunk, opening the file first if necessary.
    private static func read(_ file: FileHandle?, _ url: URL) async throws -> (FileHandle, Data?) {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(
            with: Result {
              let file = try file ?? FileHandle(forReadingFrom: url)
              return (file, try file.read(upToCount: pieceSize))
            })
        }
      }
    }

    private mutating func end() {
      hasEnded = true
      try? file?.close()
      file = nil
    }
  }
}
