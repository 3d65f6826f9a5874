/// How the samples of a sound are written: what the `fmt ` chunk of a WAV file says.
public struct PCMFormat: Hashable, Sendable {
  /// The kinds of samples that can be read, all little-endian.
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

    /// The bytes of one sample.
    public var byteCount: Int {
      switch self {
      case .uint8: 1
      case .int16: 2
      case .int24: 3
      case .int32, .float32: 4
      }
    }
  }

  /// Frames a second; at least 1.
  public let sampleRate: Int
  /// Samples a frame; at least 1.
  public let channelCount: Int
  /// How each sample is written.
  public let encoding: Encoding

  /// The bytes of one frame: one sample of every channel.
  public var frameByteCount: Int { channelCount * encoding.byteCount }

  /// nil unless rate and channels are what a WAV file can say: 1 to 2^32 - 1, and 1 to 65,535.
  public init?(sampleRate: Int, channelCount: Int, encoding: Encoding) {
    guard 1...0xffff_ffff ~= sampleRate, 1...0xffff ~= channelCount else { return nil }
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.encoding = encoding
  }
}
