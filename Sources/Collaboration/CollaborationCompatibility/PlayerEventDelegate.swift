public import Collaboration
public import CollaborationModels

/// The callbacks of a playback in the form of the whiteboard SDK: they do not pass the playback, and pass an error of
/// any type. Each has both names that Swift gives to its Objective-C method, and a default implementation.
///
/// ``PlayerCallbacks`` calls them: implement only one form of each callback. An error is
/// ``Collaboration/WhiteboardFailure/service(_:)``.
public protocol PlayerEventDelegate: PlayerCallbacks {
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
  /// The playback has paused because of an error.
  func stoppedWithError(_ error: any Error)
  /// The playback has reached this time, in seconds. Called at most once per step.
  func scheduleTimeChanged(_ time: Double)
  /// A frame could not be added; the playback continues.
  func errorWhenAppendFrame(_ error: WhiteboardError)
  /// A frame could not be added; the playback continues.
  func errorWhenAppendFrame(_ error: any Error)
  /// A frame could not be added; the playback continues.
  func error(whenAppendFrame error: any Error)
  /// A frame could not be drawn; the playback continues.
  func errorWhenRender(_ error: WhiteboardError)
  /// A frame could not be drawn; the playback continues.
  func errorWhenRender(_ error: any Error)
  /// A frame could not be drawn; the playback continues.
  func error(whenRender error: any Error)
  /// A custom event of the recording.
  func fireMagixEvent(_ event: WhiteboardEvent)
}

extension PlayerEventDelegate {
  public func phaseChanged(_ phase: PlayerPhase, in player: Player) { phaseChanged(phase) }
  public func loadFirstFrame(in player: Player) { loadFirstFrame() }
  public func sliceChanged(_ slice: String, in player: Player) { sliceChanged(slice) }
  public func playerStateChanged(_ modifyState: PlayerState.Patch, in player: Player) {
    playerStateChanged(modifyState)
  }
  public func stoppedWithError(_ error: WhiteboardError, in player: Player) { stoppedWithError(error) }
  public func scheduleTimeChanged(_ time: Duration, in player: Player) { scheduleTimeChanged(time.inSeconds) }
  public func errorWhenAppendFrame(_ error: WhiteboardError, in player: Player) { errorWhenAppendFrame(error) }
  public func errorWhenRender(_ error: WhiteboardError, in player: Player) { errorWhenRender(error) }
  public func fireMagixEvent(_ event: WhiteboardEvent, in player: Player) { fireMagixEvent(event) }

  public func phaseChanged(_ phase: PlayerPhase) {}
  public func loadFirstFrame() {}
  public func sliceChanged(_ slice: String) {}
  public func playerStateChanged(_ modifyState: PlayerState.Patch) {}
  public func stoppedWithError(_ error: WhiteboardError) { stoppedWithError(WhiteboardFailure.service(error)) }
  public func errorWhenAppendFrame(_ error: WhiteboardError) {
    errorWhenAppendFrame(WhiteboardFailure.service(error))
    self.error(whenAppendFrame: WhiteboardFailure.service(error))
  }
  public func errorWhenRender(_ error: WhiteboardError) {
    errorWhenRender(WhiteboardFailure.service(error))
    self.error(whenRender: WhiteboardFailure.service(error))
  }

  public func stoppedWithError(_ error: any Error) {}
  public func scheduleTimeChanged(_ time: Double) {}
  public func errorWhenAppendFrame(_ error: any Error) {}
  public func error(whenAppendFrame error: any Error) {}
  public func errorWhenRender(_ error: any Error) {}
  public func error(whenRender error: any Error) {}
  public func fireMagixEvent(_ event: WhiteboardEvent) {}
}

extension PlayerEventDelegate where Self: RoomCallbackDelegate {
  // Of the two defaults for a type with the callbacks of both.
  public func fireMagixEvent(_ event: WhiteboardEvent) {}
}
