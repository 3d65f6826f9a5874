public import CollaborationModels
public import SchemaRuntime

/// A call with its participants in order, and the fallbacks for their videos.
///
/// An actor, because all calls come from outside and can wait: no handler needs a synchronous result.
public actor VideoCall {
  /// An update of a call.
  public enum Update: Hashable, Sendable {
    case participants([ParticipantChange])
    case session([SessionRoster.Change])
    /// The media server does not know a size: it failed or did not answer in time.
    case trackSizeNotSent(sessionID: String)
  }

  private var reducer = ParticipantsReducer()
  private var roster: SessionRoster
  private var order: ParticipantOrder
  private var fallback: any VideoFallbackProvider
  private let transport: (any VideoTransport)?
  private let requestTimeout: Duration
  private let clock: any Clock<Duration>
  private let broadcast = EventBroadcast<Update>()

  /// - Parameter callCID: the type and the id of the call, separated by a colon.
  /// - Parameter transport: tells the media server the sizes of videos.
  /// - Parameter requestTimeout: the maximum time for the transport to answer.
  /// - Parameter clock: measures that time.
  public init(
    callCID: String, order: ParticipantOrder = .standard,
    fallback: any VideoFallbackProvider = DefaultVideoFallback(), transport: (any VideoTransport)? = nil,
    requestTimeout: Duration = .seconds(15), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.transport = transport
    self.requestTimeout = requestTimeout
    self.clock = clock
    roster = SessionRoster(callCID: callCID)
    self.order = order
    self.fallback = fallback
  }

  /// Returns all updates from now on; events without effect are skipped. The sequence ends when the call is closed, and
  /// after 1,024 updates that waited for a slow listener.
  public nonisolated func updates() -> AsyncStream<Update> { broadcast.events() }

  /// Ends the sequences of updates.
  public nonisolated func close() { broadcast.endSequences() }

  // MARK: Events

  /// Processes an event of the media server or of this device.
  public func receive(_ event: ParticipantEvent) {
    let changes = reducer.receive(event)
    if !changes.isEmpty { broadcast.send(.participants(changes)) }
  }

  /// Sets the size of a participant's video on this device, and tells the media server. Impossible sizes, and those of
  /// participants who are not in the call, are ignored.
  public func updateTrackSize(_ size: TrackSize, for participant: CallParticipant) async {
    let sessionID = participant.sessionID
    receive(.trackSizeChanged(sessionID: sessionID, size))
    guard let transport, reducer[sessionID]?.tracks.trackSize == size else { return }
    let outcome = await waitForResult(within: requestTimeout, on: clock) {
      try await transport.updateTrackSize(size, sessionID: sessionID)
    }
    switch outcome {
    case .answered(.success): break
    case .answered(.failure), .timedOut, .cancelled: broadcast.send(.trackSizeNotSent(sessionID: sessionID))
    }
  }

  /// Processes a payload of the coordinating service.
  /// - Throws: if the payload is invalid; then nothing changes.
  public func receive(json bytes: [UInt8]) throws(SchemaError) {
    let changes = try roster.receive(json: bytes)
    if !changes.isEmpty { broadcast.send(.session(changes)) }
  }

  // MARK: Participants

  /// The participants, in the call's order.
  public var participants: [ParticipantState] { order.sorted(reducer.participants) }

  /// The participants according to the coordinating service.
  public var session: SessionRoster { roster }

  /// Returns the participant of a session; nil if it is not in the call.
  public func participant(sessionID: String) -> ParticipantState? { reducer[sessionID] }

  /// Sets the call's order.
  public func sort(by order: ParticipantOrder) { self.order = order }

  // MARK: Tiles

  /// Replaces the provider of fallbacks for videos that are not drawn.
  public func replaceFallback(with provider: any VideoFallbackProvider) { fallback = provider }

  /// Returns the tiles of all participants, in the call's order.
  ///
  /// - Parameters:
  /// - sessionsWithTrack: the sessions that have a video to draw.
  /// - local: the session of this device and its camera; nil if it does not take part.
  /// - customData: custom data for the tiles' location on the screen.
  /// - sizes: the sizes that are available for the tiles, by session.
  public func tiles(
    sessionsWithTrack: Set<String>, local: (sessionID: String, camera: VideoFallbackContext.LocalCamera)? = nil,
    customData: JSONObject = [:], sizes: [String: TrackSize] = [:]
  ) -> [ParticipantTile] {
    participants.map { state in
      let sessionID = state.participant.sessionID
      return fallback.tile(
        for: VideoFallbackContext(
          participant: state.participant, hasTrack: sessionsWithTrack.contains(sessionID),
          localCamera: local.flatMap { $0.sessionID == sessionID ? $0.camera : nil },
          participantCount: reducer.count, customData: customData, availableSize: sizes[sessionID]))
    }
  }
}
