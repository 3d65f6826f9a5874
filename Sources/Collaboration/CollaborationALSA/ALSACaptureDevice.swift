import CALSA
public import Collaboration
import SchemaRuntime

/// A microphone of ALSA, which records WAV files into a folder.
///
///     let microphone = ALSACaptureDevice(device: "default", folder: "/tmp/recordings")
///     let recorder = AudioRecorder(device: microphone, clock: ContinuousClock()) { "1.wav" }
///
/// An actor, because the device is read in intervals. A device that fails while it records ends the recording, which has
/// everything up to then.
public actor ALSACaptureDevice: AudioCaptureDevice {
  /// A recording in progress or finished.
  private final class Recording {
    let format: PCMFormat
    let fileName: String
    /// The device; nil when the recording is finished.
    var pcm: PCM?
    var samples: [Int16] = []
    /// The time since recording was started or resumed, and the frames recorded since; nil while it is paused.
    var running: (watch: Timeline, frameCount: Int)?

    init(format: PCMFormat, fileName: String, pcm: PCM) {
      self.format = format
      self.fileName = fileName
      self.pcm = pcm
    }
  }

  private static let latency = 0.5
  private static let tick = Duration.milliseconds(20)

  private let device: String
  private let folder: String
  private let clock: any Clock<Duration>
  private let broadcast = EventBroadcast<AudioCaptureEvent>()
  private let ticks = OwnedTasks()
  private var recording: Recording?

  /// - Parameter device: ALSA's name of the device, such as `default` or `plughw:1,0`.
  /// - Parameter folder: the path or the `file:` URI of the folder for recordings.
  /// - Parameter clock: measures the intervals in which the device is read.
  public init(device: String = "default", folder: String, clock: any Clock<Duration> = ContinuousClock()) {
    self.device = device
    self.folder = folder
    self.clock = clock
  }

  /// - Throws: an ``ALSAError`` if the device cannot be opened.
  public func activateSession() async throws {
    guard recording?.pcm == nil else { return }
    _ = try PCM(device: device, .recording, sampleRate: 48_000, channelCount: 1, latency: Self.latency)
  }

  /// The system asks nobody.
  public func requestPermission() async -> Bool { true }

  /// - Throws: an ``ALSAError``, or a `SoundFileError` unless the name of the file ends with `.wav`.
  public func start(_ settings: AudioCaptureSettings) async throws {
    guard settings.fileExtension.lowercased() == "wav" else {
      throw SoundFileError.unsupportedFormat(fileExtension: settings.fileExtension)
    }
    let (sampleRate, channelCount) = (Int(exactly: settings.sampleRate.rounded()) ?? 0, settings.channelCount)
    guard let format = PCMFormat(sampleRate: sampleRate, channelCount: channelCount, encoding: .int16) else {
      throw ALSAError(
        device: device, operation: .configure(sampleRate: sampleRate, channelCount: channelCount), code: -Int(EINVAL))
    }
    end()
    let pcm = try PCM(
      device: device, .recording, sampleRate: format.sampleRate, channelCount: format.channelCount,
      latency: Self.latency)
    let recording = Recording(format: format, fileName: settings.fileName, pcm: pcm)
    self.recording = recording
    try run(recording)
  }

  public func pause() async {
    read()
    recording?.running = nil
    ticks.cancelAll()
    recording?.pcm?.stop()
  }

  /// - Throws: an ``ALSAError``.
  public func resume() async throws {
    guard let recording, recording.running == nil else { return }
    try recording.pcm?.prepare()
    try run(recording)
  }

  public func stop() async -> Bool {
    read()
    end()
    return write()
  }

  /// - Throws: a `SoundFileError` if the recording cannot be copied.
  public func keepRecording(name: String) async throws -> String {
    let recorded = try SoundFiles.wav(SoundFiles.location(of: recording?.fileName ?? "", in: folder))
    let location = SoundFiles.location(of: name, in: folder)
    try SoundFiles.write(recorded.int16s(0..<recorded.sampleCount), in: recorded.format, to: location)
    return location
  }

  /// The loudness of the last 0.1 seconds.
  public func averagePower() async -> Double {
    guard let recording else { return 0 }
    let count = recording.format.sampleRate / 10 * recording.format.channelCount
    return Decibels.height(of: recording.samples.suffix(count))
  }

  public func currentTime() async -> Duration {
    guard let recording else { return .zero }
    let frameCount = recording.samples.count / recording.format.channelCount
    return .seconds(Double(frameCount) / Double(recording.format.sampleRate))
  }

  public nonisolated func events() -> AsyncStream<AudioCaptureEvent> { broadcast.events() }

  /// Ends the sequences of events.
  public nonisolated func close() { broadcast.endSequences() }

  // MARK: Reading

  private func run(_ recording: Recording) throws(ALSAError) {
    try recording.pcm?.start()
    recording.running = (Timeline(clock), 0)
    let clock = clock
    ticks.add { [weak self] in
      while (try? await clock.sleep(for: Self.tick)) != nil {
        guard let self else { return }
        await self.read()
      }
    }
  }

  /// Takes what the device has recorded.
  private func read() {
    guard let recording, let pcm = recording.pcm, var running = recording.running else { return }
    // Devices without hardware deliver any number of frames. Those of hardware may be slightly faster than the clock.
    let limit = Int(running.watch.elapsed().inSeconds * Double(recording.format.sampleRate) * 1.01)
    do {
      while running.frameCount < limit {
        let samples = try pcm.read(frames: min(limit - running.frameCount, 4096))
        if samples.isEmpty { break }
        recording.samples += samples
        running.frameCount += samples.count / recording.format.channelCount
      }
      recording.running = running
    } catch {
      end()
      broadcast.send(.finished(isWhole: write()))
    }
  }

  /// Ends the recording and closes the device.
  private func end() {
    ticks.cancelAll()
    recording?.running = nil
    recording?.pcm = nil
  }

  private func write() -> Bool {
    guard let recording else { return false }
    let location = SoundFiles.location(of: recording.fileName, in: folder)
    do { try SoundFiles.write(recording.samples, in: recording.format, to: location) } catch { return false }
    return true
  }
}
