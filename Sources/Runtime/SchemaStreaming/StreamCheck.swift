import SchemaRuntime

/// Checks a text that arrives in pieces: at each place, what no continuation can make valid.
///
/// Values that are complete when they are come to are checked whole, by the evaluator. Only arrays and objects that are
/// still open are entered, so that all but a few values of a long piece take the evaluator's fastest way.
struct StreamCheck: Sendable {
  /// An array or object that was open when it was come to, the plan of its own value, and where it is in the container
  /// around it.
  private struct Frame {
    let entry: Int
    let isObject: Bool
    let plan: StreamPlan
    var count = 0
    /// The entry of the name of the current member.
    var name: Int?
    /// The plan of all elements from ``StreamPlan/firstOfRest`` on.
    var rest: StreamPlan?
  }

  private(set) var scanner: StreamScanner
  private var plans: StreamPlans
  private var frames: [Frame] = []
  private let root: StreamPlan
  /// The plan of the value that has begun last, or whose name has been read.
  private var current: StreamPlan
  /// The entry to come to next.
  private var cursor = 0
  /// Whether the scalar at the end has been taken note of, although it is not complete.
  private var hasBegun = false
  /// The most bytes of a string that has begun with which it may always become valid.
  private var mostUnchecked = 0
  /// Whether everything so far is certainly valid.
  private var isCertain = true

