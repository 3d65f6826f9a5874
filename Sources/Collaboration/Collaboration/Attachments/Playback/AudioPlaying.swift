/// Plays one sound at a time. ``AudioPlayer`` stops at its end, ``AudioQueuePlayer`` continues with the next.
public protocol AudioPlaying: Sendable {
  /// Loads a sound and plays it. Resumes a sound that is already loaded, or restarts it if it was stopped.
  func loadAsset(_ location: String) async
  func play() async
  func pause() async
  func stop() async
  /// Sets the playback rate; zero pauses. While nothing is playing, sets the rate of the next ``play()``.
  func updateRate(_ rate: AudioPlaybackRate) async
  /// Seeks to a time within the sound, and pauses there.
  func seek(to time: Duration) async
  /// Returns the current context, followed by each later one.
  func contexts() async -> AsyncStream<AudioPlaybackContext>
}

/// Produces the sound: the media player of a platform.
public protocol AudioOutput: Sendable {
  /// Loads a sound. Its task is cancelled once the sound is no longer needed, possibly even before this method is
  /// called. Then it throws, and a sound that is being loaded in the meantime remains the current one.
  /// - Returns: its duration.
  func load(_ location: String) async throws -> Duration
  /// Plays from the current time, `rate` times as fast.
  func play(rate: Double) async
  func pause() async
  /// Seeks to a time; returns when it is reached.
  func seek(to time: Duration) async
  /// Unloads the sound. Cancels a load in progress.
  func unload() async
  /// Returns the events during playback.
  func events() -> AsyncStream<AudioOutputEvent>
}

/// An event that an output reports during playback.
public enum AudioOutputEvent: Hashable, Sendable {
  /// The current time, about every 0.1 seconds.
  case time(Duration, location: String)
  case playedToEnd(location: String)
}
