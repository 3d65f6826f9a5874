import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration

@Suite struct MergePatchTests {
  struct Case: Sendable {
    var old: JSONObject
    var patch: JSONObject
    var new: JSONObject
  }

  static let objects: [Named<Case>] = [
    Named("a value replaces a value", Case(old: ["a": "b"], patch: ["a": "c"], new: ["a": "c"])),
    Named("a new member is added", Case(old: ["a": "b"], patch: ["b": "c"], new: ["a": "b", "b": "c"])),
    Named("null removes a member", Case(old: ["a": "b", "b": "c"], patch: ["a": nil], new: ["b": "c"])),
    Named("null for a member that is not there changes nothing", Case(old: ["a": 1], patch: ["b": nil], new: ["a": 1])),
    Named("an array replaces an array whole", Case(old: ["a": [1, 2, 3]], patch: ["a": [4]], new: ["a": [4]])),
    Named("an array is not merged even with nulls", Case(old: ["a": [1, 2]], patch: ["a": [nil]], new: ["a": [nil]])),
    Named(
      "objects are merged deep",
      Case(
        old: ["a": ["b": 1, "c": ["d": 2]]], patch: ["a": ["c": ["e": 3]]],
        new: ["a": ["b": 1, "c": ["d": 2, "e": 3]]])),
    Named(
      "null deep inside removes there",
      Case(old: ["a": ["b": 1, "c": 2]], patch: ["a": ["b": nil]], new: ["a": ["c": 2]])
    ),
    Named("an object replaces a value", Case(old: ["a": 1], patch: ["a": ["b": 2]], new: ["a": ["b": 2]])),
    Named("nulls in a new object are left out", Case(old: [:], patch: ["a": ["b": nil]], new: ["a": [:]])),
    Named("an empty update changes nothing", Case(old: ["a": ["b": 1]], patch: [:], new: ["a": ["b": 1]])),
    Named("an empty object keeps what is there", Case(old: ["a": ["b": 1]], patch: ["a": [:]], new: ["a": ["b": 1]])),
  ]

  @Test("merging objects", arguments: objects)
  func merges(_ row: Named<Case>) {
    var object = row.value.old
    object.mergePatch(row.value.patch)
    #expect(object == row.value.new)
  }

  @Test("the update between two objects turns one into the other")
  func updatesRoundTrip() {
    var random = SeededRandom(seed: 3)
    var failures = 0
    for _ in 0..<5_000 {
      let (old, new) = (JSONObject.random(&random, depth: 3), JSONObject.random(&random, depth: 3))
      var merged = old
      merged.mergePatch(old.mergePatch(to: new))
      if merged != new { failures += 1 }
    }
    #expect(failures == 0)
  }

  @Test("an update deeper than any payload is applied without overflowing the stack")
  func mergesDeep() {
    var deep: JSONObject = ["end": 1]
    for _ in 0..<600 { deep = ["a": .object(deep)] }
    var object = deep
    object.mergePatch(deep)
    #expect(object == deep)
  }
}

extension JSONObject {
  fileprivate static func random(_ random: inout SeededRandom, depth: Int) -> JSONObject {
    var object = JSONObject()
    for name in ["a", "b", "c"] where Bool.random(using: &random) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where depth > 0: object[name] = .object(.random(&random, depth: depth - 1))
      case 1: object[name] = [1, 2]
      case 2: object[name] = .bool(Bool.random(using: &random))
      default: object[name] = JSONValue(integerLiteral: Int.random(in: 0..<3, using: &random))
      }
    }
    return object
  }
}

@Suite struct StatePatchTests {
  struct Case: Sendable {
    var patch: String
    /// Returns the JSON text of the patch that listeners receive, or nil if there is none.
    var heard: String?
  }

  private static let member = #"{"memberId":2,"memberState":{"currentApplianceName":"text"},"session":"s"}"#

