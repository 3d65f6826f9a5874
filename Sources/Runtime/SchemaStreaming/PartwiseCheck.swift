package import SchemaRuntime

/// Validates a text of any length in bounded memory: values are read whole and released once they have been checked,
/// and arrays and objects that are too large for that are entered, if no keyword needs them whole.
///
/// Of an entered array or object, a ``ReleasedChildren`` remains, by which the evaluator gives the issues of its own
/// keywords. Issues of children come from the evaluator too, for a text in which the child alone is in its place.
package struct PartwiseCheck: ~Copyable {
  /// What an ``advance(_:)`` came to.
  package enum Progress { case needsBytes, elements, refused, end }

  /// An array or object that has been entered.
  struct Frame {
    let plan: StreamPlan
    let isObject: Bool
    let start: SourcePosition
    /// How many tokens of the path to the elements asked for lead here; nil if this is not on the path.
    let level: Int?
    var released = ReleasedChildren()
    /// The names of an object, if there are not too many.
    var names: Set<KeyedHash> = []
    /// The elements that `uniqueItems` compares, and their indices.
    var elements: [KeyedHash: Int] = [:]
    var isOverLimit = false
    /// The plan of all elements from ``StreamPlan/firstOfRest`` on.
    var rest: StreamPlan?
    /// The name of the current member, in quotation marks, and its position, if its value has been entered.
    var name: [UInt8] = []
    var namePosition: SourcePosition?
  }

  /// What may come next.
  private enum State { case value, firstElement, firstName, name, colon, comma, end }

  /// A value that has begun, or the name of a member.
  struct Part {
    /// The offset of its first byte.
    var start: Int
    var scan: ValueScan
    let isName: Bool
    let plan: StreamPlan
    /// Whether the plan says all: false if a pattern for its name took too many steps.
    let isCertain: Bool
    let level: Int?
    let isElement: Bool
  }

  let schema: Program.SchemaID
  var plans: StreamPlans
  let limits: JSONLimits
  /// The path to the array or object whose children are asked for.
  let path: [String]?
  let root: StreamPlan
  /// What decides, in the place of the evaluator, on the members of an object, or on the elements of an array.
  typealias Elements = (isObject: Bool, accept: (UnsafeJSONNode) -> Bool)
  let elements: Elements?
  /// Whether the first issue ends it.
  private let stopsAtIssue: Bool

  private(set) var bytes: [UInt8] = []
  /// The position of the first of ``bytes``.
  private var origin = SourcePosition(offset: 0, line: 1, column: 1)
  private var offset = 0
  /// The offset after the last byte that is no white space, or its position if it has been released.
  private var lastEnd = 0
  private var releasedEnd: SourcePosition?
  private var hasEnded = false
  private var state = State.value
  private(set) var frames: [Frame] = []
  private var part: Part?
  /// The offset of the name of the current member.
  private var nameStart: Int?
  private var member: (plan: StreamPlan, isCertain: Bool, level: Int?)?
  var reader = JSONReader()

  var issues: [ValidationIssue] = []
  /// The issue of the first repeated name, and the offset of its object, or of a value around it.
  var repeated: (issue: ValidationIssue, start: Int)?
  package private(set) var error: SchemaError?

  private let heldSize: Int
  private let mostRemembered: Int

  /// - Parameters:
  ///   - path: leads to the array or object whose children ``advance(_:)`` gives.
  ///   - limits: the most bytes are those of a value that has to be held.
  ///   - heldSize: from this size on, a value is entered if that is possible.
  ///   - mostRemembered: the most names or elements that are remembered of one object or array.
  package init(
    _ evaluator: Evaluator, schema: Program.SchemaID, limits: JSONLimits, path: [String]? = nil,
    stopsAtIssue: Bool = false,
    heldSize: Int = 1 << 20, mostRemembered: Int = 1 << 24,
    elements: (isObject: Bool, accept: (UnsafeJSONNode) -> Bool)? = nil
  ) {
    self.schema = schema
    self.limits = limits
    self.path = path
    self.stopsAtIssue = stopsAtIssue
    self.heldSize = heldSize
    self.mostRemembered = mostRemembered
    self.elements = elements
    plans = StreamPlans(evaluator)
    root = plans.plan(ofRoot: schema)
    reader.limits.maximumByteCount = limits.maximumByteCount
  }

  // MARK: - Bytes

  package mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
    release()
    bytes.append(contentsOf: more)
  }

  /// The text is whole.
  package mutating func end() { hasEnded = true }

  /// Removes bytes that have been checked once they are the larger part, so that every byte is moved at most once.
  private mutating func release() {
    let count = min(part?.start ?? offset, nameStart ?? offset, offset)
    guard count > 0, count >= bytes.count - count else { return }
    if lastEnd <= count, lastEnd >= 0 {
      releasedEnd = position(at: lastEnd)
      lastEnd = -1
    } else {
      lastEnd -= count
    }
    origin = position(at: count)
    bytes.removeSubrange(..<count)
    offset -= count
    part?.start -= count
    nameStart = nameStart.map { $0 - count }
  }

  func position(at index: Int) -> SourcePosition {
    bytes.withUnsafeBufferPointer { origin.advanced(over: UnsafeBufferPointer(rebasing: $0[..<index])) }
  }

  /// The position of the name of the current member of the last frame.
  var positionOfName: SourcePosition? { nameStart.map { position(at: $0) } }

  // MARK: - Progress

  /// Whether more issues are known than are asked for.
  var isFull: Bool { issues.count > max(plans.evaluator.maximumIssueCount, 1) }

  /// What has been found, as many issues as the evaluator's maximum.
  package var foundIssues: [ValidationIssue] {
    plans.evaluator.truncated((repeated.map { [$0.issue] } ?? []) + issues)
  }

  /// Checks what has arrived, until it comes to one of the elements asked for, or to several in a value that was held.
  package mutating func advance(_ use: (UnsafeJSONNode, String) -> DecodingFailure?) -> Progress {
    while true {
      if error == nil, stopsAtIssue, repeated != nil || !issues.isEmpty { error = .invalid(foundIssues) }
      if error != nil { return .refused }
      if let part {
        switch scan(part, use) {
        case nil: continue
        case let progress?: return progress
        }
      }
      guard offset < bytes.count else {
        guard hasEnded else { return .needsBytes }
        if state == .end { return .end }
        refuseEnd()
        continue
      }
      let byte = bytes[offset]
      if byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
        offset += 1
      } else if byte == 0xef, state == .value, frames.isEmpty, bytes.count < 3, !hasEnded {
        return .needsBytes
      } else {
        structure(byte)
      }
    }
  }

  /// Looks for the end of a part; nil if it has been taken.
  private mutating func scan(_ part: Part, _ use: (UnsafeJSONNode, String) -> DecodingFailure?) -> Progress? {
    var (part, offset) = (part, offset)
    let end = bytes.withUnsafeBufferPointer { part.scan.end(in: $0, from: &offset) }
    self.offset = offset
    self.part = part
    let size = (end ?? offset) - part.start
    let isLarge = size > (end == nil ? heldSize : limits.maximumByteCount)
    if isLarge, !part.isName, canEnter(part) {
      enter(part)
      return nil
    }
    if size > min(limits.maximumByteCount, JSONLimits.hardMaximumByteCount) {
      refuseSize(of: part)
      return nil
    }
    guard let end = end ?? (hasEnded ? bytes.count : nil) else { return .needsBytes }
    self.part = nil
    self.offset = end
    lastEnd = end
    return complete(part, end, use) ? .elements : nil
  }

  private mutating func structure(_ byte: UInt8) {
    switch (byte, state) {
    case (UInt8(ascii: "]"), .firstElement), (UInt8(ascii: "}"), .firstName): close()
    case (UInt8(ascii: "\""), .firstName), (UInt8(ascii: "\""), .name): begin(byte, isName: true, root)
    case (_, .value), (_, .firstElement): beginValue(byte)
    case (UInt8(ascii: ":"), .colon): move(to: .value)
    case (UInt8(ascii: ","), .comma): move(to: isInObject ? .name : .value)
    case (UInt8(ascii: "]"), .comma) where !isInObject, (UInt8(ascii: "}"), .comma) where isInObject: close()
    case (_, .end): refuse(.contentAfterValue(byte), at: offset)
    case (_, .firstName), (_, .name), (_, .colon), (_, .comma):
      refuse(.unexpectedByte(byte, expected: expectation), at: offset)
    }
  }

  private var isInObject: Bool { frames.last?.isObject ?? false }

  private var expectation: JSONSyntaxError.Expectation {
    switch state {
    case .value: .value
    case .firstElement: .valueOrEnd
    case .firstName: .memberNameOrEnd
    case .name: .memberName
    case .colon: .colon
    case .comma, .end: isInObject ? .commaOrObjectEnd : .commaOrArrayEnd
    }
  }

  private mutating func move(to next: State) {
    offset += 1
    lastEnd = offset
    state = next
  }

  private mutating func begin(
    _ byte: UInt8, isName: Bool, _ plan: StreamPlan, isCertain: Bool = true, level: Int? = nil, isElement: Bool = false
  ) {
    part = Part(
      start: offset, scan: ValueScan(byte, isRoot: frames.isEmpty), isName: isName, plan: plan, isCertain: isCertain,
      level: level,
      isElement: isElement)
    if isName { nameStart = offset }
  }

  private mutating func beginValue(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"), UInt8(ascii: "t"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      break
    default:
      let isMark = byte == 0xef && frames.isEmpty && position(at: offset).offset == 0
      if isMark, bytes[offset...].starts(with: [0xef, 0xbb, 0xbf]) { return refuse(.byteOrderMark, at: offset) }
      return refuse(.unexpectedByte(byte, expected: expectation), at: offset)
    }
    var (plan, isCertain, level) = (root, true, path.map { _ in 0 })
    if let last = frames.indices.last {
      if frames[last].isObject {
        guard let member else { return }
        (plan, isCertain, level) = member
      } else {
        let index = frames[last].released.count
        frames[last].released.count += 1
        plan = plans.plan(ofElement: index, in: frames[last].plan, rest: &frames[last].rest)
        level = levelOfChild(frames[last].level) { JSONPointer.arrayIndex($0) == index }
      }
    }
    let isElement = frames.last.map { $0.level != nil && $0.level == path?.count } ?? false
    begin(byte, isName: false, plan, isCertain: isCertain, level: level, isElement: isElement)
    if let part, level != nil, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "["), canEnter(part) { enter(part) }
  }

  /// How many tokens lead to a child; nil if its name or index is not the next token.
  private func levelOfChild(_ level: Int?, _ isToken: (String) -> Bool) -> Int? {
    guard let path, let level, level < path.count, isToken(path[level]) else { return nil }
    return level + 1
  }

  // MARK: - Arrays and objects

  /// Whether the children of a value can be released one by one.
  private func canEnter(_ part: Part) -> Bool {
    part.scan.isContainer && part.isCertain && !part.isElement && !part.plan.isNever && holdingKeyword(of: part) == nil
  }

  func holdingKeyword(of part: Part) -> HoldingKeyword? {
    part.plan.holding.whole ?? frames.last?.plan.holding.child
  }

  private mutating func enter(_ part: Part) {
    let limit = min(limits.maximumDepth, JSONLimits.hardMaximumDepth)
    guard frames.count < limit else { return refuse(.tooDeep(limit: limit), at: part.start) }
    if !frames.isEmpty { frames[frames.count - 1].namePosition = positionOfName }
    let isObject = bytes[part.start] == UInt8(ascii: "{")
    frames.append(
      Frame(plan: part.plan, isObject: isObject, start: position(at: part.start), level: part.level))
    (self.part, nameStart, member) = (nil, nil, nil)
    offset = part.start
    move(to: isObject ? .firstName : .firstElement)
  }

  private mutating func close() {
    guard let frame = frames.popLast() else { return }
    offset += 1
    lastEnd = offset
    state = frames.isEmpty ? .end : .comma
    if !isFull { addIssues(of: frame) }
  }

  // MARK: - Parts

  /// Takes a part that ends at an offset. Whether it was or had elements that are asked for.
  private mutating func complete(
    _ part: Part, _ end: Int, _ use: (UnsafeJSONNode, String) -> DecodingFailure?
  ) -> Bool {
    let text = bytes
    return text.withUnsafeBufferPointer { all in
      let value = UnsafeBufferPointer(rebasing: all[part.start..<end])
      let depth = min(limits.maximumDepth, JSONLimits.hardMaximumDepth)
      reader.limits.maximumDepth = depth - frames.count
      let node: UnsafeJSONNode
      do throws(JSONSyntaxError) { node = try reader.read(value) } catch {
        // The reader takes a control character at the end for white space after the text.
        if case .unexpectedEnd(.stringEnd) = error.kind, let last = value.last, last < 0x20 {
          refuse(.controlCharacterInString(last), at: end - 1)
          return false
        }
        refuse(error, of: part, before: end < all.count ? all[end] : nil, depth: depth)
        return false
      }
      if part.isName {
        state = .colon
        take(name: node, value)
        return false
      }
      state = frames.isEmpty ? .end : .comma
      let isUsed = take(node, part, value, use)
      (nameStart, member) = (nil, nil)
      return isUsed
    }
  }

  private mutating func take(name: UnsafeJSONNode, _ text: UnsafeBufferPointer<UInt8>) {
    let last = frames.count - 1
    let plan = frames[last].plan
    frames[last].name.removeAll(keepingCapacity: true)
    frames[last].name.append(contentsOf: text)
    frames[last].namePosition = nil
    frames[last].released.count += 1
    for asked in plan.holding.asked where plans.evaluator.isName(asked, name) {
      frames[last].released.names.insert(asked)
    }
    if !frames[last].isOverLimit, !frames[last].names.insert(KeyedHash(name)).inserted { addRepeated(name) }
    limitMemory(frames[last].names.count, "uniqueNames")
    let schemas = plans.schemas(ofMember: name, in: plan)
    let level = levelOfChild(frames[last].level) { $0.utf8.elementsEqual(name.string.utf8) }
    member = (plans.plan(of: schemas), schemas.isCertain, level)
    if !isFull, !plans.admitsCertainly(name: name, in: plan) { addIssuesOfName() }
  }

  /// Remembers no more of the last frame if that is too much.
  private mutating func limitMemory(_ count: Int, _ keyword: String, at location: String = "") {
    let last = frames.count - 1
    guard count > mostRemembered, !frames[last].isOverLimit else { return }
    frames[last].isOverLimit = true
    (frames[last].names, frames[last].elements) = ([], [:])
    issues.append(
      Evaluator.tooMuch(
        for: keyword, at: location, limit: mostRemembered, isBytes: false, JSONPointer(tokens(of: last)),
        frames[last].start))
  }

  mutating func remember(_ node: UnsafeJSONNode, _ plan: StreamPlan) {
    let last = frames.count - 1
    let holding = plan.holding
    for schema in holding.counted {
      let verdict = plans.evaluator.verdict(on: node, schema: schema)
      var counts = frames[last].released.matches[schema] ?? (0, 0)
      if verdict == .valid { counts.certain += 1 }
      if verdict != .invalid { counts.possible += 1 }
      frames[last].released.matches[schema] = counts
    }
    guard holding.comparesElements, !frames[last].isOverLimit, frames[last].released.equalElements == nil else {
      return
    }
    let (index, hash) = (frames[last].released.count - 1, KeyedHash(node))
    if let first = frames[last].elements[hash] {
      frames[last].released.equalElements = (first, index)
      frames[last].elements = [:]
    } else {
      frames[last].elements[hash] = index
    }
    limitMemory(frames[last].elements.count, holding.child?.keyword ?? "", at: holding.child?.absoluteLocation ?? "")
  }

  // MARK: - Refusals

  mutating func refuse(_ refusal: SchemaError) { error = refusal }

  /// A part has no issues although it must have some.
  mutating func refuseInconsistency(at position: SourcePosition) {
    issues.append(Evaluator.inconsistency("a part is rejected without an issue", position))
  }

  private mutating func refuse(_ kind: JSONSyntaxError.Kind, at index: Int) {
    error = .syntax(JSONSyntaxError(kind: kind, position: position(at: index)))
  }

  /// The text ends too early, after its last byte that is no white space.
  private mutating func refuseEnd() {
    let isEmpty = frames.isEmpty && state == .value
    let end = lastEnd < 0 ? releasedEnd ?? origin : position(at: lastEnd)
    error = .syntax(
      isEmpty
        ? JSONSyntaxError(kind: .emptyText, position: SourcePosition(offset: 0, line: 1, column: 1))
        : JSONSyntaxError(kind: .unexpectedEnd(expected: expectation), position: end))
  }

  /// The error that the whole text would get for that of a part.
  private mutating func refuse(_ refusal: JSONSyntaxError, of part: Part, before next: UInt8?, depth: Int) {
    var kind = refusal.kind
    switch kind {
    case .tooDeep: kind = .tooDeep(limit: depth)
    case .unexpectedEnd(let expected):
      if let next { kind = .unexpectedByte(next, expected: expected) }
    case .contentAfterValue(let byte):
      if let last = frames.last {
        kind = .unexpectedByte(byte, expected: last.isObject ? .commaOrObjectEnd : .commaOrArrayEnd)
      }
    case .emptyText, .byteOrderMark, .unexpectedByte, .controlCharacterInString, .invalidEscape, .invalidUnicodeEscape,
      .loneSurrogate, .invalidUTF8, .tooLong, .notConvertible:
      break
    }
    error = .syntax(JSONSyntaxError(kind: kind, position: refusal.position.moved(to: position(at: part.start))))
  }

  /// A part is larger than the index can describe.
  private mutating func refuseSize(of part: Part) {
    let limit = min(limits.maximumByteCount, JSONLimits.hardMaximumByteCount)
    guard !part.isName, part.scan.isContainer, let keyword = holdingKeyword(of: part) else {
      return refuse(.tooLong(limit: limit), at: part.start)
    }
    let tokens = tokens(of: frames.count)
    issues.append(
      Evaluator.tooMuch(
        for: keyword.keyword, at: keyword.absoluteLocation, limit: limit, isBytes: true, JSONPointer(tokens),
        position(at: part.start)))
    error = .invalid(foundIssues)
  }
}
