import SchemaRuntime

/// A text on which a pattern with look-around or back-references exhausts its step budget.
package struct ExhaustingText: Hashable, Sendable {
  /// The shortest text that was found.
  package let text: String
  /// Its length in Unicode scalars.
  package let count: Int

  /// Searches for a text of at most `maximum` scalars; nil for a pattern that was not seen to exhaust its steps.
  ///
  /// The texts repeat what the pattern repeats, before a character at which the match fails. Each is tried, so that a
  /// result is certain.
  package init?(of source: String, maximum: Int = .max) {
    guard let parsed = try? PatternParser.parse(source, maximumDepth: PatternOptions().maximumDepth),
      parsed.needsBacktracking, let pattern = try? Pattern(source)
    else { return nil }
    let repeated = parsed.nodes.indices.filter { index in
      if case .repetition(let count) = parsed.nodes[index] { count.maximum > 8 } else { false }
    }
    for rounds in [32, 3_000] {
      for index in repeated.prefix(Self.maximumRepetitions) {
        for (ending, isCut) in [("", false), ("\u{1}", false), ("\u{1}", true)] {
          let text = Self.text(of: parsed, repeating: index, rounds, isCut: isCut) + ending
          let count = text.unicodeScalars.count
          guard count <= maximum, count <= Self.maximumCount else { continue }
          var copy = text
          if copy.withUTF8({ pattern.match($0) }) == .exhausted {
            (self.text, self.count) = (text, count)
            return
          }
        }
      }
    }
    return nil
  }

  private static let maximumRepetitions = 16
  private static let maximumCount = 20_000

  /// A short text that may match a part of a pattern.
  private struct Part {
    var text = ""
    /// Whether it contains the repetition that is to be long.
    var isLong = false
    /// Whether it belongs to a look-behind, for which there must be a text before.
    var isBackward = false
  }

  /// - Parameter isCut: whether what follows the long repetition is left out.
  private static func text(
    of pattern: ParsedPattern, repeating long: Int, _ rounds: Int, isCut: Bool
  ) -> String {
    var parts: [Part] = []
    var groups: [Int: String] = [:]
    for (index, node) in pattern.nodes.enumerated() {
      switch node {
      case .empty, .assertion: parts.append(Part())
      case .set(let set, let isBackward):
        parts.append(Part(text: character(of: pattern.sets[set]), isBackward: isBackward))
      case .backReference(let group, let isBackward):
        parts.append(Part(text: groups[group] ?? "", isBackward: isBackward))
      case .sequence(let count, let isBackward):
        let operands = Array(parts.suffix(count))
        var ordered = isBackward ? operands.reversed() : operands
        if isCut, let last = ordered.firstIndex(where: \.isLong) { ordered = Array(ordered[...last]) }
        parts.removeLast(operands.count)
        parts.append(
          Part(
            text: ordered.map(\.text).joined(), isLong: operands.contains(where: \.isLong), isBackward: isBackward))
      case .alternation(let count):
        let operands = Array(parts.suffix(count))
        parts.removeLast(operands.count)
        parts.append(operands.first(where: \.isLong) ?? operands.first ?? Part())
      case .repetition(let count):
        guard var part = parts.popLast() else { continue }
        let times = index == long ? min(rounds, count.maximum) : max(count.minimum, part.isLong ? 1 : 0)
        let isTooLong = times > 1 && part.text.utf8.count > maximumCount / times
        part.text = isTooLong ? part.text : String(repeating: part.text, count: times)
        part.isLong = part.isLong || index == long
        parts.append(part)
      case .capture(let group, _): groups[group] = parts.last?.text
      case .look(let isNegated):
        // What is ahead comes from the rest of the pattern.
        guard let part = parts.popLast() else { continue }
        let isNeeded = part.isLong || part.isBackward && !isNegated
        parts.append(isNeeded ? Part(text: part.text, isLong: part.isLong) : Part())
      }
    }
    return parts.last?.text ?? ""
  }

  /// A character of a set, a usual one if possible.
  private static func character(of set: ScalarSet) -> String {
    for usual in "a0A -_./".unicodeScalars where set.contains(usual.value) {
      return String(usual)
    }
    return set.ranges.first.flatMap { Unicode.Scalar($0.lowerBound) }.map { String($0) } ?? ""
  }
}
