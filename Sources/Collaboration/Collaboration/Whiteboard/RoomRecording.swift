public import CollaborationModels
public import SchemaRuntime

/// A recorded room: frames with their times.
public struct RoomRecording: Hashable, Sendable {
  struct Frame: Hashable {
    var time: Int
    /// The frame's message, or the error if the frame is invalid. An error is reported when its time comes, and nothing
    /// changes.
    var content: Result<PlayerMessage, WhiteboardFailure>
  }

  /// The start of the recording, in milliseconds since 1970-01-01 UTC, and its duration in milliseconds: times of
  /// playbacks are those of the wire.
  let (begin, length): (Int, Int)
  let frames: [Frame]

  /// The start of the recording.
  public var beginTimestamp: Timestamp { Timestamp(millisecondsSinceEpoch: begin) }
  /// The duration of the recording.
  public var duration: Duration { .milliseconds(length) }

  /// Creates a recording.
  ///
  /// Invalid frames do not invalidate it: each is reported as an append error when its time comes.
  /// - Parameters:
  /// - beginTimestamp: The start of the recording.
  /// - duration: The duration; milliseconds count, as for the times of frames.
  /// - frames: The frames in order of time; the first is the complete state, at time 0.
  /// - Throws: ``WhiteboardFailure/replayFailed(_:)`` if there is no first state, or times are not in order.
  public init(
    beginTimestamp: Timestamp, duration: Duration, frames: [PlayerFrame]
  ) throws(WhiteboardFailure) {
    guard duration >= .zero else { throw .replayFailed("expected a duration of at least 0, found \(duration)") }
    var last = Duration.zero
    for frame in frames {
      guard frame.time >= last, frame.time <= duration else {
        throw .replayFailed("expected frames in chronological order, found one at \(frame.time) after \(last)")
      }
      last = frame.time
    }
    let decoded = frames.map { frame in
      Frame(
        time: frame.time.wholeMilliseconds,
        content: Result { () throws(WhiteboardFailure) -> PlayerMessage in try PlayerMessage(frame) })
    }
    guard let first = decoded.first, first.time == 0, case .success(.state) = first.content else {
      throw .replayFailed("expected the complete state as the first frame")
    }
    (begin, length, self.frames) = (beginTimestamp.millisecondsSinceEpoch, duration.wholeMilliseconds, decoded)
  }

  private init(begin: Int, length: Int, frames: [Frame]) {
    (self.begin, self.length, self.frames) = (begin, length, frames)
  }

  /// The number of frames.
  public var framesCount: Int { frames.count }

  /// Returns the part of the recording that a playback shows.
  ///
  /// State changes before the part are included in its initial state; all other earlier events are dropped.
  /// - Parameters:
  /// - start: The start of the part, in milliseconds since 1970-01-01 UTC; nil for the beginning of the recording.
  /// - duration: The duration in milliseconds; nil for the rest of the recording.
  /// - Throws: ``WhiteboardFailure/replayFailed(_:)`` if the time is outside the recording.
  func part(from start: Int?, duration wanted: Int?) throws(WhiteboardFailure) -> RoomRecording {
    let begin = start ?? self.begin
    let (start, overflow) = begin.subtractingReportingOverflow(self.begin)
    guard !overflow, start >= 0, start <= self.length else {
      throw .replayFailed("expected a time in the recording, found \(begin)")
    }
    let length = min(wanted ?? self.length, self.length - start)
    guard length >= 0 else { throw .replayFailed("expected a duration of at least 0, found \(length)") }
    let part = frames.compactMap { frame -> Frame? in
      guard frame.time < start else {
        return frame.time - start <= length ? Frame(time: frame.time - start, content: frame.content) : nil
      }
      switch frame.content {
      case .success(.state), .success(.stateChange): return Frame(time: 0, content: frame.content)
      case .success, .failure: return nil
      }
    }
    return RoomRecording(begin: begin, length: length, frames: part)
  }
}

/// Provides recordings for playbacks.
public protocol RecordingSource: Sendable {
  /// Returns the recording of a room.
  /// - Throws: if there is none.
  func recording(for config: PlayerConfig) async throws -> RoomRecording

  /// Returns once the data to play from a time after the playback's beginning is available.
  /// - Throws: if it cannot be loaded; the playback then pauses with an error.
  func prepare(_ config: PlayerConfig, at scheduleTime: Duration) async throws
}

extension RecordingSource {
  public func prepare(_ config: PlayerConfig, at scheduleTime: Duration) async throws {}
}

/// A source without recordings.
public struct NoRecordings: RecordingSource {
  public init() {}

  public func recording(for config: PlayerConfig) async throws -> RoomRecording {
    throw WhiteboardFailure.replayFailed("no recordings are kept")
  }
}

/// Recordings in memory, by the id of their room.
public struct LocalRecordings: RecordingSource {
  private let recordings: [String: RoomRecording]

  public init(_ recordings: [String: RoomRecording]) { self.recordings = recordings }

  public func recording(for config: PlayerConfig) async throws -> RoomRecording {
    guard let recording = recordings[config.room] else {
      throw WhiteboardFailure.replayFailed("the room '\(config.room)' was not recorded")
    }
    return recording
  }
}
