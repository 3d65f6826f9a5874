import TestSupport
import Testing

@testable import Collaboration

/// Whether two lists agree up to the rounding of 32-bit floats.
func isClose(_ a: [Double], _ b: [Double]) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { ($0 - $1).magnitude < 1e-6 }
}

@Suite struct WaveformTests {
  @Test("4b: four zeros in two runs are -50, -50")
  func averagesSilence() {
    var analyzer = WaveformAnalyzer(sampleCount: 4, target: 2)
    analyzer.append([0, 0, 0, 0])
    #expect(analyzer.averages == [-50, -50])
    #expect(analyzer.finish() == [0, 0])
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

  @Test(
    "4b: there are as many heights as asked for, or as samples",
    arguments: [
      // samples, target, heights
      (0, 100, 0), (50, 100, 50), (100, 100, 100), (101, 100, 100), (199, 100, 100), (200, 100, 100), (250, 100, 100),
      (299, 100, 100), (1001, 100, 100), (10, 3, 3), (7, 0, 1), (7, -3, 1), (7, .max, 7), (7, .min, 1),
    ])
  func counts(_ sampleCount: Int, _ target: Int, _ count: Int) {
    var analyzer = WaveformAnalyzer(sampleCount: sampleCount, target: target)
    analyzer.append(Array(repeating: 16384, count: sampleCount))
    let waveform = analyzer.finish()
    #expect(waveform.count == count)
    #expect(waveform.allSatisfy { ($0 - 0.879_593).magnitude < 1e-5 })
  }

  @Test(
    "each sample is in one run, the lengths of runs differ by at most one, and more samples than expected make more")
  func divides() {
    for (sampleCount, target) in [(10, 3), (199, 100), (1001, 100), (7, 4), (6, 6), (100_003, 97)] {
      var lengths: [Int] = []
      var analyzer = WaveformAnalyzer(sampleCount: sampleCount, target: target)
      var start = 0
      for index in 0..<2 * sampleCount {
        analyzer.append(decibels: -10)
        guard analyzer.averages.count > lengths.count else { continue }
        lengths.append(index + 1 - start)
        start = index + 1
      }
      #expect(lengths.prefix(target).reduce(0, +) == sampleCount)
      #expect(lengths.count == 2 * target && lengths.reduce(0, +) == 2 * sampleCount)
      #expect(Set(lengths).isSubset(of: [sampleCount / target, sampleCount / target + 1]))
    }
    var huge = WaveformAnalyzer(sampleCount: .max, target: .max)
    huge.append([1, 2, 3])
    #expect(huge.averages.count == 3)
  }

  @Test("4b: averages are computed in decibels, and what is left over makes one more height")
  func averagesInDecibels() {
    var analyzer = WaveformAnalyzer(sampleCount: 2, target: 1)
    // 0 dB and -50 dB are -25 dB, where the mean of the samples would be -6 dB.
    analyzer.append([32767, 0, 32767])
    #expect(analyzer.finish() == [0.5, 1])
  }

  @Test("4b: the samples of all channels count, and a count that is not finite is 0")
  func countsSamples() {
    #expect(WaveformAnalyzer.sampleCount(sampleRate: 12_000, duration: 1.5, channelCount: 2) == 36_000)
    for (rate, duration, channels) in [
      (0, 1, 1), (.nan, 1, 1), (.infinity, 1, 1), (12_000, -1, 1), (1e300, 1, 1), (4e18, 1, .max), (1, 1, -1),
    ] as [(Double, Duration, Int)] {
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
    "4b: downsampling takes the mean of each share of the time",
    arguments: [
      (ten, 5, [1.5, 3.5, 5.5, 7.5, 9.5]), (ten, 3, [2.2, 5.5, 8.8]), (ten, 4, [1.8, 4.2, 6.8, 9.2]),
      (ten, 9, [1, 2.1, 3.2, 4.3, 5.4, 6.5, 7.6, 8.7, 9.8].map { $0 + 0.1 }), (ten, 10, ten), (ten, 11, ten),
      (ten, 0, ten), (ten, -1, ten), (ten, .min, ten), ([], 3, []), (ten, 1, [5.5]), ([0, 0, 1], 2, [0, 2 / 3]),
    ] as [([Double], Int, [Double])])
  func downsamples(_ heights: [Double], _ count: Int, _ expected: [Double]) {
    #expect(isClose(Waveform.downsampled(heights, to: count), expected))
  }

  @Test("a downsampled waveform has the loudness of the whole recording, up to its end")
  func keepsAll() {
    for width in [2, 3, 50, 99, 100, 101, 150, 199, 200, 1_000] {
      for count in [1, 2, 49, 50, 99, 100].filter({ $0 < width }) {
        // A constant stays exactly what it is.
        for height in [1, 0.3, 0.1] {
          let constant = Waveform.downsampled(Array(repeating: height, count: width), to: count)
          #expect(constant == Array(repeating: height, count: count))
        }
        // The mean of all heights is that of the recording.
        let rising = (0..<width).map { Double($0) / Double(width) }
        let few = Waveform.downsampled(rising, to: count)
        #expect(few.count == count && few == few.sorted())
        let (mean, whole) = (few.reduce(0, +) / Double(count), rising.reduce(0, +) / Double(width))
        #expect((mean - whole).magnitude < 1e-9)
        // A sound at any time is seen, at its time.
        for position in [0, width / 3, width - 1] {
          var heights = Array(repeating: 0.0, count: width)
          heights[position] = 1
          let seen = Waveform.downsampled(heights, to: count)
          #expect((seen.reduce(0, +) * Double(width) / Double(count) - 1).magnitude < 1e-9)
          #expect(seen[position * count / width] > 0)
        }
      }
    }
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
