/// The state that a player reports.
public struct AudioPlaybackContext: Hashable, Sendable {
  /// The absolute URI of the sound that is loaded, is being loaded or could not be loaded.
  public var assetLocation: String?
  /// The duration; zero while unknown.
  public var duration: Duration
  /// The current time.
  public var currentTime: Duration
  /// The current state of the player.
  public var state: AudioPlaybackState
  /// Zero unless the sound is playing.
  public var rate: AudioPlaybackRate
  /// Whether the player is seeking. Meanwhile it is paused.
  public var isSeeking: Bool

  /// Creates a context; without arguments, for a player without a sound.
  public init(
    assetLocation: String? = nil, duration: Duration = .zero, currentTime: Duration = .zero,
    state: AudioPlaybackState = .notLoaded, rate: AudioPlaybackRate = .zero, isSeeking: Bool = false
  ) {
    self.assetLocation = assetLocation
    self.duration = duration
    self.currentTime = currentTime
    self.state = state
    self.rate = rate
    self.isSeeking = isSeeking
  }

  /// The played fraction, from 0 to 1; 0 while the duration is zero.
  public var progress: Double { duration > .zero ? min(max(currentTime / duration, 0), 1) : 0 }
}

/// The state of a player.
public enum AudioPlaybackState: Hashable, Sendable, CaseIterable {
  case notLoaded, loading, paused, playing, stopped
}

/// The speed at which a sound is played.
public enum AudioPlaybackRate: Double, Hashable, Sendable, CaseIterable {
  case zero = 0
  case half = 0.5
  case normal = 1
  case double = 2

  /// The next rate when the rate button is tapped: 1, 2, 0.5, and again 1.
  public var next: AudioPlaybackRate {
    switch self {
    case .zero, .half: .normal
    case .normal: .double
    case .double: .half
    }
  }
}
