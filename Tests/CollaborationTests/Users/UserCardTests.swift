import Collaboration
import CollaborationModels
import SchemaRuntime
import Testing

@Suite struct UserCardTests {
  private static let info = UserInfo(
    userID: "ciara", nickName: "Ciara", avatarURL: "https://faces.example/c.jpg", mail: "c@d.example")
  private static let card = UserCard(uid: "ciara", nickname: "Ciara", avatar: "https://faces.example/c.jpg")

  /// A row: a message in one of the published shapes, and the card in it.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let expected: UserCard
  }

  private static let rows = [
    Row(
      testDescription: "1a: the overview's shape",
      text: #"{"event":"userCard","ext":{"uid":"ciara","nickname":"Ciara","avatar":"https://faces.example/c.jpg"}}"#,
      expected: card),
    Row(
      testDescription: "1a: the mobile clients' shape",
      text: #"{"event":"userCard","ext":{"userId":"ciara","nickname":"Ciara","avatar":"https://faces.example/c.jpg"}}"#,
      expected: card),
    Row(
      testDescription: "1a: the web client's shape, with the sender's id",
      text: """
        {"event":"userCard","ext":{"nickname":"Ciara","avatarurl":"https://faces.example/c.jpg","mail":"m","phone":"p",\
        "gender":"2","birth":"b","sign":"s"}}
        """,
      expected: UserCard(
        uid: "sender", nickname: "Ciara", avatar: "https://faces.example/c.jpg",
        additionalMembers: ["mail": "m", "phone": "p", "gender": "2", "birth": "b", "sign": "s"])),
    Row(
      testDescription: "1a: the service's request",
      text: """
        {"from":"oriana_97","to":["wanjiru.k"],"type":"custom","body":{"customEvent":"userCard",\
        "customExts":{"nickname":"Ciara"}}}
        """,
      expected: UserCard(uid: "oriana_97", nickname: "Ciara")),
    Row(
      testDescription: "1a: the history's shape",
      text: #"{"customExts":{"uid":"ciara","price":"100"},"customEvent":"userCard","type":"custom"}"#,
      expected: UserCard(uid: "ciara", additionalMembers: ["price": "100"])),
    Row(
      testDescription: "1a: the callback, whose older list has a number",
      text: """
        {"payload":{"ext":{},"bodies":[{"customExts":[{"name":1}],"v2:customExts":{"uid":"ciara","k1":"v1"},\
        "customEvent":"userCard","type":"custom"}]}}
        """,
      expected: UserCard(uid: "ciara", additionalMembers: ["k1": "v1"])),
    Row(
      testDescription: "1c: an empty nickname is none",
      text: #"{"event":"userCard","ext":{"uid":"","userId":"ciara","nickname":"","avatar":"","avatarurl":"u"}}"#,
      expected: UserCard(uid: "ciara", avatar: "u")),
    Row(
      testDescription: "where shapes are mixed, the overview's goes first and the rest is kept",
      text: #"{"event":"userCard","ext":{"uid":"a","userId":"b","avatar":"x","avatarurl":"y"}}"#,
      expected: UserCard(uid: "a", avatar: "x", additionalMembers: ["userId": "b", "avatarurl": "y"])),
  ]

  @Test("a card is read in every published shape", arguments: rows)
  func reads(_ row: Row) throws {
    #expect(try UserCardMessage(reading: Array(row.text.utf8), sender: "sender").ext == row.expected)
  }

  @Test("1a: a card is written in every published shape, and read back", arguments: UserCardShape.allCases)
  func writes(_ shape: UserCardShape) throws {
    let message = try UserCardMessage(Self.info)
    #expect(message.ext == Self.card)
    let sent = try message.message(from: UserID("ciara"), to: [UserID("ben")], shape: shape)
    let names = ["uid": ["uid", "nickname", "avatar"], "userID": ["userId", "nickname", "avatar"]]
    #expect(sent.body.customExts?.keys == names["\(shape)"] ?? ["nickname", "avatarurl"])
    #expect(try UserCardMessage(reading: sent.json()).ext == Self.card)
    #expect(try UserCardMessage(json: message.json()) == message)
  }

  @Test("1a: the web client's shape is written with the other requested attributes")
  func writesAttributes() throws {
    var info = Self.info
    (info.phone, info.gender, info.birth, info.sign, info.ext) = ("p", .female, "b", "", "e")
    let card = try UserCard(info, with: [.nickName, .avatarURL, .mail, .phone, .gender, .birth, .sign])
    #expect(card.fields(.attributes).keys == ["nickname", "avatarurl", "phone", "mail", "gender", "birth"])
    #expect(card.fields(.attributes)["gender"] == "2")
    let sent = try UserCardMessage(ext: card).message(from: UserID("ciara"), to: [], shape: .attributes)
    #expect(try UserCardMessage(reading: sent.json()).ext == card)
    #expect(try UserCard(info, with: [.mail]) == UserCard(uid: "ciara", additionalMembers: ["mail": "c@d.example"]))
  }

  @Test("a card never becomes another user's: other fields do not replace the id")
  func keepsOwner() throws {
    let mixed = UserCard(uid: "a", avatar: "x", additionalMembers: ["userId": "b", "avatarurl": "y", "k": "v"])
    for shape in UserCardShape.allCases {
      let sent = try UserCardMessage(ext: mixed).message(from: UserID("a"), to: [], shape: shape)
      let read = try UserCardMessage(reading: sent.json()).ext
      #expect(read.uid == "a" && read.avatar == "x" && read.additionalMembers["k"] == "v")
    }
  }

  @Test("1a: an absent nickname or avatar is not on the card")
  func leavesOutAbsent() throws {
    #expect(try UserCardMessage(UserInfo(userID: "ana", nickName: "")).ext == UserCard(uid: "ana"))
    #expect(throws: UserCardError.noUser) { try UserCardMessage(UserInfo(nickName: "Ana")) }
  }

  @Test(
    "a message that is not a card is refused",
    arguments: [
      (#"{"event":"flower","ext":{"uid":"a"}}"#, UserCardError.otherEvent("flower")),
      (#"{"customEvent":"flower","customExts":{"uid":"a"}}"#, .otherEvent("flower")),
      (#"{"event":"userCard","ext":{"nickname":"a"}}"#, .noUser),
      (#"{"customEvent":"userCard"}"#, .noCard), (#"{}"#, .noCard), ("[]", .noCard),
      (#"{"payload":{"ext":{},"bodies":[]}}"#, .noCard), (#"{"payload":{"bodies":["userCard"]}}"#, .noCard),
    ])
  func refuses(_ text: String, _ expected: UserCardError) {
    #expect(throws: expected) { try UserCardMessage(reading: Array(text.utf8)) }
  }

  @Test(
    "an invalid message is refused with the location of the mistake",
    arguments: [
      (#"{"event":"userCard","ext":"{\"uid\":\"a\"}"}"#, "/ext"), (#"{"event":"userCard","ext":null}"#, "/ext"),
      (#"{"event":7,"ext":{"uid":"a"}}"#, "/event"), (#"{"event":"userCard","ext":{"uid":"a","age":3}}"#, "/ext/age"),
      (#"{"event":"userCard","ext":{"uid":"a","uid":"b"}}"#, "/ext"),
      (#"{"customEvent":"userCard","customExts":{"uid":"a","n":1}}"#, "/customExts/n"),
      (#"{"customEvent":"user card","customExts":{"uid":"a"}}"#, "/customEvent"),
      (#"{"to":[],"type":"txt","body":{"customEvent":"userCard","customExts":{"uid":"a"}}}"#, "/type"),
    ])
  func refusesInvalid(_ text: String, _ location: String) throws {
    let error = #expect(throws: UserCardError.self) { try UserCardMessage(reading: Array(text.utf8)) }
    guard case .invalid(.invalid(let issues)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(issues.contains { $0.instanceLocation == JSONPointer(location) }, "\(issues)")
  }

  @Test("text that is not JSON, or too long for a message, is refused")
  func refusesText() {
    let comma = #"{"event":"userCard","ext":{"uid":"lihua"，"nickname":"丽华"}}"#
    for text in [comma, "", "{", "\u{feff}{}"] {
      let error = #expect(throws: UserCardError.self) { try UserCardMessage(reading: Array(text.utf8)) }
      guard case .invalid(.syntax) = error else { Issue.record("\(String(describing: error))"); return }
    }
    #expect(throws: UserCardError.tooLarge(limit: 65_536, actual: 65_537)) {
      try UserCardMessage(reading: Array(repeating: UInt8(ascii: " "), count: 65_537))
    }
  }

  @Test("1a: a message has at most 16 fields, 5 KB, and 600 receivers")
  func limits() throws {
    let fields = JSONMap((0..<14).map { ("k\($0)", "v") })
    var message = UserCardMessage(ext: UserCard(uid: "a", nickname: "n", additionalMembers: fields))
    #expect(try message.body().customExts?.count == 16)
    message.ext.avatar = "u"
    #expect(throws: UserCardError.self) { try message.body() }
    let empty = try UserCardMessage(ext: UserCard(uid: "a", avatar: "")).body().json().count
    let room = 5_120 - empty
    message.ext = UserCard(uid: "a", avatar: String(repeating: "x", count: room))
    #expect(try message.body().json().count == 5_120)
    message.ext.avatar = String(repeating: "x", count: room + 1)
    #expect(throws: UserCardError.tooLarge(limit: 5_120, actual: 5_121)) { try message.body() }
    let receivers = try (0..<601).map { try UserID("user-\($0)") }
    message.ext.avatar = nil
    #expect(try message.message(from: receivers[0], to: Array(receivers.dropLast())).to.count == 600)
    let error = #expect(throws: UserCardError.self) { try message.message(from: receivers[0], to: receivers) }
    guard case .invalid = error else { Issue.record("\(String(describing: error))"); return }
  }
}
