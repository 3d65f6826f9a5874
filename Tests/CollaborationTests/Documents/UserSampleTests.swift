import Collaboration
import CollaborationCompatibility
import CollaborationModels
import SchemaRuntime
import Testing

/// The samples of the second document: user attributes, in Objective-C, as Swift.
@Suite struct UserSampleTests {
  private let userInfoManager: UserInfoManager

  init() throws {
    // Sample 1.1 gets the manager from a client that belongs to the process; here it is created.
    let store = InMemoryUserInfoStore(options: UserInfoStoreOptions(now: { 1 }))
    userInfoManager = UserInfoManager(
      currentUser: try UserID("ana"), store: store, options: UserInfoManager.Options(fetchWindow: .zero),
      clock: VirtualClock())
  }

  private typealias Answer<Value> = (value: Value, error: UserInfoError?)

  /// Returns what a completion handler receives.
  private func answer<Value: Sendable>(
    _ call: (@escaping @Sendable (Value, UserInfoError?) -> Void) -> Void
  ) async -> Answer<Value> {
    await withCheckedContinuation { continuation in call { continuation.resume(returning: ($0, $1)) } }
  }

  @Test("sample 1.1: the manager of the user who is logged in")
  func hasManager() { #expect(userInfoManager.currentUser?.text == "ana") }

  @Test("sample 1.2: a user's attributes are properties, and its copy is another value")
  func hasAttributes() {
    let names = ["userId", "nickName", "avatarUrl", "mail", "phone", "sign", "birth", "ext"]
    let paths: [WritableKeyPath<UserInfo, String?>] = [
      \.userID, \.nickName, \.avatarURL, \.mail, \.phone, \.sign, \.birth, \.ext,
    ]
    var userInfo = UserInfo()
    #expect(userInfo.gender == .unknown)
    for (name, path) in zip(names, paths) {
      let copy = userInfo
      userInfo[keyPath: path] = name
      #expect(copy[keyPath: path] == nil && userInfo[keyPath: path] == name)
    }
  }

  @Test("samples 1.3 and 1.4: all attributes are set, and the completion gets them")
  func setsAll() async {
    var userInfo = UserInfo()
    userInfo.nickName = "nickname"
    userInfo.avatarURL = "http://www.a.com/Image1.png"
    userInfo.mail = "1111@qq.com"
    userInfo.phone = "1234556666"
    userInfo.gender = .male
    userInfo.sign = "my signature"
    userInfo.birth = "birthday"
    userInfo.ext = "ext"
    let answer = await answer { [userInfo] done in
      userInfoManager.updateOwnUserInfo(userInfo) { aUserInfo, aError in
        done(aUserInfo, aError)
      }
    }
    userInfo.userID = "ana"
    #expect(answer.value == userInfo && answer.error == nil)
  }

  static let types: [Named<(UserAttributeType, Int)>] = [
    Named("nickname", (.nickName, 0)), Named("avatar", (.avatarURL, 1)), Named("phone", (.phone, 2)),
    Named("mail", (.mail, 3)), Named("gender", (.gender, 4)), Named("signature", (.sign, 5)),
    Named("birthday", (.birth, 6)), Named("extension", (.ext, 100)),
  ]

  @Test("sample 1.5: the types of attributes and their numbers", arguments: types)
  func hasTypes(_ row: Named<(UserAttributeType, Int)>) { #expect(row.value.0.rawValue == row.value.1) }

  @Test("samples 1.6 and 1.7: one attribute is set")
  func setsOne() async {
    let answer = await answer { done in
      userInfoManager.updateOwnUserInfo("New nickname", withType: .nickName) { aUserInfo, aError in
        done(aUserInfo, aError)
      }
    }
    #expect(answer.value == UserInfo(userID: "ana", nickName: "New nickname") && answer.error == nil)
    let refused = await self.answer { done in
      userInfoManager.updateOwnUserInfo("3", withType: .gender) { aUserInfo, aError in done(aUserInfo, aError) }
    }
    #expect(refused.value == nil && refused.error?.code.rawValue == 205)
  }

  @Test("samples 1.8 and 1.9: the attributes of several users are fetched")
  func fetchesAll() async throws {
    try await userInfoManager.updateOwnUserInfo(UserInfo(nickName: "Ana", sign: "s"))
    let answer = await answer { done in
      userInfoManager.fetchUserInfo(byId: ["ana", "ben"]) { aUserDatas, aError in
        if aError == nil {
          done(aUserDatas, aError)
        }
      }
    }
    #expect(answer.value["ana"] == UserInfo(userID: "ana", nickName: "Ana", sign: "s"))
    #expect(answer.value["ben"] == UserInfo(userID: "ben"))
  }

  @Test("samples 1.10 and 1.11: chosen attributes are fetched, and an error has no users")
  func fetchesSome() async throws {
    try await userInfoManager.updateOwnUserInfo(UserInfo(nickName: "Ana", sign: "s"))
    let answer = await answer { done in
      userInfoManager.fetchUserInfo(byId: ["ana"], type: [.nickName, .avatarURL]) { aUserDatas, aError in
        if aError == nil && aUserDatas.count > 0 {
          done(aUserDatas, aError)
        }
      }
    }
    #expect(answer.value == ["ana": UserInfo(userID: "ana", nickName: "Ana")])
    let refused = await self.answer { done in
      userInfoManager.fetchUserInfo(byId: [], type: [.sign]) { aUserDatas, aError in done(aUserDatas, aError) }
    }
    #expect(refused.value.isEmpty && refused.error?.code.rawValue == 205)
  }

  @Test("sample 1.12: a card is the body of a custom message")
  func makesCards() throws {
    let (aUid, aNickName, aUrl) = ("ana", "Ana", "https://a.example/1.png")
    let body = CustomMessageBody(
      event: "userCard", ext: ["uid": aUid, "nickname": aNickName, "avatar": aUrl, "title": "Chair"])
    let card = try UserCardMessage(body).ext
    #expect(card.uid == aUid && card.nickname == aNickName && card.avatar == aUrl)
    let message = try UserCardMessage(ext: card).message(from: try UserID("ana"), to: [try UserID("ben")])
    #expect(try UserCardMessage(reading: message.json()).ext == card)
  }
}
