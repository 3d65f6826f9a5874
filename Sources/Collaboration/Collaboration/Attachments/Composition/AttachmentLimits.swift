/// Limits on the number and size of attachments in a message.
public struct AttachmentLimits: Hashable, Sendable {
  /// The limit that applies if the application's server settings do not specify one: 100 MiB.
  public static let defaultFileSize = 100 * 1024 * 1024

  /// The maximum number of attachments in a message.
  public var maximumCount: Int
  /// The maximum file size in bytes.
  public var maximumFileSize: Int

  /// - Parameter maximumFileSize: the limit in the application's settings; nil or not positive if they specify none.
  public init(maximumCount: Int = 30, maximumFileSize: Int? = nil) {
    self.maximumCount = max(0, maximumCount)
    self.maximumFileSize = maximumFileSize.flatMap { $0 > 0 ? $0 : nil } ?? Self.defaultFileSize
  }
}
