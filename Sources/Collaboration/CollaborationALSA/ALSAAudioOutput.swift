public import Collaboration
import SchemaRuntime

/// A loudspeaker of ALSA, which plays WAV files.
///
///     let player = AudioPlayer(output: ALSAAudioOutput(device: "default"))
///     await player.loadAsset("file:///tmp/recordings/1.wav")
///
/// At rate 2 every other frame is played, at rate 0.5 each one twice. An actor, because the device is fed in intervals. A
/// device that fails while it plays ends the sound.
public actor ALSAAudioOutput: AudioOutput {
  /// A loaded sound.
  private final class Sound {
    let location: String
    let file: WAVFile
    let pcm: PCM
    /// The frame that is heard, or from which the sound is played.
    var frame = 0
    var play: Play?

    init(location: String, file: WAVFile, pcm: PCM) {
      self.location = location
      self.file = file
      self.pcm = pcm
    }
  }

  /// The playback of a sound from a frame on.
  private struct Play {
    let firstFrame: Int
    let rate: Double
    /// The time since it began.
    let watch: Timeline
    /// The frames that were passed to the device.
    var writtenCount = 0
    /// The ticks since it began.
    var tickCount = 0
  }

  private static let latency = 0.2
  private static let tick = Duration.milliseconds(20)
  /// The number of ticks between two reports.
  private static let ticksPerReport = 5

  private let device: String
  private let clock: any Clock<Duration>
  private let broadcast = EventBroadcast<AudioOutputEvent>()
  private let ticks = OwnedTasks()
  private var sound: Sound?

  /// - Parameter device: ALSA's name of the device, such as `default` or `plughw:1,0`.
  /// - Parameter clock: measures the intervals in which the device is fed.
  public init(device: String = "default", clock: any Clock<Duration> = ContinuousClock()) {
    self.device = device
    self.clock = clock
  }

  public nonisolated func events() -> AsyncStream<AudioOutputEvent> { broadcast.events() }

  /// Ends the sequences of events.
  public nonisolated func close() { broadcast.endSequences() }

  /// - Throws: an ``ALSAError`` if the device cannot be opened, or a `SoundFileError` if the file cannot be read or is not
  ///   a WAV file.
  public func load(_ location: String) async throws -> Duration {
    let file = try SoundFiles.wav(location)
    // Nothing is awaited after this, so that a cancelled load never replaces another sound.
    try Task.checkCancellation()
    // Closes the device first, which may be exclusive.
    ticks.cancelAll()
    sound = nil
    let pcm = try PCM(
      device: device, .playback, sampleRate: file.format.sampleRate, channelCount: file.format.channelCount,
      latency: Self.latency)
    sound = Sound(location: location, file: file, pcm: pcm)
    return file.duration
  }

  public func play(rate: Double) async {
    guard let sound, rate > 0 else { return }
    stop()
    do { try sound.pcm.prepare() } catch { return broadcast.send(.playedToEnd(location: sound.location)) }
    sound.play = Play(firstFrame: sound.frame, rate: rate, watch: Timeline(clock))
    feed()
    let clock = clock
    ticks.add { [weak self] in
      while (try? await clock.sleep(for: Self.tick)) != nil {
        guard let self, await self.feed() else { return }
      }
    }
  }

  public func pause() async { stop() }

  public func seek(to time: Duration) async {
    guard let sound else { return }
    let rate = sound.play?.rate
    stop()
    sound.frame = sound.file.sampleIndex(at: time) / sound.file.format.channelCount
    if let rate { await play(rate: rate) }
  }

  public func unload() async {
    ticks.cancelAll()
    sound = nil
  }

  // MARK: Playing

  private func stop() {
    ticks.cancelAll()
    guard let sound, let play = sound.play else { return }
    sound.frame = heardFrame(of: sound, play)
    sound.play = nil
    sound.pcm.stop()
  }

  /// Passes to the device what it has room for, and reports the time.
  /// - Returns: whether the sound continues.
  @discardableResult
  private func feed() -> Bool {
    guard let sound, var play = sound.play else { return false }
    let (file, elapsed) = (sound.file, play.watch.elapsed().inSeconds)
    let sampleRate = Double(file.format.sampleRate)
    let count = Int((Double(file.frameCount - play.firstFrame) / play.rate).rounded(.up))
    // Devices without hardware have room for any number of frames. Those of hardware may be slightly faster than the
    // clock.
    let limit = min(count, Int((elapsed * 1.01 + Self.latency) * sampleRate))
    do {
      while play.writtenCount < limit {
        let written = try sound.pcm.write(samples(of: file, play, count: min(limit - play.writtenCount, 4096)))
        if written == 0 { break }
        play.writtenCount += written
      }
      if play.writtenCount > 0 { try sound.pcm.start() }
    } catch { return finish(sound) }
    play.tickCount += 1
    sound.play = play
    sound.frame = heardFrame(of: sound, play)
    // A device that stands still does not hold up the player for ever.
    let isOver = play.writtenCount >= count && sound.frame >= file.frameCount
    if isOver || elapsed > Double(count) / sampleRate + 5 { return finish(sound) }
    if play.tickCount % Self.ticksPerReport == 1 {
      broadcast.send(.time(.seconds(Double(sound.frame) / sampleRate), location: sound.location))
    }
    return true
  }

  private func finish(_ sound: Sound) -> Bool {
    sound.play = nil
    sound.frame = sound.file.frameCount
    broadcast.send(.time(sound.file.duration, location: sound.location))
    broadcast.send(.playedToEnd(location: sound.location))
    return false
  }

  /// Returns the next samples at the play's rate.
  private func samples(of file: WAVFile, _ play: Play, count: Int) -> [Int16] {
    let channelCount = file.format.channelCount
    return (play.writtenCount..<play.writtenCount + count).flatMap { index in
      let first = (play.firstFrame + Int(Double(index) * play.rate)) * channelCount
      return file.int16s(first..<first + channelCount)
    }
  }

  /// Returns the frame that is heard now: what the device has played, and no more than its time allows.
  private func heardFrame(of sound: Sound, _ play: Play) -> Int {
    let elapsed = play.watch.elapsed().inSeconds * Double(sound.file.format.sampleRate)
    let heard = min(Double(play.writtenCount - sound.pcm.delay), elapsed)
    return min(play.firstFrame + Int(max(heard, 0) * play.rate), sound.file.frameCount)
  }
}
