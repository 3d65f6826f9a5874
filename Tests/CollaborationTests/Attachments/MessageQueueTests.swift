import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration

extension MessageUser {
  static func sample(_ id: String) throws -> MessageUser {
    let time = try #require(Timestamp("2026-04-17T06:31:00Z"))
    return MessageUser(id: id, role: "user", createdAt: time, updatedAt: time, online: false)
  }
}

extension Message {
  /// A message with voice recordings.
  static func sample(
    _ id: String, by user: String, _ recordings: [String], others: [CollaborationModels.Attachment] = []
  ) throws -> Message {
    let time = try #require(Timestamp("2026-04-17T06:31:00Z"))
    return Message(
      id: id, type: "regular", user: try .sample(user), text: "", createdAt: time, updatedAt: time, replyCount: 0,
      attachments: others + recordings.map { .voiceRecording(VoiceRecording(assetURL: url($0))) }, mentionedUsers: [],
      latestReactions: [], ownReactions: [])
  }
}

private func url(_ name: String) -> String { "https://voice.example/\(name).aac" }

@Suite struct MessageQueueTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Newest first: the author and the recordings of each message.
    let messages: [(String, [String])]
    let current: String?
    var scope = AudioLookupScope.subsequentMessagesFromUser
    var listener = "me"
    let next: String?
  }

  static let rows: [Row] = [
    Row(testDescription: "4b: no messages", messages: [], current: "1", next: nil),
    Row(testDescription: "4b: nothing played", messages: [("ann", ["1", "2"])], current: nil, next: nil),
    Row(testDescription: "4b: an address that is not found", messages: [("ann", ["1", "2"])], current: "9", next: nil),
    Row(
      testDescription: "4b: of my own messages nothing follows", messages: [("ann", ["1", "2"])], current: "1",
      listener: "ann", next: nil),
    Row(testDescription: "4b: next in the same message", messages: [("ann", ["1", "2"])], current: "1", next: "2"),
    Row(
      testDescription: "4b: sameMessage finds it", messages: [("ann", ["1", "2"])], current: "1", scope: .sameMessage,
      next: "2"),
    Row(
      testDescription: "4b: sameMessage stops there", messages: [("ann", ["2"]), ("ann", ["1"])], current: "1",
      scope: .sameMessage, next: nil),
    Row(
      testDescription: "4b: the next newer message of the same author",
      messages: [("ann", ["2", "3"]), ("ann", ["1"])],
      current: "1", next: "2"),
    Row(
      testDescription: "4b: older messages do not follow", messages: [("ann", ["1"]), ("ann", ["0"])], current: "1",
      next: nil),
    Row(
      testDescription: "4c: a message of another in between does not end the look-up",
      messages: [("ann", ["2"]), ("ben", ["8"]), ("ann", ["1"])], current: "1", next: "2"),
    Row(
      testDescription: "4c: nor does one of the author without recordings",
      messages: [("ann", ["2"]), ("ann", []), ("ann", []), ("ann", ["1"])], current: "1", next: "2"),
    Row(
      testDescription: "4c: of all subsequent messages the next one counts",
      messages: [("ann", ["4"]), ("ann", ["3"]), ("ben", ["8"]), ("ann", ["2"]), ("ann", ["1"])], current: "2",
      next: "3"),
    Row(
      testDescription: "recordings of others do not follow", messages: [("ben", ["2"]), ("ann", ["1"])], current: "1",
      next: nil),
    Row(
      testDescription: "a recording attached twice does not follow itself", messages: [("ann", ["1", "1"])],
      current: "1", next: nil),
    Row(
      testDescription: "a recording sent again does not follow itself",
      messages: [("ann", ["1", "2"]), ("ann", ["1"])], current: "1", next: "2"),
    Row(
      testDescription: "4b: an unknown scope finds nothing", messages: [("ann", ["1", "2"])], current: "1",
      scope: .unknown("today"), next: nil),
    Row(
      testDescription: "a scope of the app's own finds by its own rule",
      messages: [("ben", ["7"]), ("ann", ["1"])], current: "1", scope: .unknown("anyone"), next: "7"),
  ]

  @Test("the next recording is found within the scope", arguments: rows)
  func finds(_ row: Row) async throws {
    var messages: [Message] = []
    for (index, (author, recordings)) in row.messages.enumerated() {
      messages.append(try .sample("\(index)", by: author, recordings))
    }
    let provider = DefaultNextItemProvider(ownScopes: [
      "anyone": { lookup in lookup.subsequentMessages.lazy.compactMap(\.voiceRecordingURLs.first).first }
    ])
    let next = provider.findNextItem(
      in: messages, currentVoiceRecordingURL: row.current.map(url), lookupScope: row.scope,
      currentUserID: row.listener)
    #expect(next == row.next.map(url))
    guard let current = row.current else { return }
    let queue = MessageQueue(
      provider: provider, lookupScope: row.scope, currentUserID: row.listener, clock: SlowClock()
    ) { [messages] in
      messages
    }
    #expect(await queue.nextAsset(after: url(current)) == row.next.map(url))
  }

  @Test("an application's own provider replaces the document's")
  func replaces() async {
    struct Always: AudioQueuePlayerNextItemProvider {
      func findNextItem(
        in messages: [Message], currentVoiceRecordingURL: String?, lookupScope: AudioLookupScope, currentUserID: String?
      ) -> String? { url("always") }
    }
    let queue = MessageQueue(provider: Always(), currentUserID: nil, clock: SlowClock()) { [] }
    #expect(await queue.nextAsset(after: url("1")) == url("always"))
  }

  @Test("other attachments between the recordings are skipped")
  func passesOver() throws {
    let file = CollaborationModels.Attachment.file(FileAttachment(assetURL: "https://cdn.example/f/minutes.pdf"))
    #expect(try Message.sample("1", by: "ann", ["1", "2"], others: [file]).voiceRecordingURLs == [url("1"), url("2")])
  }
}
