@_spi(Generated) import SchemaRuntime

// The issues of parts, as those of the whole text: from the evaluator, for a text with nothing in it but the part.
extension PartwiseCheck {
  /// A text with one value in its place, and empty or without everything around it.
  private struct Excerpt {
    var text: [UInt8] = []
    /// Where something from the payload begins in the text, and its position in the payload.
    var sources: [(start: Int, position: SourcePosition)] = []
    /// The tokens that lead to the value in the text, and in the payload.
    var path: [String] = []
    var shownPath: [String] = []

    mutating func add(_ bytes: some Collection<UInt8>, from position: SourcePosition?) {
      if let position { sources.append((text.count, position)) }
      text.append(contentsOf: bytes)
    }

    /// The position in the payload.
    func position(_ found: SourcePosition) -> SourcePosition {
      guard let source = sources.last(where: { $0.start <= found.offset }) else { return found }
      return text.withUnsafeBufferPointer {
        let before = UnsafeBufferPointer(rebasing: $0[source.start..<min(found.offset, $0.count)])
        return SourcePosition(offset: before.count, in: before).moved(to: source.position)
      }
    }

    /// The issue as one of the payload.
    func located(_ issue: ValidationIssue) -> ValidationIssue {
      var found = issue
      found.position = issue.position.map { position($0) }
      for depth in path.indices.prefix(issue.instanceLocation.tokens.count)
      where issue.instanceLocation.tokens[depth] == path[depth] {
        found.instanceLocation.tokens[depth] = shownPath[depth]
      }
      // Locations in the content of a string are its own.
      if issue.kind != .contentSchema { found.causes = issue.causes.map { located($0) } }
      return found
    }
  }

  /// The tokens that lead to the child of the last of so many frames.
  func tokens(of count: Int) -> [String] {
    frames.prefix(count).map { Self.token($0) }
  }

  /// The name or the index of the current child.
  private static func token(_ frame: Frame) -> String {
    frame.isObject ? string(frame.name) : String(max(0, frame.released.count - 1))
  }

  private static func string(_ name: [UInt8]) -> String { (try? JSONValue(parsing: name))?.string ?? "" }

  /// Returns a text with a value as the current child of the last frame.
  private func excerpt(of value: some Collection<UInt8>, at position: SourcePosition) -> Excerpt {
    var excerpt = Excerpt()
    for (index, frame) in frames.enumerated() {
      guard frame.isObject else {
        // All elements from some index on have the same schemas.
        let real = max(0, frame.released.count - 1)
        let place = min(real, frame.plan.firstOfRest)
        excerpt.add(Array("[".utf8) + Array(repeatElement(Array("0,".utf8), count: place).joined()), from: nil)
        excerpt.path.append(String(place))
        excerpt.shownPath.append(String(real))
        continue
      }
      excerpt.add("{".utf8, from: nil)
      excerpt.add(frame.name, from: frame.namePosition ?? (index == frames.count - 1 ? positionOfName : nil))
      excerpt.add(":".utf8, from: nil)
      excerpt.path.append(Self.string(frame.name))
      excerpt.shownPath.append(Self.string(frame.name))
    }
    excerpt.add(value, from: position)
    for frame in frames.reversed() { excerpt.add((frame.isObject ? "}" : "]").utf8, from: nil) }
    return excerpt
  }

  /// The issues of an excerpt.
  private func issues(of excerpt: Excerpt, released: ReleasedChildren? = nil) -> [ValidationIssue]? {
    var evaluator = plans.evaluator
    // Around the part, nothing is there that is required.
    evaluator.maximumIssueCount = min(evaluator.maximumIssueCount, 10_000) + 10_000
    var reader = JSONReader(limits: JSONLimits(maximumDepth: JSONLimits.hardMaximumDepth))
    return excerpt.text.withUnsafeBufferPointer { text in
      // With what is around it, it may be too long.
      guard let root = try? reader.read(text) else { return nil }
      guard let released else { return evaluator.explanation(of: root, text, schema: schema) }
      return evaluator.explanation(of: root, text, schema: schema, path: excerpt.path, released: released)
    }
  }

  private mutating func add(_ found: [ValidationIssue], in excerpt: Excerpt, start: Int) {
    for issue in found {
      let issue = excerpt.located(issue)
      if case .uniqueNames = issue.kind {
        // The reader of a whole text reports the first in the first object that has one.
        if repeated.map({ start < $0.start }) ?? true { repeated = (issue, start) }
      } else if !isFull {
        issues.append(issue)
      }
    }
  }

