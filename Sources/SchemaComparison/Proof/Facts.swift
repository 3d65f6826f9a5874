import JSONSchema
import SchemaRuntime

/// What a conjunction says of its values without looking into branches: the schemas that all of them satisfy, and
/// what follows from these together.
struct Facts {
  /// A decision that the schemas leave to the value.
  enum Choice {
    case anyOf([Ref])
    case oneOf([Ref])
    case conditional(if: Ref, then: Ref?, else: Ref?)
  }

  /// A bound of numbers.
  struct Bound {
    var value: JSONNumber
    var isExclusive: Bool
  }

  /// The object schemas that the values satisfy, what `$ref` and `allOf` lead to included.
  var nodes: [Ref] = []
  /// The same and the Boolean ones.
  var applied: Set<Ref> = []
  var kinds: Kinds
  /// The values that `enum` and `const` leave; nil when neither is there.
  var values: [JSONValue]?
  /// Schemas that no value satisfies.
  var excluded: [Ref]
  /// Decisions that are not taken yet.
  var choices: [Choice] = []
  /// Members that the values have, if they are objects.
  var required: Set<Name>
  /// What members satisfy besides.
  var tags: [Conjunction.Tag]

  var lower: Bound?
  var upper: Bound?
  var multiples: [JSONNumber] = []
  var minLength = 0
  var maxLength = Int.max
  var minBytes = 0
  var maxBytes = Int.max
  var patterns: [String] = []
  var formats: Set<Format> = []
  var minItems = 0
  var maxItems = Int.max
  var isUnique = false
  var minProperties = 0
  var maxProperties = Int.max

  init(of conjunction: Conjunction, in sides: [Side]) {
    kinds = conjunction.kinds
    excluded = conjunction.excluded
    required = Set(conjunction.present)
    tags = conjunction.tags
    var pending = Array(conjunction.schemas.reversed())
    while true {
      while let next = pending.popLast() { add(next, in: sides, &pending) }
      // A member that is there brings its dependencies.
      pending = dependencies(in: sides)
      if pending.isEmpty { break }
    }
    for ref in excluded { exclude(ref, in: sides) }
    // What is to hold and not to hold.
    if excluded.contains(where: { applied.contains($0) || applied.contains($0.target(in: sides)) }) { kinds = [] }
    for node in nodes { addChoices(of: node, in: sides) }
    if minItems > maxItems { kinds.remove(.array) }
    if max(minProperties, required.count) > maxProperties { kinds.remove(.object) }
    if minLength > maxLength || minBytes > maxBytes || minLength > maxBytes { kinds.remove(.string) }
  }

  private mutating func add(_ ref: Ref, in sides: [Side], _ pending: inout [Ref]) {
    guard applied.insert(ref).inserted else { return }
    let side = sides[ref.side]
    let node = side.node(ref.schema)
    if let boolean = node.boolean {
      if !boolean { kinds = [] }
      return
    }
    nodes.append(ref)
    let keywords = node.keywords
    let targets = [keywords.ref, keywords.dynamicRef].compactMap { $0 } + keywords.allOf
    pending += targets.map { Ref(side: ref.side, schema: $0) }
    if let types = keywords.type { kinds.formIntersection(Kinds(types, in: node.dialect)) }
    if let values = keywords.enumeration { keep(values) }
    if let value = keywords.const { keep([value]) }
    if let not = keywords.not { excluded.append(Ref(side: ref.side, schema: not).target(in: sides)) }
    required.formUnion(keywords.required.map { Name($0) })
    addNumbers(keywords)
    addStrings(keywords)
    if let format = node.format { formats.insert(format) }
    minItems = max(minItems, keywords.minItems ?? 0)
    maxItems = min(maxItems, keywords.maxItems ?? .max)
    isUnique = isUnique || keywords.uniqueItems
    minProperties = max(minProperties, keywords.minProperties ?? 0)
    maxProperties = min(maxProperties, keywords.maxProperties ?? .max)
  }

  private mutating func keep(_ listed: [JSONValue]) {
    guard let values else {
      self.values = listed
      return
    }
    let known = Set(listed)
    self.values = values.filter { known.contains($0) }
  }

  private mutating func addNumbers(_ keywords: Keywords) {
    func tighten(_ bound: inout Bound?, _ value: JSONNumber?, isExclusive: Bool, isLower: Bool) {
      guard let value else { return }
      guard let old = bound else {
        bound = Bound(value: value, isExclusive: isExclusive)
        return
      }
      if value == old.value {
        bound = Bound(value: value, isExclusive: old.isExclusive || isExclusive)
      } else if isLower == (old.value < value) {
        bound = Bound(value: value, isExclusive: isExclusive)
      }
    }
    tighten(&lower, keywords.minimum, isExclusive: false, isLower: true)
    tighten(&lower, keywords.exclusiveMinimum, isExclusive: true, isLower: true)
    tighten(&upper, keywords.maximum, isExclusive: false, isLower: false)
    tighten(&upper, keywords.exclusiveMaximum, isExclusive: true, isLower: false)
    if let divisor = keywords.multipleOf { multiples.append(divisor) }
  }

