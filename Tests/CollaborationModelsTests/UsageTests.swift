import CollaborationModels
import Foundation
import SchemaRuntime
import Testing

/// Samples of the runtime's types as users write them, on the models of this repository.
@Suite struct UsageTests {
  @Test("a partial update is written with literals, and read with ??")
  func presence() throws {
    var patch = RoomState.Patch()
    patch.zoomScale = 1.5
    patch.roomMembers = []
    patch.globalState = ["topic": "Fractions", "step": 3]
    patch.pageState = nil
    #expect(
      try JSONValue(patch)
        == ["globalState": ["topic": "Fractions", "step": 3], "roomMembers": [], "pageState": nil, "zoomScale": 1.5])

    #expect(patch.zoomScale ?? 1 == 1.5)
    #expect(patch.zoomScale.value.map { $0 * 2 } == 3)
    if let state = patch.globalState.value { #expect(state["topic"] == "Fractions") }
    #expect(patch.pageState == nil)
    #expect(patch.appState == .absent)

    // A change of a value's member changes nothing where there is no value.
    patch.cameraState.value?.scale = 2
    #expect(patch.cameraState == .absent)
    patch.cameraState = .value(CameraState.Patch(centerX: 0, centerY: 0, scale: 1, width: 320, height: 200))
    patch.cameraState.value?.scale = 2
    #expect(patch.cameraState.value?.scale == 2)
    patch.cameraState.value = nil
    #expect(patch.cameraState == .null)

    patch.globalState.value?["topic"] = nil
    patch.globalState.value?["list"][1]["name"] = "Ada"
    #expect(patch.globalState == ["step": 3, "list": [nil, ["name": "Ada"]]])
  }

  @Test("any JSON is built, read and changed by names and indices")
  func values() {
    var value: JSONValue = ["user": ["name": "Ada", "age": 36, "tags": ["math"]]]
    #expect(value["user"]["name"]?.string == "Ada")
    #expect(value.user.age?.int == 36)
    #expect(value.user?.tags?[0]?.string == "math")
    #expect(value.user.address.city == nil)

    value["user"]["address"]["lines"][0] = "Main Street 1"
    value.user.name = "Grace"
    value["user"]["tags"][0] = nil
    value["user"]["age"] = .null
    #expect(
      value.text(.sortedKeys)
        == #"{"user":{"address":{"lines":["Main Street 1"]},"age":null,"name":"Grace","tags":[]}}"#)
    #expect(
      value["user"]["address"]?.text(.pretty)
        == """
        {
          "lines": [
            "Main Street 1"
          ]
        }
        """)
  }

  @Test("members that the schema does not declare are an ordered dictionary")
  func maps() throws {
    var user = UserInfo(nickName: "Ada")
    user.additionalMembers = ["team": "red", "level": 3]
    user.additionalMembers["level", default: 0] = 4
    user.additionalMembers.merge(["since": 1843]) { _, new in new }
    var lines: [String] = []
    for (name, value) in user.additionalMembers { lines.append("\(name): \(value)") }
    #expect(lines == [#"team: "red""#, "level: 4", "since: 1843"])
    #expect(user.additionalMembers.keys == ["team", "level", "since"])
    #expect(user.additionalMembers.values.compactMap(\.int) == [4, 1843])
    #expect(user.additionalMembers.filter { $0.value.string == nil }.count == 2)
    #expect(user.additionalMembers.removeValue(forKey: "level") == 4)
    #expect(user.additionalMembers.mapValues(\.type) == ["team": .string, "since": .integer])
    #expect(Dictionary(user.additionalMembers) == ["team": "red", "since": 1843])
    #expect(JSONObject(["b": 1, "a": 2] as [String: JSONValue]).keys == ["a", "b"])
  }

  @Test("texts are strings, bytes, slices and data")
  func texts() throws {
    let text = #"{"nickName":"Ada"}"#
    let user = UserInfo(nickName: "Ada")
    #expect(try UserInfo(json: text) == user)
    #expect(try UserInfo(json: Data(text.utf8)) == user)
    #expect(try UserInfo(json: Array(text.utf8)) == user)
    #expect(try UserInfo(json: "[\(text)]".utf8.dropFirst().dropLast()) == user)
    #expect(UserInfo.isValid(text))
    #expect(UserInfo.isValid(Data(text.utf8)))
    #expect(
      try UserInfo.issues(in: #"{"gender":7}"#).map(\.description) == [
        "1:11: /gender: expected 0, 1 or 2, found 7 (enum)"
      ])
    #expect(try UserInfo.issues(in: Data(text.utf8)).isEmpty)
    #expect(ModelCatalog.schemas["users/user-info"]?.isValid(Data(text.utf8)) == true)
  }

  @Test("a model is written for people, and becomes a value and back")
  func conversions() throws {
    let user = UserInfo(nickName: "Ada", gender: .female)
    #expect(
      try String(decoding: user.json(.pretty, .sortedKeys), as: UTF8.self)
        == """
        {
          "gender": 2,
          "nickName": "Ada"
        }
        """)
    var value = try JSONValue(user)
    value.nickName = "Grace"
    #expect(try UserInfo(json: value) == UserInfo(nickName: "Grace", gender: .female))
    #expect(try UserInfo(json: ["nickName": "Ada", "gender": 2]) == user)
    let error = #expect(throws: SchemaError.self) { try UserInfo(json: ["gender": 7]) }
    #expect(error?.description == "/gender: expected 0, 1 or 2, found 7 (enum)")
  }

  @Test("an open enumeration takes any text, and lists the known ones")
  func enumerations() throws {
    var scope: AudioLookupScope = "same-message"
    #expect(scope == .sameMessage)
    scope = "whole-channel"
    #expect(scope == .unknown("whole-channel"))
    #expect(AudioLookupScope.allKnownCases == [.sameMessage, .subsequentMessagesFromUser])
    #expect(AudioLookupScope.allKnownCases.map(\.rawValue).contains("same-message"))
    #expect(ParticipantSource.allKnownCases.contains(1))
  }

  @Test(
    "errors have a location and a message, without line and column in a text that users never see",
    arguments: [
      (#"{"gender":7}"#, "gender", "/gender: expected 0, 1 or 2, found 7 (enum)"),
      (
        #"{"phone":"0123456789012345678901234567890123"}"#, "phone",
        "/phone: expected at most 32 bytes of UTF-8, found 34 (x-maxUTF8Bytes)"
      ),
    ])
  func errors(_ text: String, _ path: String, _ message: String) throws {
    do {
      _ = try JSONDecoder().decode(UserInfo.self, from: Data(text.utf8))
      Issue.record("the payload was decoded")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == path)
      #expect(context.debugDescription == message)
    }
    var user = UserInfo(phone: String(repeating: "1", count: 40))
    let error = #expect(throws: SchemaError.self) { try user.validate() }
    #expect(error?.description == "/phone: expected at most 32 bytes of UTF-8, found 40 (x-maxUTF8Bytes)")
    user.phone = nil
    try user.validate()
  }
}
