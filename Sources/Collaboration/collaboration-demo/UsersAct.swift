import Collaboration
import CollaborationModels
import Foundation
import SchemaRuntime

/// Users write their own attributes, read each other's, and send a card.
enum UsersAct {
  static func play(_ store: any UserInfoStore, _ transcript: inout Transcript) async throws {
    transcript.act("Users")
    let (amal, bo) = (try UserID("amal"), try UserID("bo"))
    let manager = UserInfoManager(currentUser: amal, store: store, options: UserInfoManager.Options(fetchWindow: .zero))
    let info = UserInfo(
      nickName: "Amal", avatarURL: "https://pictures.example/amal.png", mail: "amal@mail.example", gender: .female,
      sign: "Back on Monday", ext: #"{"desk":"4-112"}"#)
    try transcript.show("Amal's attributes", info)
    try transcript.show("the same in the REST form", UserInfoREST(info))
    try await manager.updateOwnUserInfo(info)

    let update = UserInfoUpdate.SingleAttributeUpdate(type: .gender, value: "female")
    try transcript.show("a gender in words", update)
    do {
      try await manager.updateOwnUserInfo(update.value, withType: update.type)
      transcript.say("the update was accepted, which is an error")
    } catch { transcript.say("the update is rejected: \(error)") }

    manager.changeUser(to: bo)
    try await manager.updateOwnUserInfo(UserInfo(nickName: "Bo", phone: "+46 8 555 01 00"))
    let others = try await manager.fetchUserInfo(byId: ["amal", "nobody"])
    if let amal = others["amal"] { try transcript.show("Amal's attributes as Bo reads them", amal) }
    if let nobody = others["nobody"] { try transcript.show("a user without attributes", nobody) }

    guard let card = others["amal"] else { return }
    let message = try UserCardMessage(card).message(from: bo, to: [amal])
    try transcript.show("Amal's card, sent on", message)
    let received = try UserCardMessage(reading: message.json())
    transcript.say("read back: \(received.ext.nickname ?? "no name"), \(received.ext.avatar ?? "no picture")")
  }

  static func readBack(_ store: any UserInfoStore, _ transcript: inout Transcript) async throws {
    let users = [try UserID("amal"), try UserID("bo")]
    let records = try await store.records(of: users, attributes: .all)
    for user in users {
      guard let record = records[user] else {
        transcript.say("\(user): nothing")
        continue
      }
      try transcript.show("\(user), written at \(record.timestamp.map { "\($0)" } ?? "no time")", record.info)
    }
    transcript.say("\(try await store.capacity()) bytes of attributes in total")
  }
}
