import Testing

@testable import Collaboration

/// The parts of a WAV file, for files with one mistake.
struct WAVParts {
  var riffSize: Int?
  var tag = 1
  var channelCount = 1
  var sampleRate = 8000
  var bits = 16
  var frameSize: Int?
  var dataSize: Int?
  var data: [UInt8] = [0, 0, 0, 0x40, 0, 0xc0, 0xff, 0x7f]
  /// The content before `fmt `, between the two, and after `data`.
  var before: [UInt8] = []
  var between: [UInt8] = []
  var after: [UInt8] = []
  var extensionBytes: [UInt8] = []

  static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func chunk(_ name: String, _ content: [UInt8], size: Int? = nil) -> [UInt8] {
    Array(name.utf8) + little(size ?? content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
  }

  var bytes: [UInt8] {
    let frame = frameSize ?? channelCount * (bits / 8)
    let format =
      Self.little(tag, 2) + Self.little(channelCount, 2) + Self.little(sampleRate, 4)
      + Self.little(sampleRate &* frame, 4) + Self.little(frame, 2) + Self.little(bits, 2) + extensionBytes
    let body =
      Array("WAVE".utf8) + before + Self.chunk("fmt ", format) + between + Self.chunk("data", data, size: dataSize)
      + after
    return Array("RIFF".utf8) + Self.little(riffSize ?? body.count, 4) + body
  }
}

@Suite struct WAVFileTests {
  struct Readable: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let parts: WAVParts
    let samples: [Int16]
  }

  static let readable: [Readable] = [
    Readable(testDescription: "16 bits", parts: WAVParts(), samples: [0, 16384, -16384, 32767]),
    Readable(
      testDescription: "8 bits, unsigned", parts: WAVParts(bits: 8, data: [128, 0, 255, 192]),
      samples: [0, -32768, 32512, 16384]),
    Readable(
      testDescription: "24 bits lose the low byte",
      parts: WAVParts(bits: 24, data: [0xff, 0, 0x40, 1, 0, 0xc0, 0xff, 0xff, 0x7f]), samples: [16384, -16384, 32767]),
    Readable(
      testDescription: "32 bits lose the low half",
      parts: WAVParts(bits: 32, data: [0xff, 0xff, 0, 0x40, 0, 0, 0, 0x80]), samples: [16384, -32768]),
    Readable(
      testDescription: "floats are clipped, and no number is silence",
      parts: WAVParts(
        tag: 3, bits: 32,
        data: [Float(1), -1, 0.5, 7, -.infinity, .nan].flatMap { WAVParts.little(Int($0.bitPattern), 4) }),
      samples: [32767, -32767, 16383, 32767, -32767, 0]),
    Readable(
      testDescription: "several channels are interleaved", parts: WAVParts(channelCount: 2),
      samples: [0, 16384, -16384, 32767]),
    Readable(
      testDescription: "the extensible form keeps its tag further behind",
      parts: WAVParts(
        tag: 0xfffe, extensionBytes: [22, 0, 16, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38]),
      samples: [0, 16384, -16384, 32767]),
    Readable(
      testDescription: "unknown chunks and their padding are skipped",
      parts: WAVParts(
        before: WAVParts.chunk("JUNK", [1, 2, 3]), between: WAVParts.chunk("LIST", [1]),
        after: WAVParts.chunk("id3 ", [9, 9, 9])),
      samples: [0, 16384, -16384, 32767]),
    Readable(
      testDescription: "bytes behind the RIFF form are ignored", parts: WAVParts(riffSize: 44, after: [1, 2, 3]),
      samples: [0, 16384, -16384, 32767]),
    Readable(
      testDescription: "a streaming writer leaves sizes of 0xFFFFFFFF",
      parts: WAVParts(riffSize: 0xffff_ffff, dataSize: 0xffff_ffff), samples: [0, 16384, -16384, 32767]),
    Readable(
      testDescription: "a streaming writer leaves sizes of 0", parts: WAVParts(riffSize: 0, dataSize: 0),
      samples: [0, 16384, -16384, 32767]),
    Readable(
      testDescription: "a streaming writer leaves the sizes of a file without samples",
      parts: WAVParts(riffSize: 36, dataSize: 0), samples: [0, 16384, -16384, 32767]),
    Readable(
      testDescription: "a true file without samples has none, whatever follows",
      parts: WAVParts(data: [], after: WAVParts.chunk("LIST", [1, 2])), samples: []),
    Readable(
      testDescription: "an unfinished last frame is ignored",
      parts: WAVParts(channelCount: 2, data: [1, 0, 2, 0, 3, 0]),
      samples: [1, 2]),
    Readable(
      testDescription: "the byte after an odd last chunk may be counted and missing",
      parts: WAVParts(riffSize: 40, bits: 8, dataSize: 3, data: [128, 128, 0, 0]), samples: [0, 0, -32768]),
  ]

  @Test("samples are read from every form of the file", arguments: readable)
  func reads(_ row: Readable) throws {
    let file = try WAVFile(row.parts.bytes)
    #expect(file.int16s(0..<Int.max) == row.samples)
    #expect(file.sampleCount == row.samples.count)
    #expect(file.frameCount * file.format.channelCount == row.samples.count)
    #expect(file.duration == .seconds(Double(file.frameCount) / 8000))
    #expect(file.int16(at: -1) == 0)
    #expect(file.int16(at: Int.max) == 0)
  }

