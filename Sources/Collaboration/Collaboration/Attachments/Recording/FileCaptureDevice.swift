import SchemaRuntime

/// A microphone that hears a WAV file, and records WAV files into a folder.
///
///     let microphone = FileCaptureDevice(source: "tone.wav", folder: "/tmp/recordings", clock: clock)
///     let recorder = AudioRecorder(device: microphone, clock: clock) { "1.wav" }
///
/// Every recording hears the file from its start. Recordings have the file's sample rate and channels, with 16 bits per
/// sample, and end with it.
public final class FileCaptureDevice: AudioCaptureDevice {
  private struct State {
    var file: WAVFile?
    var fileName = ""
    /// The recorded time until the last pause.
    var recorded = Duration.zero
    /// When recording started or was resumed, on the timeline; nil while it is not recording.
    var since: Duration?
  }

  private let source: String
  private let folder: String
  private let timeline: Timeline
  private let state = Mutex(State())
  private let broadcast = EventBroadcast<AudioCaptureEvent>()

  /// - Parameter source: the path or the `file:` URI of the WAV file to hear.
  /// - Parameter folder: the path or the `file:` URI of the folder for recordings.
  /// - Parameter clock: measures the time of recordings.
  public init(source: String, folder: String, clock: any Clock<Duration>) {
    self.source = source
    self.folder = folder
    timeline = Timeline(clock)
  }

  /// - Throws: a ``SoundFileError`` if the source cannot be read.
  public func activateSession() async throws { _ = try SoundFiles.wav(source) }

  public func requestPermission() async -> Bool { true }

  /// - Throws: ``SoundFileError/unsupportedFormat(fileExtension:)`` unless the name of the file ends with `.wav`.
  public func start(_ settings: AudioCaptureSettings) async throws {
    guard settings.fileExtension.lowercased() == "wav" else {
      throw SoundFileError.unsupportedFormat(fileExtension: settings.fileExtension)
    }
    let file = try SoundFiles.wav(source)
    state.withLock { state in
      state = State(file: file, fileName: settings.fileName, since: timeline.elapsed())
    }
  }

  public func pause() async {
    state.withLock { state in
      state.recorded = time(state)
      state.since = nil
    }
  }

  public func resume() async throws { state.withLock { $0.since = timeline.elapsed() } }

  public func stop() async -> Bool {
    let (file, name, duration) = state.withLock { state in
      state.recorded = time(state)
      state.since = nil
      return (state.file, state.fileName, state.recorded)
    }
    guard let file else { return false }
    let count = file.sampleIndex(at: duration)
    do {
      try SoundFiles.write(
        file.int16s(0..<count), in: file.format, to: SoundFiles.location(of: name, in: folder))
    } catch { return false }
    return true
  }

  /// - Throws: a ``SoundFileError`` if the recording cannot be copied.
  public func keepRecording(name: String) async throws -> String {
    let recorded = try SoundFiles.wav(SoundFiles.location(of: state.withLock { $0.fileName }, in: folder))
    let location = SoundFiles.location(of: name, in: folder)
    try SoundFiles.write(recorded.int16s(0..<recorded.sampleCount), in: recorded.format, to: location)
    return location
  }

  public func averagePower() async -> Double {
    let (file, now) = state.withLock { ($0.file, time($0)) }
    guard let file else { return 0 }
    return Decibels.height(of: file.int16s(file.sampleIndex(at: now - .milliseconds(100))..<file.sampleIndex(at: now)))
  }

  public func currentTime() async -> Duration { state.withLock { time($0) } }

  /// Nothing interrupts a file: the sequence is empty, and ends when the device is closed.
  public func events() -> AsyncStream<AudioCaptureEvent> { broadcast.events() }

  /// Ends the sequences of events.
  public func close() { broadcast.endSequences() }

  private func time(_ state: State) -> Duration {
    let running = state.since.map { timeline.elapsed() - $0 } ?? .zero
    return min(state.recorded + running, state.file?.duration ?? .zero)
  }
}

extension WAVFile {
  /// Returns the index of the first sample at a time within the file.
  package func sampleIndex(at time: Duration) -> Int {
    let frame = (time.inSeconds * Double(format.sampleRate)).rounded()
    return Int(min(max(frame, 0), Double(frameCount))) * format.channelCount
  }
}
