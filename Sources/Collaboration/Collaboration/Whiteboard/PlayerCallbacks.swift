public import CollaborationModels

/// An event of a playback, in order of occurrence.
public enum PlayerEvent: Hashable, Sendable {
  /// The playback has entered another phase.
  case phaseChanged(PlayerPhase)
  /// The first frame is loaded: from now on there is a state to read.
  case firstFrameLoaded
  /// The next slice of the recording begins.
  case sliceChanged(String)
  /// The recording has changed the state; contains only the parts that actually changed, each with its complete new
  /// value.
  indirect case playerStateChanged(PlayerState.Patch)
  /// The playback has paused because of an error.
  case stoppedWithError(WhiteboardError)
  /// The playback has reached this time, in seconds.
  case scheduleTimeChanged(Double)
  /// A frame could not be added.
  case appendFrameFailed(WhiteboardError)
  /// A frame could not be drawn.
  case renderFailed(WhiteboardError)
  /// A custom event of the recording.
  case magixEvent(WhiteboardEvent)
}

/// The callbacks of a playback. All have default implementations.
///
/// They are called one at a time, in the order of the events, after the cached state was updated. Each callback
/// has a form with the playback and the form of the service's documents, without it, which exists for any `Error` as well,
/// under both names that Swift gives to its Objective-C method. Implement the one that you prefer: the form with the
/// playback calls the others by default.
public protocol PlayerCallbacks: Sendable {
  /// The playback has entered another phase.
  func phaseChanged(_ phase: PlayerPhase, in player: Player)
  /// The first frame is loaded: from now on there is a state to read.
  func loadFirstFrame(in player: Player)
  /// The next slice of the recording begins.
  func sliceChanged(_ slice: String, in player: Player)
  /// The recording has changed the state.
  func playerStateChanged(_ modifyState: PlayerState.Patch, in player: Player)
  /// The playback has paused because of an error.
  func stoppedWithError(_ error: WhiteboardError, in player: Player)
  /// The playback has reached this time, in seconds. Called at most once per step.
  func scheduleTimeChanged(_ time: Double, in player: Player)
  /// A frame could not be added; the playback continues.
  func errorWhenAppendFrame(_ error: WhiteboardError, in player: Player)
  /// A frame could not be drawn; the playback continues.
  func errorWhenRender(_ error: WhiteboardError, in player: Player)
  /// A custom event of the recording.
  func fireMagixEvent(_ event: WhiteboardEvent, in player: Player)

  // The forms without the playback.

  /// The playback has entered another phase.
  func phaseChanged(_ phase: PlayerPhase)
  /// The first frame is loaded: from now on there is a state to read.
  func loadFirstFrame()
  /// The next slice of the recording begins.
  func sliceChanged(_ slice: String)
  /// The recording has changed the state.
  func playerStateChanged(_ modifyState: PlayerState.Patch)
  /// The playback has paused because of an error.
  func stoppedWithError(_ error: WhiteboardError)
  /// The playback has reached this time, in seconds. Called at most once per step.
  func scheduleTimeChanged(_ time: Double)
  /// A frame could not be added; the playback continues.
  func errorWhenAppendFrame(_ error: WhiteboardError)
  /// A frame could not be drawn; the playback continues.
  func errorWhenRender(_ error: WhiteboardError)
  /// A custom event of the recording.
  func fireMagixEvent(_ event: WhiteboardEvent)

  // The forms with any error, which is ``WhiteboardFailure/service(_:)``.

  /// The playback has paused because of an error.
  func stoppedWithError(_ error: any Error)
  /// A frame could not be added; the playback continues.
  func errorWhenAppendFrame(_ error: any Error)
  /// A frame could not be added; the playback continues.
  func error(whenAppendFrame error: any Error)
  /// A frame could not be drawn; the playback continues.
  func errorWhenRender(_ error: any Error)
  /// A frame could not be drawn; the playback continues.
  func error(whenRender error: any Error)
}

extension PlayerCallbacks {
  public func phaseChanged(_ phase: PlayerPhase, in player: Player) { phaseChanged(phase) }
  public func loadFirstFrame(in player: Player) { loadFirstFrame() }
  public func sliceChanged(_ slice: String, in player: Player) { sliceChanged(slice) }
  public func playerStateChanged(_ modifyState: PlayerState.Patch, in player: Player) {
    playerStateChanged(modifyState)
  }
  public func stoppedWithError(_ error: WhiteboardError, in player: Player) { stoppedWithError(error) }
  public func scheduleTimeChanged(_ time: Double, in player: Player) { scheduleTimeChanged(time) }
  public func errorWhenAppendFrame(_ error: WhiteboardError, in player: Player) { errorWhenAppendFrame(error) }
  public func errorWhenRender(_ error: WhiteboardError, in player: Player) { errorWhenRender(error) }
  public func fireMagixEvent(_ event: WhiteboardEvent, in player: Player) { fireMagixEvent(event) }

  public func phaseChanged(_ phase: PlayerPhase) {}
  public func loadFirstFrame() {}
  public func sliceChanged(_ slice: String) {}
  public func playerStateChanged(_ modifyState: PlayerState.Patch) {}
  public func stoppedWithError(_ error: WhiteboardError) { stoppedWithError(WhiteboardFailure.service(error)) }
  public func scheduleTimeChanged(_ time: Double) {}
  public func errorWhenAppendFrame(_ error: WhiteboardError) {
    errorWhenAppendFrame(WhiteboardFailure.service(error))
    self.error(whenAppendFrame: WhiteboardFailure.service(error))
  }
  public func errorWhenRender(_ error: WhiteboardError) {
    errorWhenRender(WhiteboardFailure.service(error))
    self.error(whenRender: WhiteboardFailure.service(error))
  }
  public func fireMagixEvent(_ event: WhiteboardEvent) {}

  public func stoppedWithError(_ error: any Error) {}
  public func errorWhenAppendFrame(_ error: any Error) {}
  public func error(whenAppendFrame error: any Error) {}
  public func errorWhenRender(_ error: any Error) {}
  public func error(whenRender error: any Error) {}
}

extension PlayerCallbacks where Self: RoomCallbacks {
  // Of the two defaults for a type with the callbacks of both.
  public func fireMagixEvent(_ event: WhiteboardEvent) {}
}

extension PlayerCallbacks {
  /// Calls the callback for an event.
  func fire(_ event: PlayerEvent, in player: Player) {
    switch event {
    case .phaseChanged(let phase): phaseChanged(phase, in: player)
    case .firstFrameLoaded: loadFirstFrame(in: player)
    case .sliceChanged(let slice): sliceChanged(slice, in: player)
    case .playerStateChanged(let patch): playerStateChanged(patch, in: player)
    case .stoppedWithError(let error): stoppedWithError(error, in: player)
    case .scheduleTimeChanged(let time): scheduleTimeChanged(time, in: player)
    case .appendFrameFailed(let error): errorWhenAppendFrame(error, in: player)
    case .renderFailed(let error): errorWhenRender(error, in: player)
    case .magixEvent(let event): fireMagixEvent(event, in: player)
    }
  }
}
