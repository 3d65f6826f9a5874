import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration

private let file = CollaborationModels.Attachment.file(FileAttachment(assetURL: "file:///tmp/minutes.pdf"))

extension MessageComposer {
  /// Starts to send before any later call of the composer.
  fileprivate func beginSending() -> Task<Message, any Error> { Task { try await self.send() } }
}

@Suite struct MessageComposerTests {
  @Test("a file is uploaded and its message sent; then the draft is empty")
  func sends() async throws {
    let server = FakeMessageServer()
    let composer = try MessageComposer.sample(server)
    var events = await composer.events().makeAsyncIterator()
    await composer.setText("Minutes")
    try await composer.add(file, fileSize: 5)
    let message = try await composer.send()
    #expect(server.messages == [message])
    #expect(message.text == "Minutes")
    #expect(message.attachments == [.file(FileAttachment(assetURL: "https://voice.example/1.aac"))])
    #expect(await composer.draft.items.isEmpty)
    #expect(await composer.draft.text.isEmpty)
    var states: [UploadState?] = []
    while case .draft(let draft)? = await events.next() {
      if let item = draft.items.first, states.last != item.upload?.state { states.append(item.upload?.state) }
    }
    #expect(
      states == [
        UploadState(state: .uploading, progress: 0), UploadState(state: .uploading, progress: 0.5),
        UploadState(state: .uploading, progress: 1), UploadState(state: .uploaded),
      ])
  }

  @Test("a message with a failed upload is not sent, and the upload can be retried")
  func retries() async throws {
    let composer = try MessageComposer.sample(FakeMessageServer(failingUploads: 1))
    let id = try await composer.add(file, fileSize: 5)
    await #expect(throws: MessageCompositionError.notUploaded(id: id)) { try await composer.send() }
    #expect(await composer.draft.items.first?.upload?.state.state == .uploadingFailed)
    await #expect(throws: MessageCompositionError.unknownAttachment(id: 99)) { try await composer.retryUpload(of: 99) }
    try await composer.retryUpload(of: id)
    try await composer.send()
  }

  @Test("a message that was not sent stays in the draft")
  func keeps() async throws {
    let server = FakeMessageServer(failingSends: 1)
    let composer = try MessageComposer.sample(server)
    await composer.setText("Minutes")
    try await composer.add(file, fileSize: 5)
    await #expect(throws: MessageCompositionError.notSent(reason: "Refused()")) { try await composer.send() }
    #expect(await composer.draft.text == "Minutes")
    #expect(await composer.draft.items.count == 1)
    try await composer.send()
    #expect(server.messages.count == 1)
  }

  @Test("links need no upload, and removed attachments are not sent")
  func removes() async throws {
    let composer = try MessageComposer.sample(FakeMessageServer())
    try await composer.add(.linkPreview(LinkPreview(ogScrapeURL: "https://a.example/")), fileSize: 0)
    let id = try await composer.add(file, fileSize: 5)
    await composer.remove(id)
    #expect(try await composer.send().attachments.map(\.type) == [.linkPreview])
    await #expect(throws: MessageCompositionError.emptyMessage) { try await composer.send() }
  }

  @Test("a message that was not sent is restored to the draft, before later additions")
  func keepsBoth() async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let (asked, asking) = AsyncStream.makeStream(of: Void.self)
    struct Refusing: MessageSending {
      let gate: AsyncStream<Void>
      let asking: AsyncStream<Void>.Continuation
      func send(_ message: Message) async throws {
        asking.finish()
        for await _ in gate {}
        throw FakeMessageServer.Refused()
      }
    }
    let user = try MessageUser.sample("temur")
    let composer = MessageComposer(
      configuration: VoiceRecordingConfiguration(), user: user, transport: FakeMessageServer(),
      sender: Refusing(gate: gate, asking: asking), makeID: { "m" }, now: { user.createdAt }, clock: VirtualClock(),
      recordedFile: { _ in MessageComposer.RecordedFile(size: 1) })
    await composer.setText("Minutes")
    let events = await composer.events()
    let sending = Task { try await composer.send() }
    for await _ in asked {}
    await composer.setText("Agenda")
    opening.finish()
    await #expect(throws: MessageCompositionError.self) { try await sending.value }
    #expect(await composer.draft.text == "Minutes\nAgenda")
    await composer.close()
    var failures: [MessageComposer.Event] = []
    for await event in events { if case .notSent = event { failures.append(event) } }
    guard case .notSent(let message, .notSent(let reason))? = failures.first, failures.count == 1 else {
      Issue.record("expected an event that names the message, found \(failures)")
      return
    }
    #expect(message.text == "Minutes" && reason == "\(FakeMessageServer.Refused())")
  }

  /// Uploads end when the test says so, one after the other.
  private final class Gates: AttachmentTransport {
    private let gates: [AsyncStream<Void>]
    private let openings: [AsyncStream<Void>.Continuation]
    private let next = Mutex(0)

    init(count: Int) {
      let pairs = (0..<count).map { _ in AsyncStream.makeStream(of: Void.self) }
      gates = pairs.map(\.stream)
      openings = pairs.map(\.continuation)
    }

    func open(_ number: Int) { openings[number].finish() }

    func upload(
      _ attachment: CollaborationModels.Attachment, progress: @escaping @Sendable (Double) async -> Void
    ) async throws -> String {
      let number = next.withLock { next in
        defer { next += 1 }
        return next
      }
      for await _ in gates[number] {}
      if number == 0 { throw FakeMessageServer.Refused() }
      return "https://voice.example/\(number).aac"
    }
  }

  @Test("sending waits for a restarted upload, and leaves later additions to the next message")
  func waitsForAll() async throws {
    let (gates, server, user) = (Gates(count: 3), FakeMessageServer(), try MessageUser.sample("temur"))
    let composer = MessageComposer(
      configuration: VoiceRecordingConfiguration(), user: user, transport: gates, sender: server, makeID: { "m" },
      now: { user.createdAt }, clock: VirtualClock(), recordedFile: { _ in MessageComposer.RecordedFile(size: 1) })
    let events = await composer.events()
    func wait(for phase: UploadPhase) async {
      for await event in events {
        if case .draft(let draft) = event, draft.items.first?.upload?.state.state == phase { return }
      }
    }
    let id = try await composer.add(file, fileSize: 5)
    gates.open(0)
    await wait(for: .uploadingFailed)
    try await composer.retryUpload(of: id)
    let sending = await composer.beginSending()
    try await composer.add(file, fileSize: 5)
    gates.open(1)
    await wait(for: .uploaded)
    #expect(try await sending.value.attachments == [.file(FileAttachment(assetURL: "https://voice.example/1.aac"))])
    #expect(await composer.draft.items.count == 1)
    gates.open(2)
    #expect(
      try await composer.send().attachments == [.file(FileAttachment(assetURL: "https://voice.example/2.aac"))])
  }
}
