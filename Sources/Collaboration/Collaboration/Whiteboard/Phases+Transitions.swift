public import CollaborationModels

extension RoomPhase {
  /// Whether a room may change from this phase to another one.
  ///
  /// Joining leads from connecting to connected, or to disconnected if it fails. Leaving passes through disconnecting.
  /// A lost connection leads to reconnecting, which ends with connected or disconnected.
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
  /// Whether a playback may change from this phase to another one.
  ///
  /// No phase leads back to waitingFirstFrame, and stop is final.
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
