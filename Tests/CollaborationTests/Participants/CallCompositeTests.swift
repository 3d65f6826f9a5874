import Collaboration
import CollaborationCompatibility
import CollaborationModels
import SchemaRuntime
import Testing

@Suite(.timeLimit(.minutes(60))) struct CallCompositeTests {
  private static let room = RemoteOptions(
    locator: .roomCall(RoomCallLocator(roomID: "99199690362660524")), displayName: "Service name")

  private static func list(_ rawIDs: String..., at second: Int) throws -> CallEvent {
    let participants = rawIDs.map {
      RemoteParticipant(identifier: CommunicationIdentifier(rawID: $0), displayName: "service \($0)")
    }
    return .remoteParticipantsChanged(
      participants, lastUpdate: try #require(Timestamp(secondsSinceEpoch: Int64(second))))
  }

  private static func identifiers(_ rawIDs: String...) -> [CommunicationIdentifier] {
    rawIDs.map { CommunicationIdentifier(rawID: $0) }
  }

  /// A launched call, its transport, and its updates.
  private static func launched(
    _ localOptions: LocalOptions? = nil
  ) async throws -> (CallComposite, RecordingCallTransport, AsyncStream<CallUpdate>.AsyncIterator) {
    let transport = RecordingCallTransport()
    let composite = CallComposite(transport: transport, clock: VirtualClock())
    let updates = composite.updates().makeAsyncIterator()
    try await composite.launch(remoteOptions: room, localOptions: localOptions)
    return (composite, transport, updates)
  }

  // MARK: Order

  @Test("0b: handlers and updates come in the order joined, cleanup, left; data set in the joined handler is kept")
  func keepsOrder() async throws {
    let (composite, transport, iterator) = try await Self.launched()
    var updates = iterator
    let log = Mutex<[String]>([])
    let note = { @Sendable (line: String) in log.withLock { $0.append(line) } }
    composite.events.onRemoteParticipantJoined = { [weak composite] identifiers in
      guard let composite else { return }
      note("joined \(identifiers.map(\.resolvedRawID)), with data: \(composite.rawIDsWithViewData)")
      for identifier in identifiers {
        composite.set(remoteParticipantViewData: ParticipantViewData(displayName: "local"), for: identifier) { result in
          if case .success = result { note("set \(identifier.resolvedRawID)") }
        }
      }
    }
    composite.events.onRemoteParticipantLeft = { [weak composite] identifiers in
      guard let composite else { return }
      let result = composite.set(remoteParticipantViewData: ParticipantViewData(), for: identifiers[0])
      note("left \(identifiers.map(\.resolvedRawID)), with data: \(composite.rawIDsWithViewData), set: \(result)")
    }
    transport.tell(try Self.list("4:1", "4:2", at: 1))
    transport.tell(try Self.list("4:2", "4:3", at: 2))
    let expected: [CallUpdate] = [
      .viewDataChanged(rawID: "4:1"), .viewDataChanged(rawID: "4:2"),
      .remoteParticipantsJoined(Self.identifiers("4:1", "4:2")),
      .viewDataChanged(rawID: "4:3"), .remoteParticipantsJoined(Self.identifiers("4:3")),
      .viewDataDropped(rawIDs: ["4:1"]), .remoteParticipantsLeft(Self.identifiers("4:1")),
    ]
    for update in expected { #expect(await updates.next() == update) }
    #expect(
      log.withLock { $0 } == [
        #"joined ["4:1", "4:2"], with data: []"#, "set 4:1", "set 4:2",
        #"joined ["4:3"], with data: ["4:1", "4:2"]"#, "set 4:3",
        #"left ["4:1"], with data: ["4:2", "4:3"], set: participantNotInCall"#,
      ])
    #expect(composite.displayName(of: CommunicationIdentifier(rawID: "4:2")) == "local")
    #expect(composite.remoteParticipants.map(\.identifier) == Self.identifiers("4:2", "4:3"))
  }

  @Test("0c: setting data fails before launch, for a stranger, and after dismissal, and the handler is called once")
  func failsAloud() async throws {
    let transport = RecordingCallTransport()
    let composite = CallComposite(transport: transport, clock: VirtualClock())
    var updates = composite.updates().makeAsyncIterator()
    let person = CommunicationIdentifier(rawID: "4:1")
    var results: [Result<Void, SetParticipantViewDataError>] = []
    func set(_ identifier: CommunicationIdentifier) {
      composite.set(remoteParticipantViewData: ParticipantViewData(displayName: "A"), for: identifier) {
        results.append($0)
      }
    }
    set(person)
    try await composite.launch(remoteOptions: Self.room)
    set(person)
    transport.tell(try Self.list("4:1", at: 1))
    #expect(await updates.next() == .remoteParticipantsJoined([person]))
    set(CommunicationIdentifier(rawID: "4:2"))
    set(person)
    await composite.dismiss()
    set(person)
    let outcomes = results.map { result in
      switch result {
      case .success: "success"
      case .failure(let error): error.rawValue
      }
    }
    let failure = "participantNotInCall"
    #expect(outcomes == [failure, failure, failure, "success", failure])
    composite.set(remoteParticipantViewData: ParticipantViewData(), for: person, completionHandler: nil)
  }

  @Test("0b: a stale update is not reported")
  func ignoresStaleUpdates() async throws {
    let (composite, transport, iterator) = try await Self.launched()
    var updates = iterator
    transport.tell(try Self.list("4:1", at: 1))
    transport.tell(try Self.list("4:2", at: 0))
    transport.tell(try Self.list("4:1", "4:3", at: 2))
    #expect(await updates.next() == .remoteParticipantsJoined(Self.identifiers("4:1")))
    #expect(await updates.next() == .remoteParticipantsJoined(Self.identifiers("4:3")))
    #expect(composite.remoteParticipants.count == 2)
  }

  // MARK: Names

  @Test("0b: names fall back from local data to the service's to a neutral one")
  func namesParticipants() async throws {
    let (composite, transport, iterator) = try await Self.launched()
    var updates = iterator
    transport.tell(try Self.list("4:1", at: 1))
    _ = await updates.next()
    let person = CommunicationIdentifier(rawID: "4:1")
    #expect(composite.displayName(of: person) == "service 4:1")
    composite.set(remoteParticipantViewData: ParticipantViewData(displayName: "Asha"), for: person)
    #expect(composite.displayName(of: person) == "Asha")
    #expect(composite.gridTitle(of: person) == "Asha")
    #expect(composite.displayName(of: CommunicationIdentifier(rawID: "4:2")) == "Unnamed Participant")
    #expect(composite.gridTitle(of: CommunicationIdentifier(rawID: "4:2")) == "Unnamed Participant")
    #expect(composite.localTitle == "Service name (me)")
  }

  // MARK: End of a call

  @Test("0b: the end of a call drops the data of others and keeps that of the local participant")
  func cleansUp() async throws {
    let local = ParticipantViewData(displayName: "Me here")
    let (composite, transport, iterator) = try await Self.launched(LocalOptions(participantViewData: local))
    var updates = iterator
    let me = CommunicationIdentifier(rawID: "8:acs:me")
    // Until the service has identified the local participant, the data is stored under the empty raw id.
    #expect(composite.viewData(for: .unknown(UnknownIdentifier())) == local)
    transport.tell(.localParticipantIdentified(me))
    transport.tell(try Self.list("4:1", at: 1))
    _ = await updates.next()
    #expect(composite.viewData(for: me) == local)
    composite.set(remoteParticipantViewData: ParticipantViewData(), for: CommunicationIdentifier(rawID: "4:1"))
    transport.tell(.callStateChanged(.disconnected))
    #expect(await updates.next() == .viewDataChanged(rawID: "4:1"))
    #expect(await updates.next() == .allViewDataDropped)
    #expect(await updates.next() == .callStateChanged(.disconnected))
    #expect(composite.rawIDsWithViewData.isEmpty && composite.remoteParticipants.isEmpty)
    #expect(composite.localViewData == local)
    #expect(composite.viewData(for: me) == local)
    #expect(composite.localTitle == "Me here (me)")
    await #expect(throws: CallError.callIsNotInProgress) { try await composite.hold() }
    await composite.dismiss()
    #expect(composite.localViewData == nil)
  }

  @Test("0b: an error of the call's state drops all view data, and both are reported")
  func cleansUpOnErrors() async throws {
    let (composite, transport, iterator) = try await Self.launched()
    var updates = iterator
    let errors = Mutex<[CallCompositeError]>([])
    composite.events.onError = { error in errors.withLock { $0.append(error) } }
    transport.tell(try Self.list("4:1", at: 1))
    _ = await updates.next()
    composite.set(remoteParticipantViewData: ParticipantViewData(), for: CommunicationIdentifier(rawID: "4:1"))
    _ = await updates.next()
    let error = CallCompositeError(code: .callEnd, category: .callState, reason: "r")
    transport.tell(.failed(error))
    #expect(await updates.next() == .allViewDataDropped)
    #expect(await updates.next() == .failed(error))
    #expect(errors.withLock { $0 } == [error])
  }

  @Test("a transport whose sequence ends without a state change has lost the call")
  func noticesEnd() async throws {
    let (composite, transport, iterator) = try await Self.launched()
    var updates = iterator
    transport.tell(.callStateChanged(.connected))
    transport.end()
    #expect(await updates.next() == .callStateChanged(.connected))
    #expect(await updates.next() == .callStateChanged(.disconnected))
    #expect(composite.callState == .disconnected)
  }

  @Test("events of a call that is over do not affect the next one")
  func separatesCalls() async throws {
    let (composite, transport, iterator) = try await Self.launched()
    var updates = iterator
    await composite.dismiss()
    let stale = transport.continuations[0]
    try await composite.launch(remoteOptions: Self.room)
    stale.yield(try Self.list("4:1", at: 1))
    transport.tell(try Self.list("4:2", at: 1))
    #expect(await updates.next() == .dismissed)
    #expect(await updates.next() == .remoteParticipantsJoined(Self.identifiers("4:2")))
    #expect(transport.calls == ["join", "leave", "join"])
  }

  // MARK: Launching

  @Test("0b: errors of a launch are typed, and leave everything unchanged")
  func refusesLaunches() async throws {
    let transport = RecordingCallTransport()
    let composite = CallComposite(transport: transport, clock: VirtualClock())
    let long = RemoteOptions(
      locator: .roomCall(RoomCallLocator(roomID: "1")), displayName: String(repeating: "a", count: 257))
    await #expect { try await composite.launch(remoteOptions: long) } throws: { error in
      if case CallError.invalidOptions = error { true } else { false }
    }
    let picture = LocalOptions(participantViewData: ParticipantViewData(avatar: "not an address"))
    await #expect { try await composite.launch(remoteOptions: Self.room, localOptions: picture) } throws: { error in
      if case CallError.invalidOptions = error { true } else { false }
    }
    await #expect(throws: CallError.callIDNotFound) { try await composite.launch(callIDAcceptedFromCallKit: "") }
    await #expect(throws: CallError.callIsNotInProgress) { try await composite.hold() }
    await #expect(throws: CallError.callIsNotInProgress) { try await composite.resume() }
    #expect(transport.calls.isEmpty && composite.configuration == nil)
    try await composite.launch(remoteOptions: Self.room)
    await #expect(throws: CallError.callIsInProgress) { try await composite.launch(remoteOptions: Self.room) }
    #expect(transport.calls == ["join"])
  }

  @Test("0b: a transport's error is thrown and reported, and the call can be launched again")
  func reportsFailedLaunches() async throws {
    let transport = RecordingCallTransport()
    let composite = CallComposite(transport: transport, clock: VirtualClock())
    var updates = composite.updates().makeAsyncIterator()
    let failures: [(CallError, CallCompositeError.Code)] = [
      (.communicationTokenCredentialNotSet, .communicationTokenCredentialNotSet), (.connectionFailed("x"), .callJoin),
    ]
    for (error, code) in failures {
      transport.fail(with: error)
      await #expect(throws: error) { try await composite.launch(remoteOptions: Self.room) }
      let told = CallCompositeError(code: code, category: .callState, reason: error.code)
      #expect(await updates.next() == .failed(told))
      #expect(composite.configuration == nil)
    }
    transport.fail(with: .callIDNotFound)
    await #expect(throws: CallError.callIDNotFound) { try await composite.launch(callIDAcceptedFromCallKit: "c1") }
    transport.fail(with: nil)
    try await composite.launch(callIDAcceptedFromCallKit: "c2", localOptions: LocalOptions(cameraOn: true))
    #expect(composite.configuration?.isCameraOn == false && composite.configuration?.skipsSetupScreen == true)
    try await composite.hold()
    try await composite.resume()
    #expect(transport.calls == ["join", "join", "accept c1", "accept c2", "hold", "resume"])
  }

  @Test("0b: a launch uses its own remote options, not those of the previous call")
  func resetsRemoteOptions() async throws {
    let (composite, transport, _) = try await Self.launched()
    #expect(composite.localTitle == "Service name (me)")
    await composite.dismiss()
    #expect(composite.localTitle == "Unnamed Participant (me)")
    try await composite.launch(callIDAcceptedFromCallKit: "c1")
    #expect(composite.localTitle == "Unnamed Participant (me)")
    #expect(transport.payloads == [try Self.room.payload.json()])
  }

  @Test("a call dismissed in a handler performs no further effects of an update")
  func dismissesInsideHandlers() async throws {
    let (composite, transport, iterator) = try await Self.launched()
    var updates = iterator
    let left = Mutex(0)
    composite.events.onRemoteParticipantLeft = { _ in left.withLock { $0 += 1 } }
    composite.events.onRemoteParticipantJoined = { [weak composite] identifiers in
      if identifiers == Self.identifiers("4:2") { composite?.dismiss(completionHandler: nil) }
    }
    transport.tell(try Self.list("4:1", at: 1))
    #expect(await updates.next() == .remoteParticipantsJoined(Self.identifiers("4:1")))
    transport.tell(try Self.list("4:2", at: 2))
    // The handler had started, so its update is reported; the participants who left are no longer reported.
    var told: [CallUpdate] = []
    while told.count < 2, let update = await updates.next() { told.append(update) }
    #expect(Set(told) == [.remoteParticipantsJoined(Self.identifiers("4:2")), .dismissed])
    #expect(left.withLock { $0 } == 0)
    #expect(composite.remoteParticipants.isEmpty && composite.configuration == nil)
    #expect(transport.calls == ["join", "leave"])
    // Without a call there is nothing to leave, but the handler is called.
    await withCheckedContinuation { continuation in
      composite.dismiss { continuation.resume() }
    }
    #expect(transport.calls == ["join", "leave"])
  }

  @Test("a call dismissed while the transport joins is left, and its launch throws")
  func dismissesWhileJoining() async throws {
    let transport = RecordingCallTransport()
    let composite = CallComposite(transport: transport, clock: VirtualClock())
    transport.whenJoining { await composite.dismiss() }
    await #expect(throws: CallError.callIsNotInProgress) { try await composite.launch(remoteOptions: Self.room) }
    #expect(transport.calls == ["join", "leave", "leave"])
    #expect(composite.configuration == nil)
  }

  @Test("a call launched while the transport still leaves the previous one joins after that, and is not left by it")
  func joinsAfterLeaving() async throws {
    let (composite, transport, iterator) = try await Self.launched()
    var updates = iterator
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    transport.whenLeaving { for await _ in gate {} }
    composite.dismiss(completionHandler: nil)
    let launch = Task { try await composite.launch(remoteOptions: Self.room) }
    while composite.configuration == nil { await Task.yield() }
    for _ in 0..<100 { await Task.yield() }
    #expect(transport.calls == ["join"])
    opening.finish()
    try await launch.value
    #expect(transport.calls == ["join", "leave", "join"])
    #expect(await updates.next() == .dismissed)
    transport.tell(try Self.list("4:1", at: 1))
    #expect(await updates.next() == .remoteParticipantsJoined(Self.identifiers("4:1")))
  }

  @Test("a composite that is released during a call leaves it, and ends its updates")
  func leavesWhenLetGo() async throws {
    let transport = RecordingCallTransport()
    let (left, leaving) = AsyncStream.makeStream(of: Void.self)
    transport.whenLeaving { leaving.finish() }
    var composite: CallComposite? = CallComposite(transport: transport, clock: VirtualClock())
    var updates = try #require(composite).updates().makeAsyncIterator()
    try await composite?.launch(remoteOptions: Self.room)
    composite = nil
    #expect(await updates.next() == nil)
    for await _ in left {}
    while transport.calls.count < 2 { await Task.yield() }
    #expect(transport.calls == ["join", "leave"])
  }

  // MARK: Many tasks

  @Test(
    "eight tasks set and read while people come and go: every call is answered, and no data outlives its participant")
  func bearsManyTasks() async throws {
    let (composite, transport, _) = try await Self.launched()
    // Not by its updates: those of a listener that does not read end at a limit.
    let (connected, connecting) = AsyncStream.makeStream(of: Void.self)
    composite.events.onCallStateChanged = { _ in connecting.finish() }
    let answers = AnswerCounter()
    composite.events.onRemoteParticipantJoined = { [weak composite] identifiers in
      for identifier in identifiers {
        composite?.set(remoteParticipantViewData: ParticipantViewData(displayName: "j"), for: identifier)
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for turn in 0..<400 {
            let person = CommunicationIdentifier(rawID: "4:\((turn + task) % 10)")
            composite.set(remoteParticipantViewData: ParticipantViewData(displayName: "\(turn)"), for: person) { _ in
              answers.add()
            }
            _ = composite.displayName(of: person)
            if task == 0 {
              let present = (0..<10).filter { ($0 + turn) % 3 != 0 }.map { "4:\($0)" }
              let participants = present.map { RemoteParticipant(identifier: CommunicationIdentifier(rawID: $0)) }
              if let time = Timestamp(secondsSinceEpoch: Int64(turn)) {
                transport.tell(.remoteParticipantsChanged(participants, lastUpdate: time))
              }
            }
          }
        }
      }
    }
    transport.tell(.callStateChanged(.connected))
    for await _ in connected {}
    #expect(answers.count == 8 * 400)
    let present = Set(composite.remoteParticipants.map(\.identifier.resolvedRawID))
    #expect(present.count == 6 || present.count == 7)
    #expect(Set(composite.rawIDsWithViewData).isSubset(of: present))
  }
}