  static let rows: [Named<Case>] = [
    Named("3c: an empty update is valid and changes nothing", Case(patch: "{}", heard: nil)),
    Named("3b: an update that says what is already so changes nothing", Case(patch: #"{"zoomScale":1.0}"#, heard: nil)),
    Named(
      "3b: only parts that actually changed are reported",
      Case(patch: #"{"zoomScale":2,"broadcastState":{"mode":"freedom"}}"#, heard: #"{"zoomScale":2}"#)),
    Named(
      "3b: members of the global state are merged deep, and null removes",
      Case(
        patch: #"{"globalState":{"timer":{"left":80},"lesson":null}}"#,
        heard: #"{"globalState":{"timer":{"left":80},"lesson":null}}"#)),
    Named(
      "null clears the global state",
      Case(patch: #"{"globalState":null}"#, heard: #"{"globalState":{"lesson":null,"timer":null}}"#)),
    Named("null clears the list of members", Case(patch: #"{"roomMembers":null}"#, heard: #"{"roomMembers":[]}"#)),
    Named(
      "null for an optional part that is not there changes nothing", Case(patch: #"{"appState":null}"#, heard: nil)),
    Named(
      "a list replaces the old one entirely",
      Case(
        patch: #"{"roomMembers":[{"memberId":9,"memberState":{"currentApplianceName":"text"},"session":"s"}]}"#,
        heard: #"{"roomMembers":[{"memberId":9,"memberState":{"currentApplianceName":"text"},"session":"s"}]}"#)),
    Named(
      "3b: settings of the tool that an update leaves out stay",
      Case(
        patch: #"{"memberState":{"currentApplianceName":"text","textSize":20}}"#,
        heard: #"{"memberState":{"currentApplianceName":"text","textSize":20}}"#)),
    Named(
      "3c: members without a payload, and two of one number, are taken as they come",
      Case(
        patch: #"{"roomMembers":[\#(member),\#(member)]}"#, heard: #"{"roomMembers":[\#(member),\#(member)]}"#)),
    Named("unknown parts are kept and told", Case(patch: #"{"uiState":{"a":1}}"#, heard: #"{"uiState":{"a":1}}"#)),
  ]

  @Test("updates of a room", arguments: rows)
  func applies(_ row: Named<Case>) throws {
    let old = RoomState.sample
    let new = try old.applying(RoomState.Patch(json: row.value.patch))
    let heard = try RoomState.Patch(from: old, to: new)
    let expected = try row.value.heard.map { try RoomState.Patch(json: $0) } ?? RoomState.Patch()
    #expect(heard == expected)
    #expect(heard.isEmpty == (row.value.heard == nil))
    // The resulting state is valid.
    try new.validate()
  }

  @Test("3c: a broadcaster who leaves is cleared by null, for the part or its members")
  func clearsBroadcaster() throws {
    let led = try RoomState.sample.applying(
      RoomState.Patch(
        json: #"{"broadcastState":{"mode":"follower","broadcasterId":2,"broadcasterInformation":{"id":2}}}"#))
    #expect(led.broadcastState.broadcasterID == .value(2))
    for patch in [
      #"{"broadcastState":null}"#,
      #"{"broadcastState":{"mode":"freedom","broadcasterId":null,"broadcasterInformation":null}}"#,
    ] {
      #expect(try led.applying(RoomState.Patch(json: patch)).broadcastState == BroadcastState(mode: .freedom))
    }
    let kept = try led.applying(RoomState.Patch(json: #"{"broadcastState":{"mode":"freedom"}}"#))
    #expect(kept.broadcastState.broadcasterID == .value(2))
  }

  @Test("information about one broadcaster is not attributed to the next")
  func forgetsBroadcaster() throws {
    let led = try RoomState.sample.applying(
      RoomState.Patch(
        json:
          #"{"broadcastState":{"mode":"follower","broadcasterId":2,"broadcasterInformation":{"id":2,"payload":{"a":1}}}}"#
      ))
    let next = try led.applying(RoomState.Patch(json: #"{"broadcastState":{"mode":"follower","broadcasterId":3}}"#))
    #expect(next.broadcastState.broadcasterInformation == .absent)
    let told = try led.applying(
      RoomState.Patch(
        json: #"{"broadcastState":{"mode":"follower","broadcasterId":3,"broadcasterInformation":{"id":3}}}"#))
    #expect(told.broadcastState.broadcasterInformation == .value(BroadcasterInformation(id: 3)))
    let more = try led.applying(
      RoomState.Patch(
        json: #"{"broadcastState":{"mode":"follower","broadcasterInformation":{"id":2,"payload":{"b":2}}}}"#))
    #expect(more.broadcastState.broadcasterInformation.value?.payload == ["a": 1, "b": 2])
  }

  @Test("an app that is closed loses the focus, one that stays open keeps it")
  func keepsFocus() throws {
    let open = try RoomState.sample.applying(
      RoomState.Patch(json: #"{"appState":{"focusedId":"a","appIds":["a","b"]}}"#))
    #expect(try open.applying(RoomState.Patch(json: #"{"appState":{"appIds":["a"]}}"#)).appState?.focusedID == "a")
    #expect(try open.applying(RoomState.Patch(json: #"{"appState":{"appIds":["b"]}}"#)).appState?.focusedID == nil)
    let closed = try open.applying(RoomState.Patch(json: #"{"appState":null}"#))
    #expect(try RoomState.Patch(from: open, to: closed).appState == .null)
  }

  @Test("null for every part resets the state to an empty room")
  func clearsAll() throws {
    let parts = [
      "globalState", "roomMembers", "sceneState", "cameraState", "windowBoxState", "pageState", "appState",
      "memberState",
      "broadcastState", "zoomScale",
    ]
    let patch = "{" + parts.map { "\"\($0)\":null" }.joined(separator: ",") + "}"
    var state = RoomState.sample
    state.windowBoxState = .maximized
    state.cameraState.centerX = 5
    #expect(try state.applying(RoomState.Patch(json: patch)) == .empty)
  }

  @Test("updates of a playback merge like those of a room")
  func appliesToPlayback() throws {
    var state = PlayerState.sample
    state.pageState = PageState(index: 0, length: 2)
    let old = state
    try state.apply(PlayerState.Patch(json: #"{"globalState":{"b":1},"pageState":null,"observerMode":"freedom"}"#))
    #expect(state.globalState == ["lesson": "Fractions", "b": 1])
    let told = try PlayerState.Patch(from: old, to: state)
    #expect(told.pageState == .null)
    #expect(told.observerMode == .value(.freedom))
    #expect(!told.cameraState.isPresent)
    try state.apply(PlayerState.Patch(globalState: .null, roomMembers: .null, observerMode: .null))
    #expect(state.globalState.isEmpty && state.roomMembers.isEmpty && state.observerMode == .directory)
  }

  static let colors: [Named<([Double], [Int]?)>] = [
    Named("3a: fractions are cut off", ([236.9, 52.1, 0.99], [236, 52, 0])),
    Named("a little below nothing is nothing", ([-0.5, 0, 255], [0, 0, 255])),
    Named("past 255 there is no colour", ([256, 0, 0], nil)), Named("below nothing neither", ([0, -1, 0], nil)),
    Named("what is no number is no colour", ([0, 0, .nan], nil)), Named("nor is infinity", ([.infinity, 0, 0], nil)),
  ]

  @Test("colors", arguments: colors)
  func makesColors(_ row: Named<([Double], [Int]?)>) {
    let channels = row.value.0
    #expect(RGBColor(red: channels[0], green: channels[1], blue: channels[2])?.value == row.value.1)
  }
}
