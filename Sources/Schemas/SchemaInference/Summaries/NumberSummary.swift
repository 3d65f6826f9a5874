import SchemaRuntime

/// Summarizes the numbers at one location.
struct NumberSummary: Sendable {
  private(set) var count = 0
  /// The number of values with a fraction, or written with one: who writes 10.0 may write 10.5 next.
  private(set) var fractionCount = 0
  private(set) var negativeCount = 0
  /// Whether `Int` cannot hold one of them exactly.
  private(set) var exceedsInteger = false
  private(set) var exceedsDouble = false

  mutating func observe(_ node: UnsafeJSONNode) {
    count += 1
    if node.kind == .decimal || !node.isInteger { fractionCount += 1 }
    if node.text.first == UInt8(ascii: "-") { negativeCount += 1 }
    if node.int == nil { exceedsInteger = true }
    // Numbers of up to 15 digits survive the conversion to `Double`; only others are compared exactly.
    guard node.text.count > 15 || node.kind == .exponential else { return }
    if node.double.flatMap({ JSONNumber($0) }) != node.number { exceedsDouble = true }
  }

  mutating func merge(_ other: NumberSummary) {
    count += other.count
    fractionCount += other.fractionCount
    negativeCount += other.negativeCount
    exceedsInteger = exceedsInteger || other.exceedsInteger
    exceedsDouble = exceedsDouble || other.exceedsDouble
  }

  /// Whether all of them are integers, and written as such.
  var isInteger: Bool { fractionCount == 0 }

  /// Whether the matching Swift number type would change one of them.
  var needsText: Bool { isInteger ? exceedsInteger : exceedsDouble }
}
