public import CollaborationModels
import SchemaRuntime

/// The content of a recording at one time: its kind, and its payload as unvalidated JSON text.
public struct PlayerFrame: Hashable, Sendable {
  /// The type of a payload; the raw values are the names of the service's callbacks.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// `PlayerState`: the complete state, as at the beginning.
    case state
    /// `PlayerState.Patch`
    case stateChange = "playerStateChanged"
    /// `PlayerPhaseChange`
    case phaseChange = "phaseChanged"
    /// `SliceChange`
    case slice = "sliceChanged"
    /// `WhiteboardEvent`
    case event = "fireMagixEvent"
    /// `WhiteboardError`
    case stop = "stoppedWithError"
    /// `WhiteboardError`
    case appendError = "errorWhenAppendFrame"
    /// `WhiteboardError`
    case renderError = "errorWhenRender"
  }

  /// The time from the beginning of the recording.
  public var time: Duration
  /// The type of the payload.
  public var kind: Kind
  /// Unvalidated JSON text.
  public var payload: [UInt8]

  public init(at time: Duration, _ kind: Kind, payload: [UInt8]) {
    self.time = time
    self.kind = kind
    self.payload = payload
  }
}

/// The content of a recording at one time, validated.
public enum PlayerMessage: Hashable, Sendable {
  /// The complete state.
  indirect case state(PlayerState)
  /// A change of the state.
  indirect case stateChange(PlayerState.Patch)
  /// The playback enters another phase; buffering means that data is missing at this time.
  case phaseChange(PlayerPhaseChange)
  /// The next slice begins.
  case slice(SliceChange)
  /// A custom event.
  indirect case event(WhiteboardEvent)
  /// The playback pauses because of an error.
  case stop(WhiteboardError)
  /// A frame could not be added.
  case appendError(WhiteboardError)
  /// A frame could not be drawn.
  case renderError(WhiteboardError)

  /// Validates a frame.
  /// - Throws: ``WhiteboardFailure/invalidPayload(_:)``
  public init(_ frame: PlayerFrame) throws(WhiteboardFailure) {
    do throws(SchemaError) {
      switch frame.kind {
      case .state: self = .state(try PlayerState(json: frame.payload))
      case .stateChange: self = .stateChange(try PlayerState.Patch(json: frame.payload))
      case .phaseChange: self = .phaseChange(try PlayerPhaseChange(json: frame.payload))
      case .slice: self = .slice(try SliceChange(json: frame.payload))
      case .event: self = .event(try WhiteboardEvent(json: frame.payload))
      case .stop: self = .stop(try WhiteboardError(json: frame.payload))
      case .appendError: self = .appendError(try WhiteboardError(json: frame.payload))
      case .renderError: self = .renderError(try WhiteboardError(json: frame.payload))
      }
    } catch { throw .invalidPayload(error) }
  }
}
