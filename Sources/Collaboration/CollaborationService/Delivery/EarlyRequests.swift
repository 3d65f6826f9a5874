import Collaboration

/// The requests of a client that a service has not handled yet, by their ids.
///
/// Those that arrived before an earlier one are limited in number and size: the client repeats what is ignored. The next
/// one in turn is always taken, so that there is progress.
struct EarlyRequests<Request: Hashable & Sendable>: Hashable, Sendable {
  /// The maximum size of the requests that arrived before an earlier one, in bytes as JSON.
  static var sizeLimit: Int { 1 << 20 }

  private struct Entry: Hashable {
    var request: Request
    var size: Int
  }

  private var entries: [Int: Entry] = [:]

  var count: Int { entries.count }

  /// The requests in the order of their ids.
  var elements: [(id: Int, request: Request)] {
    entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value.request) }
  }

  /// Takes a request, which may be repeated.
  /// - Parameters:
  ///   - handled: the id of the last request that was handled.
  ///   - size: returns the size of the request in bytes as JSON. Not called for the next one in turn.
  mutating func take(_ request: Request, id: Int, after handled: Int, size: () -> Int) {
    guard id > handled, id - handled <= DeliveryWindow.size else { return }
    if id == handled + 1 {
      entries[id] = Entry(request: request, size: 0)
    } else if entries[id] == nil {
      let size = size()
      let sum = entries.reduce(size) { $1.key == handled + 1 ? $0 : $0 + $1.value.size }
      if sum <= Self.sizeLimit { entries[id] = Entry(request: request, size: size) }
    }
  }

  mutating func remove(_ id: Int) -> Request? { entries.removeValue(forKey: id)?.request }
}
