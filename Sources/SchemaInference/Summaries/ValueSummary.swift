import SchemaRuntime

/// What was seen at one place of the payloads: the kinds of values, and what is known of each kind.
struct ValueSummary: Sendable {
  var nullCount = 0
  var booleanCount = 0
  var numbers = NumberSummary()
  var strings = StringSummary()
  var arrays = ArraySummary()
  var objects = ObjectVariants()
  /// Whether values were seen that lie too deep to be looked into.
  var isOpaque = false
  /// Whether objects were seen here that are like those around them, which have taken them in.
  var isRecursive = false

  mutating func observe(_ node: JSONNode, _ options: InferenceOptions, depth: Int) {
    switch node.kind {
    case .null: nullCount += 1
    case .false, .true: booleanCount += 1
    case .integer, .decimal, .exponential: numbers.observe(node)
    case .asciiString, .string, .escapedString: strings.observe(node, options)
    case .array, .object:
      guard depth < options.maximumDepth else {
        isOpaque = true
        return
      }
      if node.isArray {
        arrays.observe(node, options, depth: depth)
      } else {
        objects.observe(node, options, depth: depth)
      }
    }
  }

  mutating func merge(_ other: ValueSummary, _ options: InferenceOptions) {
    nullCount += other.nullCount
    booleanCount += other.booleanCount
    numbers.merge(other.numbers)
    strings.merge(other.strings, options)
    arrays.merge(other.arrays, options)
    objects.merge(other.objects, options)
    isOpaque = isOpaque || other.isOpaque
    isRecursive = isRecursive || other.isRecursive
  }

  /// The kinds that were seen, null left out.
  var kinds: Set<JSONType> {
    var kinds: Set<JSONType> = []
    if booleanCount > 0 { kinds.insert(.boolean) }
    if numbers.count > 0 { kinds.insert(.number) }
    if strings.count > 0 { kinds.insert(.string) }
    if arrays.count > 0 { kinds.insert(.array) }
    if objects.count > 0 || isRecursive { kinds.insert(.object) }
    return kinds
  }
}

/// What was seen of the arrays at one place.
struct ArraySummary: Sendable {
  var count = 0
  /// What all elements have in common: one summary, none while all arrays were empty.
  var elements: [ValueSummary] = []

  mutating func observe(_ node: JSONNode, _ options: InferenceOptions, depth: Int) {
    count += 1
    for element in node.elements {
      if elements.isEmpty { elements.append(ValueSummary()) }
      elements[0].observe(element, options, depth: depth + 1)
    }
  }

  mutating func merge(_ other: ArraySummary, _ options: InferenceOptions) {
    count += other.count
    guard let theirs = other.elements.first else { return }
    if elements.isEmpty { elements = other.elements } else { elements[0].merge(theirs, options) }
  }
}
