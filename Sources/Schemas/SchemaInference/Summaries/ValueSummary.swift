import SchemaRuntime

/// Summarizes the values at one location of the payloads, by kind.
struct ValueSummary: Sendable {
  var nullCount = 0
  var booleanCount = 0
  var numbers = NumberSummary()
  var strings = StringSummary()
  var arrays = ArraySummary()
  var objects = ObjectVariants()
  /// Whether some values were nested too deeply to be examined.
  var isOpaque = false
  /// Whether some objects here were like the enclosing ones and have been merged into them.
  var isRecursive = false

  mutating func observe(_ node: UnsafeJSONNode, _ options: InferenceOptions, depth: Int) {
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

  /// The kinds of values seen, except null.
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

/// Summarizes the arrays at one location.
struct ArraySummary: Sendable {
  var count = 0
  /// One summary of all elements, or none if all arrays were empty.
  var elements: [ValueSummary] = []

  mutating func observe(_ node: UnsafeJSONNode, _ options: InferenceOptions, depth: Int) {
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
