import Collaboration
import CollaborationCompatibility
import CollaborationModels
import Foundation
import SchemaRuntime
import Testing

/// The samples of the documents, as their readers would write them.
@Suite struct DocumentSampleTests {
  // MARK: Calls

  @Test("0: options with a credential are launched; the credential reaches the transport, and no payload")
  func launches() async throws {
    let transport = RecordingCallTransport()
    let callComposite = CallComposite(transport: transport, clock: VirtualClock())
    let picture = try #require(Avatar(bytes: [1], contentType: "image/png"))
    let localParticipantViewData = ParticipantViewData(avatar: picture, displayName: "Only here")
    let localSetupScreenViewData = SetupScreenViewData(title: "Weekly", subtitle: "Room 4")
    let localOptions = LocalOptions(
      participantViewData: localParticipantViewData, setupScreenViewData: localSetupScreenViewData)
    let credential = CommunicationTokenCredential(token: "MARK-SECRET")
    let remoteOptions = RemoteOptions(
      for: .groupCall(groupID: UUID()), credential: credential, displayName: "Amal")
    await withCheckedContinuation { continuation in
      callComposite.launch(remoteOptions: remoteOptions, localOptions: localOptions) { _ in continuation.resume() }
    }
    #expect(transport.calls == ["join"])
    #expect(transport.credentials.first.flatMap { $0 } === credential)
    #expect(try await credential.token().token == "MARK-SECRET")
    let payload = String(decoding: try #require(transport.payloads.first), as: UTF8.self)
    #expect(payload.contains("Amal") && !payload.contains("MARK-SECRET"))
    #expect(!"\(try await credential.token())".contains("MARK") && !"\(remoteOptions)".contains("MARK"))
  }

  @Test("0: an id that is no UUID is refused before anything is sent")
  func refusesIDs() async {
    let transport = RecordingCallTransport()
    let composite = CallComposite(transport: transport, clock: VirtualClock())
    await #expect(throws: CallError.self) {
      try await composite.launch(remoteOptions: RemoteOptions(for: .groupCall(groupID: "7")))
    }
    #expect(transport.calls.isEmpty)
  }

