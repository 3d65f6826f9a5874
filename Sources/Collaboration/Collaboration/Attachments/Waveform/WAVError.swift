/// The reason why bytes are not a readable WAV file; offsets are bytes from the start of the file.
public enum WAVError: Error, Hashable, Sendable {
  /// The file is shorter than its sizes indicate.
  case truncated(offset: Int, expected: Int, actual: Int)
  /// Four letters other than those of the format: `RIFF`, `WAVE`.
  case wrongMarker(offset: Int, expected: String)
  /// The size of a chunk exceeds the enclosing RIFF form.
  case wrongSize(offset: Int, expected: Int, actual: Int)
  /// There is no chunk with this name, or, for `fmt `, none before the samples.
  case missingChunk(offset: Int, name: String)
  /// The format's tag and bit depth, such as tag 2 (ADPCM) or 12 bits, are not among ``PCMFormat/Encoding``.
  case unsupportedFormat(offset: Int, tag: Int, bits: Int)
  /// A sample rate of 0.
  case zeroSampleRate(offset: Int)
  /// No channels.
  case zeroChannels(offset: Int)
  /// The frame size does not match the sample format.
  case wrongFrameSize(offset: Int, expected: Int, actual: Int)
}

extension WAVError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .truncated(let offset, let expected, let actual):
      "\(offset): expected \(expected) bytes, found \(actual)"
    case .wrongMarker(let offset, let expected): "\(offset): expected '\(expected)'"
    case .wrongSize(let offset, let expected, let actual):
      "\(offset): expected a size of at most \(expected), found \(actual)"
    case .missingChunk(let offset, let name): "\(offset): expected a chunk '\(name)', found none"
    case .unsupportedFormat(let offset, let tag, let bits):
      "\(offset): expected PCM with 8, 16, 24 or 32 bits or 32-bit floats, found format \(tag) with \(bits) bits"
    case .zeroSampleRate(let offset): "\(offset): expected a sample rate, found 0"
    case .zeroChannels(let offset): "\(offset): expected a channel, found none"
    case .wrongFrameSize(let offset, let expected, let actual):
      "\(offset): expected frames of \(expected) bytes, found \(actual)"
    }
  }
}
