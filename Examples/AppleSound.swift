#if canImport(AVFoundation)
  import AVFoundation
  import Collaboration

  /// A microphone that records WAV files into a folder. Used on the main actor, as AVFoundation's classes are.
  @MainActor
  final class AppleCaptureDevice: NSObject, AudioCaptureDevice, AVAudioRecorderDelegate {
    private let folder: URL
    private var recorder: AVAudioRecorder?
    private var isStopping = false
    private var observer: (any NSObjectProtocol)?
    private nonisolated let reports = AsyncStream.makeStream(of: AudioCaptureEvent.self)

    init(folder: URL) {
      self.folder = folder
      super.init()
    }

    /// One recorder reads them.
    nonisolated func events() -> AsyncStream<AudioCaptureEvent> { reports.stream }

    func activateSession() async throws {
      #if os(iOS)
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playAndRecord, mode: .default, options: [.defaultToSpeaker])
        try session.setActive(true)
        guard observer == nil else { return }
        let events = reports.continuation
        observer = NotificationCenter.default.addObserver(
          forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
        ) { note in
          let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
          if type == AVAudioSession.InterruptionType.began.rawValue { events.yield(.interrupted) }
        }
      #endif
    }

    func requestPermission() async -> Bool { await AVCaptureDevice.requestAccess(for: .audio) }

    func start(_ settings: AudioCaptureSettings) async throws {
      let recorder = try AVAudioRecorder(
        url: folder.appendingPathComponent(settings.fileName),
        settings: [
          AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: settings.sampleRate,
          AVNumberOfChannelsKey: settings.channelCount, AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
          AVLinearPCMIsBigEndianKey: false,
        ])
      recorder.delegate = self
      recorder.isMeteringEnabled = true
      isStopping = false
      guard recorder.record() else { throw CocoaError(.fileWriteUnknown) }
      self.recorder = recorder
    }

    func pause() async { recorder?.pause() }

    func resume() async throws {
      guard recorder?.record() == true else { throw CocoaError(.fileWriteUnknown) }
    }

    func stop() async -> Bool {
      guard let recorder else { return false }
      isStopping = true
      recorder.stop()
      return FileManager.default.fileExists(atPath: recorder.url.path)
    }

    func keepRecording(name: String) async throws -> String {
      guard let recorder else { throw CocoaError(.fileNoSuchFile) }
      let copy = folder.appendingPathComponent(name)
      try FileManager.default.copyItem(at: recorder.url, to: copy)
      return copy.absoluteString
    }

    func averagePower() async -> Double {
      guard let recorder else { return 0 }
      recorder.updateMeters()
      // From -60 dB, which counts as silence, to 0 dB.
      return Double(max(0, min(1, (recorder.averagePower(forChannel: 0) + 60) / 60)))
    }

    func currentTime() async -> Duration { .seconds(recorder?.currentTime ?? 0) }

    nonisolated func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
      Task { @MainActor in
        if !isStopping { reports.continuation.yield(.finished(isWhole: flag)) }
      }
    }
  }

  /// A loudspeaker for files on this device.
  @MainActor
  final class AppleAudioOutput: NSObject, AudioOutput, AVAudioPlayerDelegate {
    private var player: AVAudioPlayer?
    private var location = ""
    private var ticking: Task<Void, Never>?
    private nonisolated let reports = AsyncStream.makeStream(of: AudioOutputEvent.self)

    /// One player reads them.
    nonisolated func events() -> AsyncStream<AudioOutputEvent> { reports.stream }

    func load(_ location: String) async throws -> Duration {
      guard let url = URL(string: location) else { throw CocoaError(.fileNoSuchFile) }
      let player = try AVAudioPlayer(contentsOf: url)
      // A load that was cancelled does not replace a later one.
      try Task.checkCancellation()
      player.enableRate = true
      player.delegate = self
      player.prepareToPlay()
      self.player?.stop()
      (self.player, self.location) = (player, location)
      return .seconds(player.duration)
    }

    func play(rate: Double) async {
      player?.rate = Float(rate)
      player?.play()
      ticking?.cancel()
      ticking = Task { [weak self] in
        while (try? await Task.sleep(for: .milliseconds(100))) != nil {
          guard let self, let player = self.player, player.isPlaying else { return }
          self.reports.continuation.yield(.time(.seconds(player.currentTime), location: self.location))
        }
      }
    }

    func pause() async {
      ticking?.cancel()
      player?.pause()
    }

    func seek(to time: Duration) async { player?.currentTime = time / .seconds(1) }

    func unload() async {
      ticking?.cancel()
      player?.stop()
      player = nil
    }

    nonisolated func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
      let finished = ObjectIdentifier(player)
      Task { @MainActor in
        guard self.player.map(ObjectIdentifier.init) == finished else { return }
        reports.continuation.yield(.playedToEnd(location: location))
      }
    }
  }
#endif
