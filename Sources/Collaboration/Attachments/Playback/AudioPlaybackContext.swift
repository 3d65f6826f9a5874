/// What a player reports.
public struct AudioPlaybackContext: Hashable, Sendable {
  /// The absolute URI of the sound that is loaded, is being loaded or could not be loaded.
  public var assetLocation: String?
  /// In seconds; 0 while it is not known.
  public var duration: Double
  /// In seconds.
  public var currentTime: Double
  /// What the player does.
  public var state: AudioPlaybackState
  /// Zero unless the sound is playing.
  public var rate: AudioPlaybackRate
  /// Whether the player is on its way to another time. Meanwhile it is paused.
  public var isSeeking: Bool

  /// Without arguments, a player that nothing is loaded in.
  public init(
    assetLocation: String? = nil, duration: Double = 0, currentTime: Double = 0, state: AudioPlaybackState = .notLoaded,
    rate: AudioPlaybackRate = .zero, isSeeking: Bool = false
  ) {
    self.assetLocation = assetLocation
    self.duration = duration
    self.currentTime = currentTime
    self.state = state
    self.rate = rate
    self.isSeeking = isSeeking
  }

  /// How much has been played, from 0 to 1; 0 while the duration is 0 or no number.
  public var progress: Double {
    let progress = currentTime / duration
    return duration > 0 && !progress.isNaN ? min(max(progress, 0), 1) : 0
  }
}

/// What a player does.
public enum AudioPlaybackState: Hashable, Sendable, CaseIterable {
  case notLoaded, loading, paused, playing, stopped
}

/// How fast a sound is played.
public enum AudioPlaybackRate: Double, Hashable, Sendable, CaseIterable {
  case zero = 0
  case half = 0.5
  case normal = 1
  case double = 2

  /// The rate after a touch of the rate button: 1, 2, 0.5, and again 1.
  public var next: AudioPlaybackRate {
    switch self {
    case .zero, .half: .normal
    case .normal: .double
    case .double: .half
    }
  }
}
