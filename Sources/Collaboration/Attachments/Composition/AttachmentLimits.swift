/// How many attachments a message takes and how large their files may be.
public struct AttachmentLimits: Hashable, Sendable {
  /// The size that holds where the application's settings on the server name none: 100 MiB.
  public static let defaultFileSize = 100 * 1024 * 1024

  /// The most attachments a message has.
  public var maximumCount: Int
  /// The most bytes a file has.
  public var maximumFileSize: Int

  /// - Parameter maximumFileSize: the one of the application's settings; nil, or none above 0, when they name none.
  public init(maximumCount: Int = 30, maximumFileSize: Int? = nil) {
    self.maximumCount = max(0, maximumCount)
    self.maximumFileSize = maximumFileSize.flatMap { $0 > 0 ? $0 : nil } ?? Self.defaultFileSize
  }
}
