import TestSupport
import Testing

@testable import Collaboration

/// Whether two lists agree up to the rounding of 32-bit floats.
func isClose(_ a: [Double], _ b: [Double]) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { ($0 - $1).magnitude < 1e-6 }
}

@Suite struct WaveformTests {
  @Test("4b: four zeros at a rate of 2 are -50, -50")
  func averagesSilence() {
    var analyzer = WaveformAnalyzer(rate: 2)
    analyzer.append([0, 0, 0, 0])
    #expect(analyzer.averages == [-50, -50])
    #expect(analyzer.finish() == [0, 0])
  }

  @Test("4b: the filter [.25, .5, .25] at a rate of 2 turns silence into -37.5, -37.5")
  func averagesByFilter() {
    var analyzer = WaveformAnalyzer(rate: 2, taps: [0.25, 0.5, 0.25])
    analyzer.append([0, 0, 0, 0])
    #expect(analyzer.averages == [-37.5, -37.5])
  }

  @Test(
    "4b: -25 dB is a height of .5, and -40, -30, -20, -10, 0 are .2, .4, .6, .8, 1",
    arguments: [
      (-25, 0.5), (-40, 0.2), (-30, 0.4), (-20, 0.6), (-10, 0.8), (0, 1), (-50, 0), (-51, 0), (1, 1), (.nan, 0),
      (-.infinity, 0), (.infinity, 1),
    ] as [(Float, Float)])
  func normalizes(_ decibels: Float, _ height: Float) {
    #expect((Decibels.normalized(decibels) - height).magnitude < 1e-6)
  }

  @Test(
    "4b: the loudness of a sample is clipped to -50…0",
    arguments: [
      (0, -50), (1, -50), (103, -50), (104, -49.968_53), (3277, -19.999_8), (16384, -6.020_33), (32767, 0), (-32767, 0),
      (.min, 0),
    ] as [(Int16, Float)])
  func measures(_ sample: Int16, _ decibels: Float) {
    #expect((Decibels.of(sample) - decibels).magnitude < 0.001)
  }

  @Test("4b: of 10 samples a rate of 2 makes 5 heights, and a rate of 5 makes 2", arguments: [(2, 5), (5, 2)])
  func extracts(_ rate: Int, _ count: Int) {
    var analyzer = WaveformAnalyzer(rate: rate)
    analyzer.append(Array(repeating: 1000, count: 10))
    #expect(analyzer.consumedCount == 10)
    #expect(analyzer.averages.count == count)
  }

  @Test(
    "4b: N samples make one height per run, the last one from the remainder",
    arguments: [
      // samples, target, heights
      (0, 100, 0), (50, 100, 50), (100, 100, 100), (199, 100, 199), (200, 100, 100), (250, 100, 125), (299, 100, 150),
      (1001, 100, 101), (7, 0, 1), (7, -3, 1), (7, .max, 7), (7, .min, 1),
    ])
  func counts(_ sampleCount: Int, _ target: Int, _ count: Int) {
    var analyzer = WaveformAnalyzer(sampleCount: sampleCount, target: target)
    analyzer.append(Array(repeating: 16384, count: sampleCount))
    let waveform = analyzer.finish()
    #expect(waveform.count == count)
    #expect(waveform.allSatisfy { ($0 - 0.879_593).magnitude < 1e-5 })
  }

  @Test("4b: averages are computed in decibels, and the remainder makes one more")
  func averagesInDecibels() {
    var analyzer = WaveformAnalyzer(rate: 2)
    // 0 dB and -50 dB are -25 dB, where the mean of the samples would be -6 dB.
    analyzer.append([32767, 0, 32767])
    #expect(analyzer.finish() == [0.5, 1])
  }

  @Test("4b: the samples of all channels count, and a count that is not finite is 0")
  func countsSamples() {
    #expect(WaveformAnalyzer.sampleCount(sampleRate: 12_000, duration: 1.5, channelCount: 2) == 36_000)
    for (rate, duration, channels) in [
      (0, 1, 1), (.nan, 1, 1), (12_000, .infinity, 1), (12_000, -1, 1), (1e300, 1, 1), (4e18, 1, .max), (1, 1, -1),
    ] as [(Double, Double, Int)] {
      #expect(WaveformAnalyzer.sampleCount(sampleRate: rate, duration: duration, channelCount: channels) == 0)
    }
  }

