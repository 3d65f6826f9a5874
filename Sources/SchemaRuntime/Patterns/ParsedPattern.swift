/// A pattern as the parser leaves it: postfix code, in which every operator follows its operands.
///
/// Made by ``PatternParser``; read by ``PatternNFA`` and ``BacktrackingProgram``, each in one loop with a
/// stack of values, so that no stage recurses over what somebody wrote. `^(?:ab|c)+` is
/// `lineStart, a, b, sequence 2, c, alternation 2, repeat 1…, sequence 2`.
package struct ParsedPattern: Sendable {
  package var nodes: [PatternNode] = []
  /// The sets that ``PatternNode/set(_:isBackward:)`` numbers, each once.
  package var sets: [ScalarSet] = []
  /// Capturing groups, the whole match not counted.
  var groupCount = 0
  var usesBoundaries = false
  /// Whether the pattern has look-around or back-references, which no automaton here can answer.
  package var needsBacktracking = false

  /// Whether every match must begin at the start of the input.
  ///
  /// A `^` anywhere in a sequence ties all of it to the start, because nothing before it can consume anything.
  var isAnchored: Bool {
    var anchored: [Bool] = []
    for node in nodes {
      switch node {
      case .empty, .set, .backReference: anchored.append(false)
      case .assertion(let assertion): anchored.append(assertion == .start)
      case .sequence(let count, _):
        let operands = anchored.suffix(count)
        anchored.replaceSubrange(anchored.count - count..<anchored.count, with: [operands.contains(true)])
      case .alternation(let count):
        let operands = anchored.suffix(count)
        anchored.replaceSubrange(anchored.count - count..<anchored.count, with: [!operands.contains(false)])
      case .repetition(let count): anchored[anchored.count - 1] = anchored[anchored.count - 1] && count.minimum > 0
      case .capture: break
      case .look: anchored[anchored.count - 1] = false
      }
    }
    return anchored.last ?? false
  }
}

/// One operand or operator of a ``ParsedPattern``. Backward nodes stand in a look-behind, which reads right to left.
package enum PatternNode: Hashable, Sendable {
  case empty
  case set(Int, isBackward: Bool)
  case assertion(PatternAssertion)
  case backReference(group: Int, isBackward: Bool)
  case sequence(Int, isBackward: Bool)
  case alternation(Int)
  case repetition(Repetition)
  case capture(group: Int, isBackward: Bool)
  case look(isNegated: Bool)

  package struct Repetition: Hashable, Sendable {
    package var minimum: Int
    /// `Int.max` when there is none.
    package var maximum: Int
    var isLazy: Bool
    /// Groups inside what is repeated; each turn forgets them (ECMA-262, RepeatMatcher).
    var groups: Range<Int>
    /// Where the quantifier stands in the pattern.
    var offset: Int

    /// Any number of turns of what holds no group.
    package static let any = Repetition(minimum: 0, maximum: .max, isLazy: false, groups: 0..<0, offset: 0)
  }
}

/// A condition on a place between two characters. No flag `m` here: `^` and `$` mean the ends of the input.
package enum PatternAssertion: Hashable, Sendable {
  case start
  case end
  case boundary
  case notBoundary
}