  private mutating func addStrings(_ keywords: Keywords) {
    minLength = max(minLength, keywords.minLength ?? 0)
    maxLength = min(maxLength, keywords.maxLength ?? .max)
    minBytes = max(minBytes, keywords.vendor.minUTF8Bytes ?? 0)
    maxBytes = min(maxBytes, keywords.vendor.maxUTF8Bytes ?? .max)
    if let pattern = keywords.pattern { patterns.append(pattern) }
  }

  /// The schemas that required members bring, and the names; none when all are there already.
  private mutating func dependencies(in sides: [Side]) -> [Ref] {
    guard kinds == .object else { return [] }
    var found: [Ref] = []
    var count: Int
    repeat {
      count = required.count
      for node in nodes {
        let keywords = sides[node.side].node(node.schema).keywords
        for row in keywords.dependentRequired where required.contains(Name(row.name)) {
          required.formUnion(row.required.map { Name($0) })
        }
        for member in keywords.dependentSchemas where required.contains(Name(member.name)) {
          found.append(Ref(side: node.side, schema: member.schema))
        }
      }
    } while required.count > count
    return found.filter { !applied.contains($0) }
  }

  /// What follows from a value not satisfying a schema that says one thing alone.
  private mutating func exclude(_ ref: Ref, in sides: [Side]) {
    let node = sides[ref.side].node(ref.schema)
    if node.boolean == true { kinds = [] }
    var asserting = Set(node.keywords.written.names.filter { !Self.silent.contains($0) })
    let keywords = node.keywords
    if let types = keywords.type {
      let excluded = Kinds(types, in: node.dialect)
      if asserting == ["type"] {
        kinds.subtract(excluded)
        return
      }
      guard kinds.isSubset(of: excluded) else { return }
      asserting.remove("type")
    }
    guard asserting.count == 1, let keyword = asserting.first else { return }
    var opposite = Keywords()
    switch keyword {
    case "minimum": opposite.exclusiveMaximum = keywords.minimum
    case "exclusiveMinimum" where keywords.minimum == nil: opposite.maximum = keywords.exclusiveMinimum
    case "maximum": opposite.exclusiveMinimum = keywords.maximum
    case "exclusiveMaximum" where keywords.maximum == nil: opposite.minimum = keywords.exclusiveMaximum
    case "minLength": opposite.maxLength = keywords.minLength.map { max($0, 1) - 1 }
    case "maxLength": opposite.minLength = keywords.maxLength.map { $0 == .max ? $0 : $0 + 1 }
    default: return
    }
    // A value of another type would satisfy the keyword.
    kinds.formIntersection(keyword.hasSuffix("Length") ? .string : .numbers)
    if keywords.minLength == 0 { kinds = [] }
    addNumbers(opposite)
    addStrings(opposite)
  }

  /// Keywords that admit every value.
  static let silent: Set<String> = [
    "title", "description", "$comment", "default", "examples", "$id", "$schema", "$anchor", "$defs", "definitions",
    "readOnly", "writeOnly", "deprecated",
  ]

  private mutating func addChoices(of ref: Ref, in sides: [Side]) {
    let keywords = sides[ref.side].node(ref.schema).keywords
    // Branches that stand for one schema are one.
    func refs(_ schemas: [SchemaID]) -> [Ref] { schemas.map { Ref(side: ref.side, schema: $0).target(in: sides) } }
    func isOpen(_ branches: [Ref]) -> Bool { !branches.isEmpty && applied.isDisjoint(with: branches) }
    if isOpen(refs(keywords.anyOf)) { choices.append(.anyOf(refs(keywords.anyOf).unique)) }
    if isOpen(refs(keywords.oneOf)) { choices.append(.oneOf(refs(keywords.oneOf))) }
    if let condition = keywords.if, keywords.then != nil || keywords.else != nil {
      let condition = Ref(side: ref.side, schema: condition).target(in: sides)
      let then = keywords.then.map { refs([$0])[0] }
      let otherwise = keywords.else.map { refs([$0])[0] }
      let isTaken =
        then.map { applied.contains(condition) && applied.contains($0) } ?? applied.contains(condition)
        || otherwise.map { excluded.contains(condition) && applied.contains($0) } ?? excluded.contains(condition)
      if !isTaken { choices.append(.conditional(if: condition, then: then, else: otherwise)) }
    }
  }
}
