/// Why bytes are not a WAV file that can be read; offsets are bytes from the file's start.
public enum WAVError: Error, Hashable, Sendable {
  /// The file ends before what its sizes promise.
  case truncated(offset: Int, expected: Int, actual: Int)
  /// Four letters other than those of the format: `RIFF`, `WAVE`.
  case wrongMarker(offset: Int, expected: String)
  /// A chunk says that it goes on beyond the end of the RIFF form that holds it.
  case wrongSize(offset: Int, expected: Int, actual: Int)
  /// There is no chunk of this name, or, for `fmt `, none before the samples.
  case missingChunk(offset: Int, name: String)
  /// The format's tag and bits, such as tag 2 (ADPCM) or 12 bits, are not among ``PCMFormat/Encoding``.
  case unsupportedFormat(offset: Int, tag: Int, bits: Int)
  /// A sample rate of 0.
  case zeroSampleRate(offset: Int)
  /// No channels.
  case zeroChannels(offset: Int)
  /// The bytes of a frame are not those of its samples.
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
      "\(offset): expected PCM of 8, 16, 24 or 32 bits or floats of 32, found format \(tag) of \(bits) bits"
    case .zeroSampleRate(let offset): "\(offset): expected a sample rate, found 0"
    case .zeroChannels(let offset): "\(offset): expected a channel, found none"
    case .wrongFrameSize(let offset, let expected, let actual):
      "\(offset): expected frames of \(expected) bytes, found \(actual)"
    }
  }
}
