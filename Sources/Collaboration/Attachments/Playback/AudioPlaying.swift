/// Plays one sound at a time. ``AudioPlayer`` stops at its end, ``AudioQueuePlayer`` goes on with the next.
public protocol AudioPlaying: Sendable {
  /// Loads a sound and plays it. One that is loaded already is played on, one that was stopped from its beginning.
  func loadAsset(_ location: String) async
  func play() async
  func pause() async
  func stop() async
  /// Plays faster or slower; zero pauses. While nothing plays, the rate is that of the next ``play()``.
  func updateRate(_ rate: AudioPlaybackRate) async
  /// Goes to a time in seconds, within the sound, and pauses there.
  func seek(to time: Double) async
  /// The context at once, and each later one.
  func contexts() async -> AsyncStream<AudioPlaybackContext>
}

/// What makes the sound: the media player of a platform.
public protocol AudioOutput: Sendable {
  /// Makes a sound ready. Its task is cancelled when the sound is not wanted any more, even before it is called; then
  /// it throws, and another sound that is being loaded meanwhile stays the one that is played.
  /// - Returns: its duration in seconds.
  func load(_ location: String) async throws -> Double
  /// Plays from where it is, `rate` times as fast.
  func play(rate: Double) async
  func pause() async
  /// Goes to a time in seconds; returns when it is there.
  func seek(to time: Double) async
  /// Forgets the sound. It may come while one is being loaded, and then that one is not wanted any more.
  func unload() async
  /// What happens while a sound plays.
  func events() -> AsyncStream<AudioOutputEvent>
}

/// What an output reports while it plays a sound.
public enum AudioOutputEvent: Hashable, Sendable {
  /// How far it is, in seconds; about every 0.1 s.
  case time(Double, location: String)
  case playedToEnd(location: String)
}
