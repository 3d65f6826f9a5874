import Collaboration
import CollaborationModels
import SchemaRuntime

/// A call with a participant who has no video. Local data about people stays on this device.
enum CallAct {
  /// Shows the payloads that leave this device.
  struct ShowingTransport: CallTransport {
    let client: CallClient
    let sent: @Sendable ([UInt8]) -> Void

    func join(
      _ remoteOptions: OutgoingPayload<RemoteOptionsPayload>, credential: CommunicationTokenCredential?
    ) async throws(CallError) -> AsyncStream<CallEvent> {
      sent(remoteOptions.bytes)
      return try await client.join(remoteOptions, credential: credential)
    }

    func accept(callID: String) async throws(CallError) -> AsyncStream<CallEvent> {
      try await client.accept(callID: callID)
    }
    func hold() async throws(CallError) { try await client.hold() }
    func resume() async throws(CallError) { try await client.resume() }
    func leave() async { await client.leave() }
  }

  private static func client(_ connector: any CallConnector, _ rawID: String) -> CallClient {
    CallClient(connector: connector, credential: CommunicationTokenCredential(token: rawID))
  }

  static func play(_ connector: any CallConnector, _ transcript: inout Transcript) async throws {
    transcript.act("A call")
    let (payloads, sent) = AsyncStream.makeStream(of: [UInt8].self)
    let transport = ShowingTransport(client: client(connector, "8:acs:resource_amal")) { sent.yield($0) }
    let composite = CallComposite(transport: transport)
    let bo = CommunicationIdentifier(rawID: "8:acs:resource_bo")
    composite.events.onRemoteParticipantJoined = { [weak composite] identifiers in
      for identifier in identifiers where identifier == bo {
        composite?.set(remoteParticipantViewData: ParticipantViewData(displayName: "Bo (sales)"), for: identifier)
      }
    }
    var updates = composite.updates().makeAsyncIterator()
    let call = JoinLocator.groupCall(groupID: "7b3f4f0c-6f0e-4a6e-9d53-0a1f8e6f2d11")
    try await composite.launch(
      remoteOptions: RemoteOptions(locator: call, displayName: "Amal"),
      localOptions: LocalOptions(participantViewData: ParticipantViewData(displayName: "Only seen here")))
    var shown = payloads.makeAsyncIterator()
    if let payload = await shown.next() {
      transcript.show("the only payload that leaves this device", payload, as: RemoteOptionsPayload.self)
    }
    transcript.say("the local cell on this device reads '\(composite.localTitle)'")

    let other = CallComposite(transport: client(connector, bo.resolvedRawID))
    try await other.launch(remoteOptions: RemoteOptions(locator: call, displayName: "bo@company"))
    guard let time = Timestamp("2026-04-02T17:50:00Z") else { return }
    while let update = await updates.next() { if case .remoteParticipantsJoined = update { break } }
    try transcript.show("who joined", bo)
    transcript.say("shown as '\(composite.displayName(of: bo))'")
    let stranger = CommunicationIdentifier(rawID: "4:46855501234")
    let result = composite.set(remoteParticipantViewData: ParticipantViewData(displayName: "?"), for: stranger)
    try transcript.show("setting data for someone who is not in the call gives", result)

    try await video(time, &transcript)
    await other.dismiss()
    await composite.dismiss()
  }

  private static func video(_ time: Timestamp, _ transcript: inout Transcript) async throws {
    let call = VideoCall(callCID: "default:demo")
    let bo = CallParticipant(
      id: "session-bo", userID: "bo", name: "Bo", roles: ["user"], sessionID: "session-bo", hasVideo: false,
      hasAudio: true, showTrack: true, isSpeaking: true, pausedTracks: [], connectionQuality: .good, customData: [:],
      joinedAt: time, audioLevels: [0.4])
    try transcript.show("a participant without video", bo)
    let state = ParticipantState(
      participant: bo, tracks: TrackState(hasVideo: false, hasAudio: true, isScreensharing: false))
    await call.receive(.participantJoined(state, isPinned: false, at: time))
    await describe(call, "by default", transcript)
    await call.replaceFallback(with: GradientMicrophoneFallback())
    await describe(call, "replaced", transcript)
  }

  private static func describe(_ call: VideoCall, _ when: String, _ transcript: borrowing Transcript) async {
    for tile in await call.tiles(sessionsWithTrack: []) {
      guard case .placeholder(let placeholder) = tile.content else { continue }
      let border = placeholder.border == nil ? "no border" : "a border"
      let (content, background) = (words(placeholder.content), words(placeholder.background))
      transcript.say("instead of the video, \(when): \(content) on \(background), \(border)")
    }
  }

  private static func words(_ content: VideoPlaceholder.Content) -> String {
    switch content {
    case .image(let url): "the picture \(url)"
    case .initials(let text), .name(let text): "'\(text)'"
    case .microphone: "a microphone"
    }
  }

  private static func words(_ background: VideoPlaceholder.Background) -> String {
    switch background {
    case .color: "one color"
    case .blurredImage: "the picture, blurred"
    case .gradient(let colors): "a gradient of \(colors.count) colors"
    }
  }
}
