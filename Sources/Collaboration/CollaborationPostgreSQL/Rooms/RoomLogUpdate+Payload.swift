import Collaboration

/// Notifications as text: `appended 12 lesson`, `stopped 3`, and `appended` alone for an id that is too long.
extension RoomLogUpdate {
  /// The server's limit is 8,000 bytes.
  private static let maximumPayloadBytes = 7_900

  /// Reads a notification; nil if it has another form.
  init?(payload: String) {
    let words = payload.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    switch words.first {
    case "appended":
      guard words.count == 3, let last = Int(words[1]) else { return nil }
      self = .appended(room: String(words[2]), last: last)
    case "stopped":
      guard words.count == 2, let server = Int(words[1]) else { return nil }
      self = .serverStopped(server)
    default: return nil
    }
  }

  /// The notification. What cannot be said in it is read as updates that may have been missed.
  var payload: String {
    switch self {
    case .appended(let room, let last):
      // A notification cannot contain U+0000.
      room.utf8.count <= Self.maximumPayloadBytes && !room.utf8.contains(0) ? "appended \(last) \(room)" : "appended"
    case .serverStopped(let server): "stopped \(server)"
    case .interrupted: "interrupted"
    }
  }
}
