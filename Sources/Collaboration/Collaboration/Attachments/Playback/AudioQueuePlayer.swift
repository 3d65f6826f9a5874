/// Decides which sound follows another one: the data source of the queue player.
public protocol AudioQueuePlayerDataSource: Sendable {
  /// Returns the absolute URI of the sound after one that was played to its end; nil ends the queue.
  func nextAsset(after location: String) async -> String?
}

/// Plays a sound and then the next ones from a data source: the document's default player.
///
///     let player = AudioQueuePlayer(output: speaker, dataSource: MessageQueue(…))
public actor AudioQueuePlayer: AudioPlaying {
  private let player: AudioPlayer

  /// - Parameter output: produces the sound. It must not be shared with another player.
  /// - Parameter timeouts: the deadlines of the output and the data source.
  /// - Parameter clock: measures the deadlines.
  public init(
    output: any AudioOutput, dataSource: any AudioQueuePlayerDataSource,
    timeouts: AudioDeviceTimeouts = AudioDeviceTimeouts(), clock: any Clock<Duration> = ContinuousClock()
  ) {
    player = AudioPlayer(output: output, timeouts: timeouts, clock: clock) { await dataSource.nextAsset(after: $0) }
  }

  /// The current sound and progress.
  public var context: AudioPlaybackContext { get async { await player.context } }

  /// Returns the current context, followed by each later one, as ``AudioPlayer/contexts()`` does.
  public func contexts() async -> AsyncStream<AudioPlaybackContext> { await player.contexts() }

  /// Stops the sound, and ends the sequences of contexts.
  public func close() async { await player.close() }

  public func loadAsset(_ location: String) async { await player.loadAsset(location) }
  public func play() async { await player.play() }
  public func pause() async { await player.pause() }
  public func stop() async { await player.stop() }
  public func updateRate(_ rate: AudioPlaybackRate) async { await player.updateRate(rate) }
  public func seek(to time: Duration) async { await player.seek(to: time) }

  /// Pauses while the application is in the background.
  public func moveToBackground() async { await player.moveToBackground() }

  /// Resumes the sound that ``moveToBackground()`` paused.
  public func moveToForeground() async { await player.moveToForeground() }
}
