import SchemaRuntime

/// A pattern as an automaton over scalars, for finding texts that match it.
///
///     let parts = PatternGraph.Parts(of: "^(?=.*[0-9])[a-z0-9]{8,}$")
///     parts?.required.count    // 2: the look-ahead and the rest
package struct PatternGraph: Sendable {
  private let classCount: Int
  private let transitions: [Int32]
  private let accepting: [Bool]
  private let classes: ScalarClasses

  package let start: Int32

  fileprivate init?(_ parsed: ParsedPattern, byteCount: Int) {
    guard let (automaton, classes) = ScalarAutomaton.minimal(of: parsed, byteCount: byteCount) else { return nil }
    self.classes = classes
    // Copies, so that a step does not call into another module.
    classCount = automaton.classCount
    transitions = automaton.transitions
    accepting = automaton.accepting
    start = automaton.start
  }

  /// The first scalar of each run that no step distinguishes, ascending, starting with 0.
  package var boundaries: [UInt32] { classes.starts }

  package func scalarClass(of scalar: UInt32) -> Int { classes.scalarClass(of: scalar) }

  package func next(_ state: Int32, _ scalarClass: Int) -> Int32 {
    transitions[Int(state) * classCount + scalarClass]
  }

  /// Whether a text that ends here matches.
  package func accepts(_ state: Int32) -> Bool { accepting[Int(state)] }

  /// Whether no continuation from here matches.
  package func isDead(_ state: Int32) -> Bool { state == ScalarAutomaton.dead }

  /// Whether every continuation from here matches.
  package func isMatched(_ state: Int32) -> Bool { state == ScalarAutomaton.matched }
}

extension PatternGraph {
  /// A pattern as several graphs: look-aheads at its start, as in password rules, become separate patterns.
  package struct Parts: Sendable {
    /// Patterns that must match.
    package private(set) var required: [PatternGraph] = []
    /// Patterns that must not match.
    package private(set) var forbidden: [PatternGraph] = []
    /// Whether texts match the pattern exactly if they match the parts; otherwise more texts match the parts.
    package private(set) var isExact = true

    /// - Parameter byteCount: the maximum size of an automaton's table.
    /// - Returns: nil if one would be larger, or if the text is not a pattern.
    package init?(of source: String, byteCount: Int = PatternOptions().maximumAutomatonByteCount) {
      guard let parsed = try? PatternParser.parse(source, maximumDepth: PatternOptions().maximumDepth) else {
        return nil
      }
      guard parsed.needsBacktracking else {
        guard let graph = PatternGraph(parsed, byteCount: byteCount) else { return nil }
        required = [graph]
        return
      }
      let split = LookAheads(parsed)
      isExact = split.isExact
      for (pattern, isNegated) in [(split.rest, false)] + split.looks {
        guard let graph = PatternGraph(pattern, byteCount: byteCount) else { return nil }
        if isNegated { forbidden.append(graph) } else { required.append(graph) }
      }
    }
  }
}
