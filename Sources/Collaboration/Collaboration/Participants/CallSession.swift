import CollaborationModels
import SchemaRuntime

/// The state of a composite's call: a state machine without clock or tasks.
///
/// A call is launched, connected, and over. Each has a number, so that events of one call do not affect the next.
struct CallSession: Sendable {
  enum Phase: Equatable, Sendable {
    case idle
    case launching(Int)
    case inCall(Int)
  }

  enum Effect: Hashable, Sendable {
    case remote(RemoteParticipants.Effect)
    case callStateChanged(CallState)
    case failed(CallCompositeError)
  }

  private(set) var phase = Phase.idle
  private(set) var callState = CallState.noneValue
  private(set) var remote = RemoteParticipants()
  private(set) var configuration: LaunchConfiguration?
  private(set) var remoteOptions: RemoteOptions?
  private(set) var localViewData: ParticipantViewData?
  /// Empty until the service has identified the local participant.
  private(set) var localRawID = ""
  /// The number of the latest call; 0 after it was dismissed.
  private(set) var number = 0
  private var lastCall = 0

  init() {}

  private init(lastCall: Int) { self.lastCall = lastCall }

  var isIdle: Bool { phase == .idle }

  func isCurrent(_ call: Int) -> Bool { phase == .launching(call) || phase == .inCall(call) }

  // MARK: Phases

  /// Starts over with the options of a new call and returns its number; nil if there is another call.
  mutating func launch(
    _ configuration: LaunchConfiguration, remoteOptions: RemoteOptions?, localViewData: ParticipantViewData?
  ) -> Int? {
    guard isIdle else { return nil }
    lastCall &+= 1
    self = CallSession(lastCall: lastCall)
    phase = .launching(lastCall)
    number = lastCall
    self.configuration = configuration
    self.remoteOptions = remoteOptions
    self.localViewData = localViewData
    return lastCall
  }

  /// Continues the launched call; returns false if it was cancelled in the meantime.
  mutating func connect(_ call: Int) -> Bool {
    guard phase == .launching(call) else { return false }
    phase = .inCall(call)
    return true
  }

  /// Discards the call and all data set for it; returns false if there is no call.
  mutating func dismiss() -> Bool {
    guard !isIdle || configuration != nil else { return false }
    self = CallSession(lastCall: lastCall)
    return true
  }

  /// Discards a call that could not be joined.
  mutating func fail(_ call: Int) -> Bool { isCurrent(call) && dismiss() }

  // MARK: Events

  /// Applies an event of a call; ignored unless it is the current one.
  mutating func receive(_ event: CallEvent, of call: Int) -> [Effect] {
    guard phase == .inCall(call) else { return [] }
    switch event {
    case .callStateChanged(let state):
      let isNews = state != callState
      callState = state
      let effects = remote.receive(.callStateChanged(state)).map(Effect.remote)
      if state == .disconnected { phase = .idle }
      return effects + (isNews ? [.callStateChanged(state)] : [])
    case .remoteParticipantsChanged(let list, let lastUpdate):
      return remote.receive(.listChanged(list, lastUpdate: lastUpdate)).map(Effect.remote)
    case .localParticipantIdentified(let identifier):
      localRawID = identifier.resolvedRawID
      return []
    case .failed(let error):
      return remote.receive(.failed(error)).map(Effect.remote) + [.failed(error)]
    }
  }

  mutating func drop(_ rawIDs: [String], of call: Int) -> Bool {
    guard phase == .inCall(call) else { return false }
    _ = remote.receive(.viewDataDropped(of: rawIDs))
    return true
  }

  mutating func set(_ data: ParticipantViewData, for identifier: CommunicationIdentifier) -> SetViewDataResult {
    guard case .inCall = phase else { return .participantNotInCall }
    return remote.set(data, for: identifier)
  }

  // MARK: Reading

  /// Returns the data shown instead of the service's; the local participant is found by raw id as well.
  func viewData(rawID: String) -> ParticipantViewData? {
    remote.viewData[rawID] ?? (rawID == localRawID ? localViewData : nil)
  }
}
