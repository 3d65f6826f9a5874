public import Collaboration
public import CollaborationModels

extension Player {
  /// Returns the current phase.
  public func getPhase() async -> PlayerPhase { phase }
  /// Returns the visible state; nil in the phase waitingFirstFrame.
  public func getPlayerState() async -> PlayerState? { state }
  /// Returns the playback time.
  public func getPlayerTimeInfo() async -> TimeInfo { timeInfo }
  /// Calls a handler once with the current phase.
  public func getPhase(result: @escaping @Sendable (PlayerPhase) -> Void) { Task { result(phase) } }
  /// Calls a handler once with the visible state; nil in the phase waitingFirstFrame.
  public func getPlayerState(result: @escaping @Sendable (PlayerState?) -> Void) { Task { result(state) } }
  /// Calls a handler once with the playback time.
  public func getPlayerTimeInfo(result: @escaping @Sendable (TimeInfo) -> Void) { Task { result(timeInfo) } }

  /// Seeks to a time in seconds; a time past the end is the end.
  /// - Throws: ``Collaboration/WhiteboardFailure/invalidTime(_:)`` for a negative time, and
  ///   ``Collaboration/WhiteboardFailure/invalidConfiguration(_:)`` for one that is not finite.
  public func seek(toScheduleTime seconds: Double) async throws -> SeekingResult {
    guard seconds.isFinite else { throw WhiteboardFailure.invalidConfiguration("scheduleTime") }
    let milliseconds = Int(millisecondsIn: seconds) ?? (seconds < 0 ? -1 : .max)
    return try await seek(toScheduleTime: Duration.milliseconds(milliseconds))
  }

  /// Seeks to a time in seconds, and calls a handler once with the result.
  public func seek(
    toScheduleTime seconds: Double, completion: @escaping @Sendable (Result<SeekingResult, WhiteboardFailure>) -> Void
  ) {
    Task {
      do {
        completion(.success(try await seek(toScheduleTime: seconds)))
      } catch { completion(.failure(error as? WhiteboardFailure ?? .replayFailed("\(error)"))) }
    }
  }
}

extension TimeInfo {
  /// The playback time in seconds.
  public var scheduleTimeInSeconds: Double { Double(scheduleTime) / 1000 }
  /// The duration of the recording in seconds.
  public var timeDurationInSeconds: Double { Double(timeDuration) / 1000 }
  /// The start of the recording, in seconds since 1970-01-01 UTC.
  public var beginTimestampInSeconds: Double { Double(beginTimestamp) / 1000 }
}
