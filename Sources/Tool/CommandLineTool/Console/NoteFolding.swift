/// Notes and warnings that are alike: the first are printed, the others counted.
enum NoteFolding {
  /// How many lines of a kind are printed.
  private static let shown = 3

  /// Returns the lines with the notes and warnings of each kind folded: those that differ only in their location, in quoted text and
  /// in numbers. A kind is folded when that saves at least two lines.
  static func folded(_ lines: [String]) -> [String] {
    var kinds: [String: [Int]] = [:]
    for (index, line) in lines.enumerated() {
      guard let kind = kind(of: line) else { continue }
      kinds[kind, default: []].append(index)
    }
    var result: [String?] = lines
    for (kind, indices) in kinds where indices.count > shown + 1 {
      for index in indices.dropFirst(shown) { result[index] = nil }
      let severity = kind.prefix { $0 != ":" }
      result[indices[shown]] = "\(severity): … and \(indices.count - shown) more like it; --verbose prints them"
    }
    return result.compactMap(\.self)
  }

  /// The severity and message of a note or warning without what differs; nil for other lines.
  private static func kind(of line: String) -> String? {
    guard let (range, severity) = Message.Severity.first(in: line), severity != .error else { return nil }
    var kind = severity.rawValue + ":"
    var isQuoted = false
    for character in line[range.upperBound...] {
      if character == "'" { isQuoted.toggle() }
      if !isQuoted, !character.isNumber { kind.append(character) }
    }
    return kind
  }
}
