/// Says what is played after a sound: the document's data source of the queue player.
public protocol AudioQueuePlayerDataSource: Sendable {
  /// The absolute URI of what comes after a sound that has been played to its end; nil ends the queue.
  func nextAsset(after location: String) async -> String?
}

/// Plays a sound and then what a data source says comes next: the document's default player.
///
///     let player = AudioQueuePlayer(output: speaker, dataSource: MessageQueue(…))
public actor AudioQueuePlayer: AudioPlaying {
  private let player: AudioPlayer

  /// - Parameter output: what makes the sound. No other player uses it.
  public init(output: any AudioOutput, dataSource: any AudioQueuePlayerDataSource) {
    player = AudioPlayer(output: output) { await dataSource.nextAsset(after: $0) }
  }

  /// What is played, and how far.
  public var context: AudioPlaybackContext { get async { await player.context } }

  public func contexts() async -> AsyncStream<AudioPlaybackContext> { await player.contexts() }
  public func loadAsset(_ location: String) async { await player.loadAsset(location) }
  public func play() async { await player.play() }
  public func pause() async { await player.pause() }
  public func stop() async { await player.stop() }
  public func updateRate(_ rate: AudioPlaybackRate) async { await player.updateRate(rate) }
  public func seek(to time: Double) async { await player.seek(to: time) }

  /// Pauses while the application is not in front.
  public func moveToBackground() async { await player.moveToBackground() }

  /// Goes on with what ``moveToBackground()`` paused.
  public func moveToForeground() async { await player.moveToForeground() }
}