  /// Adds the issues of a value that is the current child of the last frame.
  private mutating func addIssues(of node: UnsafeJSONNode) {
    let value = scanner.text[node.offset..<scanner.end(of: node)]
    let start = position(at: node.offset)
    let excerpt = excerpt(of: value, at: start)
    let first = excerpt.sources.last?.start ?? 0
    let name = excerpt.sources.dropLast().last?.start
    let depth = excerpt.path.count
    let found = issues(of: excerpt)?.filter { issue in
      if issue.isTruncation || !issue.instanceLocation.tokens.starts(with: excerpt.path) { return false }
      // Those of its name have been found before.
      guard issue.instanceLocation.tokens.count == depth, let name, let offset = issue.position?.offset else {
        return true
      }
      return offset < name || offset >= first
    }
    guard let found, !found.isEmpty else { return refuseInconsistency(at: start) }
    add(found, in: excerpt, start: start.offset)
  }

  /// Adds the issues of the name of the current member.
  mutating func addIssuesOfName() {
    guard let position = positionOfName else { return }
    let excerpt = excerpt(of: "0".utf8, at: position)
    let (value, name) = (excerpt.sources.last?.start ?? 0, excerpt.sources.dropLast().last?.start ?? 0)
    let found = issues(of: excerpt)?.filter { issue in
      guard !issue.isTruncation, let offset = issue.position?.offset else { return false }
      return offset >= name && offset < value
    }
    guard let found, !found.isEmpty else { return refuseInconsistency(at: position) }
    add(found, in: excerpt, start: position.offset)
  }

  /// Adds the issues of an array or object itself, whose children have been released.
  mutating func addIssues(of frame: Frame) {
    let excerpt = excerpt(of: (frame.isObject ? "{}" : "[]").utf8, at: frame.start)
    let found = issues(of: excerpt, released: frame.released)?.filter { issue in
      !issue.isTruncation && issue.instanceLocation.tokens == excerpt.path
        && issue.position.map { $0.offset >= excerpt.sources.last?.start ?? 0 } ?? false
    }
    guard let found else { return refuseInconsistency(at: frame.start) }
    add(found, in: excerpt, start: frame.start.offset)
  }

  /// Adds the issue of a second member with a name.
  mutating func addRepeated(_ name: UnsafeJSONNode) {
    let last = frames.count - 1
    let start = frames[last].start.offset
    guard repeated.map({ start < $0.start }) ?? true else { return }
    repeated = (
      Evaluator.repeatedName(name.string, at: JSONPointer(tokens(of: last)), positionOfName), start
    )
  }
}

// MARK: - Values

extension PartwiseCheck {
  /// Takes a value that is complete. Whether it was or had elements that are asked for.
  mutating func take(
    _ node: UnsafeJSONNode, _ part: Part, _ use: (UnsafeJSONNode, String) -> DecodingFailure?
  ) -> Bool {
    if !isFull, !(part.isCertain && accepts(node, part)) { addIssues(of: node) }
    if let frame = frames.last { remember(node, frame.plan) }
    guard issues.isEmpty, repeated == nil, part.isElement || part.level != nil else { return false }
    if part.isElement {
      let key = frames.last.map { Self.token($0) } ?? ""
      if let failure = use(node, key) { refuse(failure, node, part, [key]) }
      return true
    }
    return give(elementsOf: node, part, use)
  }

  /// Gives the elements asked for in a value that was held.
  private mutating func give(
    elementsOf node: UnsafeJSONNode, _ part: Part, _ use: (UnsafeJSONNode, String) -> DecodingFailure?
  ) -> Bool {
    let rest = JSONPointer(Array(path?.dropFirst(part.level ?? 0) ?? []))
    guard let container = node.descendant(at: rest) else { return false }
    var isUsed = false
    for (name, value) in container.members {
      isUsed = true
      if let failure = use(value, name.string) { refuse(failure, node, part, []) }
    }
    for (index, element) in container.elements.enumerated() {
      isUsed = true
      if let failure = use(element, String(index)) { refuse(failure, node, part, []) }
    }
    return isUsed
  }

  private func accepts(_ node: UnsafeJSONNode, _ part: Part) -> Bool {
    if part.isElement, let elements, elements.isObject == frames.last?.isObject { return elements.accept(node) }
    if !part.isContainer, part.plan.isDecidedByKind, part.plan.holding.whole == nil {
      return part.plan.admits(scanner.bytes[part.start])
    }
    if part.plan.starts.isEmpty { return node.firstRepeatedName() == nil }
    return part.plan.starts.allSatisfy { plans.evaluator.verdict(on: node, schema: $0) == .valid }
  }

  /// A value is valid, but no Swift type of its schema can represent it.
  private mutating func refuse(
    _ failure: DecodingFailure, _ node: UnsafeJSONNode, _ part: Part, _ key: [String]
  ) {
    let own = ModelSchema(plans.evaluator.program, part.plan.starts.first ?? schema)
    var error = failure.explained(in: node, of: scanner.text, by: own)
    if case .notRepresentable(var fact) = error {
      fact.instanceLocation.tokens = tokens(of: frames.count) + fact.instanceLocation.tokens
      fact.position = fact.position?.moved(to: origin)
      error = .notRepresentable(fact)
    }
    refuse(error)
  }
}
