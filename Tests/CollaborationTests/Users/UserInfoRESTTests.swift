@testable import Collaboration
import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@Suite struct UserInfoRESTTests {
  private static let full = UserInfo(
    userID: "ana", nickName: "Ana", avatarURL: "https://a.example/1", mail: "m", phone: "p", gender: .male, sign: "s",
    birth: "2000.10.10", ext: "{\"a\":\"！\"}", additionalMembers: ["city": "Chania"])

  @Test("1a: every value is text by its lowercase name, the id is absent, and reading restores the attributes")
  func convertsBothWays() throws {
    let rest = try UserInfoREST(Self.full)
    #expect(
      try String(decoding: rest.json(), as: UTF8.self)
        == #"{"nickname":"Ana","avatarurl":"https://a.example/1","mail":"m","phone":"p","gender":"1","sign":"s","#
        + #""birth":"2000.10.10","ext":"{\"a\":\"！\"}","city":"Chania"}"#)
    let reading = try rest.read(of: UserID("ana"))
    #expect(reading == UserInfoRESTReading(info: Self.full, warnings: []))
  }

  @Test("1b: absent attributes are not sent, but a gender of 0 is")
  func sendsNothingAbsent() throws {
    #expect(try UserInfoREST(UserInfo(userID: "ana")).json() == Array("{}".utf8))
    #expect(try UserInfoREST(UserInfo(gender: .unknown)).json() == Array(#"{"gender":"0"}"#.utf8))
    #expect(try UserInfoREST(json: "{}").read().info == UserInfo())
  }

  @Test(
    "1c: a gender as text is the number that it contains",
    arguments: [("0", Gender.unknown), ("1", .male), ("2", .female)])
  func readsGender(_ text: String, _ expected: Gender) throws {
    let info = try UserInfoREST(json: #"{"gender":"\#(text)"}"#).read().info
    #expect(info.hasGender && info.gender == expected)
    #expect(try UserInfoREST(info).gender == text)
  }

  @Test("1c: an invalid gender is an error with its location", arguments: ["female", "3", "", "1.0", "-0"])
  func refusesGender(_ text: String) throws {
    let rest = try UserInfoREST(json: #"{"nickname":"Ana","gender":"\#(text)"}"#)
    let location = JSONPointer(["data", "ana", "gender"])
    let error = UserInfoError.illegalArgument(.malformedGender(found: text, at: location))
    #expect(throws: error) { try rest.read(at: JSONPointer(["data", "ana"])) }
    #expect(
      rest.readLossily(at: JSONPointer(["data", "ana"]))
        == UserInfoRESTReading(info: UserInfo(nickName: "Ana"), warnings: [.unreadable(.gender, error)]))
  }

  @Test("1c: a gender that is a number is not the REST form")
  func refusesGenderNumber() {
    let error = #expect(throws: SchemaError.self) { try UserInfoREST(json: #"{"gender":1}"#) }
    guard case .invalid(let issues) = error else { Issue.record("\(String(describing: error))"); return }
    #expect(issues.map(\.instanceLocation) == [JSONPointer(["gender"])])
  }

  @Test(
    "1c: an attribute called 'avatar', or with its client name, is reported and never taken for the declared one",
    arguments: [
      ("avatar", UserAttributeName?.some(.avatarURL), true), ("avatarUrl", .avatarURL, false),
      ("nickName", .nickName, false), ("userId", nil, false),
    ])
  func warnsOfNames(_ name: String, _ expected: UserAttributeName?, _ isKept: Bool) throws {
    let reading = try UserInfoREST(json: #"{"\#(name)":"x","sign":"s"}"#).read()
    #expect(reading.warnings == [.misspelledName(name, expected: expected, at: JSONPointer([name]))])
    #expect(reading.info == UserInfo(sign: "s", additionalMembers: isKept ? ["avatar": "x"] : [:]))
    try reading.info.validate()
    #expect(reading.info.avatarURL == nil)
  }

  @Test("1c: 'age' is not a declared attribute: it is kept among the undeclared ones")
  func keepsUndeclared() throws {
    let reading = try UserInfoREST(json: #"{"age":"30"}"#).read()
    #expect(reading == UserInfoRESTReading(info: UserInfo(additionalMembers: ["age": "30"]), warnings: []))
  }

  @Test("1a: a stored value longer than recommended is read, with a warning")
  func readsLong() throws {
    let rest = UserInfoREST(nickname: String(repeating: "山", count: 22), sign: "s")
    let reading = try rest.read()
    #expect(reading.info == UserInfo(nickName: rest.nickname, sign: "s"))
    let location = JSONPointer(["nickname"])
    #expect(reading.warnings == [.longerThanRecommended(.nickName, limit: 64, actual: 66, at: location)])
    #expect(reading.info.attributesBeyondLimits == [.nickName])
  }

  @Test("an undeclared attribute that is not text, or has a declared name, has no REST form")
  func refusesMembers() {
    let number = UserInfo(additionalMembers: ["age": .number(30)])
    #expect(throws: UserInfoError.illegalArgument(.notText(name: "age", at: JSONPointer(["age"])))) {
      try UserInfoREST(number)
    }
    let twice = UserInfo(nickName: "Ana", additionalMembers: ["nickname": "Ben"])
    #expect(throws: UserInfoError.illegalArgument(.misspelledName(name: "nickname", at: JSONPointer(["nickname"])))) {
      try UserInfoREST(twice)
    }
  }

  @Test("1b: a write is a form, and reads back")
  func writesForm() throws {
    let rest = UserInfoREST(
      nickname: "Ana & Ben=1", avatarurl: "https://a.example/ü?x=+", sign: "", additionalMembers: ["c d": "100%"])
    let form = try rest.form()
    #expect(
      form == "nickname=Ana+%26+Ben%3D1&avatarurl=https%3A%2F%2Fa.example%2F%C3%BC%3Fx%3D%2B&sign=&c+d=100%25")
    #expect(try UserInfoREST(form: form) == rest)
    #expect(throws: UserInfoError.illegalArgument(.noAttributes)) { try UserInfoREST().form() }
  }

  @Test("1a: a form has at most 4 KB")
  func limitsForm() throws {
    let fits = UserInfoREST(ext: String(repeating: "x", count: 4092))
    #expect(try fits.form().utf8.count == 4096)
    let error = UserInfoError.dataLengthExceeded(.request, limit: 4096, actual: 4097)
    #expect(throws: error) { try UserInfoREST(ext: String(repeating: "x", count: 4093)).form() }
    #expect(throws: error) { try UserInfoREST(form: String(repeating: "&", count: 4097)) }
  }

  @Test(
    "text that is not a form is refused with 205",
    arguments: ["sign=%", "sign=%2", "sign=%zz", "=x", "sign=%ff", "%C3=x", "a=%ED%A0%80"])
  func refusesForm(_ form: String) {
    let error = #expect(throws: UserInfoError.self) { try UserInfoREST(form: form) }
    #expect(error?.code == .illegalArgument)
    #expect(error?.description.hasSuffix("found '\(form)'") == true)
  }

  @Test("random bytes as a form give attributes or an error, and the attributes are written back unchanged")
  func readsAnyForm() throws {
    var random = SeededRandom(seed: 5)
    let alphabet = Array("sign=&%+2F0ü".utf8)
    var read = 0
    var failures: [String] = []
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0..<20, using: &random)).compactMap { _ in alphabet.randomElement(using: &random)
      }
      let form = String(decoding: bytes, as: UTF8.self)
      guard let rest = try? UserInfoREST(form: form), let written = try? rest.form() else { continue }
      read += 1
      if try UserInfoREST(form: written) != rest { failures.append(form) }
    }
    #expect(failures == [])
    #expect(read > 100)
  }
}

