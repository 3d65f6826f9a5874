import Collaboration
import Foundation
import SchemaRuntime

/// Notifications as text: a line per record, `ana.b 1700000000000`, with the id percent-encoded.
extension UserInfoStoreChange {
  /// The server's limit is 8,000 bytes.
  private static let maximumPayloadBytes = 7_900

  /// Reads a notification; nil if it has another form.
  init?(payload: String) {
    var timestamps: [UserID: Timestamp] = [:]
    for line in payload.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let timestamp = Int(words[1]) else { return nil }
      guard let id = words[0].removingPercentEncoding else { return nil }
      do { timestamps[try UserID(subject: id)] = Timestamp(millisecondsSinceEpoch: timestamp) } catch { return nil }
    }
    if timestamps.isEmpty { return nil }
    self = .written(timestamps)
  }

  private static func encoded(_ id: String) -> String {
    id.addingPercentEncoding(withAllowedCharacters: .alphanumerics.intersection(.urlPathAllowed)) ?? id
  }

  /// Returns the notifications about records, as few as possible.
  static func payloads(of records: [UserInfoRecord]) -> [String] {
    var payloads: [String] = []
    for record in records {
      let line = "\(encoded(record.user.text)) \(record.version)"
      if let last = payloads.last, last.utf8.count + 1 + line.utf8.count <= maximumPayloadBytes {
        payloads[payloads.count - 1] += "\n" + line
      } else {
        payloads.append(line)
      }
    }
    return payloads
  }
}
