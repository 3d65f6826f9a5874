import Collaboration
import CollaborationService
import Foundation
import Synchronization

/// Says whether there is memory for more, by what the process really uses.
final class MemoryGuard: Sendable {
  private struct State {
    var measured: ContinuousClock.Instant
    var released: ContinuousClock.Instant
    var pressure = RoomService.MemoryPressure.none
  }

  /// How old a measurement may be: reading it takes some microseconds.
  private static let interval = Duration.milliseconds(20)
  /// How often unused memory is returned to the system under pressure: that walks through all of it.
  private static let releaseInterval = Duration.milliseconds(500)

  private let limit: Int
  private let resident: @Sendable () -> Int?
  private let release: @Sendable () -> Void
  private let state: Mutex<State>

  /// - Parameters:
  /// - limit: the memory of the process in bytes.
  /// - resident: returns the memory that it uses; nil if that is not known, which is no pressure.
  /// - release: returns unused memory to the system.
  init(
    limit: Int, resident: @escaping @Sendable () -> Int? = { ProcessMemory.resident },
    release: @escaping @Sendable () -> Void
  ) {
    (self.limit, self.resident, self.release) = (limit, resident, release)
    let past = ContinuousClock.now - .seconds(60)
    state = Mutex(State(measured: past, released: past))
  }

  /// High from half of the limit on, and critical from three quarters on: the rest is for what is in progress.
  func pressure(at now: ContinuousClock.Instant = .now) -> RoomService.MemoryPressure {
    let (known, mayRelease) = state.withLock { state -> (RoomService.MemoryPressure, Bool) in
      guard now - state.measured >= Self.interval else { return (state.pressure, false) }
      state.measured = now
      state.pressure = measure()
      guard state.pressure != .none, now - state.released >= Self.releaseInterval else {
        return (state.pressure, false)
      }
      state.released = now
      return (state.pressure, true)
    }
    guard mayRelease else { return known }
    release()
    return state.withLock { state in
      state.pressure = measure()
      return state.pressure
    }
  }

  private func measure() -> RoomService.MemoryPressure {
    guard let bytes = resident() else { return .none }
    return bytes >= limit / 4 * 3 ? .critical : bytes >= limit / 2 ? .high : .none
  }
}
