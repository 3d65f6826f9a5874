/// A pattern without its look-aheads at the start of the text, as in password rules, and those as separate patterns.
///
/// `^(?=.*a)b*$` is split into `^b*$` and `^(?:.*a)`. All other assertions of this kind are dropped, and
/// back-references match any text: then the parts match more than the pattern.
package struct LookAheads: Sendable {
  package private(set) var rest: ParsedPattern
  package private(set) var looks: [(pattern: ParsedPattern, isNegated: Bool)] = []
  /// Whether the texts that match the pattern are those that match the rest and, of the look-aheads, exactly those that
  /// are not negated.
  package private(set) var isExact = true

  package init(_ parsed: ParsedPattern) {
    rest = parsed
    rest.needsBacktracking = false
    let nodes = parsed.nodes
    let starts = parsed.operandStarts
    var parts: [Int] = []
    // Look-aheads directly after `^`.
    if case .sequence? = nodes.last { parts = parsed.operands(of: nodes.count - 1, starts) }
    if let first = parts.first, nodes[first] != .assertion(.start) { parts = [] }
    var taken: Set<Int> = []
    for index in parts.dropFirst() {
      guard case .look(let isNegated) = nodes[index] else { break }
      let body = Array(nodes[starts[index]..<index])
      guard !body.contains(where: Self.isBeyond) else { continue }
      var pattern = parsed
      pattern.needsBacktracking = false
      pattern.nodes = [.assertion(.start)] + body + [.sequence(2, isBackward: false)]
      looks.append((pattern, isNegated))
      taken.insert(index)
    }
    var kept: [PatternNode] = []
    // The start in `kept` of each operand that is not yet part of an operator.
    var open: [Int] = []
    for (index, node) in nodes.enumerated() {
      let count = Swift.min(node.operandCount, open.count)
      let start = count == 0 ? kept.count : open[open.count - count]
      open.removeLast(count)
      open.append(start)
      switch node {
      case .look:
        isExact = isExact && taken.contains(index)
        kept.removeSubrange(start...)
        kept.append(.empty)
      case .backReference:
        isExact = false
        kept.append(.set(rest.sets.count, isBackward: false))
        kept.append(.repetition(.any))
      case .empty, .set, .assertion, .sequence, .alternation, .repetition, .capture: kept.append(node)
      }
    }
    rest.nodes = kept
    rest.sets.append(ScalarSet([ScalarRange(0, ScalarSet.last)]))
  }

  private static func isBeyond(_ node: PatternNode) -> Bool {
    switch node {
    case .look, .backReference: true
    // A look-behind.
    case .set(_, let isBackward), .sequence(_, let isBackward), .capture(_, let isBackward): isBackward
    case .empty, .assertion, .alternation, .repetition: false
    }
  }
}
