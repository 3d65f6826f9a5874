extension WAVFile {
  /// Returns a WAV file of 16-bit samples; nil if the file cannot represent the rate, the channel count or the size,
  /// which must be less than 4 GiB.
  /// - Parameter samples: the samples of all channels, frame by frame; an incomplete last frame is dropped.
  public static func bytes(of samples: [Int16], sampleRate: Int, channelCount: Int = 1) -> [UInt8]? {
    guard
      let format = PCMFormat(sampleRate: sampleRate, channelCount: channelCount, encoding: .int16),
      format.frameByteCount <= 0xffff, samples.count < 0x7fff_ff00
    else { return nil }
    let size = samples.count / channelCount * format.frameByteCount
    var bytes: [UInt8] = []
    bytes.reserveCapacity(44 + size)
    bytes += "RIFF".utf8
    bytes.append(littleEndian: 36 + size, byteCount: 4)
    bytes += "WAVEfmt ".utf8
    bytes.append(littleEndian: 16, byteCount: 4)
    bytes.append(littleEndian: 1, byteCount: 2)
    bytes.append(littleEndian: channelCount, byteCount: 2)
    bytes.append(littleEndian: sampleRate, byteCount: 4)
    bytes.append(littleEndian: sampleRate &* format.frameByteCount, byteCount: 4)
    bytes.append(littleEndian: format.frameByteCount, byteCount: 2)
    bytes.append(littleEndian: 16, byteCount: 2)
    bytes += "data".utf8
    bytes.append(littleEndian: size, byteCount: 4)
    for sample in samples.prefix(size / 2) { bytes.append(littleEndian: Int(sample), byteCount: 2) }
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian value: Int, byteCount: Int) {
    for byteIndex in 0..<byteCount { append(UInt8(truncatingIfNeeded: value >> (8 * byteIndex))) }
  }
}
