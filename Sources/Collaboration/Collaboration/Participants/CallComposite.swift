public import CollaborationModels
import SchemaRuntime

/// A call with its participants, and how this device shows them: a complete calling app except for the screens.
///
///     let composite = CallComposite(transport: transport)
///     composite.events.onRemoteParticipantJoined = { [weak composite] identifiers in
///       for identifier in identifiers {
///         composite?.set(remoteParticipantViewData: ParticipantViewData(displayName: "Asha"), for: identifier)
///       }
///     }
///     try await composite.launch(remoteOptions: remoteOptions, localOptions: localOptions)
///
/// Data set for participants on this device stays on it. The transport only receives ``OutgoingPayload``s, which can
/// only be made from models that may be sent.
///
/// A class with a lock rather than an actor, because handlers are synchronous: they must be able to set data and see
/// the result, and screens must be able to read names.
public final class CallComposite: Sendable {
  /// The handlers that notify the app.
  public let events = CallCompositeEvents()

  /// The deadlines of a composite.
  public struct Options: Hashable, Sendable {
    /// The maximum time for the transport to join or accept a call, and to hold or resume it.
    public var requestTimeout: Duration
    /// The maximum time for the transport to leave a call. Afterwards the call counts as left.
    public var leaveTimeout: Duration

    public init(requestTimeout: Duration = .seconds(15), leaveTimeout: Duration = .seconds(5)) {
      self.requestTimeout = requestTimeout
      self.leaveTimeout = leaveTimeout
    }
  }

  private struct State {
    var session = CallSession()
    var listening: Task<Void, Never>?
    /// Leaves the previous call. The next one is joined afterwards, because a transport leaves whichever call it is in.
    /// Ends at the latest when the transport's time is up.
    var leaving: Task<Void, Never>?
    /// The latest error since the launch.
    var error: CallCompositeError?
  }

  private let transport: any CallTransport
  private let screens: CallScreens
  private let texts: CallTexts
  private let options: Options
  private let clock: any Clock<Duration>
  private let state = Mutex(State())
  private let broadcast = EventBroadcast<CallUpdate>()
  private let snapshotBroadcast = SnapshotBroadcast<CallSnapshot>()

  /// - Parameters:
  /// - screens: the screen options that apply unless a launch overrides them.
  /// - texts: the texts that replace missing names and titles.
  /// - options: the deadlines.
  /// - clock: measures the deadlines.
  public init(
    transport: any CallTransport, screens: CallScreens = CallScreens(), texts: CallTexts = CallTexts(),
    options: Options = Options(), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.transport = transport
    self.screens = screens
    self.texts = texts
    self.options = options
    self.clock = clock
  }

  /// Leaves the call if the composite is deallocated during one.
  deinit {
    let (transport, limit, clock) = (transport, options.leaveTimeout, clock)
    state.withLock { state in
      state.listening?.cancel()
      if !state.session.isIdle { _ = Self.leave(transport, after: state.leaving, within: limit, on: clock) }
    }
  }

  /// Returns all updates from now on. The sequence ends when the composite is closed, and after 1,024 updates that
  /// waited for a slow listener.
  public func updates() -> AsyncStream<CallUpdate> { broadcast.events() }

  /// Leaves the call, if there is one, and ends the sequences of updates and snapshots.
  public func close() async {
    await dismiss()
    broadcast.endSequences()
    snapshotBroadcast.endSequences()
  }
}

// MARK: - Launching

extension CallComposite {
  /// Joins a call. Sends the remote options; the local options stay on this device.
  ///
  /// A call that the transport has not joined in time, or before the calling task was cancelled, is left.
  ///
  /// - Throws: ``CallError/invalidOptions(_:)`` before anything is sent, ``CallError/callIsInProgress`` during a call,
  ///   ``CallError/callIsNotInProgress`` if the call was dismissed in the meantime, ``CallError/timedOut(after:)``,
  ///   ``CallError/cancelled``, or the transport's error.
  public func launch(
    remoteOptions: RemoteOptions, localOptions: LocalOptions? = nil, screens: CallScreens = CallScreens()
  ) async throws(CallError) {
    let payload: OutgoingPayload<RemoteOptionsPayload>
    do { payload = try OutgoingPayload(remoteOptions.payload) } catch { throw .invalidOptions(error) }
    let configuration = try configuration(localOptions, origin: .app, screens: screens)
    let transport = transport
    try await launch(configuration, remoteOptions, localOptions) { () async throws(CallError) in
      try await transport.join(payload, credential: remoteOptions.credential)
    }
  }

