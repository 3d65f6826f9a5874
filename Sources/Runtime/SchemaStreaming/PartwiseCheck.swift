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
    /// Its entry in the scanner's index.
    var entry: Int
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

  /// An element, the value of a member or the whole text, once it has begun.
  struct Part {
    /// The offset of its first byte.
    var start: Int
    let isContainer: Bool
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

  private(set) var scanner: StreamScanner
  /// What the scanner has not got yet.
  private var pending: [UInt8] = []
  private var pendingStart = 0
  private var hasEnded = false
  /// The position of the scanner's first byte, and that after the last byte before it that is no white space.
  private(set) var origin = SourcePosition(offset: 0, line: 1, column: 1)
  private var releasedEnd = SourcePosition(offset: 0, line: 1, column: 1)
  /// What stands for the bytes before the scanner's first, where the text is not JSON.
  private var releasedText: [UInt8] = []
  private(set) var frames: [Frame] = []
  /// The entry to come to next.
  private var cursor = 0
  /// The value at the cursor, if it has been come to.
  private var part: Part?
  /// The entry of the name of the current member.
  private var nameEntry: Int?
  private var member: (plan: StreamPlan, isCertain: Bool, level: Int?)?

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
    self.limits = JSONLimits(
      maximumDepth: limits.maximumDepth,
      maximumByteCount: min(max(0, limits.maximumByteCount), JSONLimits.hardMaximumByteCount))
    self.path = path
    self.stopsAtIssue = stopsAtIssue
    self.heldSize = heldSize
    self.mostRemembered = mostRemembered
    self.elements = elements
    plans = StreamPlans(evaluator)
    root = plans.plan(ofRoot: schema)
    scanner = StreamScanner(limits: JSONLimits(maximumDepth: limits.maximumDepth))
  }

  // MARK: - Bytes

  /// The most bytes that are read before they are checked.
  private static let mostUnchecked = 1 << 18

  package mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
    let count = isDry && pending.isEmpty ? feed(more) : 0
    pending.append(contentsOf: more[count...])
  }

  /// The text is whole.
  package mutating func end() { hasEnded = true }

  /// Whether the scanner has no entry that has not been taken.
  private var isDry: Bool { cursor == scanner.entries.count && frames.count <= scanner.open.count || part != nil }

  /// Gives the scanner the first of some bytes, and returns how many.
  private mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let count = min(bytes.count, Self.mostUnchecked)
    release(beforeAppending: count)
    let first = bytes.prefix(min(count, JSONLimits.hardMaximumByteCount - scanner.bytes.count))
    scanner.append(UnsafeBufferPointer(rebasing: first))
    return first.count
  }

  /// Gives the scanner more of what is pending. Returns false if there is nothing.
  private mutating func feedPending() -> Bool {
    guard !pending.isEmpty else { return false }
    let bytes = pending
    let count = bytes.withUnsafeBufferPointer { feed(UnsafeBufferPointer(rebasing: $0[pendingStart...])) }
    pendingStart += count
    if pendingStart == bytes.count { (pending, pendingStart) = ([], 0) }
    return count > 0
  }

  /// Releases what has been checked once it is the larger part, so that every byte is moved at most once.
  private mutating func release(beforeAppending more: Int) {
    let first = nameEntry ?? cursor
    let hasEntry = first < scanner.entries.count
    let count = hasEntry ? scanner.node(first).offset : scanner.isInToken ? scanner.start : scanner.offset
    let isFull = scanner.bytes.count + more > JSONLimits.hardMaximumByteCount
    guard count > 0, isFull || count >= scanner.bytes.count - count, !scanner.isBroken else { return }
    let bytes = UnsafeBufferPointer(rebasing: scanner.text[..<count])
    if let last = bytes.lastIndex(where: { ![0x20, 0x0a, 0x0d, 0x09].contains($0) }) {
      releasedEnd = position(at: last + 1)
      origin = releasedEnd.advanced(over: UnsafeBufferPointer(rebasing: bytes[(last + 1)...]))
    } else {
      origin = position(at: count)
    }
    releasedText = replacement(isBeforeToken: hasEntry || scanner.isInToken)
    scanner.release(count, entries: first)
    cursor += frames.count - first
    if nameEntry != nil { nameEntry = frames.count }
    part?.start -= count
    for index in frames.indices { frames[index].entry = index }
  }

  /// The shortest text that what has not been released may follow.
  private func replacement(isBeforeToken: Bool) -> [UInt8] {
    guard let last = frames.last else { return scanner.state == .end ? Array("\"\"".utf8) : [] }
    let around = frames.dropLast().map { $0.isObject ? "{\"\":" : "[" }.joined()
    let child = last.isObject ? "\"\":\"\"" : "\"\""
    let children =
      switch scanner.state {
      case .firstElement where !isBeforeToken, .firstName where !isBeforeToken: ""
      case .comma where !isBeforeToken, .end: child
      case .firstElement, .firstName, .comma, .value, .name, .colon, .string, .number, .literal, .broken: child + ","
      }
    return Array((around + (last.isObject ? "{" : "[") + children).utf8)
  }

  func position(at index: Int) -> SourcePosition {
    origin.advanced(over: UnsafeBufferPointer(rebasing: scanner.text[..<index]))
  }

  /// The position of the name of the current member of the last frame.
  var positionOfName: SourcePosition? { nameEntry.map { position(at: scanner.node($0).offset) } }

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
      if let progress = step(use) { return progress }
    }
  }

  /// Takes an entry, or more bytes; nil if there may be others.
  private mutating func step(_ use: (UnsafeJSONNode, String) -> DecodingFailure?) -> Progress? {
    let last = frames.indices.last
    let isOpen = last.map { scanner.open.indices.contains($0) && scanner.open[$0] == frames[$0].entry } ?? true
    if let last, !isOpen, cursor == scanner.node(frames[last].entry).contentEnd {
      close()
      return nil
    }
    if let last, skipValidElements(of: last, isOpen: isOpen) { return nil }
    guard cursor < scanner.entries.count else { return stepBeyondEntries() }
    let node = scanner.node(cursor)
    if let last, frames[last].isObject, nameEntry == nil {
      take(name: node)
      return nil
    }
    return step(to: node, use)
  }

  /// Takes complete elements, as long as they are valid, if all have the same schema and nothing is remembered of them.
  /// Returns false if there are none.
  private mutating func skipValidElements(of last: Int, isOpen: Bool) -> Bool {
    let frame = frames[last]
    guard !frame.isObject, frame.level == nil, part == nil, !isFull, frame.plan.holding.child == nil,
      frame.released.count >= frame.plan.firstOfRest, let rest = frame.rest, rest.starts.count == 1,
      scanner.bytes.count <= limits.maximumByteCount
    else { return false }
    let next = frames.count < scanner.open.count ? scanner.open[frames.count] : scanner.entries.count
    let node = scanner.node(frame.entry)
    let found = plans.evaluator.validChildren(
      of: node, from: cursor, before: isOpen ? next : node.contentEnd, atMost: .max, schema: rest.starts[0])
    cursor = found.end
    frames[last].released.count += found.count
    return found.count > 0
  }

  /// Comes to a value, or back to it.
  private mutating func step(
    to node: UnsafeJSONNode, _ use: (UnsafeJSONNode, String) -> DecodingFailure?
  ) -> Progress? {
    let part = self.part ?? begin(node)
    self.part = part
    let isOpen = frames.count < scanner.open.count && scanner.open[frames.count] == cursor
    var size = scanner.bytes.count - part.start
    if !isOpen, size > limits.maximumByteCount { size = scanner.end(of: node) - part.start }
    if part.level != nil || size > (isOpen ? heldSize : limits.maximumByteCount), canEnter(part) {
      enter(part)
    } else if size > limits.maximumByteCount {
      refuseSize(of: part)
    } else if isOpen {
      return stepBeyondEntries()
    } else {
      (cursor, self.part) = (node.nextIndex, nil)
      let isUsed = take(node, part, use)
      (nameEntry, member) = (nil, nil)
      return isUsed ? .elements : nil
    }
    return nil
  }

  /// Takes more bytes; nil if there are some.
  private mutating func stepBeyondEntries() -> Progress? {
    if case .broken(let offset) = scanner.state {
      let isOpen = mayBeOfEnd(offset)
      if isOpen, feedPending() { return nil }
      if isOpen, !hasEnded { return .needsBytes }
      refuseSyntax(followedBy: isOpen ? "" : "\"")
      return nil
    }
    if scanner.isInToken, scanner.bytes.count - scanner.start > limits.maximumByteCount {
      refuseTooLong(at: scanner.start)
      return nil
    }
    if feedPending() { return nil }
    guard pending.isEmpty else {
      if let part { refuseSize(of: part) } else { refuseTooLong(at: 0) }
      return nil
    }
    guard hasEnded else { return .needsBytes }
    scanner.finish()
    if cursor < scanner.entries.count, part == nil { return nil }
    if scanner.state == .end { return .end }
    refuseSyntax(followedBy: "")
    return nil
  }

  /// Whether more bytes may change the error at an offset: white space at the end of the text is none of a string, and a
  /// byte order mark has an error of its own.
  private func mayBeOfEnd(_ offset: Int) -> Bool {
    if scanner.bytes.count == JSONLimits.hardMaximumByteCount { return false }
    if origin.offset == 0, offset == 0, scanner.bytes[0] == 0xef { return scanner.bytes.count < 3 }
    return scanner.text[offset...].allSatisfy { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
  }

  /// The value of an entry that has been come to.
  private mutating func begin(_ node: UnsafeJSONNode) -> Part {
    var (plan, isCertain, level) = (root, true, path.map { _ in 0 })
    if let last = frames.indices.last {
      if let member {
        (plan, isCertain, level) = member
      } else {
        let index = frames[last].released.count
        frames[last].released.count += 1
        plan = plans.plan(ofElement: index, in: frames[last].plan, rest: &frames[last].rest)
        level = levelOfChild(frames[last].level) { JSONPointer.arrayIndex($0) == index }
      }
    }
    let isElement = frames.last.map { $0.level != nil && $0.level == path?.count } ?? false
    return Part(
      start: node.offset, isContainer: node.isContainer, plan: plan, isCertain: isCertain, level: level,
      isElement: isElement)
  }

  /// How many tokens lead to a child; nil if its name or index is not the next token.
  private func levelOfChild(_ level: Int?, _ isToken: (String) -> Bool) -> Int? {
    guard let path, let level, level < path.count, isToken(path[level]) else { return nil }
    return level + 1
  }

  // MARK: - Arrays and objects

  /// Whether the children of a value can be released one by one.
  private func canEnter(_ part: Part) -> Bool {
    part.isContainer && part.isCertain && !part.isElement && !part.plan.isNever && holdingKeyword(of: part) == nil
  }

  func holdingKeyword(of part: Part) -> HoldingKeyword? {
    part.plan.holding.whole ?? frames.last?.plan.holding.child
  }

  private mutating func enter(_ part: Part) {
    if !frames.isEmpty { frames[frames.count - 1].namePosition = positionOfName }
    frames.append(
      Frame(
        entry: cursor, plan: part.plan, isObject: scanner.node(cursor).isObject, start: position(at: part.start),
        level: part.level))
    (self.part, nameEntry, member) = (nil, nil, nil)
    cursor += 1
  }

  private mutating func close() {
    guard let frame = frames.popLast() else { return }
    if !isFull { addIssues(of: frame) }
  }

  // MARK: - Parts

  private mutating func take(name: UnsafeJSONNode) {
    let last = frames.count - 1
    let plan = frames[last].plan
    let text = scanner.text[name.offset..<scanner.end(of: name)]
    guard text.count <= limits.maximumByteCount else { return refuseTooLong(at: name.offset) }
    (nameEntry, cursor) = (cursor, cursor + 1)
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

  private mutating func refuseTooLong(at index: Int) {
    error = .syntax(JSONSyntaxError(kind: .tooLong(limit: limits.maximumByteCount), position: position(at: index)))
  }

  /// A value is larger than what can be held.
  private mutating func refuseSize(of part: Part) {
    guard part.isContainer, let keyword = holdingKeyword(of: part) else { return refuseTooLong(at: part.start) }
    issues.append(
      Evaluator.tooMuch(
        for: keyword.keyword, at: keyword.absoluteLocation, limit: limits.maximumByteCount, isBytes: true,
        JSONPointer(tokens(of: frames.count)), position(at: part.start)))
    error = .invalid(foundIssues)
  }

  /// The text is not JSON: the reader says why.
  private mutating func refuseSyntax(followedBy end: String) {
    var reader = JSONReader(limits: JSONLimits(maximumDepth: limits.maximumDepth))
    let found = (releasedText + scanner.text + end.utf8).withUnsafeBufferPointer { text -> JSONSyntaxError? in
      do throws(JSONSyntaxError) {
        _ = try reader.read(text)
        return nil
      } catch { return error }
    }
    guard let found else {
      refuseInconsistency(at: origin)
      error = .invalid(foundIssues)
      return
    }
    let offset = found.position.offset - releasedText.count
    let isAtEnd =
      switch found.kind {
      case .unexpectedEnd, .emptyText: true
      case .byteOrderMark, .unexpectedByte, .contentAfterValue, .controlCharacterInString, .invalidEscape,
        .invalidUnicodeEscape, .loneSurrogate, .invalidUTF8, .tooDeep, .tooLong, .notConvertible:
        false
      }
    let position = isAtEnd && offset <= 0 ? releasedEnd : position(at: min(max(0, offset), scanner.bytes.count))
    error = .syntax(JSONSyntaxError(kind: found.kind, position: position))
  }
}
