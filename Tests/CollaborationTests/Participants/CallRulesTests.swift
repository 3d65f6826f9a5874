import Collaboration
import CollaborationModels
import SchemaRuntime
import Testing

/// Rules without state: names, titles, options, states, errors.
@Suite struct CallRulesTests {
  // MARK: Names

  struct NameRow: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var local: String?
    var service: String?
    var expected: String
  }

  static let names: [NameRow] = [
    NameRow(
      testDescription: "0b: the name set on the device goes first", local: "Asha", service: "A.", expected: "Asha"),
    NameRow(testDescription: "0b: an empty name falls back to the service's", local: "", service: "A.", expected: "A."),
    NameRow(
      testDescription: "0b: a name of blanks falls back to the service's", local: " \n\u{3000}\t", service: "A.",
      expected: "A."),
    NameRow(testDescription: "0b: no name falls back to the service's", local: nil, service: "A.", expected: "A."),
    NameRow(
      testDescription: "0b: without any name there is a neutral one", local: nil, service: nil,
      expected: "Unnamed Participant"),
    NameRow(
      testDescription: "0c: blanks from the service count as none as well", local: nil, service: "  ",
      expected: "Unnamed Participant"),
    NameRow(testDescription: "0b: blanks around a name stay", local: " Asha ", service: nil, expected: " Asha "),
  ]

  @Test(arguments: names)
  func resolvesNames(_ row: NameRow) {
    let viewData = ParticipantViewData(displayName: row.local)
    #expect(DisplayName.resolve(viewData: viewData, serviceName: row.service) == row.expected)
    // 0c: one rule everywhere, so that title and cell agree.
    let locator = JoinLocator.roomCall(RoomCallLocator(roomID: "99199690362660524"))
    let remoteOptions = RemoteOptions(locator: locator, displayName: row.service)
    #expect(DisplayName.localTitle(viewData: viewData, remoteOptions: remoteOptions) == row.expected + " (me)")
    let participant = RemoteParticipant(identifier: CommunicationIdentifier(rawID: "4:1"), displayName: row.service)
    #expect(DisplayName.gridTitle(of: participant, viewData: viewData) == row.expected)
  }

  @Test("0b: the grid shows 'Calling...' while a participant is dialed")
  func showsCalling() {
    for status in ParticipantStatus.allCases {
      for isCalled in [false, true] {
        let participant = RemoteParticipant(
          identifier: CommunicationIdentifier(rawID: "4:1"), displayName: "Bo", status: status, isCalled: isCalled)
        let isDialed = isCalled && (status == .connecting || status == .ringing)
        #expect(DisplayName.gridTitle(of: participant, viewData: nil) == (isDialed ? "Calling..." : "Bo"))
      }
    }
  }

  @Test("the texts that replace missing ones can be translated")
  func translates() {
    var texts = CallTexts()
    texts.unnamedParticipant = "Ohne Namen"
    texts.localSuffix = " (ich)"
    texts.setupTitle = "Vorbereitung"
    #expect(DisplayName.localTitle(viewData: nil, remoteOptions: nil, texts: texts) == "Ohne Namen (ich)")
    #expect(SetupScreenText(nil, texts: texts).title == "Vorbereitung")
  }

  // MARK: Setup screen

  struct SetupRow: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var data: SetupScreenViewData?
    var title: String
    var subtitle: String?
    var isIgnored = false
  }

  static let setups: [SetupRow] = [
    SetupRow(testDescription: "0b: without data the title is 'Setup'", data: nil, title: "Setup"),
    SetupRow(
      testDescription: "0b: title and subtitle are shown", data: SetupScreenViewData(title: "T", subtitle: "S"),
      title: "T", subtitle: "S"),
    SetupRow(
      testDescription: "0b: without a subtitle there is none", data: SetupScreenViewData(title: "T"), title: "T"),
    SetupRow(
      testDescription: "0b: an empty subtitle is hidden", data: SetupScreenViewData(title: "T", subtitle: ""),
      title: "T"),
    SetupRow(
      testDescription: "0b: an empty title is 'Setup', and its subtitle is left out",
      data: SetupScreenViewData(title: "", subtitle: "S"), title: "Setup", isIgnored: true),
    SetupRow(
      testDescription: "0b: a title of blanks counts as empty", data: SetupScreenViewData(title: " ", subtitle: "S"),
      title: "Setup", isIgnored: true),
    SetupRow(
      testDescription: "0b: an empty title without subtitle ignores nothing", data: SetupScreenViewData(title: ""),
      title: "Setup"),
  ]

  @Test(arguments: setups)
  func titlesSetupScreen(_ row: SetupRow) {
    let text = SetupScreenText(row.data)
    #expect(text.title == row.title)
    #expect(text.subtitle == row.subtitle)
    #expect(text.isSubtitleIgnored == row.isIgnored)
  }

  @Test("0c: a subtitle without a title is refused when options are read")
  func refusesSubtitleAlone() {
    #expect(throws: SchemaError.self) { try SetupScreenViewData(json: #"{"subtitle":"S"}"#) }
    #expect(throws: SchemaError.self) { try LocalOptions(json: #"{"setupScreenViewData":{"subtitle":"S"}}"#) }
  }

  // MARK: Launch options

  @Test("0b: without options camera and microphone are off, and the setup screen is shown")
  func hasDefaults() {
    let configuration = LaunchConfiguration(nil)
    #expect(!configuration.isCameraOn && !configuration.isMicrophoneOn && !configuration.skipsSetupScreen)
    #expect(configuration.audioVideoMode == .audioAndVideo)
    #expect(!configuration.captions.captionsOn)
  }

  @Test("0b: options are applied, and audio only keeps the camera off")
  func takesOptions() {
    var options = LocalOptions(cameraOn: true, microphoneOn: true, skipSetupScreen: true)
    var configuration = LaunchConfiguration(options)
    #expect(configuration.isCameraOn && configuration.isMicrophoneOn && configuration.skipsSetupScreen)
    options.audioVideoMode = .audioOnly
    configuration = LaunchConfiguration(options)
    #expect(!configuration.isCameraOn && configuration.isMicrophoneOn && configuration.skipsSetupScreen)
  }

  @Test("0b: a call accepted on the system's screen skips setup, with camera and microphone off")
  func forcesOptions() {
    let options = LocalOptions(cameraOn: true, microphoneOn: true, skipSetupScreen: false)
    let configuration = LaunchConfiguration(options, origin: .acceptedFromCallKit)
    #expect(!configuration.isCameraOn && !configuration.isMicrophoneOn && configuration.skipsSetupScreen)
  }

  @Test("0b: screen options of a launch override the composite's individually")
  func overridesScreens() {
    let composite = CallScreens(
      setup: SetupScreenOptions(camera: ButtonViewData(isVisible: false)), call: CallScreenOptions(headerTitle: "A"))
    let launch = CallScreens(call: CallScreenOptions(leaveConfirmation: .alwaysDisabled, headerTitle: "B"))
    let screens = LaunchConfiguration(nil, compositeScreens: composite, screens: launch).screens
    #expect(screens == CallScreens(setup: composite.setup, call: launch.call))
    #expect(LaunchConfiguration(nil, compositeScreens: composite).screens == composite)
  }

  // MARK: States and errors

  @Test("0c: a call state is found ignoring case, and an unknown one is kept")
  func findsStates() {
    let names = [
      "none", "earlyMedia", "connecting", "ringing", "connected", "localHold", "disconnecting", "disconnected",
      "inLobby", "remoteHold",
    ]
    for name in names {
      let state = CallState(rawValue: name)
      if case .unknown = state { Issue.record("\(name) has no case of its own") }
      for spelling in [name, name.lowercased(), name.uppercased()] {
        #expect(CallState(ignoringCaseOf: spelling) == state)
      }
    }
    #expect(CallState(ignoringCaseOf: "Melting") == .unknown("Melting"))
    #expect(CallState(ignoringCaseOf: "") == .unknown(""))
    #expect(CallState(ignoringCaseOf: "in\u{1c}obby") == .unknown("in\u{1c}obby"))
  }

  @Test("0c: a kind of push notification is found ignoring case")
  func findsPushTypes() {
    let types: [PushNotificationEventType] = [.incomingCall, .incomingGroupCall, .incomingPstnCall, .stopRinging]
    for type in types {
      #expect(PushNotificationEventType(ignoringCaseOf: type.name) == type)
      #expect(PushNotificationEventType(ignoringCaseOf: type.name.lowercased()) == type)
    }
    #expect(PushNotificationEventType(ignoringCaseOf: "Ping") == .unknown("Ping"))
  }

  @Test("0c: an error is equal to itself, with and without a reason")
  func comparesErrors() {
    for code in CallCompositeError.Code.allCases {
      for reason in [nil, "r"] {
        let error = CallCompositeError(code: code, category: .other, reason: reason)
        #expect(error == error)
        #expect(error != CallCompositeError(code: code, category: .callState, reason: reason))
      }
    }
  }

  @Test("0b: errors have the codes of the service's libraries")
  func codesErrors() {
    #expect(CallError.callIsNotInProgress.code == "callIsNotInProgress")
    #expect(CallError.communicationTokenCredentialNotSet.code == "communicationTokenCredentialNotSet")
    #expect(CallError.callIDNotFound.code == "callIdNotFound")
    #expect(SetParticipantViewDataError.participantNotInCall.rawValue == "participantNotInCall")
    #expect(SetViewDataResult.participantNotInCall.rawValue == "participantNotInCall")
  }

  // MARK: Rooms

  @Test("0a: a record adds or changes a room's participant, null removes one, others stay")
  func updatesRooms() throws {
    var roster = RoomRoster()
    let first = #"{"participants":{"8:acs:a":{"role":"Presenter"},"8:acs:b":{"role":"Attendee"}}}"#
    #expect(
      try roster.apply(json: Array(first.utf8)) == [
        .added(rawID: "8:acs:a", role: .presenter), .added(rawID: "8:acs:b", role: .attendee),
      ])
    let second = #"{"participants":{"8:acs:a":null,"8:acs:b":{"role":"Consumer"},"8:acs:x":null}}"#
    #expect(
      try roster.apply(json: Array(second.utf8)) == [
        .removed(rawID: "8:acs:a"), .changed(rawID: "8:acs:b", from: .attendee, to: .consumer),
      ])
    #expect(roster.participants.keys == ["8:acs:b"])
    #expect(try roster.apply(json: Array(#"{"participants":{}}"#.utf8)).isEmpty)
  }

  @Test("0a: a payload with an unknown role leaves the room unchanged")
  func refusesRoles() throws {
    var roster = RoomRoster()
    _ = try roster.apply(json: Array(#"{"participants":{"8:acs:a":{"role":"Presenter"}}}"#.utf8))
    let former = roster
    let payload = #"{"participants":{"8:acs:a":null,"8:acs:b":{"role":"presenter"}}}"#
    #expect(throws: SchemaError.self) { try roster.apply(json: Array(payload.utf8)) }
    #expect(roster == former)
  }
}