  /// Continues an incoming call that was accepted on the system's call screen: without a setup screen, and with camera
  /// and microphone off.
  ///
  /// - Throws: as ``launch(remoteOptions:localOptions:screens:)``, and ``CallError/callIDNotFound``.
  public func launch(
    callIDAcceptedFromCallKit callID: String, localOptions: LocalOptions? = nil, screens: CallScreens = CallScreens()
  ) async throws(CallError) {
    guard !callID.isBlank else { throw .callIDNotFound }
    let configuration = try configuration(localOptions, origin: .acceptedFromCallKit, screens: screens)
    let transport = transport
    try await launch(configuration, nil, localOptions) { () async throws(CallError) in
      try await transport.accept(callID: callID)
    }
  }

  /// Discards everything that was set for the call, and leaves it. Does nothing without a call.
  ///
  /// Returns once the transport has left, and at the latest after ``Options/leaveTimeout``, which is reported as an
  /// error, or when the calling task is cancelled. The call is over in any case.
  public func dismiss() async {
    guard let leaving = forget() else { return }
    _ = await waitForAnswer(within: nil, on: clock) { await leaving.value }
  }

  /// Discards the call, and returns a task that leaves it; nil if there is none.
  package func forget() -> Task<Void, Never>? {
    let (listening, leaving) = state.withLock { state -> (Task<Void, Never>?, Task<Void, Never>?) in
      guard state.session.dismiss() else { return (nil, nil) }
      defer { state.listening = nil }
      leave(&state, reportsDismissal: true)
      return (state.listening, state.leaving)
    }
    listening?.cancel()
    sendSnapshot()
    return leaving
  }

  /// Starts to leave the call in which the transport is.
  private func leave(_ state: inout State, reportsDismissal: Bool = false) {
    state.leaving = Self.leave(
      transport, after: state.leaving, within: options.leaveTimeout, on: clock
    ) { [weak self, broadcast] isLeft in
      if !isLeft {
        self?.tell(of: CallCompositeError(code: .callEnd, category: .other, reason: "timedOut"))
      }
      if reportsDismissal { broadcast.send(.dismissed) }
    }
  }

  /// - Parameter finish: receives whether the transport has left in time.
  private static func leave(
    _ transport: any CallTransport, after former: Task<Void, Never>?, within limit: Duration,
    on clock: any Clock<Duration>, then finish: @escaping @Sendable (Bool) -> Void = { _ in }
  ) -> Task<Void, Never> {
    Task {
      await former?.value
      switch await waitForAnswer(within: limit, on: clock, { await transport.leave() }) {
      case .answered: finish(true)
      case .timedOut, .cancelled: finish(false)
      }
    }
  }

  /// Puts the call on hold.
  /// - Throws: ``CallError/callIsNotInProgress``, ``CallError/timedOut(after:)``, ``CallError/cancelled``, or the
  ///   transport's error.
  public func hold() async throws(CallError) {
    try requireCall()
    try await ask { [transport] () async throws(CallError) in try await transport.hold() }
  }

  /// Resumes a call on hold.
  /// - Throws: as ``hold()``.
  public func resume() async throws(CallError) {
    try requireCall()
    try await ask { [transport] () async throws(CallError) in try await transport.resume() }
  }

  /// Asks the transport for something, within the time for requests.
  private func ask<Value: Sendable>(
    late: (@Sendable (Result<Value, CallError>) async -> Void)? = nil,
    _ work: @escaping @Sendable () async throws(CallError) -> Value
  ) async throws(CallError) -> Value {
    switch await waitForResult(within: options.requestTimeout, on: clock, late: late, work) {
    case .answered(let result): return try result.get()
    case .timedOut: throw .timedOut(after: options.requestTimeout)
    case .cancelled: throw .cancelled
    }
  }

  private func requireCall() throws(CallError) {
    guard case .inCall = state.withLock({ $0.session.phase }) else { throw .callIsNotInProgress }
  }

  private func configuration(
    _ localOptions: LocalOptions?, origin: LaunchConfiguration.Origin, screens: CallScreens
  ) throws(CallError) -> LaunchConfiguration {
    do { try localOptions?.validate() } catch { throw .invalidOptions(error) }
    return LaunchConfiguration(
      localOptions, origin: origin, compositeScreens: self.screens, screens: screens, texts: texts)
  }

