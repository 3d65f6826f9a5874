import CollaborationModels
import Testing

@testable import Collaboration

private let file = CollaborationModels.Attachment.file(FileAttachment(assetURL: "file:///tmp/minutes.pdf"))

@Suite struct MessageComposerTests {
  @Test("a file is uploaded and its message sent, and then the draft is empty")
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

  @Test("what was not uploaded is not sent, and can be tried again")
  func retries() async throws {
    let composer = try MessageComposer.sample(FakeMessageServer(failingUploads: 1))
    let id = try await composer.add(file, fileSize: 5)
    await #expect(throws: MessageCompositionError.notUploaded(id: id)) { try await composer.send() }
    #expect(await composer.draft.items.first?.upload?.state.state == .uploadingFailed)
    await #expect(throws: MessageCompositionError.unknownAttachment(id: 99)) { try await composer.retryUpload(of: 99) }
    try await composer.retryUpload(of: id)
    try await composer.send()
  }

  @Test("what was not sent stays in the draft")
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

  @Test("links have nothing to upload, and what is taken away is not sent")
  func removes() async throws {
    let composer = try MessageComposer.sample(FakeMessageServer())
    try await composer.add(.linkPreview(LinkPreview(ogScrapeURL: "https://a.example/")), fileSize: 0)
    let id = try await composer.add(file, fileSize: 5)
    await composer.remove(id)
    #expect(try await composer.send().attachments.map(\.type) == [.linkPreview])
    await #expect(throws: MessageCompositionError.emptyMessage) { try await composer.send() }
  }
}
