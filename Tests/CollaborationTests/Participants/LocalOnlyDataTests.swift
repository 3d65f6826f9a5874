import Collaboration
import CollaborationModels
import SchemaRuntime
import Testing

/// Data set for this device never leaves it.
@Suite(.timeLimit(.minutes(60))) struct LocalOnlyDataTests {
  static let markers = ["MARK-NAME", "MARK-TITLE", "MARK-SUBTITLE", "MARK-PICTURE", "MARK-OTHER", "MARK-EXTRA"]

  @Test("0b: in an entire call, the transport receives no byte of the local data")
  func sendsNothingLocal() async throws {
    let transport = RecordingCallTransport()
    let composite = CallComposite(transport: transport, clock: VirtualClock())
    var updates = composite.updates().makeAsyncIterator()
    let avatar = try #require(Avatar(bytes: Array("MARK-PICTURE".utf8), contentType: "image/x-mark-picture"))
    var mine = ParticipantViewData(displayName: "MARK-NAME", avatar: avatar)
    mine.additionalMembers["note"] = "MARK-EXTRA"
    let localOptions = LocalOptions(
      participantViewData: mine,
      setupScreenViewData: SetupScreenViewData(title: "MARK-TITLE", subtitle: "MARK-SUBTITLE"),
      cameraOn: true, additionalMembers: ["more": "MARK-EXTRA"])
    let remoteOptions = RemoteOptions(
      locator: .groupCall(GroupCallLocator(groupID: "6f7c2f0e-5a1f-4f5b-9d55-0f6c1b1a2c3d")), displayName: "Known")
    try await composite.launch(remoteOptions: remoteOptions, localOptions: localOptions)

    let person = CommunicationIdentifier(rawID: "4:1")
    let time = try #require(Timestamp(secondsSinceEpoch: 1))
    transport.tell(.remoteParticipantsChanged([RemoteParticipant(identifier: person)], lastUpdate: time))
    #expect(await updates.next() == .remoteParticipantsJoined([person]))
    let theirs = ParticipantViewData(displayName: "MARK-OTHER", avatar: avatar)
    #expect(composite.set(remoteParticipantViewData: theirs, for: person) == .success)
    try await composite.hold()
    try await composite.resume()
    await composite.dismiss()
    try await composite.launch(callIDAcceptedFromCallKit: "c1", localOptions: localOptions)
    await composite.dismiss()

    #expect(transport.calls == ["join", "hold", "resume", "leave", "accept c1", "leave"])
    let base64 = try #require(mine.avatar?.split(separator: ",").last)
    let traces = Self.markers.map { Array($0.utf8) } + [Array(base64.utf8)]
    let sent = transport.payloads + transport.calls.map { Array($0.utf8) }
    for trace in traces {
      #expect(!sent.contains { Self.contains($0, trace) }, "\(String(decoding: trace, as: UTF8.self)) was sent")
    }
    // The search does find data that is sent on purpose.
    #expect(transport.payloads.count == 1)
    #expect(sent.contains { Self.contains($0, Array("Known".utf8)) })
  }

  @Test("0b: local-only types cannot be encoded, and have no payload")
  func cannotBeEncoded() {
    let local: [Any.Type] = [
      LocalOptions.self, ParticipantViewData.self, SetupScreenViewData.self, Avatar.self, AvatarSource.self,
      LaunchConfiguration.self, SetupScreenText.self, CallUpdate.self, CallEvent.self, AccessToken.self,
      CommunicationTokenCredential.self, RemoteOptions.self,
    ]
    for type in local {
      #expect(!(type is any Encodable.Type), "\(type) is not Encodable")
      #expect(!(type is any WritableModel.Type), "\(type) has no JSON to send")
    }
    // The check succeeds for other types.
    #expect((RemoteOptionsPayload.self as Any.Type) is any Encodable.Type)
    #expect((RemoteOptionsPayload.self as Any.Type) is any WritableModel.Type)
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    text.indices.contains { text[$0...].starts(with: part) }
  }
}
