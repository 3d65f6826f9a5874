/// The microphone of a platform, and the file that it writes to. ``AudioRecorder`` calls one function at a time, but
/// for the two that measure.
public protocol AudioCaptureDevice: Sendable {
  /// Makes the system ready for recording.
  func activateSession() async throws
  /// Asks the user, unless the answer is known.
  func requestPermission() async -> Bool
  /// Begins to write a new file.
  func start(_ settings: AudioCaptureSettings) async throws
  func pause() async
  func resume() async throws
  /// Finishes the file.
  /// - Returns: whether it is whole.
  func stop() async -> Bool
  /// Copies the finished file.
  /// - Parameter name: a name that no other file has.
  /// - Returns: the absolute URI of the copy.
  func keepRecording(name: String) async throws -> String
  /// The loudness now, from 0 to 1.
  func averagePower() async -> Double
  /// The length of what has been recorded, in seconds.
  func currentTime() async -> Double
  /// What the system does to the recording.
  func events() -> AsyncStream<AudioCaptureEvent>
}

/// What the system does to a recording.
public enum AudioCaptureEvent: Hashable, Sendable {
  /// Another sound, such as a call, or another application takes over: the recording ends.
  case interrupted
  /// The application is no longer in front: the recording ends.
  case movedToBackground
  /// The device has finished the file by itself, well or badly, and not because of ``AudioCaptureDevice/stop()``.
  case finished(isWhole: Bool)
}

/// How sound is recorded and how often it is measured.
public struct AudioCaptureSettings: Hashable, Sendable {
  /// Frames a second.
  public var sampleRate: Double
  /// 1 for mono.
  public var channelCount: Int
  /// The name of the file while it is being written.
  public var fileName: String
  /// The time between two measurements of loudness.
  public var meteringInterval: Duration
  /// The time between two measurements of length.
  public var durationInterval: Duration

  /// Without arguments, the document's: AAC of 12,000 Hz on one channel, measured every 0.1 s and 0.5 s.
  public init(
    sampleRate: Double = 12_000,
    channelCount: Int = 1,
    fileName: String = "recording.aac",
    meteringInterval: Duration = .milliseconds(100),
    durationInterval: Duration = .milliseconds(500)
  ) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.fileName = fileName
    self.meteringInterval = meteringInterval
    self.durationInterval = durationInterval
  }

  /// What files of this kind are called after their last point.
  public var fileExtension: String {
    fileName.lastIndex(of: ".").map { String(fileName[fileName.index(after: $0)...]) } ?? ""
  }
}

/// How long the interval between measurements is at least, so that none keeps a processor busy.
let shortestMeasuringInterval = Duration.milliseconds(1)
