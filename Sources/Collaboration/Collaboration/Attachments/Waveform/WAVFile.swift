/// A WAV file: PCM in a RIFF form, with its format checked and its samples located.
///
///     let file = try WAVFile(bytes)
///     file.format.sampleRate          // 12000
///     file.duration                   // 42.7 seconds
///     for index in 0..<file.sampleCount { file.int16(at: index) }
///
/// Chunks may come in any order as long as the format precedes the samples. Unknown chunks and the padding byte after
/// an odd one are skipped. Streaming writers do not know the sizes when they start: a size of 0xFFFFFFFF, and one of 0
/// in a file whose RIFF size is wrong, mean that the samples extend to the end of the file. Bytes after the RIFF form
/// and an incomplete last frame are ignored.
public struct WAVFile: Sendable {
  /// The format of the samples.
  public let format: PCMFormat
  /// The byte range of the samples, in complete frames.
  public let dataRange: Range<Int>
  private let bytes: [UInt8]

  /// Locates the samples of a file.
  public init(_ bytes: [UInt8]) throws(WAVError) {
    var scan = Scan(bytes: bytes)
    try scan.run()
    guard let format = scan.format else { throw .missingChunk(offset: scan.offset, name: "fmt ") }
    guard let data = scan.data else { throw .missingChunk(offset: scan.offset, name: "data") }
    self.format = format
    let whole = data.count - data.count % format.frameByteCount
    dataRange = data.lowerBound..<data.lowerBound + whole
    self.bytes = bytes
  }

  /// The number of frames.
  public var frameCount: Int { dataRange.count / format.frameByteCount }

  /// The number of samples of all channels.
  public var sampleCount: Int { dataRange.count / format.encoding.byteCount }

  /// The duration.
  public var duration: Duration { .seconds(Double(frameCount) / Double(format.sampleRate)) }

  /// Returns a sample converted to 16 bits, or 0 beyond the last one. Wider samples lose their low bits, floats are
  /// clipped to -1…1, and NaN counts as silence.
  public func int16(at index: Int) -> Int16 {
    let width = format.encoding.byteCount
    guard 0..<sampleCount ~= index else { return 0 }
    let offset = dataRange.lowerBound + index * width
    switch format.encoding {
    case .uint8: return (Int16(bytes[offset]) - 128) << 8
    case .int16, .int24, .int32:
      // The two highest bytes hold the sample's 16 highest bits.
      return Int16(bitPattern: UInt16(bytes[offset + width - 2]) | UInt16(bytes[offset + width - 1]) << 8)
    case .float32:
      let value = Float(bitPattern: bytes.littleEndian32(at: offset))
      return value.isNaN ? 0 : Int16(min(max(value, -1), 1) * 32767)
    }
  }

  /// Returns the samples of a range converted to 16 bits; indices beyond the last sample are ignored.
  public func int16s(_ range: Range<Int>) -> [Int16] { range.clamped(to: 0..<sampleCount).map(int16) }
}

// MARK: - Chunks

/// Walks through the chunks of a file.
private struct Scan {
  static let streamed = 0xffff_ffff

  let bytes: [UInt8]
  var offset = 0
  var format: PCMFormat?
  var data: Range<Int>?
  /// The end of the RIFF form.
  private var end = 0
  /// Whether the RIFF size gives the end of the file.
  private var isSizeTrue = true

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func run() throws(WAVError) {
    try readForm()
    // Both are required; anything after them is irrelevant.
    while format == nil || data == nil, offset + 8 <= end { try readChunk() }
    if offset < end, format == nil || data == nil {
      throw .truncated(offset: offset, expected: 8, actual: end - offset)
    }
  }

  private mutating func readForm() throws(WAVError) {
    guard bytes.count >= 12 else { throw .truncated(offset: bytes.count, expected: 12, actual: bytes.count) }
    guard bytes.reads("RIFF", at: 0) else { throw .wrongMarker(offset: 0, expected: "RIFF") }
    guard bytes.reads("WAVE", at: 8) else { throw .wrongMarker(offset: 8, expected: "WAVE") }
    let size = Int(bytes.littleEndian32(at: 4))
    if size == 0 || size == Self.streamed {
      isSizeTrue = false
      end = bytes.count
    } else {
      // Some writers count the padding byte after an odd last chunk without writing it.
      guard size + 8 <= bytes.count + 1 else {
        throw .truncated(offset: bytes.count, expected: size + 8, actual: bytes.count)
      }
      end = min(size + 8, bytes.count)
      isSizeTrue = size + 8 >= bytes.count
    }
    offset = 12
  }

  private mutating func readChunk() throws(WAVError) {
    let start = offset + 8
    let size = Int(bytes.littleEndian32(at: offset + 4))
    if bytes.reads("data", at: offset) {
      guard format != nil else { throw .missingChunk(offset: offset, name: "fmt ") }
      if size == Self.streamed || size == 0 && !isSizeTrue {
        data = start..<bytes.count
        offset = bytes.count
        return
      }
    }
    guard size <= end - start else { throw .wrongSize(offset: offset + 4, expected: end - start, actual: size) }
    if bytes.reads("data", at: offset) {
      data = start..<start + size
    } else if bytes.reads("fmt ", at: offset), format == nil {
      format = try readFormat(at: start, size: size)
    }
    offset = min(start + size + size % 2, end)
  }

  private func readFormat(at start: Int, size: Int) throws(WAVError) -> PCMFormat {
    guard size >= 16 else { throw .truncated(offset: start, expected: 16, actual: size) }
    var tag = bytes.littleEndian16(at: start)
    let channelCount = bytes.littleEndian16(at: start + 2)
    let sampleRate = Int(bytes.littleEndian32(at: start + 4))
    let frameSize = bytes.littleEndian16(at: start + 12)
    let bits = bytes.littleEndian16(at: start + 14)
    // The extensible format stores the tag in the first two bytes of an identifier.
    if tag == 0xfffe {
      guard size >= 26 else { throw .truncated(offset: start, expected: 26, actual: size) }
      tag = bytes.littleEndian16(at: start + 24)
    }
    let encoding: PCMFormat.Encoding
    switch (tag, bits) {
    case (1, 8): encoding = .uint8
    case (1, 16): encoding = .int16
    case (1, 24): encoding = .int24
    case (1, 32): encoding = .int32
    case (3, 32): encoding = .float32
    default: throw .unsupportedFormat(offset: start, tag: tag, bits: bits)
    }
    guard channelCount > 0 else { throw .zeroChannels(offset: start + 2) }
    guard let format = PCMFormat(sampleRate: sampleRate, channelCount: channelCount, encoding: encoding) else {
      throw .zeroSampleRate(offset: start + 4)
    }
    guard frameSize == format.frameByteCount else {
      throw .wrongFrameSize(offset: start + 12, expected: format.frameByteCount, actual: frameSize)
    }
    return format
  }
}

extension [UInt8] {
  /// The caller must check that the bytes exist.
  fileprivate func littleEndian16(at offset: Int) -> Int { Int(self[offset]) | Int(self[offset + 1]) << 8 }

  fileprivate func littleEndian32(at offset: Int) -> UInt32 {
    UInt32(littleEndian16(at: offset)) | UInt32(littleEndian16(at: offset + 2)) << 16
  }

  fileprivate func reads(_ marker: String, at offset: Int) -> Bool {
    self[offset..<offset + 4].elementsEqual(marker.utf8)
  }
}