  init(_ schema: ModelSchema, limits: JSONLimits) {
    scanner = StreamScanner(limits: limits)
    var evaluator = schema.evaluator
    evaluator.maximumIssueCount = 10_000
    plans = StreamPlans(evaluator)
    root = plans.plan(ofRoot: schema.id)
    current = root
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { scanner.append(bytes) }

  /// Whether the text is complete, and certainly valid.
  var isValid: Bool { isCertain && scanner.state == .end && cursor == scanner.entries.count && frames.isEmpty }

  /// Whether something has arrived that is to be checked.
  var hasNews: Bool {
    if cursor < scanner.entries.count || frames.count > scanner.open.count { return true }
    return scanner.isInScalar ? !hasBegun || scanner.bytes.count - scanner.start > mostUnchecked : scanner.isBroken
  }

  /// Where a value is that cannot become valid.
  struct Refusal {
    var tokens: [String]
  }

  /// Returns the next refusal of what has arrived; nil if there is no other.
  mutating func next() -> Refusal? {
    if cursor < scanner.entries.count || frames.count > scanner.open.count {
      if let refusal = walk(scanner.node(0)) { return refuse(refusal) }
    }
    guard scanner.isInScalar, !hasBegun else { return nil }
    hasBegun = true
    let refusal = begin() ?? refusal(ofFirst: scanner.bytes[scanner.start])
    mostUnchecked = current.words == nil ? current.mostCharacters : 0
    return refusal.map { refuse($0) }
  }

  private mutating func refuse(_ refusal: Refusal) -> Refusal {
    isCertain = false
    return refusal
  }

  // MARK: - Values

  /// Takes the entries from the cursor on, until one is refused.
  private mutating func walk(_ root: UnsafeJSONNode) -> Refusal? {
    while true {
      guard let last = frames.indices.last else {
        guard cursor < scanner.entries.count else { return nil }
        if let refusal = take(root) { return refusal }
        continue
      }
      let isOpen = last < scanner.open.count && scanner.open[last] == frames[last].entry
      if !hasBegun, frames[last].name == nil { skipValid(root, isOpen: isOpen) }
      if cursor == (isOpen ? scanner.entries.count : root[at: frames[last].entry].contentEnd) {
        if isOpen { return nil }
        if let refusal = close(root) { return refusal }
      } else if frames[last].isObject, frames[last].name == nil {
        if let refusal = takeName(root[at: cursor]) { return refusal }
      } else if let refusal = take(root[at: cursor]) {
        return refusal
      }
    }
  }

  /// Takes complete elements or members, as long as they are valid, if all have the same schema and nothing else.
  private mutating func skipValid(_ root: UnsafeJSONNode, isOpen: Bool) {
    let last = frames.count - 1
    let (plan, count) = (frames[last].plan, frames[last].count)
    let schema: Program.SchemaID?
    if frames[last].isObject {
      schema = plan.everyMember
    } else {
      let rest = count < plan.firstOfRest ? nil : frames[last].rest
      schema = rest.flatMap { $0.starts.count == 1 ? $0.starts.first : nil }
    }
    guard let schema else { return }
    let node = root[at: frames[last].entry]
    let next = frames.count < scanner.open.count ? scanner.open[frames.count] : scanner.entries.count
    let most = frames[last].isObject ? plan.mostMembers : plan.mostElements
    let found = plans.evaluator.validChildren(
      of: node, from: cursor, before: isOpen ? next : node.contentEnd, atMost: max(0, most - count), schema: schema)
    cursor = found.end
    frames[last].count += found.count
  }

  /// Takes a value, or enters it if it is open.
  private mutating func take(_ node: UnsafeJSONNode) -> Refusal? {
    let tooMany = hasBegun ? nil : begin()
    hasBegun = false
    let plan = current
    if frames.count < scanner.open.count, scanner.open[frames.count] == node.index {
      cursor += 1
      // The location is that of the value, before it is entered.
      let refusal = tooMany ?? refusal(ofFirst: UInt8(ascii: node.isObject ? "{" : "["))
      frames.append(Frame(entry: node.index, isObject: node.isObject, plan: plan))
      return refusal
    }
    let isValid = tooMany == nil && accepts(node, plan)
    let refusal = isValid ? nil : tooMany ?? Refusal(tokens: location)
    cursor = node.nextIndex
    endValue()
    return refusal
  }

  private mutating func endValue() {
    if !frames.isEmpty { frames[frames.count - 1].name = nil }
  }

  /// Takes note of a value that begins. Returns a refusal if it is an element too many.
  private mutating func begin() -> Refusal? {
    guard let last = frames.indices.last, !frames[last].isObject else { return nil }
    let index = frames[last].count
    frames[last].count += 1
    current = plans.plan(ofElement: index, in: frames[last].plan, rest: &frames[last].rest)
    return index < frames[last].plan.mostElements ? nil : Refusal(tokens: location.dropLast())
  }

  private func refusal(ofFirst byte: UInt8) -> Refusal? {
    current.admits(byte) ? nil : Refusal(tokens: location)
  }

  private mutating func takeName(_ node: UnsafeJSONNode) -> Refusal? {
    let last = frames.count - 1
    cursor += 1
    frames[last].name = node.index
    frames[last].count += 1
    let own = frames[last].plan
    if frames[last].count > own.mostMembers { return Refusal(tokens: location.dropLast()) }
    let schemas = plans.schemas(ofMember: node, in: own)
    current = plans.plan(of: schemas)
    var isName = !current.isNever
    for child in own.children where isName && child.part.isName { isName = holds(child.schema, node) }
    if !schemas.isCertain { isCertain = false }
    return isName ? nil : Refusal(tokens: location)
  }

  /// The location of the value that has begun last.
  private var location: [String] {
    frames.map { frame in
      frame.name.flatMap { scanner.node($0).string } ?? String(max(0, frame.count - 1))
    }
  }

  // MARK: - Verdicts

  /// Whether a value satisfies a schema, or may do so.
  private mutating func holds(_ schema: Program.SchemaID, _ node: UnsafeJSONNode) -> Bool {
    switch plans.evaluator.verdict(on: node, schema: schema) {
    case .valid: return true
    case .invalid: return false
    case .undecided:
      isCertain = false
      return true
    }
  }

  /// Whether a complete value is valid.
  private mutating func accepts(_ node: UnsafeJSONNode, _ plan: StreamPlan) -> Bool {
    if !node.isContainer, plan.isDecidedByKind, plan.holding.whole == nil {
      return plan.admits(scanner.bytes[node.offset])
    }
    if node.isContainer, plan.starts.isEmpty { return node.firstRepeatedName() == nil }
    for schema in plan.starts where !holds(schema, node) { return false }
    return true
  }

  /// Takes the end of the last frame, whose children have been checked.
  private mutating func close(_ root: UnsafeJSONNode) -> Refusal? {
    let (node, plan) = (root[at: frames[frames.count - 1].entry], frames[frames.count - 1].plan)
    frames.removeLast()
    let refusal = isComplete(node, plan) ? nil : Refusal(tokens: location)
    endValue()
    return refusal
  }

  private mutating func isComplete(_ node: UnsafeJSONNode, _ plan: StreamPlan) -> Bool {
    guard !node.isObject || node.repeatedOwnName() == nil, plan.steps.allSatisfy({ plans.evaluator.holds($0, node) })
    else {
      return false
    }
    if plan.isUndecided { isCertain = false }
    for schema in plan.wholes where !holds(schema, node) { return false }
    return true
  }

  // MARK: - Strings that grow

  /// Returns a refusal if no string that begins as the open one is valid.
  func takePartOfString() -> Refusal? {
    guard case .string(isName: false) = scanner.state, !scanner.hasEscape else { return nil }
    let plan = current
    guard plan.words != nil || plan.mostCharacters < .max else { return nil }
    let text = scanner.text[(scanner.start + 1)...]
    if let words = plan.words, !words.contains(where: { $0.starts(with: text) }) {
      return Refusal(tokens: location)
    }
    if plan.mostCharacters < text.count {
      // The last may be the first byte of a character.
      let count = text.count { $0 & 0xc0 != 0x80 } - (text.last.map { $0 >= 0xc0 } ?? false ? 1 : 0)
      if count > plan.mostCharacters { return Refusal(tokens: location) }
    }
    return nil
  }

  // MARK: - Issues

  /// Returns the issue of the text so far for a refusal; nil if there is none, which is a bug in this file.
  func issue(_ refusal: Refusal, in text: [UInt8]) -> ValidationIssue? {
    var reader = JSONReader()
    let issues = text.withUnsafeBufferPointer { text -> [ValidationIssue] in
      guard let root = try? reader.read(text) else { return [] }
      return plans.evaluator.explanation(of: root, text, schema: self.root.starts.first ?? 0)
    }
    let tokens = refusal.tokens
    return issues.first { $0.instanceLocation.tokens == tokens }
      ?? issues.first { $0.instanceLocation.tokens.starts(with: tokens) }
      // The location of a sensitive value ends where it begins.
      ?? issues.first { $0.isRedacted && tokens.starts(with: $0.instanceLocation.tokens) }
  }
}
