/// Reduces the samples of a sound to the few of its waveform, as they come.
///
///     var analyzer = WaveformAnalyzer(sampleCount: file.sampleCount, target: 100)
///     while let chunk = nextChunk() { analyzer.append(chunk) }
///     let waveform = analyzer.finish()
///
/// Each sample is turned into decibels and clipped to -50…0; each run of `rate` samples becomes its average *in
/// decibels*; those that are left over become one more; and each average becomes a height from 0 (-50 dB and below) to 1. The
/// result does not depend on how the samples are cut into chunks. There are at least `target` heights, and fewer than
/// twice as many and one, when there are as many samples, and one a sample otherwise.
public struct WaveformAnalyzer: Sendable {
  /// How many samples make one of the waveform; at least 1.
  public let rate: Int
  /// The averages of whole runs so far, in decibels.
  private(set) var averages: [Float] = []
  /// The weight of each sample of a run; nil where all count alike.
  private let taps: [Float]?
  /// The run that is not whole yet. Sums are Doubles, so that long runs lose nothing.
  private var sum = 0.0
  private var weightedSum = 0.0
  private var count = 0

  /// - Parameter sampleCount: how many samples there will be, those of all channels together.
  /// - Parameter target: how many the waveform should have; one below 1 counts as 1.
  public init(sampleCount: Int, target: Int) {
    self.init(rate: max(1, sampleCount / max(1, target)))
  }

  /// - Parameter taps: the weights of the samples of a run; those past the rate are not used, missing ones are 0.
  init(rate: Int, taps: [Float]? = nil) {
    self.rate = max(1, rate)
    self.taps = taps
  }

  /// How many samples have gone into whole runs.
  var consumedCount: Int { averages.count * rate }

  /// Takes more samples, interleaved where there are several channels.
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

  /// The waveform of all samples so far, each height from 0 to 1.
  public func finish() -> [Double] {
    var averages = averages
    if count > 0 { averages.append(Float(sum / Double(count))) }
    return averages.map { Double(Decibels.normalised($0)) }
  }
}

extension WaveformAnalyzer {
  /// How many samples a sound of this rate, length and channels has; 0 where they make no number.
  public static func sampleCount(sampleRate: Double, duration: Double, channelCount: Int) -> Int {
    guard let frames = Int(exactly: (sampleRate * duration).rounded(.towardZero)) else { return 0 }
    let (count, isTooLarge) = max(0, frames).multipliedReportingOverflow(by: max(0, channelCount))
    return isTooLarge ? 0 : count
  }
}
