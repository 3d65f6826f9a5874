/// The sample format of a sound: the content of a WAV file's `fmt ` chunk.
public struct PCMFormat: Hashable, Sendable {
  /// The supported sample encodings, all little-endian.
  public enum Encoding: Hashable, Sendable, CaseIterable {
    /// 8 bits, unsigned: silence is 128.
    case uint8
    /// 16 bits, signed.
    case int16
    /// 24 bits in three bytes, signed.
    case int24
    /// 32 bits, signed.
    case int32
    /// 32 bits, IEEE 754: silence is 0, full scale is 1.
    case float32

    /// The number of bytes per sample.
    public var byteCount: Int {
      switch self {
      case .uint8: 1
      case .int16: 2
      case .int24: 3
      case .int32, .float32: 4
      }
    }
  }

  /// Frames per second; at least 1.
  public let sampleRate: Int
  /// Samples per frame; at least 1.
  public let channelCount: Int
  /// The encoding of each sample.
  public let encoding: Encoding

  /// The number of bytes per frame: one sample of every channel.
  public var frameByteCount: Int { channelCount * encoding.byteCount }

  /// Creates a format; nil unless rate and channel count fit into a WAV file: 1 to 2^32 - 1, and 1 to 65,535.
  public init?(sampleRate: Int, channelCount: Int, encoding: Encoding) {
    guard 1...0xffff_ffff ~= sampleRate, 1...0xffff ~= channelCount else { return nil }
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.encoding = encoding
  }
}
