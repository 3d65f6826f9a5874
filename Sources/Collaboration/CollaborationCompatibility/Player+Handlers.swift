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