  @Test("a sound split into any chunks has the same waveform")
  func streams() {
    var random = SeededRandom(seed: 44)
    var failures = 0
    for _ in 0..<2000 {
      let samples = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        Int16.random(in: .min ... .max, using: &random)
      }
      let target = Int.random(in: 0...20, using: &random)
      var whole = WaveformAnalyzer(sampleCount: samples.count, target: target)
      whole.append(samples)
      var parts = WaveformAnalyzer(sampleCount: samples.count, target: target)
      var rest = samples[...]
      while !rest.isEmpty {
        let count = Int.random(in: 0...rest.count, using: &random)
        parts.append(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      let waveform = whole.finish()
      if parts.finish() != waveform || !waveform.allSatisfy({ 0...1 ~= $0 }) { failures += 1 }
    }
    #expect(failures == 0)
  }

  @Test("a WAV file with a quiet half and a loud one gives its waveform")
  func analyzesFile() async throws {
    let samples = Array(repeating: Int16(0), count: 12_000) + Array(repeating: Int16(16384), count: 12_000)
    let bytes = try #require(WAVFile.bytes(of: samples, sampleRate: 12_000))
    let analyzer = WAVAnalyzer { _ in bytes }
    let waveform = try await analyzer.waveform(of: "file:///tmp/1.wav", targetSamples: 100)
    #expect(waveform.count == 100)
    #expect(waveform[..<50].allSatisfy { $0 == 0 })
    #expect(waveform[50...].allSatisfy { ($0 - 0.879_593).magnitude < 1e-5 })
    #expect(try WAVAnalyzer.waveform(of: bytes, targetSamples: 0).count == 1)
  }

  struct Failing: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]?
    let error: AudioAnalysisError
    let words: String
  }

  struct Unreadable: Error {}

  @Test(
    "4b: analysis errors have the documented texts",
    arguments: [
      Failing(
        testDescription: "nothing to read", bytes: nil, error: .failedToReadAsset, words: "Failed to read AVAsset."),
      Failing(
        testDescription: "a truncated file", bytes: WAVParts().bytes.dropLast(3),
        error: .failedToReadAudioFile(.truncated(offset: 49, expected: 52, actual: 49)),
        words: "Failed to read audio file."),
      Failing(
        testDescription: "a file without samples",
        bytes: Array("RIFF".utf8) + [28, 0, 0, 0] + WAVParts().bytes[8..<36],
        error: .failedToLoadTrack(.missingChunk(offset: 36, name: "data")), words: "Failed to load AVAssetTrack."),
      Failing(
        testDescription: "a rate of 0", bytes: WAVParts(sampleRate: 0).bytes,
        error: .failedToLoadFormatDescriptions(.zeroSampleRate(offset: 24)),
        words: "Failed to load format descriptions."),
    ])
  func fails(_ row: Failing) async {
    let analyzer = WAVAnalyzer { _ in
      guard let bytes = row.bytes else { throw Unreadable() }
      return bytes
    }
    await #expect(throws: row.error) { try await analyzer.waveform(of: "file:///tmp/1.wav", targetSamples: 100) }
    #expect(row.error.description == row.words)
  }
}

@Suite struct WaveformSamplingTests {
  static let ten = (1...10).map(Double.init)

  @Test(
    "4b: downsampling divides sums of whole runs by the exact width",
    arguments: [
      (ten, 5, [1.5, 3.5, 5.5, 7.5, 9.5]), (ten, 3, [1.8, 4.5, 7.2]), (ten, 10, ten), (ten, 11, ten), (ten, 0, ten),
      (ten, -1, ten), (ten, .min, ten), ([], 3, []), (ten, 1, [5.5]),
    ] as [([Double], Int, [Double])])
  func downsamples(_ heights: [Double], _ count: Int, _ expected: [Double]) {
    #expect(isClose(Waveform.downsampled(heights, to: count), expected))
  }

  @Test(
    "4b: upsampling interpolates linearly",
    arguments: [
      ([1, 2, 3, 4, 5], 10, [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5]), ([1, 2], 4, [1, 1.5, 2, 2]), ([7], 3, [7, 7, 7]),
      ([], 5, []), ([1, 2], 2, [1, 2]), ([1, 2], 1, [1, 2]), ([1, 2], -5, [1, 2]),
    ] as [([Double], Int, [Double])])
  func upsamples(_ heights: [Double], _ count: Int, _ expected: [Double]) {
    #expect(isClose(Waveform.upsampled(heights, to: count), expected))
  }

  @Test("resampling works in both directions, and neither huge counts nor NaN heights trap")
  func resamples() {
    #expect(isClose(Waveform.resampled(Self.ten, to: 5), [1.5, 3.5, 5.5, 7.5, 9.5]))
    #expect(Waveform.resampled([1, 2], to: 4) == [1, 1.5, 2, 2])
    #expect(Waveform.resampled([], to: 4) == [])
    #expect(Waveform.upsampled([1, 2], to: .max).count == Waveform.maximumCount)
    #expect(Waveform.upsampled([.nan, 1], to: 4).count == 4)
    #expect(Waveform.downsampled([.nan, .infinity, 1, 1], to: 2).last == 1)
  }

  @Test(
    "4b: a bar is 3.5 points wide",
    arguments: [(350, 100), (3.4, 0), (0, 0), (-7, 0), (.nan, 0), (.infinity, Waveform.maximumCount)] as [(Double, Int)]
  )
  func bars(_ width: Double, _ count: Int) {
    #expect(Waveform.barCount(width: width) == count)
  }
}
