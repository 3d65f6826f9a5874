import SchemaRuntime

/// What was seen of the numbers at one place.
struct NumberSummary: Sendable {
  private(set) var count = 0
  /// How many of them have a fraction.
  private(set) var fractionCount = 0
  private(set) var negativeCount = 0
  /// Whether one of them is lost in `Int`, or in `Double` where fractions were seen too.
  private(set) var exceedsInteger = false
  private(set) var exceedsDouble = false

  mutating func observe(_ node: JSONNode) {
    count += 1
    if !node.isInteger { fractionCount += 1 }
    if node.text.first == UInt8(ascii: "-") { negativeCount += 1 }
    if node.int == nil { exceedsInteger = true }
    // A number of a few digits is one that its nearest double names; only others are compared exactly.
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

  /// Whether all of them are integers (core, section 4.2.1: 1.0 is one).
  var isInteger: Bool { fractionCount == 0 }

  /// Whether Swift's number of the type would change one of them.
  var needsText: Bool { isInteger ? exceedsInteger : exceedsDouble }
}
