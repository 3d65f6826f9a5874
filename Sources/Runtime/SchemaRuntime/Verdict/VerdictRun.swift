/// One run over a value that answers only yes or no.
///
/// It reads ``VerdictTables``, allocates nothing for most schemas and does no reference counting. ``Evaluation``
/// explains rejections.
///
/// When a limit is reached, the check counts as false and ``isLimited`` is set. Then the answer is meaningless, and
/// ``Evaluation`` determines it with three-valued logic.
struct VerdictRun {
  typealias Tables = VerdictTables

  /// Kept alive by the caller.
  unowned(unsafe) let tables: Tables
  let layout: UnsafePointer<Tables.Layout>
  let records: UnsafePointer<Tables.Record>
  let starts: UnsafePointer<Int32>
  let steps: UnsafePointer<Tables.Step>
  let rows: UnsafePointer<Tables.Row>
  let words: VerdictWords

  /// The number of schemas that may still be applied inside one another, on this stack and additional ones.
  var levelsLeft: Int32
  var levelsBeyond: Int
  /// Whether a limit was reached.
  var isLimited = false
  /// The names of all objects before this index entry have been compared.
  var namesChecked: Int
  /// Whether an object has equal names. If so, the payload is invalid, whatever the schema.
  var hasRepeatedName = false
  /// nil as long as there is nothing to remember.
  var memo: VerdictMemo?
  /// Whether elements of arrays marked `x-lossy` are dropped instead of rejected, and the indices of the dropped ones.
  var dropsElements = false
  var dropped: [Int] = []

  /// - Parameters:
  ///   - checksNames: whether to reject equal names in one object, too.
  ///   - maximumNesting: the number of schemas that may be applied inside one another.
  init(_ tables: Tables, _ root: UnsafeJSONNode, checksNames: Bool, maximumNesting: Int) {
    levelsLeft = Int32(truncatingIfNeeded: Swift.max(0, Swift.min(maximumNesting, Self.levelsOnStack)))
    levelsBeyond = maximumNesting &- Int(levelsLeft)
    self.tables = tables
    layout = tables.layout
    records = tables.layout.pointee.records
    starts = tables.layout.pointee.starts
    steps = tables.layout.pointee.steps
    rows = tables.layout.pointee.rows
    namesChecked = checksNames ? root.index : .max
    words = VerdictWords(pool: tables.layout.pointee.bytes)
  }

  /// Whether the root satisfies a schema and, if names are checked, has no equal names in one object.
  mutating func isValid(_ root: UnsafeJSONNode, _ schema: SchemaID) -> Bool {
    check(schema, root) && !hasRepeatedName && checkNames(before: root.nextIndex, root)
  }

  // MARK: - Schemas

  /// Applies a schema to a value.
  @inline(__always)
  mutating func check(_ schema: SchemaID, _ node: UnsafeJSONNode) -> Bool {
    let record = records + schema.index
    let kind = node.kind
    guard record.pointee.admits(kind) else { return false }
    guard record.pointee.levels <= levelsLeft else { return checkDeeper(schema, node) }
    let start = starts[schema.index &* Tables.classCount &+ Tables.Class.index(of: kind)]
    return start == 0 || run(record, start, node)
  }

  /// Runs the steps of a schema from an index on.
  private mutating func run(_ record: UnsafePointer<Tables.Record>, _ start: Int32, _ node: UnsafeJSONNode) -> Bool {
    if record.pointee.isRepeated, !dropsElements { return runOnce(record, start, node) }
    let levels = record.pointee.levels
    levelsLeft &-= levels
    let isValid = take(steps + Int(start), node)
    levelsLeft &+= levels
    return isValid
  }

  /// Runs the steps of a schema that may be applied to one value repeatedly, only once.
  ///
  /// A verdict depends only on the schema and the value. When elements are dropped, the run also records which, so the
  /// verdict is not cached.
  @inline(never)
  private mutating func runOnce(
    _ record: UnsafePointer<Tables.Record>, _ start: Int32, _ node: UnsafeJSONNode
  ) -> Bool {
    let schema = record.pointee.schema
    if let known = memo?.verdict(schema, node) {
      if known.isLimited { isLimited = true }
      return known.isValid
    }
    let wasLimited = isLimited
    isLimited = false
    let levels = record.pointee.levels
    levelsLeft &-= levels
    let isValid = take(steps + Int(start), node)
    levelsLeft &+= levels
    remembering().remember(schema, node, isValid: isValid, isLimited: isLimited)
    if wasLimited { isLimited = true }
    return isValid
  }

