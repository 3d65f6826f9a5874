import CollaborationModels

/// The custom events that a room listens to, and those that wait for the end of an interval.
struct EventListening: Hashable, Sendable {
  /// The minimum interval for listeners to frequent events, in milliseconds. The document requires at least this;
  /// shorter intervals are extended.
  static let leastInterval = 500

  private struct Batch: Hashable {
    var interval: Int
    /// The number of the current interval, if any.
    var timer: Int?
    var events: [WhiteboardEvent] = []
  }

  enum Outcome: Hashable {
    case nothing
    case deliver(WhiteboardEvent)
    /// The first event of an interval with this duration.
    case startInterval(timer: Int, milliseconds: Int)
  }

  private var names: Set<String> = []
  private var batches: [String: Batch] = [:]
  private var lastTimer = 0

  /// Listens to events with a name individually; replaces an earlier listener for the name.
  mutating func listen(to name: String) {
    batches[name] = nil
    names.insert(name)
  }

  /// Listens to events with a name by interval. A current interval continues.
  mutating func listen(to name: String, every interval: Int) {
    names.remove(name)
    batches[name, default: Batch(interval: 0)].interval = max(interval, Self.leastInterval)
  }

  mutating func stopListening(to name: String) {
    names.remove(name)
    batches[name] = nil
  }

  mutating func receive(_ event: WhiteboardEvent) -> Outcome {
    if names.contains(event.eventName) { return .deliver(event) }
    guard var batch = batches[event.eventName] else { return .nothing }
    batch.events.append(event)
    defer { batches[event.eventName] = batch }
    if batch.timer != nil { return .nothing }
    lastTimer &+= 1
    batch.timer = lastTimer
    return .startInterval(timer: lastTimer, milliseconds: batch.interval)
  }

  /// Ends all intervals without their events.
  mutating func endIntervals() {
    for name in batches.keys {
      batches[name]?.timer = nil
      batches[name]?.events = []
    }
  }

  /// Returns the events of the interval that ends; empty if its listener was removed.
  mutating func endInterval(_ timer: Int) -> [WhiteboardEvent] {
    guard let name = batches.first(where: { $0.value.timer == timer })?.key else { return [] }
    defer {
      batches[name]?.events = []
      batches[name]?.timer = nil
    }
    return batches[name]?.events ?? []
  }
}
