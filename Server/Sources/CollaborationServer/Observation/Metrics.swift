import Synchronization

/// Counts what the server does.
final class Metrics: Sendable {
  enum Event: String, CaseIterable, Sendable {
    case message = "accepted"
    case refusedMessage = "refused"
    case openedSocket = "opened"
    case closedSocket = "closed"
    /// The thread of the connections did nothing for a second.
    case stall
  }

  private struct State {
    var events: [Event: Int] = [:]
    var responses: [Int: Int] = [:]
    var buckets = [Int](repeating: 0, count: Metrics.bounds.count)
    var seconds = 0.0
    var count = 0
  }

  /// The upper bounds of the histogram's buckets, in seconds.
  static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  private let state = Mutex(State())

  func count(_ event: Event) { state.withLock { $0.events[event, default: 0] += 1 } }

  func count(status: Int, seconds: Double) {
    state.withLock { state in
      state.responses[status, default: 0] += 1
      state.seconds += seconds
      state.count += 1
      if let bucket = Self.bounds.firstIndex(where: { seconds <= $0 }) { state.buckets[bucket] += 1 }
    }
  }

  /// The counts in the text format of Prometheus, version 0.0.4, with gauges of other parts of the server.
  func text(
    _ gauges: [(name: String, help: String, value: Int)], _ counters: [(name: String, help: String, value: Int)]
  )
    -> String
  {
    let state = state.withLock { $0 }
    var lines: [String] = []
    func begin(_ name: String, _ type: String, _ help: String) {
      lines += ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
    }
    begin("http_responses_total", "counter", "The responses by status.")
    lines += state.responses.sorted { $0.key < $1.key }.map {
      #"http_responses_total{status="\#($0.key)"} \#($0.value)"#
    }
    begin("http_request_seconds", "histogram", "The time from a complete request to its response.")
    var sum = 0
    for (bound, count) in zip(Self.bounds, state.buckets) {
      sum += count
      lines.append(#"http_request_seconds_bucket{le="\#(bound)"} \#(sum)"#)
    }
    lines += [
      #"http_request_seconds_bucket{le="+Inf"} \#(state.count)"#, "http_request_seconds_sum \(state.seconds)",
      "http_request_seconds_count \(state.count)",
    ]
    begin("websocket_messages_total", "counter", "The received messages.")
    for event in [Event.message, .refusedMessage] {
      lines.append(#"websocket_messages_total{result="\#(event.rawValue)"} \#(state.events[event, default: 0])"#)
    }
    begin("websockets_total", "counter", "The WebSockets that were opened and closed.")
    for event in [Event.openedSocket, .closedSocket] {
      lines.append(#"websockets_total{event="\#(event.rawValue)"} \#(state.events[event, default: 0])"#)
    }
    begin("web_thread_stalls_total", "counter", "How often the thread of the connections did nothing for a second.")
    lines.append("web_thread_stalls_total \(state.events[.stall, default: 0])")
    for gauge in gauges {
      begin(gauge.name, "gauge", gauge.help)
      lines.append("\(gauge.name) \(gauge.value)")
    }
    for counter in counters {
      begin(counter.name, "counter", counter.help)
      lines.append("\(counter.name) \(counter.value)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
