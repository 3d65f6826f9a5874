import Collaboration
import CollaborationModels
import CollaborationService
import SchemaRuntime
import Testing

/// What a newcomer writes first: every service in memory, with as few arguments as possible.
@Suite struct FirstHourTests {
  @Test("attributes, a room, a call without a credential and a message need no clock, token or option")
  func defaults() async throws {
    let amal = try UserID("amal")
    let users = UserInfoManager(currentUser: amal, store: InMemoryUserInfoStore())
    let info = try await users.updateOwnUserInfo(UserInfo(nickName: "Amal"))
    #expect(info.nickName == "Amal")

    let sdk = WhiteboardSDK(transport: LocalWhiteboard())
    let room = try await sdk.joinRoom(RoomConfig(uuid: "room", roomToken: "token", uid: "amal"))
    #expect(room.phase == .connected)
    await room.disconnect()

    let composite = CallComposite(transport: CallClient(connector: LocalCalls()))
    try await composite.launch(remoteOptions: RemoteOptions(locator: .roomCall(roomID: "1"), displayName: "Amal"))
    await composite.dismiss()

    let messages = LocalMessages()
    func client(_ user: String) -> MessageClient {
      MessageClient(channel: "team", connector: messages, credential: CommunicationTokenCredential(token: user))
    }
    let (sender, receiver) = (client("amal"), client("bo"))
    var received = receiver.channelMessages().makeAsyncIterator()
    try await receiver.send(Message(id: "1", user: MessageUser(id: "bo"), text: "Hello"))
    try await sender.send(Message(id: "2", user: MessageUser(id: "amal"), text: "Ahoy"))
    var texts: Set<String> = []
    while !texts.contains("Ahoy"), let message = await received.next() { texts.insert(message.text) }
    #expect(texts.contains("Ahoy"))
    await sender.close()
    await receiver.close()
  }

  @Test(
    "milliseconds are instants, also before 1970 and beyond the years of a date-time",
    arguments: [
      (0, "1970-01-01T00:00:00Z", 0), (1, "1970-01-01T00:00:00.001Z", 1), (-1, "1969-12-31T23:59:59.999Z", -1),
      (1_769_862_645_120, "2026-01-31T12:30:45.12Z", 1_769_862_645_120),
      (.max, "9999-12-31T23:59:59.999Z", 253_402_300_799_999), (.min, "0000-01-01T00:00:00Z", -62_167_219_200_000),
    ])
  func milliseconds(_ number: Int, _ text: String, _ back: Int) {
    let time = Timestamp(millisecondsSinceEpoch: number)
    #expect(time.text == text && time.millisecondsSinceEpoch == back)
  }

  @Test("the system's time is a date-time in UTC of this millennium")
  func time() {
    let now = Timestamp.now
    #expect(now.year >= 2024 && now.offsetMinutes == 0)
    #expect(Timestamp.now.millisecondsSinceEpoch >= now.millisecondsSinceEpoch)
  }
}
