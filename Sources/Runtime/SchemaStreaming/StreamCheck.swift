import SchemaRuntime

/// Checks a text that arrives in pieces: at each place, what no continuation can make valid.
struct StreamCheck: Sendable {
  /// An open array or object, the plan of its own value, and where it is in the container around it.
  private struct Frame {
    var plan: StreamPlan
    var count = 0
    /// The entry of the name of the member that has begun, and the plan of its value.
    var name: Int?
    var next: StreamPlan?
    /// The plan of all elements from ``StreamPlan/firstOfRest`` on.
    var rest: StreamPlan?
  }

  private(set) var scanner: StreamScanner
  private var evaluator: Evaluator { plans.evaluator }
  private var plans: StreamPlans
  private var frames: [Frame] = []
  private var root: StreamPlan
  /// The plan of the scalar that has begun, which is the last child of the last frame.
  private var current: StreamPlan?

  init(_ schema: ModelSchema, limits: JSONLimits) {
    scanner = StreamScanner(limits: limits)
    var evaluator = schema.evaluator
    evaluator.maximumIssueCount = 10_000
    plans = StreamPlans(evaluator)
    root = plans.plan(ofRoot: schema.id)
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { scanner.append(bytes) }

  /// Returns the next refusal of what has become complete; nil if all of that has been taken.
  mutating func next() -> Refusal? {
    while let event = scanner.next() {
      if let refusal = take(event) { return refusal }
    }
    return nil
  }

  /// Where a value is that cannot become valid.
  struct Refusal {
    var tokens: [String]
  }

  /// Returns a refusal if an event makes the value invalid, whatever follows.
  private mutating func take(_ event: StreamScanner.Event) -> Refusal? {
    switch event {
    case .start(let byte): return begin(byte)
    case .open(let entry):
      let isObject = scanner.withNode(entry) { $0.isObject } ?? false
      if let refusal = begin(UInt8(ascii: isObject ? "{" : "[")) { return refusal }
      frames.append(Frame(plan: current ?? root))
      return nil
    case .name(let entry): return name(entry)
    case .scalar(let entry):
      guard let plan = current, !plan.isDecidedByKind else { return nil }
      let isValid = scanner.withNode(entry) { node in
        plan.starts.allSatisfy { evaluator.verdict(on: node, schema: $0) != .invalid }
      }
      return isValid ?? true ? nil : Refusal(tokens: location)
    case .close(let entry):
      guard let frame = frames.popLast() else { return nil }
      let isValid = scanner.withNode(entry) { isComplete($0, frame.plan) } ?? true
      return isValid ? nil : Refusal(tokens: location)
    }
  }

  /// The location of the value that has begun last.
  private var location: [String] {
    frames.map { frame in
      frame.name.flatMap { scanner.withNode($0) { $0.string } } ?? String(max(0, frame.count - 1))
    }
  }

  private mutating func begin(_ byte: UInt8) -> Refusal? {
    guard let last = frames.indices.last else {
      current = root
      return root.admits(byte) ? nil : Refusal(tokens: [])
    }
    if frames[last].name == nil {
      frames[last].count += 1
      if frames[last].count > frames[last].plan.mostElements {
        return Refusal(tokens: location.dropLast())
      }
      frames[last].next = planOfElement()
    }
    current = frames[last].next
    return current?.admits(byte) ?? true ? nil : Refusal(tokens: location)
  }

  private mutating func name(_ entry: Int) -> Refusal? {
    let last = frames.count - 1
    guard last >= 0 else { return nil }
    frames[last].name = entry
    frames[last].count += 1
    let own = frames[last].plan
    if frames[last].count > own.mostMembers { return Refusal(tokens: location.dropLast()) }
    var schemas = StreamPlans.SchemaList()
    let isName = scanner.withNode(entry) { node in
      schemas = plans.schemas(ofMember: node, in: own)
      return plans.admits(name: node, in: own)
    }
    let next = plans.plan(of: schemas)
    frames[last].next = next
    return next.isNever || !(isName ?? true) ? Refusal(tokens: location) : nil
  }

  /// The plan of the element that begins in the last frame.
  private mutating func planOfElement() -> StreamPlan {
    let last = frames.count - 1
    return plans.plan(ofElement: frames[last].count - 1, in: frames[last].plan, rest: &frames[last].rest)
  }

  /// Whether an array or object is valid beside its children, which have been checked.
  private func isComplete(_ node: UnsafeJSONNode, _ plan: StreamPlan) -> Bool {
    (!node.isObject || node.repeatedOwnName() == nil) && plan.steps.allSatisfy { evaluator.holds($0, node) }
      && plan.wholes.allSatisfy { evaluator.verdict(on: node, schema: $0) != .invalid }
  }

  // MARK: - Strings that grow

  /// Returns a refusal if no string that begins as the open one is valid.
  func takePartOfString() -> Refusal? {
    guard case .string(isName: false) = scanner.state, !scanner.hasEscape, let plan = current else { return nil }
    let text = scanner.bytes[(scanner.start + 1)...]
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
      return evaluator.explanation(of: root, text, schema: self.root.starts.first ?? 0)
    }
    let tokens = refusal.tokens
    return issues.first { $0.instanceLocation.tokens == tokens }
      ?? issues.first { $0.instanceLocation.tokens.starts(with: tokens) }
      // The location of a sensitive value ends where it begins.
      ?? issues.first { $0.isRedacted && tokens.starts(with: $0.instanceLocation.tokens) }
  }
}
