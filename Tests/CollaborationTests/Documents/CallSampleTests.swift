import Collaboration
import CollaborationCompatibility
import CollaborationModels
import Foundation
import SchemaRuntime
import Testing

/// The samples of the first document: calls, in Kotlin and in Swift.
@Suite struct CallSampleTests {
  private let transport = RecordingCallTransport()
  private let callComposite: CallComposite

  init() { callComposite = CallComposite(transport: transport, clock: VirtualClock()) }

  private func joined(_ rawIDs: String...) throws -> CallEvent {
    let list = rawIDs.map { RemoteParticipant(identifier: CommunicationIdentifier(rawID: $0)) }
    return .remoteParticipantsChanged(list, lastUpdate: try #require(Timestamp(secondsSinceEpoch: 1)))
  }

  @Test("sample 0.1: view data and a setup screen are set, and a call is launched with them")
  func customizesLocalParticipant() async throws {
    let avatarBitmap = try #require(Avatar(bytes: [1], contentType: "image/png"))
    let participantViewData: ParticipantViewData = ParticipantViewData()
      .setAvatarBitmap(avatarBitmap)
      .setScaleType(.fitCenter)
      .setDisplayName("displayName")

    let setupScreenViewData: SetupScreenViewData = SetupScreenViewData()
      .setTitle("title")
      .setSubtitle("subTitle")

    let localOptions: LocalOptions = LocalOptions()
      .setParticipantViewData(participantViewData)
      .setSetupScreenViewData(setupScreenViewData)

    let remoteOptions = RemoteOptions(for: .groupCall(groupID: UUID()))
    try await callComposite.launch(remoteOptions: remoteOptions, localOptions: localOptions)
    #expect(callComposite.localViewData == participantViewData && callComposite.localTitle.contains("displayName"))
    guard case .data(let picture) = participantViewData.avatarSource else {
      Issue.record("expected a picture")
      return
    }
    #expect(picture.bytes == [1] && picture.scaleType == .fitCenter)
    let text = try #require(callComposite.configuration?.setupScreenText)
    #expect(text.title == "title" && text.subtitle == "subTitle")
  }

  @Test("sample 0.1: without a title, the default one is shown, and the subtitle is ignored")
  func ignoresSubtitle() async throws {
    let localOptions = LocalOptions().setSetupScreenViewData(SetupScreenViewData().setSubtitle("subTitle"))
    try await callComposite.launch(
      remoteOptions: RemoteOptions(for: .roomCall(roomID: "1")), localOptions: localOptions)
    let text = try #require(callComposite.configuration?.setupScreenText)
    #expect(text.title == "Setup" && text.subtitle == nil)
  }

  @Test("sample 0.2: a handler that is added sets the names of those who join")
  func customizesRemoteParticipants() async throws {
    var updates = callComposite.updates().makeAsyncIterator()
    callComposite.events.addOnRemoteParticipantJoinedEventHandler { [weak callComposite] identifiers in
      identifiers.forEach { identifier in
        let result = callComposite?.setRemoteParticipantViewData(
          identifier, ParticipantViewData(displayName: "displayName"))
        #expect(result == .success)
      }
    }
    try await callComposite.launch(remoteOptions: RemoteOptions(for: .roomCall(roomID: "1")))
    transport.tell(try joined("4:1"))
    while let update = await updates.next() { if case .remoteParticipantsJoined = update { break } }
    #expect(callComposite.displayName(of: CommunicationIdentifier(rawID: "4:1")) == "displayName")
    let absent = CommunicationIdentifier(rawID: "4:2")
    #expect(callComposite.setRemoteParticipantViewData(absent, ParticipantViewData()) == .participantNotInCall)
  }

  @Test("sample 0.3: a call is launched from synchronous code, and only the remote options are sent")
  func launchesWithLocalOptions() async throws {
    let someUIImage = try #require(Avatar(bytes: [1], contentType: "image/png"))
    let someCommunicationTokenCredential = CommunicationTokenCredential(token: "token")
    var updates = callComposite.updates().makeAsyncIterator()
    // As the handler of a button would.
    func buttonPressed() {
      let localParticipantViewData = ParticipantViewData(avatar: someUIImage, displayName: "<DISPLAY_NAME>")
      let localSetupScreenViewData = SetupScreenViewData(title: "<NAV_TITLE>", subtitle: "<NAV_SUBTITLE>")
      let localOptions = LocalOptions(
        participantViewData: localParticipantViewData, setupScreenViewData: localSetupScreenViewData)
      let remoteOptions = RemoteOptions(
        for: .groupCall(groupID: UUID()), credential: someCommunicationTokenCredential, displayName: "<SHARED_NAME>")
      callComposite.launch(remoteOptions: remoteOptions, localOptions: localOptions)
    }
    buttonPressed()
    while transport.calls.isEmpty { await Task.yield() }
    while transport.continuations.isEmpty { await Task.yield() }
    transport.tell(try joined("4:1"))
    while let update = await updates.next() { if case .remoteParticipantsJoined = update { break } }
    #expect(transport.calls == ["join"])
    let sent = String(decoding: try #require(transport.payloads.first), as: UTF8.self)
    #expect(sent.contains("<SHARED_NAME>") && !sent.contains("<DISPLAY_NAME>") && !sent.contains("<NAV"))
  }

  @Test("sample 0.4: the handler for those who join sets view data and gets the result")
  func injectsRemoteViewData() async throws {
    let printed = Mutex<[String]>([])
    @Sendable func print(_ text: String) { printed.withLock { $0.append(text) } }
    var updates = callComposite.updates().makeAsyncIterator()
    callComposite.events.onRemoteParticipantJoined = { [weak callComposite] identifiers in
      for identifier in identifiers {
        let participantViewData = ParticipantViewData(displayName: "<DISPLAY_NAME>")
        callComposite?.set(
          remoteParticipantViewData: participantViewData,
          for: identifier
        ) { result in
          switch result {
          case .success:
            print("Set participant view data succeeded")
          case .failure(let error):
            print("Set participant view data failed with \(error)")
          }
        }
      }
    }
    try await callComposite.launch(remoteOptions: RemoteOptions(for: .roomCall(roomID: "1")))
    transport.tell(try joined("4:1", "4:2"))
    while let update = await updates.next() { if case .remoteParticipantsJoined = update { break } }
    #expect(printed.withLock { $0 } == Array(repeating: "Set participant view data succeeded", count: 2))
  }
}
