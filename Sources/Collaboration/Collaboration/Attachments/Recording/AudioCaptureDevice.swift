/// The microphone of a platform, and the file that it writes. ``AudioRecorder`` calls one method at a time, except for
/// the two that measure.
public protocol AudioCaptureDevice: Sendable {
  /// Prepares the system for recording.
  func activateSession() async throws
  /// Asks the user for permission, unless it has already been granted or denied.
  func requestPermission() async -> Bool
  /// Starts to write a new file.
  func start(_ settings: AudioCaptureSettings) async throws
  func pause() async
  func resume() async throws
  /// Finishes the file.
  /// - Returns: whether the file is complete.
  func stop() async -> Bool
  /// Copies the finished file.
  /// - Parameter name: a unique file name.
  /// - Returns: the absolute URI of the copy.
  func keepRecording(name: String) async throws -> String
  /// Returns the current loudness, from 0 to 1.
  func averagePower() async -> Double
  /// Returns the recorded duration.
  func currentTime() async -> Duration
  /// Returns the system's events that affect the recording.
  func events() -> AsyncStream<AudioCaptureEvent>
}

/// A system event that affects a recording.
public enum AudioCaptureEvent: Hashable, Sendable {
  /// Another sound, such as a call, or another application takes over: the recording ends.
  case interrupted
  /// The application moved to the background: the recording ends.
  case movedToBackground
  /// The device finished the file by itself, successfully or not, rather than because of ``AudioCaptureDevice/stop()``.
  case finished(isWhole: Bool)
}

/// Settings for recording and measuring sound.
public struct AudioCaptureSettings: Hashable, Sendable {
  /// Frames per second.
  public var sampleRate: Double
  /// 1 for mono.
  public var channelCount: Int
  /// The name of the file while it is written.
  public var fileName: String
  /// The interval between measurements of loudness.
  public var meteringInterval: Duration
  /// The interval between measurements of duration.
  public var durationInterval: Duration

  /// Creates settings; the defaults are the document's, 12,000 Hz on one channel, measured every 0.1 s and 0.5 s, but as
  /// WAV: the library reads no AAC, so that neither ``WAVAnalyzer`` nor ``FileAudioOutput`` could use a recording.
  public init(
    sampleRate: Double = 12_000,
    channelCount: Int = 1,
    fileName: String = "recording.wav",
    meteringInterval: Duration = .milliseconds(100),
    durationInterval: Duration = .milliseconds(500)
  ) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.fileName = fileName
    self.meteringInterval = meteringInterval
    self.durationInterval = durationInterval
  }

  /// The extension of the file name.
  public var fileExtension: String {
    fileName.lastIndex(of: ".").map { String(fileName[fileName.index(after: $0)...]) } ?? ""
  }
}

/// The minimum interval between measurements, so that none keeps a processor busy.
let shortestMeasuringInterval = Duration.milliseconds(1)

/// The deadlines of the devices that record and play sound. A device that has not answered by then has failed.
public struct AudioDeviceTimeouts: Hashable, Sendable {
  /// The maximum times for the methods of a device.
  public var requestTimeout: Duration
  /// The maximum time for the user to grant permission to record.
  public var permissionTimeout: Duration

  public init(requestTimeout: Duration = .seconds(15), permissionTimeout: Duration = .seconds(120)) {
    self.requestTimeout = requestTimeout
    self.permissionTimeout = permissionTimeout
  }
}
