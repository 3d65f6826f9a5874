import CALSA

/// An open sound device for 16-bit samples, which never blocks. It is owned by one actor and not safe for concurrent
/// use.
final class PCM {
  enum Direction {
    case recording
    case playback
  }

  private let handle: OpaquePointer
  private let device: String
  private let direction: Direction
  private let channelCount: Int

  /// - Parameter latency: the duration of the buffer, in seconds.
  init(
    device: String, _ direction: Direction, sampleRate: Int, channelCount: Int, latency: Double
  ) throws(ALSAError) {
    let (stream, operation) =
      switch direction {
      case .recording: (SND_PCM_STREAM_CAPTURE, ALSAError.Operation.openForRecording)
      case .playback: (SND_PCM_STREAM_PLAYBACK, ALSAError.Operation.openForPlayback)
      }
    var opened: OpaquePointer?
    let code = snd_pcm_open(&opened, device, stream, SND_PCM_NONBLOCK)
    guard code >= 0, let opened else { throw ALSAError(device: device, operation: operation, code: Int(code)) }
    // ALSA converts rates and channels that the hardware does not have.
    let configured = snd_pcm_set_params(
      opened, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, UInt32(clamping: channelCount),
      UInt32(clamping: sampleRate), 1, UInt32(latency * 1_000_000))
    guard configured >= 0 else {
      snd_pcm_close(opened)
      throw ALSAError(
        device: device, operation: .configure(sampleRate: sampleRate, channelCount: channelCount),
        code: Int(configured))
    }
    self.device = device
    self.direction = direction
    self.channelCount = channelCount
    handle = opened
  }

  deinit { snd_pcm_close(handle) }

  /// Makes the device ready to record or play, after it was opened or stopped.
  func prepare() throws(ALSAError) { try check(Int(snd_pcm_prepare(handle))) }

  /// Starts the device, unless it is running.
  func start() throws(ALSAError) {
    if snd_pcm_state(handle) == SND_PCM_STATE_PREPARED { try check(Int(snd_pcm_start(handle))) }
  }

  /// Stops immediately, and discards the buffer.
  func stop() { snd_pcm_drop(handle) }

  /// The number of frames in the buffer that are not heard yet.
  var delay: Int {
    var frames: snd_pcm_sframes_t = 0
    // Fails after an underrun, when everything has been heard.
    return snd_pcm_delay(handle, &frames) < 0 ? 0 : max(frames, 0)
  }

  /// Returns the samples that the device has recorded, at most those of a number of frames.
  func read(frames: Int) throws(ALSAError) -> [Int16] {
    var samples = [Int16](repeating: 0, count: frames * channelCount)
    let count = samples.withUnsafeMutableBytes { snd_pcm_readi(handle, $0.baseAddress, snd_pcm_uframes_t(frames)) }
    let read = try accepted(count)
    samples.removeLast(samples.count - read * channelCount)
    return samples
  }

  /// Plays samples.
  /// - Returns: the number of frames for which there was room.
  func write(_ samples: [Int16]) throws(ALSAError) -> Int {
    let frames = samples.count / channelCount
    let count = samples.withUnsafeBytes { snd_pcm_writei(handle, $0.baseAddress, snd_pcm_uframes_t(frames)) }
    return try accepted(count)
  }

  /// Returns the number of frames that the device has read or written. After an overrun or a suspension of the system, it
  /// continues.
  private func accepted(_ count: Int) throws(ALSAError) -> Int {
    if count >= 0 { return count }
    if count == -Int(EAGAIN) { return 0 }
    try check(Int(snd_pcm_recover(handle, Int32(clamping: count), 1)))
    return 0
  }

  private func check(_ code: Int) throws(ALSAError) {
    // A device that is suspended resumes later.
    guard code < 0, code != -Int(EAGAIN) else { return }
    throw ALSAError(device: device, operation: direction == .recording ? .record : .play, code: code)
  }
}
