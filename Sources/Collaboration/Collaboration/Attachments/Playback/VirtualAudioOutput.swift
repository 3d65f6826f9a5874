import SchemaRuntime

/// A silent output driven by a clock, for replays and deterministic tests.
///
/// A class with a lock, so that its reports keep the order in which its clock wakes it.
public final class VirtualAudioOutput: AudioOutput {
  /// An error for a sound that does not exist.
  public struct UnknownSound: Error, Hashable, Sendable {
    /// The requested absolute URI.
    public let location: String
  }

  private struct State {
    var location: String?
    var time = Duration.zero
    /// Counts plays, so that ticks of an earlier play are ignored.
    var play = 0
  }

  /// The interval between reports.
  public static let tick = Duration.milliseconds(100)

  private let clock: any Clock<Duration>
  private let durations: [String: Duration]
  private let state = Mutex(State())
  private let broadcast = EventBroadcast<AudioOutputEvent>()
  private let ticks = OwnedTasks()

  /// - Parameter durations: the existing sounds and their durations.
  public init(durations: [String: Duration], clock: any Clock<Duration>) {
    self.durations = durations
    self.clock = clock
  }

  public func events() -> AsyncStream<AudioOutputEvent> { broadcast.events() }

  /// Ends the sequences of events.
  public func close() { broadcast.endSequences() }

  public func load(_ location: String) async throws -> Duration {
    guard let duration = durations[location] else { throw UnknownSound(location: location) }
    try state.withLock { state in
      // Inside the lock, so that a cancelled load never completes after the next one.
      try Task.checkCancellation()
      state.location = location
      state.time = .zero
      state.play &+= 1
    }
    return duration
  }

  public func play(rate: Double) async {
    let (play, location) = state.withLock { state in
      state.play &+= 1
      return (state.play, state.location)
    }
    ticks.cancelAll()
    guard let location, let duration = durations[location] else { return }
    let clock = clock
    ticks.add { [weak self] in
      while (try? await clock.sleep(for: Self.tick)) != nil {
        guard let self, self.tick(play, by: Self.tick * rate, of: location, duration: duration) else { return }
      }
    }
  }

  public func pause() async {
    state.withLock { $0.play &+= 1 }
    ticks.cancelAll()
  }

  public func seek(to time: Duration) async { state.withLock { $0.time = time } }

  public func unload() async {
    state.withLock { state in
      state.play &+= 1
      state.location = nil
    }
    ticks.cancelAll()
  }

  private func tick(_ play: Int, by step: Duration, of location: String, duration: Duration) -> Bool {
    guard
      let time = state.withLock({ state -> Duration? in
        guard state.play == play else { return nil }
        state.time = min(state.time + step, duration)
        return state.time
      })
    else { return false }
    broadcast.send(.time(time, location: location))
    guard time >= duration else { return true }
    broadcast.send(.playedToEnd(location: location))
    return false
  }
}
