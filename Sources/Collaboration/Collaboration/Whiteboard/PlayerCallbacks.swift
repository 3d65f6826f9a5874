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
  /// The playback has reached this time.
  case scheduleTimeChanged(Duration)
  /// A frame could not be added.
  case appendFrameFailed(WhiteboardError)
  /// A frame could not be drawn.
  case renderFailed(WhiteboardError)
  /// A custom event of the recording.
  case magixEvent(WhiteboardEvent)
}

/// The callbacks of a playback. All have default implementations.
///
/// They are called one at a time, in the order of the events, after the cached state was updated.
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
  /// The playback has reached this time. Called at most once per step.
  func scheduleTimeChanged(_ time: Duration, in player: Player)
  /// A frame could not be added; the playback continues.
  func errorWhenAppendFrame(_ error: WhiteboardError, in player: Player)
  /// A frame could not be drawn; the playback continues.
  func errorWhenRender(_ error: WhiteboardError, in player: Player)
  /// A custom event of the recording.
  func fireMagixEvent(_ event: WhiteboardEvent, in player: Player)
}

extension PlayerCallbacks {
  public func phaseChanged(_ phase: PlayerPhase, in player: Player) {}
  public func loadFirstFrame(in player: Player) {}
  public func sliceChanged(_ slice: String, in player: Player) {}
  public func playerStateChanged(_ modifyState: PlayerState.Patch, in player: Player) {}
  public func stoppedWithError(_ error: WhiteboardError, in player: Player) {}
  public func scheduleTimeChanged(_ time: Duration, in player: Player) {}
  public func errorWhenAppendFrame(_ error: WhiteboardError, in player: Player) {}
  public func errorWhenRender(_ error: WhiteboardError, in player: Player) {}
  public func fireMagixEvent(_ event: WhiteboardEvent, in player: Player) {}
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
