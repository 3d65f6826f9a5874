import SchemaRuntime

/// A loudspeaker that plays WAV files into a WAV file.
///
///     let player = AudioPlayer(output: FileAudioOutput(sink: "/tmp/heard.wav", clock: clock))
///     await player.loadAsset("file:///tmp/recordings/1.wav")
///
/// What was played is written to the sink at each pause and at the end of a sound, in the format of the last sound. At
/// rate 2 every other frame is played, at rate 0.5 each one twice.
public final class FileAudioOutput: AudioOutput {
  private struct State {
    var location = ""
    var file: WAVFile?
    var time = Duration.zero
    var played: [Int16] = []
    /// Counts plays, so that ticks of an earlier play are ignored.
    var play = 0
  }

  private static let tick = Duration.milliseconds(100)

  private let sink: String
  private let clock: any Clock<Duration>
  private let state = Mutex(State())
  private let broadcast = EventBroadcast<AudioOutputEvent>()
  private let ticks = OwnedTasks()

  /// - Parameter sink: the path or the `file:` URI of the file to write.
  /// - Parameter clock: the time in which sounds are played.
  public init(sink: String, clock: any Clock<Duration>) {
    self.sink = sink
    self.clock = clock
  }

  public func events() -> AsyncStream<AudioOutputEvent> { broadcast.events() }

  /// Ends the sequences of events.
  public func close() { broadcast.endSequences() }

  /// - Throws: a ``SoundFileError`` if the file cannot be read or is not a WAV file; there is no decoder for others.
  public func load(_ location: String) async throws -> Duration {
    let file = try SoundFiles.wav(location)
    try state.withLock { state in
      // Inside the lock, so that a cancelled load never completes after the next one.
      try Task.checkCancellation()
      if state.file?.format != file.format { state.played = [] }
      state.location = location
      state.file = file
      state.time = .zero
      state.play &+= 1
    }
    return file.duration
  }

  public func play(rate: Double) async {
    let play = state.withLock { state in
      state.play &+= 1
      return state.play
    }
    ticks.cancelAll()
    let clock = clock
    ticks.add { [weak self] in
      while (try? await clock.sleep(for: Self.tick)) != nil {
        guard let self, self.tick(play, rate: rate) else { return }
      }
    }
  }

  public func pause() async { stop() }

  public func seek(to time: Duration) async { state.withLock { $0.time = time } }

  public func unload() async {
    stop()
    state.withLock { $0.file = nil }
  }

  private func stop() {
    let (played, format) = state.withLock { state in
      state.play &+= 1
      return (state.played, state.file?.format)
    }
    ticks.cancelAll()
    // A sink that cannot be written is a loudspeaker that is off.
    if let format { try? SoundFiles.write(played, in: format, to: sink) }
  }

  private func tick(_ play: Int, rate: Double) -> Bool {
    let now = state.withLock { state -> (time: Duration, location: String, isOver: Bool)? in
      guard state.play == play, let file = state.file else { return nil }
      let end = min(state.time + Self.tick * rate, file.duration)
      let (first, last) = (file.sampleIndex(at: state.time), file.sampleIndex(at: end))
      let channels = file.format.channelCount
      let frames = Int((Double((last - first) / channels) / rate).rounded())
      for frame in 0..<frames {
        let start = first + Int(Double(frame) * rate) * channels
        state.played += file.int16s(start..<start + channels)
      }
      state.time = end
      return (end, state.location, end >= file.duration)
    }
    guard let now else { return false }
    broadcast.send(.time(now.time, location: now.location))
    if now.isOver { broadcast.send(.playedToEnd(location: now.location)) }
    return !now.isOver
  }
}
