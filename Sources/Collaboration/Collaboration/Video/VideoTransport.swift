public import CollaborationModels

/// Tells the media server what this device shows.
public protocol VideoTransport: Sendable {
  /// Requests a participant's video in a size. The server may send a smaller one.
  func updateTrackSize(_ size: TrackSize, sessionID: String) async throws
}
