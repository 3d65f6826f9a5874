public import CollaborationModels

extension RoomPhase {
  /// Whether a room may go from this phase to another one.
  ///
  /// Joining leads from connecting to connected, or to disconnected if it fails; leaving goes by way of
  /// disconnecting; a lost network means reconnecting, which ends with connected or disconnected.
  public func canBecome(_ next: RoomPhase) -> Bool {
    switch self {
    case .connecting: next == .connected || next == .disconnecting || next == .disconnected
    case .connected: next == .reconnecting || next == .disconnecting || next == .disconnected
    case .reconnecting: next == .connected || next == .disconnecting || next == .disconnected
    case .disconnecting: next == .disconnected
    case .disconnected: next == .connecting
    }
  }
}

extension PlayerPhase {
  /// Whether a playback may go from this phase to another one.
  ///
  /// Nothing leads back to waitingFirstFrame, and nothing leads on from stop: the player was stopped for good.
  public func canBecome(_ next: PlayerPhase) -> Bool {
    switch self {
    case .waitingFirstFrame: next != .waitingFirstFrame
    case .playing: next == .paused || next == .buffering || next == .ended || next == .stopped
    case .paused: next == .playing || next == .buffering || next == .ended || next == .stopped
    case .buffering: next == .playing || next == .paused || next == .ended || next == .stopped
    case .ended: next == .playing || next == .paused || next == .buffering || next == .stopped
    case .stopped: false
    }
  }
}
