/// A parsed pattern in postfix notation: every operator follows its operands.
///
/// Created by ``PatternParser``; read by ``PatternNFA`` and ``BacktrackingProgram``, each in one loop with a stack of
/// values, so that no stage recurses over input. `^(?:ab|c)+` is
package struct ParsedPattern: Sendable {
  package var nodes: [PatternNode] = []
  /// The distinct sets to which ``PatternNode/set(_:isBackward:)`` refers by number.
  package var sets: [ScalarSet] = []
  /// The number of capturing groups, not counting the entire match.
  var groupCount = 0
  var usesBoundaries = false
  /// Whether the pattern has look-around or back-references. Automata support only look-aheads at its start
  /// (``LookAheads``).
  package var needsBacktracking = false
  /// The characters that are escaped without need, in order.
  var needlessEscapes: [Unicode.Scalar] = []

  /// Whether every match must begin at the start of the input.
  ///
  /// A `^` anywhere in a sequence anchors all of it, because nothing before it can consume anything.
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

/// An operand or operator of a ``ParsedPattern``. Backward nodes are in a look-behind, which reads right to left.
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
    /// `Int.max` if unlimited.
    package var maximum: Int
    var isLazy: Bool
    /// The groups inside the repeated part, which are reset in each iteration (ECMA-262, RepeatMatcher).
    var groups: Range<Int>
    /// The offset of the quantifier in the pattern.
    var offset: Int

    /// Any number of iterations of a part without groups.
    package static let any = Repetition(minimum: 0, maximum: .max, isLazy: false, groups: 0..<0, offset: 0)
  }
}

/// A condition on a position between two characters. Without flag `m`, `^` and `$` mean the ends of the input.
package enum PatternAssertion: Hashable, Sendable {
  case start
  case end
  case boundary
  case notBoundary
}
