/// Reduces the samples of a sound to its waveform incrementally.
///
///     var analyzer = WaveformAnalyzer(sampleCount: file.sampleCount, target: 100)
///     while let chunk = nextChunk() { analyzer.append(chunk) }
///     let waveform = analyzer.finish()
///
/// Each sample is converted to decibels and clipped to -50…0. Each run of `rate` samples is averaged *in decibels*, as
/// are the samples left over, and each average becomes a height from 0 (-50 dB and below) to 1. The result does not
/// depend on how the samples are split into chunks. There are at least `target` heights, and fewer than twice as many
/// plus one, if there are that many samples, and one per sample otherwise.
public struct WaveformAnalyzer: Sendable {
  /// The number of samples per height; at least 1.
  public let rate: Int
  /// The averages of complete runs so far, in decibels.
  private(set) var averages: [Float] = []
  /// The weight of each sample of a run; nil if all are equal.
  private let taps: [Float]?
  /// The sum of the incomplete run. A Double, so that long runs lose no precision.
  private var sum = 0.0
  private var weightedSum = 0.0
  private var count = 0

  /// - Parameter sampleCount: the total number of samples of all channels.
  /// - Parameter target: the number of heights; at least 1.
  public init(sampleCount: Int, target: Int) {
    self.init(rate: max(1, sampleCount / max(1, target)))
  }

  /// - Parameter taps: the weights of the samples of a run; those beyond the rate are ignored, missing ones are 0.
  init(rate: Int, taps: [Float]? = nil) {
    self.rate = max(1, rate)
    self.taps = taps
  }

  /// The number of samples in complete runs.
  var consumedCount: Int { averages.count * rate }

  /// Appends samples, interleaved if there are several channels.
  public mutating func append(_ samples: some Sequence<Int16>) {
    for sample in samples { append(decibels: Decibels.of(sample)) }
  }

  mutating func append(decibels: Float) {
    sum += Double(decibels)
    if let taps { weightedSum += count < taps.count ? Double(decibels * taps[count]) : 0 }
    count += 1
    guard count == rate else { return }
    averages.append(Float(taps == nil ? sum / Double(rate) : weightedSum))
    sum = 0
    weightedSum = 0
    count = 0
  }

  /// Returns the waveform of all samples so far, with heights from 0 to 1.
  public func finish() -> [Double] {
    var averages = averages
    if count > 0 { averages.append(Float(sum / Double(count))) }
    return averages.map { Double(Decibels.normalized($0)) }
  }
}

extension WaveformAnalyzer {
  /// Returns the number of samples of a sound with this rate, duration and channel count; 0 if that is not a finite
  /// number.
  public static func sampleCount(sampleRate: Double, duration: Double, channelCount: Int) -> Int {
    guard let frames = Int(exactly: (sampleRate * duration).rounded(.towardZero)) else { return 0 }
    let (count, isTooLarge) = max(0, frames).multipliedReportingOverflow(by: max(0, channelCount))
    return isTooLarge ? 0 : count
  }
}