@Suite struct UserInfoResponseTests {
  @Test("1b: the response to a fetch has a record for each user, an empty one for unknown users")
  func answersFetch() throws {
    let (ana, ben) = (try UserID("ana"), try UserID("ben"))
    let record = UserInfoRecord(user: ana, info: UserInfo(gender: .female), timestamp: 7)
    let response = try UserInfoFetchResponse(of: [ana, ben], [ana: record], timestamp: 9, duration: .milliseconds(2))
    let text = #"{"timestamp":9,"duration":2,"data":{"ana":{"gender":"2"},"ben":{}}}"#
    #expect(try response.json() == Array(text.utf8))
    let read = try UserInfoFetchResponse(json: text).records()
    #expect(
      read.records == [
        ana: UserInfoRecord(user: ana, info: UserInfo(gender: .female), timestamp: 9),
        ben: UserInfoRecord(user: ben, timestamp: 9),
      ])
    #expect(read.warnings == [])
  }

  @Test("1c: one record with a gender of 'female' affects no other user's, and is reported with its location")
  func toleratesRecords() throws {
    let text = #"{"timestamp":9,"duration":2,"data":{"ana":{"gender":"female","sign":"s"},"ben":{"avatar":"u"}}}"#
    let (records, warnings) = try UserInfoFetchResponse(json: text).records()
    #expect(records[try UserID("ana")]?.info == UserInfo(userID: "ana", sign: "s"))
    let location = JSONPointer(["data", "ana", "gender"])
    #expect(
      warnings == [
        .unreadable(.gender, .illegalArgument(.malformedGender(found: "female", at: location))),
        .misspelledName("avatar", expected: .avatarURL, at: JSONPointer(["data", "ben", "avatar"])),
      ])
  }

  @Test("1b: a response with a key that is not an id is invalid: 1, not 205")
  func refusesKeys() throws {
    let response = try UserInfoFetchResponse(json: #"{"timestamp":9,"duration":2,"data":{"Ana":{}}}"#)
    let error = #expect(throws: UserInfoError.self) { try response.records() }
    #expect(error?.code == .general)
    #expect(error?.description.contains("'Ana'") == true)
  }

  @Test("1b: the response to a write or a read of one user has the record and its timestamp")
  func answersOne() throws {
    let ana = try UserID("ana")
    let record = UserInfoRecord(user: ana, info: UserInfo(nickName: "Ana", gender: .male), timestamp: 1_769_862_645_123)
    let response = try UserInfoResponse(record, duration: .milliseconds(4))
    let text = #"{"timestamp":1769862645123,"duration":4,"data":{"nickname":"Ana","gender":"1"}}"#
    #expect(try response.json() == Array(text.utf8))
    #expect(try UserInfoResponse(json: text).record(of: ana).record == record)
  }

  @Test("1b: 'data' is an object, true or a number, depending on the endpoint")
  func readsByEndpoint() throws {
    let texts = ["{}", "true", "1048576"].map { #"{"timestamp":1,"data":\#($0),"duration":0}"# }
    #expect(try UserInfoResponse(json: texts[0]).data == UserInfoREST())
    #expect(try UserInfoDeleteResponse(json: texts[1]).data)
    #expect(try UserCapacityResponse(json: texts[2]).data == 1_048_576)
    #expect(texts.map { UserInfoResponse.isValid(Array($0.utf8)) } == [true, false, false])
    #expect(texts.map { UserInfoDeleteResponse.isValid(Array($0.utf8)) } == [false, true, false])
    #expect(texts.map { UserCapacityResponse.isValid(Array($0.utf8)) } == [false, false, true])
  }

  @Test("1b: a request names 1 to 100 users, and the attributes by their REST names")
  func requestsFetch() throws {
    let users = try (0..<101).map { try UserID("user-\($0)") }
    let request = try UserInfoFetch(of: [users[0]], attributes: UserAttributeSelection([.ext, .avatarURL]))
    #expect(try request.json() == Array(#"{"targets":["user-0"],"properties":["avatarurl","ext"]}"#.utf8))
    #expect(request.attributes == UserAttributeSelection([.avatarURL, .ext]))
    #expect(try UserInfoFetch(of: Array(users.dropLast()), attributes: .all).attributes == .all)
    #expect(throws: UserInfoError.userCountExceeded(limit: 100, actual: 101)) {
      try UserInfoFetch(of: users, attributes: .all)
    }
    let twice = try UserInfoFetch(of: users.dropLast() + [users[0]], attributes: .all)
    try twice.validate()
    #expect(twice.targets.count == 100)
    #expect(throws: UserInfoError.illegalArgument(.noUsers)) { try UserInfoFetch(of: [], attributes: .all) }
    #expect(throws: UserInfoError.illegalArgument(.noAttributeTypes)) { try UserInfoFetch(of: users, attributes: []) }
  }

  @Test("1a: attributes have the numbers and names of the documents")
  func numbersAttributes() {
    let expected: [(Int, String)] = [
      (0, "nickname"), (1, "avatarurl"), (2, "phone"), (3, "mail"), (4, "gender"), (5, "sign"), (6, "birth"),
      (100, "ext"),
    ]
    for (number, name) in expected {
      let type = UserAttributeType(rawValue: number)
      #expect(type?.name.rawValue == name && type?.name.type == type)
    }
    #expect(UserAttributeType.allCases.count == expected.count)
    // A wrapper of another client takes 7 for the extension.
    #expect(UserAttributeType(rawValue: 7) == nil)
    #expect(UserAttributeSelection.all.types == UserAttributeType.allCases)
  }
}
