/// Reduces the samples of a sound to its waveform incrementally.
///
///     var analyzer = WaveformAnalyzer(sampleCount: file.sampleCount, target: 100)
///     while let chunk = nextChunk() { analyzer.append(chunk) }
///     let waveform = analyzer.finish()
///
/// Each sample is converted to decibels and clipped to -50…0. The samples are divided into `target` runs, whose lengths
/// differ by at most one, each run is averaged *in decibels*, and each average becomes a height from 0 (-50 dB and
/// below) to 1. The result does not depend on how the samples are split into chunks. With fewer samples than `target`,
/// each is a height.
public struct WaveformAnalyzer: Sendable {
  /// The averages of complete runs so far, in decibels.
  private(set) var averages: [Float] = []
  /// The length of a run, and how many of `target` runs are longer by one.
  private let shortRun: Int
  private let longRunCount: Int
  private let target: Int
  /// The length of the current run, and the part of a sample by which the runs so far are too short, in 1/`target`.
  private var run: Int
  private var shortfall: Int
  /// The sum of the incomplete run. A Double, so that long runs lose no precision.
  private var sum = 0.0
  private var count = 0

  /// - Parameter sampleCount: the total number of samples of all channels. If there are more, further runs follow.
  /// - Parameter target: the number of heights; at least 1.
  public init(sampleCount: Int, target: Int) {
    let sampleCount = max(1, sampleCount)
    self.target = min(max(1, target), sampleCount)
    (shortRun, longRunCount) = sampleCount.quotientAndRemainder(dividingBy: self.target)
    (run, shortfall) = (shortRun, longRunCount)
  }

  /// Appends samples, interleaved if there are several channels.
  public mutating func append(_ samples: some Sequence<Int16>) {
    for sample in samples { append(decibels: Decibels.of(sample)) }
  }

  mutating func append(decibels: Float) {
    sum += Double(decibels)
    count += 1
    guard count == run else { return }
    averages.append(Float(sum / Double(count)))
    (sum, count) = (0, 0)
    // A run ends after the last sample that begins before its exact end.
    let isLong = shortfall >= target - longRunCount
    shortfall = isLong ? shortfall - (target - longRunCount) : shortfall + longRunCount
    run = isLong ? shortRun + 1 : shortRun
  }

  /// Returns the waveform of all samples so far, with heights from 0 to 1.
  public func finish() -> [Double] {
    var averages = averages
    if count > 0 { averages.append(Float(sum / Double(count))) }
    return averages.map { Double(Decibels.normalized($0)) }
  }
}

extension WaveformAnalyzer {
  /// Returns the number of samples of a sound with this rate, duration and channel count; 0 if that is too large or
  /// not a finite number.
  public static func sampleCount(sampleRate: Double, duration: Duration, channelCount: Int) -> Int {
    guard let frames = Int(exactly: (sampleRate * duration.inSeconds).rounded(.towardZero)) else { return 0 }
    let (count, isTooLarge) = max(0, frames).multipliedReportingOverflow(by: max(0, channelCount))
    return isTooLarge ? 0 : count
  }
}
