/// Extracts the waveform of a finished recording for the recording flow.
public protocol AudioAnalyzing: Sendable {
  /// - Parameter location: the absolute URI of a sound on this device.
  /// - Parameter targetSamples: the minimum number of heights, if the sound is long enough.
  func waveform(of location: String, targetSamples: Int) async throws(AudioAnalysisError) -> [Double]
}

/// The reason why a sound could not be analyzed.
public enum AudioAnalysisError: Error, Hashable, Sendable {
  /// Nothing could be read at the location.
  case failedToReadAsset
  /// The content is not a sound file.
  case failedToReadAudioFile(WAVError?)
  /// The file has no samples.
  case failedToLoadTrack(WAVError?)
  /// The sample format is not supported.
  case failedToLoadFormatDescriptions(WAVError?)
  /// The sound was not read or analyzed in time.
  case timedOut(after: Duration)
  /// The calling task was cancelled.
  case cancelled
}

extension AudioAnalysisError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .failedToReadAsset: "Failed to read AVAsset."
    case .failedToReadAudioFile: "Failed to read audio file."
    case .failedToLoadTrack: "Failed to load AVAssetTrack."
    case .failedToLoadFormatDescriptions: "Failed to load format descriptions."
    case .timedOut(let limit): "expected the sound to be analyzed within \(limit)"
    case .cancelled: "the task was cancelled"
    }
  }
}

extension AudioAnalysisError {
  init(_ error: WAVError) {
    switch error {
    case .truncated, .wrongMarker, .wrongSize: self = .failedToReadAudioFile(error)
    case .missingChunk(_, "data"): self = .failedToLoadTrack(error)
    case .missingChunk, .unsupportedFormat, .zeroSampleRate, .zeroChannels, .wrongFrameSize:
      self = .failedToLoadFormatDescriptions(error)
    }
  }
}

/// Extracts the waveform of WAV files.
public struct WAVAnalyzer: AudioAnalyzing {
  private let read: @Sendable (String) async throws -> [UInt8]
  private let readTimeout: Duration
  private let clock: any Clock<Duration>
  /// The number of samples to process at once.
  private static let chunkLength = 4096

  /// - Parameter readTimeout: the maximum time for `read`.
  /// - Parameter clock: measures that time.
  /// - Parameter read: returns the bytes at a location.
  public init(
    readTimeout: Duration = .seconds(15), clock: any Clock<Duration> = ContinuousClock(),
    read: @escaping @Sendable (String) async throws -> [UInt8]
  ) {
    self.read = read
    self.readTimeout = readTimeout
    self.clock = clock
  }

  /// Analyzes files on this device, by path or `file:` URI.
  public init(readTimeout: Duration = .seconds(15), clock: any Clock<Duration> = ContinuousClock()) {
    self.init(readTimeout: readTimeout, clock: clock) { location in try SoundFiles.read(location) }
  }

  public func waveform(of location: String, targetSamples: Int) async throws(AudioAnalysisError) -> [Double] {
    let bytes: [UInt8]
    switch await waitForResult(within: readTimeout, on: clock, { [read] in try await read(location) }) {
    case .answered(.success(let content)): bytes = content
    case .answered(.failure): throw .failedToReadAsset
    case .timedOut: throw .timedOut(after: readTimeout)
    case .cancelled: throw .cancelled
    }
    do { return try Self.waveform(of: bytes, targetSamples: targetSamples) } catch { throw AudioAnalysisError(error) }
  }

  /// Returns the waveform of a WAV file in memory.
  public static func waveform(of bytes: [UInt8], targetSamples: Int) throws(WAVError) -> [Double] {
    let file = try WAVFile(bytes)
    var analyzer = WaveformAnalyzer(sampleCount: file.sampleCount, target: targetSamples)
    for start in stride(from: 0, to: file.sampleCount, by: chunkLength) {
      analyzer.append(file.int16s(start..<start + chunkLength))
    }
    return analyzer.finish()
  }
}
