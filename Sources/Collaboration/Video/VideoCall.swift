public import CollaborationModels
public import SchemaRuntime

/// A call with its participants in order, and what stands in for their videos.
///
/// An actor, as all its questions come from outside and can wait: nothing has to be answered inside of a handler.
public actor VideoCall {
  /// What happens in a call.
  public enum Update: Hashable, Sendable {
    case participants([ParticipantChange])
    case session([SessionRoster.Change])
  }

  private var reducer = ParticipantsReducer()
  private var roster: SessionRoster
  private var order: ParticipantOrder
  private var fallback: any VideoFallbackProvider
  private let broadcast = EventBroadcast<Update>()

  /// - Parameter callCID: the type and the id of the call, with a colon between them.
  public init(
    callCID: String, order: ParticipantOrder = .standard,
    fallback: any VideoFallbackProvider = DefaultVideoFallback()
  ) {
    roster = SessionRoster(callCID: callCID)
    self.order = order
    self.fallback = fallback
  }

  /// What happens from now on; events that change nothing are left out.
  public nonisolated func updates() -> AsyncStream<Update> { broadcast.events() }

  // MARK: Events

  /// Takes an event of the media server or of this device.
  public func receive(_ event: ParticipantEvent) {
    let changes = reducer.receive(event)
    if !changes.isEmpty { broadcast.send(.participants(changes)) }
  }

  /// Takes a payload of the coordinating service.
  /// - Throws: what is wrong with the payload; then nothing changes.
  public func receive(json bytes: [UInt8]) throws(SchemaError) {
    let changes = try roster.receive(json: bytes)
    if !changes.isEmpty { broadcast.send(.session(changes)) }
  }

  /// Ends the sequences of ``updates()``.
  public func finish() { broadcast.finish() }

  // MARK: Participants

  /// The participants, in the call's order.
  public var participants: [ParticipantState] { order.sorted(reducer.participants) }

  /// Who the coordinating service says takes part.
  public var session: SessionRoster { roster }

  /// The participant of a session; nil when it is not in the call.
  public func participant(sessionID: String) -> ParticipantState? { reducer[sessionID] }

  /// Makes this the call's order.
  public func sort(by order: ParticipantOrder) { self.order = order }

  // MARK: Tiles

  /// Puts something else in place of videos that are not drawn.
  public func replaceFallback(with provider: any VideoFallbackProvider) { fallback = provider }

  /// The tiles of all participants, in the call's order.
  ///
  /// - Parameters:
  ///   - sessionsWithTrack: for whom there is a video to draw.
  ///   - local: the session of this device and its camera; nil when it does not take part.
  ///   - customData: what the place of the tiles has to say.
  public func tiles(
    sessionsWithTrack: Set<String>, local: (sessionID: String, camera: VideoFallbackContext.LocalCamera)? = nil,
    customData: JSONObject = [:]
  ) -> [ParticipantTile] {
    participants.map { state in
      let sessionID = state.participant.sessionId
      return fallback.tile(
        for: VideoFallbackContext(
          participant: state.participant, hasTrack: sessionsWithTrack.contains(sessionID),
          localCamera: local.flatMap { $0.sessionID == sessionID ? $0.camera : nil },
          participantCount: reducer.count, customData: customData))
    }
  }
}
