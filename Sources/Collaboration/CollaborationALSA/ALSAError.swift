import CALSA

/// The reason why a sound device could not be used.
public struct ALSAError: Error, Hashable, Sendable {
  /// The operation that failed.
  public enum Operation: Hashable, Sendable {
    case openForRecording
    case openForPlayback
    /// Setting the format.
    case configure(sampleRate: Int, channelCount: Int)
    case record
    case play
  }

  /// The name of the device.
  public var device: String
  /// The operation that failed.
  public var operation: Operation
  /// ALSA's code: a negative error number of the system.
  public var code: Int32
  /// ALSA's text for the code.
  public var reason: String

  init(device: String, operation: Operation, code: Int) {
    self.device = device
    self.operation = operation
    self.code = Int32(clamping: code)
    reason = snd_strerror(self.code).map { String(cString: $0) } ?? "error \(code)"
  }
}

extension ALSAError: CustomStringConvertible {
  public var description: String {
    let expected =
      switch operation {
      case .openForRecording: "to open it for recording"
      case .openForPlayback: "to open it for playback"
      case .configure(let sampleRate, let channelCount):
        "it to accept \(sampleRate) frames per second on \(channelCount == 1 ? "1 channel" : "\(channelCount) channels")"
      case .record: "to record"
      case .play: "to play"
      }
    return "ALSA device '\(device)': expected \(expected), found '\(reason)'"
  }
}