  private func launch(
    _ configuration: LaunchConfiguration, _ remoteOptions: RemoteOptions?, _ localOptions: LocalOptions?,
    connecting connect: @escaping @Sendable () async throws(CallError) -> AsyncStream<CallEvent>
  ) async throws(CallError) {
    let (call, leaving) = state.withLock { state in
      let call = state.session.launch(
        configuration, remoteOptions: remoteOptions, localViewData: localOptions?.participantViewData)
      if call != nil { state.error = nil }
      return (call, state.leaving)
    }
    guard let call else { throw .callIsInProgress }
    sendSnapshot()
    if let leaving, case .cancelled = await waitForAnswer(within: nil, on: clock, { await leaving.value }) {
      _ = state.withLock { $0.session.fail(call) }
      sendSnapshot()
      throw .cancelled
    }
    guard state.withLock({ $0.session.isCurrent(call) }) else { throw .callIsNotInProgress }
    let stream: AsyncStream<CallEvent>
    do throws(CallError) {
      stream = try await ask(late: leavingLateCalls(), connect)
    } catch {
      fail(call, error)
      throw error
    }
    let isConnected = state.withLock { state in
      guard state.session.connect(call) else { return false }
      state.listening = listen(to: stream, of: call)
      return true
    }
    guard !isConnected else { return }
    // Dismissed while the transport joined: it has to leave again, unless another call has replaced this one.
    await leaveUnlessInCall()?.value
    throw .callIsNotInProgress
  }

  /// Ends a launch that failed. Whether the transport has joined is unknown unless it has answered, so it leaves.
  private func fail(_ call: Int, _ error: CallError) {
    let isCurrent = state.withLock { state in
      guard state.session.fail(call) else { return false }
      switch error {
      case .timedOut, .cancelled: leave(&state)
      case .callIsNotInProgress, .callIsInProgress, .communicationTokenCredentialNotSet, .callIDNotFound,
        .invalidOptions, .connectionFailed, .tokenNotRefreshed:
        break
      }
      return true
    }
    if isCurrent { report(error) }
  }

  /// Returns what happens when the transport joins a call for which nobody waits any longer.
  private func leavingLateCalls() -> @Sendable (Result<AsyncStream<CallEvent>, CallError>) async -> Void {
    { [weak self, transport] result in
      guard case .success = result else { return }
      if let self { _ = self.leaveUnlessInCall() } else { await transport.leave() }
    }
  }

  private func leaveUnlessInCall() -> Task<Void, Never>? {
    state.withLock { state in
      guard state.session.isIdle else { return nil }
      leave(&state)
      return state.leaving
    }
  }

  private func report(_ error: CallError) {
    let code: CallCompositeError.Code =
      switch error {
      case .communicationTokenCredentialNotSet: .communicationTokenCredentialNotSet
      case .tokenNotRefreshed: .tokenExpired
      case .callIsNotInProgress, .callIsInProgress, .callIDNotFound, .invalidOptions, .connectionFailed, .timedOut,
        .cancelled:
        .callJoin
      }
    tell(of: CallCompositeError(code: code, category: .callState, reason: error.code))
  }
}

// MARK: - Events of the transport

extension CallComposite {
  private func listen(to stream: AsyncStream<CallEvent>, of call: Int) -> Task<Void, Never> {
    Task { [weak self] in
      for await event in stream {
        guard let self, self.receive(event, of: call) else { return }
      }
      // A transport whose sequence ends without a state change has lost the call.
      _ = self?.receive(.callStateChanged(.disconnected), of: call)
    }
  }

  /// Applies an event with all its effects. Returns whether the call continues.
  private func receive(_ event: CallEvent, of call: Int) -> Bool {
    let (effects, number) = state.withLock { ($0.session.receive(event, of: call), $0.session.number) }
    defer { sendSnapshot() }
    for effect in effects {
      // A handler may have dismissed the call and launched another one. Then the remaining effects are dropped.
      guard state.withLock({ $0.session.number }) == number else { return false }
      perform(effect, of: call)
    }
    return state.withLock { $0.session.isCurrent(call) }
  }

  private func perform(_ effect: CallSession.Effect, of call: Int) {
    switch effect {
    case .remote(.joined(let identifiers)):
      for handler in events.joinedHandlers { handler(identifiers) }
      broadcast.send(.remoteParticipantsJoined(identifiers))
    case .remote(.dropViewData(let rawIDs)):
      state.withLock { state in
        if state.session.drop(rawIDs, of: call) { broadcast.send(.viewDataDropped(rawIDs: rawIDs)) }
      }
    case .remote(.left(let identifiers)):
      events.onRemoteParticipantLeft?(identifiers)
      broadcast.send(.remoteParticipantsLeft(identifiers))
    case .remote(.allViewDataDropped): broadcast.send(.allViewDataDropped)
    case .callStateChanged(let callState):
      events.onCallStateChanged?(callState)
      broadcast.send(.callStateChanged(callState))
    case .failed(let error): tell(of: error)
    }
  }

