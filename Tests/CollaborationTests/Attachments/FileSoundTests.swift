import Collaboration
import CollaborationModels
import Foundation
import SchemaRuntime
import Testing

/// The default recorder, analyzer and player, with files instead of a microphone and a loudspeaker.
@Suite(.timeLimit(.minutes(60))) struct FileSoundTests {
  private static let rate = 12_000

  /// A tone of two seconds, twice as loud in the second one.
  private static let tone = (0..<2 * rate).map { index in
    Int16((index < rate ? 8_000 : 16_000) * sin(2 * .pi * 440 * Double(index) / Double(rate)))
  }

  private static func folder() throws -> (folder: StoreFolder, source: String) {
    let folder = try StoreFolder()
    let source = folder.url.appending(path: "tone.wav")
    try Data(try #require(WAVFile.bytes(of: tone, sampleRate: rate))).write(to: source)
    return (folder, source.path)
  }

  @Test("a sound is recorded, analyzed and played with the defaults, and what is heard is what was recorded")
  func worksWithDefaults() async throws {
    let (folder, source) = try Self.folder()
    let clock = VirtualClock()
    let recorder = AudioRecorder(
      device: FileCaptureDevice(source: source, folder: folder.url.path, clock: clock), clock: clock
    ) { "1.wav" }
    let events = await recorder.events()
    try await recorder.beginRecording(session: 1)
    await clock.sleepers(2)
    clock.advance(by: .milliseconds(1_500))
    var location: String?
    for await event in events {
      switch event {
      case .context(let context, _): if context.duration == 1.5, context.state == .recording { await recorder.stop() }
      case .finished(let kept, _): location = kept
      case .failed(let error, _): throw error
      }
      if location != nil { break }
    }
    let kept = try #require(location)
    let recorded = try WAVFile(Array(Data(contentsOf: try #require(URL(string: kept)))))
    #expect(recorded.int16s(0..<recorded.sampleCount) == Array(Self.tone.prefix(18_000)))

    let waveform = try await WAVAnalyzer(clock: VirtualClock()).waveform(of: kept, targetSamples: 3)
    #expect(waveform.count == 3)
    #expect(abs(waveform[0] - waveform[1]) < 0.01 && waveform[2] > waveform[1] + 0.1)

    let sink = folder.url.appending(path: "heard.wav")
    let player = AudioPlayer(output: FileAudioOutput(sink: sink.path, clock: clock), clock: VirtualClock())
    let contexts = await player.contexts()
    await player.loadAsset(kept)
    for _ in 1...15 {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(100))
    }
    for await context in contexts where context.state == .stopped { break }
    // The file is written when the output is paused.
    while !FileManager.default.fileExists(atPath: sink.path) { await Task.yield() }
    let heard = try WAVFile(Array(Data(contentsOf: sink)))
    #expect(heard.int16s(0..<heard.sampleCount) == recorded.int16s(0..<recorded.sampleCount))
  }

  @Test("AAC is refused with a clear error, and so are files that are missing or no sound")
  func refuses() async throws {
    let (folder, source) = try Self.folder()
    let device = FileCaptureDevice(source: source, folder: folder.url.path, clock: VirtualClock())
    await #expect(throws: SoundFileError.unsupportedFormat(fileExtension: "aac")) {
      try await device.start(AudioCaptureSettings(fileName: "recording.aac"))
    }
    let output = FileAudioOutput(sink: folder.url.appending(path: "s.wav").path, clock: VirtualClock())
    await #expect(throws: SoundFileError.unreadable(location: "/nowhere.wav")) { try await output.load("/nowhere.wav") }
    let text = folder.url.appending(path: "text.wav")
    try Data("no sound".utf8).write(to: text)
    await #expect(throws: SoundFileError.self) { try await output.load(text.path) }
  }
}