  struct Refused: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    let error: WAVError
  }

  static let refused: [Refused] = [
    Refused(testDescription: "no bytes", bytes: [], error: .truncated(offset: 0, expected: 12, actual: 0)),
    Refused(
      testDescription: "another form", bytes: Array("RIFX".utf8) + WAVParts().bytes.dropFirst(4),
      error: .wrongMarker(offset: 0, expected: "RIFF")),
    Refused(
      testDescription: "another content of the form", bytes: Array("RIFF    AVI ".utf8),
      error: .wrongMarker(offset: 8, expected: "WAVE")),
    Refused(
      testDescription: "a truncated file", bytes: WAVParts().bytes.dropLast(3),
      error: .truncated(offset: 49, expected: 52, actual: 49)),
    Refused(
      testDescription: "a RIFF size beyond the file", bytes: WAVParts(riffSize: 1_000_000).bytes,
      error: .truncated(offset: 52, expected: 1_000_008, actual: 52)),
    Refused(
      testDescription: "a RIFF size too small for its chunks", bytes: WAVParts(riffSize: 40).bytes,
      error: .wrongSize(offset: 40, expected: 4, actual: 8)),
    Refused(
      testDescription: "a RIFF size smaller than the form itself", bytes: WAVParts(riffSize: 1).bytes,
      error: .missingChunk(offset: 12, name: "fmt ")),
    Refused(
      testDescription: "samples beyond the form", bytes: WAVParts(dataSize: 0x7fff_ffff).bytes,
      error: .wrongSize(offset: 40, expected: 8, actual: 0x7fff_ffff)),
    Refused(
      testDescription: "no samples", bytes: Array("RIFF".utf8) + [28, 0, 0, 0] + WAVParts().bytes[8..<36],
      error: .missingChunk(offset: 36, name: "data")),
    Refused(
      testDescription: "samples before their format",
      bytes: WAVParts(before: WAVParts.chunk("data", [0, 0])).bytes, error: .missingChunk(offset: 12, name: "fmt ")),
    Refused(
      testDescription: "half a chunk", bytes: Array("RIFF".utf8) + [8, 0, 0, 0] + Array("WAVEfmt ".utf8),
      error: .truncated(offset: 12, expected: 8, actual: 4)),
    Refused(
      testDescription: "a format that is too short",
      bytes: Array("RIFF".utf8) + [16, 0, 0, 0] + Array("WAVE".utf8) + WAVParts.chunk("fmt ", [1, 0, 1, 0]),
      error: .truncated(offset: 20, expected: 16, actual: 4)),
    Refused(
      testDescription: "the extensible form without its extension", bytes: WAVParts(tag: 0xfffe).bytes,
      error: .truncated(offset: 20, expected: 26, actual: 16)),
    Refused(
      testDescription: "12 bits", bytes: WAVParts(bits: 12).bytes,
      error: .unsupportedFormat(offset: 20, tag: 1, bits: 12)),
    Refused(
      testDescription: "ADPCM", bytes: WAVParts(tag: 2).bytes, error: .unsupportedFormat(offset: 20, tag: 2, bits: 16)),
    Refused(
      testDescription: "floats of 64 bits", bytes: WAVParts(tag: 3, bits: 64).bytes,
      error: .unsupportedFormat(offset: 20, tag: 3, bits: 64)),
    Refused(
      testDescription: "a rate of 0", bytes: WAVParts(sampleRate: 0).bytes, error: .zeroSampleRate(offset: 24)),
    Refused(
      testDescription: "no channels", bytes: WAVParts(channelCount: 0).bytes, error: .zeroChannels(offset: 22)),
    Refused(
      testDescription: "frames of another size", bytes: WAVParts(frameSize: 4).bytes,
      error: .wrongFrameSize(offset: 32, expected: 2, actual: 4)),
  ]

  @Test("mistakes are reported with their offset", arguments: refused)
  func refuses(_ row: Refused) {
    #expect(throws: row.error) { try WAVFile(row.bytes) }
  }

  @Test("no prefix and no changed byte of a file traps")
  func survivesDamage() throws {
    let bytes = WAVParts(before: WAVParts.chunk("JUNK", [1, 2, 3]), after: WAVParts.chunk("LIST", [1])).bytes
    var readable = 0
    for count in 0...bytes.count where (try? WAVFile(Array(bytes.prefix(count)))) != nil { readable += 1 }
    // Only the whole file is valid, because of the RIFF size, except that the last byte is padding.
    #expect(readable == 2)
    for offset in bytes.indices {
      for value in [0, 1, 0x7f, 0x80, 0xff] as [UInt8] {
        var damaged = bytes
        damaged[offset] = value
        if let file = try? WAVFile(damaged) { #expect(file.int16s(0..<file.sampleCount).count == file.sampleCount) }
      }
    }
  }

  @Test("a written file can be read again")
  func writes() throws {
    let samples: [Int16] = [0, 1, -1, .max, .min, 1234]
    let bytes = try #require(WAVFile.bytes(of: samples, sampleRate: 12_000, channelCount: 2))
    let file = try WAVFile(bytes)
    #expect(file.int16s(0..<6) == samples)
    #expect(file.format == PCMFormat(sampleRate: 12_000, channelCount: 2, encoding: .int16))
    #expect(try WAVFile(#require(WAVFile.bytes(of: [1, 2, 3], sampleRate: 1, channelCount: 2))).sampleCount == 2)
    for (rate, channels) in [(0, 1), (-1, 1), (0x1_0000_0000, 1), (1, 0), (1, 0x8000), (1, Int.max)] {
      #expect(WAVFile.bytes(of: samples, sampleRate: rate, channelCount: channels) == nil)
    }
  }
}
