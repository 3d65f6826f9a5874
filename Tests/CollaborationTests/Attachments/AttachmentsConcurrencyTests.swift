import CollaborationModels
import Testing

@testable import Collaboration

/// Performs an action from eight tasks concurrently.
private func hammer(times: Int = 500, _ work: @escaping @Sendable (_ step: Int) async -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    for task in 0..<8 {
      group.addTask {
        for step in 0..<times { await work(task * times + step) }
      }
    }
  }
}

@Suite struct AttachmentsConcurrencyTests {
  @Test("a recorder controlled by eight tasks answers all of them, and stops with the microphone off")
  func recorder() async {
    let device = FakeCaptureDevice()
    let recorder = AudioRecorder(device: device, clock: VirtualClock()) { "1.aac" }
    await hammer { step in
      switch step % 5 {
      case 0: try? await recorder.beginRecording(session: step)
      case 1: await recorder.pause()
      case 2: await recorder.resume()
      default: await recorder.stop()
      }
    }
    // After all of their recordings have ended, another recording is finished and kept.
    var isBegun = false
    while !isBegun {
      await recorder.stop()
      isBegun = (try? await recorder.beginRecording(session: -1)) != nil
    }
    let events = await recorder.events()
    await recorder.stop()
    for await case .finished(_, let session) in events {
      #expect(session == -1)
      break
    }
    #expect(!device.isCapturing)
    #expect(await recorder.context.state == .stopped)
  }

  @Test("a player controlled by eight tasks ends stopped, and never publishes an impossible state")
  func player() async {
    let sounds: [String: Duration] = ["https://voice.example/a.aac": 10.0, "https://voice.example/b.aac": 5]
    let locations = sounds.keys.sorted()
    let player = AudioPlayer(output: VirtualAudioOutput(durations: sounds, clock: VirtualClock()))
    let contexts = await player.contexts()
    await hammer { step in
      switch step % 7 {
      case 0: await player.loadAsset(locations[step % 2])
      case 1: await player.play()
      case 2: await player.pause()
      case 3: await player.seek(to: .seconds(step % 12))
      case 4: await player.updateRate(.double)
      case 5: await player.moveToBackground()
      default: await player.moveToForeground()
      }
    }
    await player.stop()
    let end = await player.context
    #expect(end.state == .stopped || end.state == .notLoaded)
    var illegal = 0
    var last: AudioPlaybackContext?
    for await context in contexts {
      if (context.state == .playing) != (context.rate != .zero) { illegal += 1 }
      last = context
      if context == end, await player.context == end { break }
    }
    #expect(illegal == 0)
    #expect(last == end)
  }

  @Test("a queue player controlled by eight tasks ends in the state of the last command")
  func queuePlayer() async {
    let sounds: [String: Duration] = ["https://voice.example/a.aac": 10.0, "https://voice.example/b.aac": 5]
    let locations = sounds.keys.sorted()
    let player = AudioQueuePlayer(
      output: VirtualAudioOutput(durations: sounds, clock: VirtualClock()),
      dataSource: AudioPlayerTests.Queue(next: [:]))
    await hammer(times: 200) { step in
      await player.loadAsset(locations[step % 2])
      await player.seek(to: .seconds(step % 12))
    }
    let contexts = await player.contexts()
    await player.stop()
    await player.loadAsset(locations[0])
    for await context in contexts where context.state == .playing {
      #expect(context.assetLocation == locations[0])
      break
    }
  }

  @Test("a flow controlled by eight tasks ends with the microphone off")
  func controller() async throws {
    let stage = try VoiceRecordingStage()
    let actions = VoiceRecordingAction.allCases
    await hammer { step in await stage.controller.perform(actions[(step &* 7) % actions.count]) }
    await stage.controller.perform(.discard)
    #expect(await stage.controller.content == RecordingFlow(state: .idle, duration: 0, waveform: []))
    // Another recording is completed.
    await stage.controller.perform(.beginRecording)
    for await content in await stage.controller.contents() where !content.waveform.isEmpty { break }
    var calls = stage.device.calls().makeAsyncIterator()
    await stage.controller.perform(.cancel)
    while let call = await calls.next(), call != .stop {}
    #expect(!stage.device.isCapturing)
  }

  @Test("a composer filled by eight tasks never exceeds its limit, and sends each attachment once")
  func composer() async throws {
    let server = FakeMessageServer()
    let composer = try MessageComposer.sample(server, limits: AttachmentLimits(maximumCount: 5))
    let file = CollaborationModels.Attachment.file(FileAttachment(assetURL: "file:///tmp/minutes.pdf"))
    await hammer(times: 60) { step in
      do throws(MessageCompositionError) { _ = try await composer.add(file, fileSize: step) } catch {
        #expect(error == .maxAttachmentsCountPerMessageExceeded(limit: 5))
      }
      if step % 4 == 0 { _ = try? await composer.send() }
    }
    while await !composer.draft.items.isEmpty { _ = try? await composer.send() }
    let addresses = server.messages.flatMap { message in
      message.attachments.map { if case .file(let file) = $0 { file.assetURL } else { "none" } }
    }
    #expect(server.messages.allSatisfy { 1...5 ~= $0.attachments.count })
    #expect(Set(addresses).count == addresses.count)
    #expect(!addresses.contains("file:///tmp/minutes.pdf"))
  }

  @Test(
    "values sent by eight tasks reach all listeners in the same order, the newest 64, and listeners end with the value")
  func currentValue() async {
    var broadcast: CurrentValueBroadcast? = CurrentValueBroadcast(-1)
    let (first, second) = (broadcast?.values(), broadcast?.values())
    if let broadcast { await hammer { broadcast.send($0) } }
    broadcast = nil
    var heard: [[Int]] = []
    for case let stream? in [first, second] {
      var values: [Int] = []
      for await value in stream { values.append(value) }
      heard.append(values)
    }
    #expect(heard.map(\.count) == [64, 64])
    #expect(heard.first == heard.last)
  }
}