  /// Takes over which patterns exhausted their steps in another run over the same text.
  mutating func avoidPatterns(spentBy other: VerdictRun) {
    if let spent = other.memo?.spent { remembering().spent = spent }
  }

  private mutating func remembering() -> VerdictMemo {
    if let memo { return memo }
    let new = VerdictMemo()
    memo = new
    return new
  }

  /// Applies a schema that need not hold: elements are dropped only if it does.
  mutating func holds(_ schema: SchemaID, _ node: UnsafeJSONNode) -> Bool {
    guard dropsElements else { return check(schema, node) }
    let count = dropped.count
    if check(schema, node) { return true }
    dropped.removeLast(dropped.count - count)
    return false
  }

  // MARK: - Steps

  /// Runs one step after another: a flat switch, one line per code.
  private mutating func take(_ first: UnsafePointer<Tables.Step>, _ node: UnsafeJSONNode) -> Bool {
    var step = first
    while true {
      let isValid: Bool
      switch step.pointee.code {
      case .end: return true
      case .apply: isValid = check(step.pointee.schema, node)
      case .lengths: isValid = Self.hasLength(step.pointee.first, step.pointee.second, node)
      case .pattern: isValid = matches(step.pointee.slot, step.pointee.pattern, node) == .match
      case .words: isValid = words.contain(layout.pointee.words + step.pointee.first, step.pointee.second, node)
      case .integral: isValid = node.kind == .integer || NumberText.isInteger(node.text)
      case .range: isValid = Self.isWithin(layout.pointee.ranges + step.pointee.first, node)
      case .array: isValid = array(layout.pointee.arrays + step.pointee.first, node)
      case .object: isValid = object(layout.pointee.objects + step.pointee.first, node)
      case .any: isValid = any(step.pointee, node)
      case .one: isValid = one(step.pointee, node)
      case .tagged:
        let (schema, hasTag) = branch(step.pointee, node)
        if let schema { isValid = check(schema, node) } else { isValid = !hasTag }
        if hasTag { step += 1 }
      case .not: isValid = !holds(step.pointee.schema, node)
      case .conditional:
        let next = holds(step.pointee.schema, node) ? step.pointee.first : step.pointee.second
        isValid = next < 0 || check(SchemaID(next), node)
      case .measured, .format, .text, .bound, .multiple, .multipleOfText, .numbers, .constants,
        .uniqueItems, .contains, .unevaluatedItems, .names, .unevaluatedProperties, .undecided:
        isValid = takeRare(step.pointee, node)
      }
      if !isValid { return false }
      step += 1
    }
  }

  /// Runs the steps that few schemas have. Separate, so that their locals do not take stack space at every level.
  @inline(never)
  private mutating func takeRare(_ step: Tables.Step, _ node: UnsafeJSONNode) -> Bool {
    switch step.code {
    case .measured: Self.isMeasured(step, node)
    case .format: Self.hasFormat(step.first, node)
    case .text: passes(step.first, node)
    case .bound: isWithinBound(step, node)
    case .multiple: NumberText.isMultiple(node.text, ofInt64: Int64(step.first))
    case .multipleOfText: NumberText.isMultiple(node.text, of: words.text(step.first, step.second))
    case .numbers: isNumber(step, node)
    case .constants: tables.contains(step.first..<step.first + step.second, node)
    case .uniqueItems: node.repeatedElements() == nil
    case .contains: contains(step, node)
    case .unevaluatedItems: unevaluatedItems(step, node)
    case .names: names(step.first, node)
    case .unevaluatedProperties: unevaluatedProperties(step, node)
    case .undecided: leaveUndecided()
    case .end, .apply, .lengths, .pattern, .words, .integral, .range, .array, .object, .any, .one, .tagged, .not,
      .conditional:
      true
    }
  }
}

