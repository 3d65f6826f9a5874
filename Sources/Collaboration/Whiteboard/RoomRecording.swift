public import CollaborationModels
import SchemaRuntime

/// A recorded room: frames with their times.
public struct RoomRecording: Hashable, Sendable {
  struct Frame: Hashable {
    var time: Int
    /// What is wrong with the frame, if it is not valid: it is reported when its time comes, and nothing changes.
    var content: Result<PlayerMessage, WhiteboardFailure>
  }

  /// When the recording begins, in milliseconds since 1970-01-01 UTC.
  public let beginTimestamp: Int
  /// How long it is, in milliseconds.
  public let duration: Int
  let frames: [Frame]

  /// Makes a recording.
  ///
  /// Frames that are not valid do not spoil it: each is reported as an error while appending when its time comes.
  /// - Parameters:
  ///   - beginTimestamp: When the recording begins, in milliseconds since 1970-01-01 UTC.
  ///   - duration: How long it is, in milliseconds.
  ///   - frames: What happens, in the order of time; the first is the whole state, at the time 0.
  /// - Throws: ``WhiteboardFailure/replayFailed(_:)`` when there is no first state, or times are not in order.
  public init(beginTimestamp: Int, duration: Int, frames: [PlayerFrame]) throws(WhiteboardFailure) {
    guard duration >= 0 else { throw .replayFailed("expected a duration of at least 0, found \(duration)") }
    var last = 0
    for frame in frames {
      guard frame.time >= last, frame.time <= duration else {
        throw .replayFailed("expected frames in the order of time, found one at \(frame.time) after \(last)")
      }
      last = frame.time
    }
    let decoded = frames.map { frame in
      Frame(
        time: frame.time,
        content: Result { () throws(WhiteboardFailure) -> PlayerMessage in try PlayerMessage(frame) })
    }
    guard let first = decoded.first, first.time == 0, case .success(.state) = first.content else {
      throw .replayFailed("expected the whole state as the first frame")
    }
    (self.beginTimestamp, self.duration, self.frames) = (beginTimestamp, duration, decoded)
  }

  private init(beginTimestamp: Int, duration: Int, frames: [Frame]) {
    (self.beginTimestamp, self.duration, self.frames) = (beginTimestamp, duration, frames)
  }

  /// How many frames there are.
  public var framesCount: Int { frames.count }

  /// The part of the recording that a playback shows.
  ///
  /// What happened to the state before the part is there at its beginning; all else that happened before is not.
  /// - Parameters:
  ///   - beginTimestamp: Where the part begins; nil is the beginning of the recording.
  ///   - duration: How long it is, in milliseconds; nil is up to the end.
  /// - Throws: ``WhiteboardFailure/replayFailed(_:)`` when nothing was recorded at that time.
  func part(from beginTimestamp: Int?, duration wanted: Int?) throws(WhiteboardFailure) -> RoomRecording {
    let begin = beginTimestamp ?? self.beginTimestamp
    let (start, overflow) = begin.subtractingReportingOverflow(self.beginTimestamp)
    guard !overflow, start >= 0, start <= duration else {
      throw .replayFailed("expected a time in the recording, found \(begin)")
    }
    let length = min(wanted ?? duration, duration - start)
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
    return RoomRecording(beginTimestamp: begin, duration: length, frames: part)
  }
}

/// Where playbacks find what was recorded.
public protocol RecordingSource: Sendable {
  /// The recording of a room.
  /// - Throws: why there is none.
  func recording(for config: PlayerConfig) async throws -> RoomRecording

  /// Returns when what is needed to play from a time on is there, in milliseconds from the playback's beginning.
  /// - Throws: why it cannot be had; the playback then pauses with an error.
  func prepare(_ config: PlayerConfig, at scheduleTime: Int) async throws
}

extension RecordingSource {
  public func prepare(_ config: PlayerConfig, at scheduleTime: Int) async throws {}
}

/// A source without any recordings.
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
