public import CollaborationModels

/// Uploads files to a server.
public protocol AttachmentTransport: Sendable {
  /// Uploads the file of an attachment.
  /// - Parameter progress: receives the uploaded fraction, from 0 to 1.
  /// - Returns: the absolute URI of the file on the server.
  func upload(_ attachment: Attachment, progress: @escaping @Sendable (Double) async -> Void) async throws -> String
}

/// Sends messages.
public protocol MessageSending: Sendable {
  func send(_ message: Message) async throws
}