  @Test("0: several handlers hear who joined, in order, and each may set view data")
  func addsHandlers() async throws {
    let transport = RecordingCallTransport()
    let composite = CallComposite(transport: transport, clock: VirtualClock())
    let log = Mutex<[String]>([])
    composite.events.onRemoteParticipantJoined = { _ in log.withLock { $0.append("property") } }
    let first = composite.events.addOnRemoteParticipantJoinedEventHandler { _ in log.withLock { $0.append("first") } }
    composite.events.addOnRemoteParticipantJoinedEventHandler { [weak composite] identifiers in
      for identifier in identifiers {
        let result = composite?.setRemoteParticipantViewData(identifier, ParticipantViewData(displayName: "B"))
        log.withLock { $0.append("second \(result == .success)") }
      }
    }
    var updates = composite.updates().makeAsyncIterator()
    try await composite.launch(remoteOptions: RemoteOptions(for: .roomCall(roomID: "1")))
    func join(_ rawIDs: String..., at second: Int64) async throws {
      let list = rawIDs.map { RemoteParticipant(identifier: CommunicationIdentifier(rawID: $0)) }
      transport.tell(
        .remoteParticipantsChanged(list, lastUpdate: try #require(Timestamp(secondsSinceEpoch: second))))
      while let update = await updates.next() { if case .remoteParticipantsJoined = update { return } }
    }
    try await join("4:1", at: 1)
    composite.events.removeOnRemoteParticipantJoinedEventHandler(first)
    try await join("4:1", "4:2", at: 2)
    #expect(log.withLock { $0 } == ["property", "first", "second true", "property", "second true"])
  }

  @Test("0: an expired token is refreshed once for all who wait, and a refused one again")
  func refreshesTokens() async throws {
    let now = try #require(Timestamp(secondsSinceEpoch: 100))
    let later = try #require(Timestamp(secondsSinceEpoch: 200))
    let count = Mutex(0)
    let credential = CommunicationTokenCredential(
      initialToken: AccessToken(token: "0", expiresOn: now), clock: VirtualClock(), now: { now }
    ) {
      AccessToken(
        token: count.withLock { count in
          count += 1
          return "\(count)"
        }, expiresOn: later)
    }
    async let first = credential.token()
    async let second = credential.token()
    #expect(try await [first.token, second.token] == ["1", "1"])
    #expect(try await credential.token().token == "1")
    credential.invalidate()
    #expect(try await credential.token().token == "2")
    let fixed = CommunicationTokenCredential(token: "a")
    fixed.invalidate()
    await #expect(throws: CallError.communicationTokenCredentialNotSet) { try await fixed.token() }
  }

  // MARK: Users

  private struct Chat: MessageTransport {
    let stream: AsyncStream<[UInt8]>
    let arriving: AsyncStream<[UInt8]>.Continuation

    init() { (stream, arriving) = AsyncStream.makeStream(of: [UInt8].self) }

    func send(_ message: OutgoingPayload<CustomMessage>) async throws { arriving.yield(message.bytes) }
    func messages() -> AsyncStream<[UInt8]> { stream }
  }

  @Test("1: a card is sent over a message transport and arrives; one without a picture is not sent")
  func sendsCards() async throws {
    let body = CustomMessageBody(
      event: "userCard", ext: ["uid": "ana", "nickname": "Ana", "avatar": "https://a.example"])
    let card = try UserCardMessage(body).ext
    let chat = Chat()
    let exchange = UserCardExchange(currentUser: try UserID("ana"), transport: chat, clock: VirtualClock())
    var arrivals = exchange.arrivals().makeAsyncIterator()
    try await exchange.send(card, to: [try UserID("ben")])
    await #expect(throws: UserCardError.missingFields(["avatar"])) {
      try await exchange.send(UserCard(uid: "ana", nickname: "Ana", avatar: ""), to: [try UserID("ben")])
    }
    chat.arriving.yield(Array(#"{"event":"flower","ext":{}}"#.utf8))
    chat.arriving.yield(Array("{".utf8))
    guard case .card(let arrived)? = await arrivals.next(), case .refused? = await arrivals.next() else {
      Issue.record("expected a card and a refused message")
      return
    }
    #expect(arrived == card)
  }

  @Test("1: an 'ext' that is too long for a form is refused with its reason before it is sent, and fits into JSON")
  func checksRequests() async throws {
    let long = UserInfo(ext: String(repeating: "山", count: 600))
    func manager(_ encoding: UserInfoRequestEncoding?) throws -> UserInfoManager {
      let store = InMemoryUserInfoStore(options: UserInfoStoreOptions(now: { 1 }))
      return UserInfoManager(
        currentUser: try UserID("ana"), store: store, options: .init(requestEncoding: encoding), clock: VirtualClock())
    }
    let form = try manager(.form)
    let error = UserInfoError.dataLengthExceeded(.request, limit: 4_096, actual: 5_404)
    await #expect(throws: error) { try await form.updateOwnUserInfo(long) }
    await #expect(throws: error) { try await form.updateOwnUserInfo(try #require(long.ext), withType: .ext) }
    #expect(try await manager(.json).updateOwnUserInfo(long).ext == long.ext)
    #expect(try await manager(nil).updateOwnUserInfo(long).ext == long.ext)
  }

  // MARK: Video

  private struct MediaServer: VideoTransport {
    let sizes: AsyncStream<TrackSize>
    let sent: AsyncStream<TrackSize>.Continuation

    init() { (sizes, sent) = AsyncStream.makeStream(of: TrackSize.self) }

    func updateTrackSize(_ size: TrackSize, sessionID: String) async throws { sent.yield(size) }
  }

  @Test("2: the size of a video reaches the media server, and the available size the provider of fallbacks")
  func updatesSizes() async throws {
    struct BySize: VideoFallbackProvider {
      func placeholder(for context: VideoFallbackContext) -> VideoPlaceholder {
        var placeholder = DefaultVideoFallback().placeholder(for: context)
        placeholder.contentSize = min(context.availableSize?.width ?? 138, 138)
        return placeholder
      }
    }
    let server = MediaServer()
    let call: VideoCall? = VideoCall(callCID: "a:b", fallback: BySize(), transport: server, clock: VirtualClock())
    let state = VideoSamples.state("a", joinedAt: try #require(VideoSamples.time))
    await call?.receive(.participantJoined(state, isPinned: false, at: state.participant.joinedAt))
    let (participant, size) = (state.participant, TrackSize(width: 64, height: 48))
    await call?.updateTrackSize(size, for: participant)
    var sizes = server.sizes.makeAsyncIterator()
    #expect(await sizes.next() == size)
    let tile = await call?.tiles(sessionsWithTrack: [], sizes: ["a": size]).first
    guard case .placeholder(let placeholder)? = tile?.content else {
      Issue.record("expected a placeholder")
      return
    }
    #expect(placeholder.contentSize == 64)
  }

  // MARK: Voice recordings

  @Test("4: the next recording is looked up in a scope, and locking without a recording does nothing")
  func looksUp() throws {
    let provider: any AudioQueuePlayerNextItemProvider = DefaultNextItemProvider()
    #expect(provider.findNextItem(in: [], currentVoiceRecordingURL: nil, lookUpScope: .sameMessage) == nil)
    var flow = VoiceRecordingFlow(configuration: VoiceRecordingConfiguration(isVoiceRecordingEnabled: true))
    #expect(flow.receive(.action(.lock)).isEmpty)
    #expect(flow.content.state == .idle)
  }
}