  private func tell(of error: CallCompositeError) {
    state.withLock { $0.error = error }
    sendSnapshot()
    events.onError?(error)
    broadcast.send(.failed(error))
  }
}

// MARK: - View data

extension CallComposite {
  /// Sets how a remote participant is shown on this device, replacing earlier data.
  ///
  /// It fails if the participant is not in the call at this moment, for instance before the launch or after the end. In
  /// the handler for participants who joined, it succeeds for all of them.
  @discardableResult
  public func set(
    remoteParticipantViewData data: ParticipantViewData, for identifier: CommunicationIdentifier
  ) -> SetViewDataResult {
    defer { sendSnapshot() }
    return state.withLock { state in
      let result = state.session.set(data, for: identifier)
      // Inside the lock, so that listeners see the changes in order.
      if result == .success {
        broadcast.send(.viewDataChanged(rawID: state.session.remote.listedRawID(of: identifier)))
      }
      return result
    }
  }

  /// Returns the data shown on this device instead of the service's, for remote participants and the local one.
  public func viewData(for identifier: CommunicationIdentifier) -> ParticipantViewData? {
    state.withLock { $0.session.viewData(rawID: $0.session.remote.listedRawID(of: identifier)) }
  }

  /// The data shown on this device for the local participant instead of the service's.
  public var localViewData: ParticipantViewData? { state.withLock { $0.session.localViewData } }

  /// The raw ids of the participants with view data, latest last.
  public var rawIDsWithViewData: [String] { state.withLock { $0.session.remote.viewData.keys } }
}

// MARK: - Display

extension CallComposite {
  /// The call's latest state from the service; `none` before the first.
  public var callState: CallState { state.withLock { $0.session.callState } }

  /// The configuration that resulted from the launch; nil before it and after a dismissal.
  public var configuration: LaunchConfiguration? { state.withLock { $0.session.configuration } }

  /// The remote participants, in the order in which the service lists them.
  public var remoteParticipants: [RemoteParticipant] {
    state.withLock { $0.session.remote.participants.values }
  }

  /// Returns the name of a remote participant for all screens; a neutral one for a participant who is not in the call.
  public func displayName(of identifier: CommunicationIdentifier) -> String {
    let (viewData, participant) = state.withLock { state in
      let rawID = state.session.remote.listedRawID(of: identifier)
      return (state.session.remote.viewData[rawID], state.session.remote.participants[rawID])
    }
    return DisplayName.resolve(viewData: viewData, serviceName: participant?.displayName, texts: texts)
  }

  /// Returns the title of a remote participant's cell: the name, or a note that the participant is being called.
  public func gridTitle(of identifier: CommunicationIdentifier) -> String {
    let (viewData, participant) = state.withLock { state in
      let rawID = state.session.remote.listedRawID(of: identifier)
      return (state.session.remote.viewData[rawID], state.session.remote.participants[rawID])
    }
    guard let participant else { return texts.unnamedParticipant }
    return DisplayName.gridTitle(of: participant, viewData: viewData, texts: texts)
  }

  /// The title of the local participant's cell.
  public var localTitle: String {
    let (viewData, remoteOptions) = state.withLock { ($0.session.localViewData, $0.session.remoteOptions) }
    return DisplayName.localTitle(viewData: viewData, remoteOptions: remoteOptions, texts: texts)
  }
}

// MARK: - Snapshots

extension CallComposite: SnapshotSource {
  public var snapshot: CallSnapshot {
    state.withLock { state in
      let session = state.session
      let participants = session.remote.participants.map { rawID, participant in
        let viewData = session.remote.viewData[rawID]
        return CallSnapshot.Participant(
          participant: participant,
          name: DisplayName.resolve(viewData: viewData, serviceName: participant.displayName, texts: texts),
          title: DisplayName.gridTitle(of: participant, viewData: viewData, texts: texts))
      }
      return CallSnapshot(
        callState: session.callState, isInProgress: !session.isIdle, participants: participants,
        localTitle: DisplayName.localTitle(
          viewData: session.localViewData, remoteOptions: session.remoteOptions, texts: texts),
        error: state.error)
    }
  }

  /// Returns the current snapshot, followed by later ones until the composite is closed: of all its calls.
  public func snapshots() -> AsyncStream<CallSnapshot> { snapshotBroadcast.values { snapshot } }

  public func clearError() {
    state.withLock { $0.error = nil }
    sendSnapshot()
  }

  private func sendSnapshot() { snapshotBroadcast.update { snapshot } }
}
