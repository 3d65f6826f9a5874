import Collaboration
import CollaborationModels
import Foundation
import SchemaRuntime

/// A voice message from pressing the button to the payload. The microphone hears a file with a tone; the library does
/// everything else.
enum VoiceAct {
  /// A server that accepts every file.
  struct FileServer: AttachmentTransport {
    func upload(
      _ attachment: Attachment, progress: @escaping @Sendable (Double) async -> Void
    ) async throws -> String {
      await progress(1)
      return "https://files.example/voice-1.wav"
    }
  }

  static func play(_ messages: any MessageConnector, _ transcript: inout Transcript) async throws {
    transcript.act("A voice message")
    guard let sound = tone(), let time = Timestamp("2026-04-02T17:52:00Z") else { return }
    transcript.say("a WAV of \(sound.count) bytes: \(try WAVFile(sound).duration)")
    let folder = FileManager.default.temporaryDirectory.appending(path: "demo-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appending(path: "tone.wav")
    try Data(sound).write(to: source)
    let clock = VirtualClock()
    let microphone = FileCaptureDevice(source: source.path, folder: folder.path, clock: clock)
    let configuration = VoiceRecordingConfiguration(
      isVoiceRecordingEnabled: true, isVoiceRecordingConfirmationRequiredEnabled: false)
    try transcript.show("the configuration", configuration)
    let client = MessageClient(
      channel: "demo", connector: messages, credential: CommunicationTokenCredential(token: "amal"))
    let composer = MessageComposer(
      configuration: configuration,
      user: MessageUser(id: "amal", role: "user", createdAt: time, updatedAt: time, online: true, name: "Amal"),
      transport: FileServer(), sender: client, makeID: { "message-1" }, now: { time },
      recordedFile: { _ in MessageComposer.RecordedFile(title: "voice-1.wav", size: sound.count, mimeType: "audio/wav")
      })
    let player = AudioPlayer(output: VirtualAudioOutput(durations: [:], clock: clock))
    let controller = VoiceRecordingController(
      configuration: configuration, recorder: AudioRecorder(device: microphone, clock: clock) { "voice-1.wav" },
      player: player, analyzer: WAVAnalyzer(), delegate: composer, clock: clock)

    var events = await composer.events().makeAsyncIterator()
    await controller.pressBegan()
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(500))
    await clock.sleepers(2)
    transcript.say("held for 0.5 s: \(await controller.content.state.rawValue)")
    clock.advance(by: .milliseconds(1_500))
    for await content in await controller.contents() where content.duration > 0 { break }
    await controller.pressEnded()
    while let event = await events.next() {
      guard case .sent(let message) = event else { continue }
      try transcript.show("the message", message)
      guard case .voiceRecording(let recording)? = message.attachments.first else { continue }
      try transcript.show("its attachment", recording)
      transcript.say(bars(recording.waveformData ?? []))
      let shown = AttachmentViewChoice.choice(for: message.attachments, isVoiceRecordingEnabled: false)
      transcript.say("if voice recordings are disabled, it is shown as: \(shown.map { "\($0)" } ?? "nothing")")
      break
    }
    await client.close()
    await lossyList(transcript: &transcript)
  }

  /// One attachment of a list is invalid: it is dropped and reported, and the message is kept.
  private static func lossyList(transcript: inout Transcript) async {
    let text = """
      {"id":"m","type":"regular","text":"","user":{"id":"bo","role":"user","created_at":"2026-04-02T17:50:00Z",\
      "updated_at":"2026-04-02T17:50:00Z","online":true},"created_at":"2026-04-02T17:50:00Z",\
      "updated_at":"2026-04-02T17:50:00Z","reply_count":0,"mentioned_users":[],"latest_reactions":[],\
      "own_reactions":[],"attachments":[{"type":"voiceRecording","asset_url":1},\
      {"type":"image","image_url":"https://files.example/board.png"}]}
      """
    transcript.show("a message with one invalid attachment", Array(text.utf8), as: Message.self)
    var report = LossReport()
    do {
      let message = try Message(json: text, lossy: &report)
      transcript.say("decoded with losses: \(message.attachments.count) attachment kept")
      for drop in report.drops { transcript.say("dropped \(drop.instanceLocation)") }
    } catch { transcript.say("\(error)") }
  }

  /// Returns two seconds of 440 Hz of increasing volume, as WAV.
  private static func tone() -> [UInt8]? {
    let rate = 12_000
    let samples = (0..<2 * rate).map { index in
      Int16(32_000 * (Double(index) / Double(2 * rate)) * sin(2 * .pi * 440 * Double(index) / Double(rate)))
    }
    return WAVFile.bytes(of: samples, sampleRate: rate)
  }

  private static func bars(_ waveform: [Double]) -> String {
    let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    return String(Waveform.downsampled(waveform, to: 50).map { heights[min(7, Int(max(0, $0) * 8))] })
  }
}