// MARK: - Limits

extension VerdictRun {
  private mutating func leaveUndecided() -> Bool {
    isLimited = true
    return false
  }

  /// The number of schemas applied inside one another on the calling thread's stack.
  static var levelsOnStack: Int { CallStack.levels(ofOptimizedSize: 450, otherwise: 1_500, atMost: 768) }
  /// The same on an additional stack, which has room for 4 KB per level.
  static let levelsPerAdditionalStack = 16_384

  /// Continues on an additional stack.
  @inline(never)
  private mutating func checkDeeper(_ schema: SchemaID, _ node: UnsafeJSONNode) -> Bool {
    var isValid = false
    onAdditionalStack(records[schema.index].levels) { isValid = $0.check(schema, node) }
    return isValid
  }

  /// Does work that takes at least `levels` levels on an additional stack, unless a limit is reached.
  mutating func onAdditionalStack(_ levels: Int32, _ work: (inout VerdictRun) -> Void) {
    let left = Int(levelsLeft) &+ levelsBeyond
    let granted = Swift.min(left, Self.levelsPerAdditionalStack)
    guard granted >= Int(levels) else {
      isLimited = true
      return
    }
    let here = levelsLeft
    levelsLeft = Int32(truncatingIfNeeded: granted)
    levelsBeyond = left &- granted
    if !CallStack.call({ work(&self) }) { isLimited = true }
    levelsLeft = here
    levelsBeyond = left &- Int(here)
  }

  /// Starts with `nesting` schemas already applied.
  mutating func begin(at nesting: Int, maximum: Int) {
    let left = Swift.max(0, maximum &- nesting)
    levelsLeft = Int32(truncatingIfNeeded: Swift.min(left, Self.levelsOnStack))
    levelsBeyond = left &- Int(levelsLeft)
    isLimited = false
  }

  /// The index of a schema or a pattern, and a value, combined into one number.
  static func key(_ index: Int, _ node: UnsafeJSONNode) -> UInt64 {
    UInt64(truncatingIfNeeded: index) << 32 | UInt64(truncatingIfNeeded: node.index)
  }

  /// Whether a string matches a pattern.
  @inline(never)
  mutating func matches(_ index: Int32, _ node: UnsafeJSONNode) -> PatternOutcome {
    let key = Self.key(Int(index), node)
    let pattern = tables.program.patterns[Int(index)]
    let isSpent = memo.map { $0.spent.contains(key) || $0.spent.count >= PatternOptions.mostSpent } ?? false
    let outcome = isSpent && !pattern.isLinear ? .exhausted : node.withUTF8 { pattern.match($0) }
    if outcome == .exhausted {
      isLimited = true
      remembering().spent.insert(key)
    }
    return outcome
  }
}

// MARK: - Logic

extension VerdictRun {
  private mutating func any(_ step: Tables.Step, _ node: UnsafeJSONNode) -> Bool {
    for index in step.first..<step.first + step.second where holds(layout.pointee.schemas[index], node) { return true }
    return false
  }

  private mutating func one(_ step: Tables.Step, _ node: UnsafeJSONNode) -> Bool {
    var count = 0
    for index in step.first..<step.first + step.second where holds(layout.pointee.schemas[index], node) {
      count += 1
      if count > 1 { return false }
    }
    return count == 1
  }

  /// The branch that the object's tag selects, nil if no branch has the tag; and whether the object has a tag.
  private mutating func branch(_ step: Tables.Step, _ node: UnsafeJSONNode) -> (schema: SchemaID?, hasTag: Bool) {
    let tags = layout.pointee.tags + step.first
    var index = node.contentStart
    while index < node.contentEnd {
      if words.hasText(tags[0].name, node[at: index]) {
        let value = node[at: index &+ 1]
        for tag in 0..<step.second where value.isString && words.hasText(tags[tag].value, value) {
          return (tags[tag].schema, true)
        }
        return (nil, true)
      }
      index = node[at: index &+ 1].nextIndex
    }
    return (nil, false)
  }
}
