import Collaboration

/// Notifications as text: a line per record, `ana.b 1700000000000`.
extension UserInfoStoreChange {
  /// The server's limit is 8,000 bytes.
  private static let maximumPayloadBytes = 7_900

  /// Reads a notification; nil if it has another form.
  init?(payload: String) {
    var timestamps: [UserID: Int] = [:]
    for line in payload.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let timestamp = Int(words[1]) else { return nil }
      do { timestamps[try UserID(String(words[0]))] = timestamp } catch { return nil }
    }
    if timestamps.isEmpty { return nil }
    self = .written(timestamps)
  }

  /// Returns the notifications about records, as few as possible.
  static func payloads(of records: [UserInfoRecord]) -> [String] {
    var payloads: [String] = []
    for record in records {
      let line = "\(record.user) \(record.timestamp)"
      if let last = payloads.last, last.utf8.count + 1 + line.utf8.count <= maximumPayloadBytes {
        payloads[payloads.count - 1] += "\n" + line
      } else {
        payloads.append(line)
      }
    }
    return payloads
  }
}
