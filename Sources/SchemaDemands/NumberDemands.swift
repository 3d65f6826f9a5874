package import SchemaRuntime

/// A limit of numbers and the schema that sets it.
package struct NumberBound: Hashable, Sendable {
  package var limit: NumberLimit
  package var number: JSONNumber
  /// The schema that sets the limit, by the number passed to `add`.
  package var origin: Int

  package init(_ limit: NumberLimit, _ number: JSONNumber, origin: Int = 0) {
    self.limit = limit
    self.number = number
    self.origin = origin
  }

  package var isExclusive: Bool { limit.isExclusive }

  /// In words: `at least 5`.
  package var words: String { limit.words(number) }

  /// The integer within the bound that is next to it; nil where `Int` cannot tell exactly.
  package var nearestInteger: Int? {
    if let exact = number.int {
      guard isExclusive else { return exact }
      let (next, overflow) = limit.isUpper ? exact.subtractingReportingOverflow(1) : exact.addingReportingOverflow(1)
      return overflow ? nil : next
    }
    guard !number.isInteger, let double = number.double, abs(double) < 1e15 else { return nil }
    let (below, above) = (double.rounded(.down), double.rounded(.up))
    // What a double rounds to an integer may lie on either side of it.
    return below == above ? nil : Int(limit.isUpper ? below : above)
  }

  /// Whether every number within this bound is within another at the same end.
  package func implies(_ limit: NumberLimit, _ number: JSONNumber) -> Bool {
    guard self.limit.isUpper == limit.isUpper else { return false }
    if self.number == number { return isExclusive || !limit.isExclusive }
    return limit.isUpper ? self.number < number : number < self.number
  }
}

/// What several schemas together demand of numbers.
package struct NumberDemands: Sendable {
  package private(set) var lower: NumberBound?
  package private(set) var upper: NumberBound?
  /// What the numbers are multiples of, and what they are no multiples of.
  package var multiples: [JSONNumber] = []
  package var nonMultiples: [JSONNumber] = []

  package init() {}

  /// Adds a limit; the tightest counts, and of equal ones the first.
  package mutating func add(_ limit: NumberLimit, _ number: JSONNumber, origin: Int = 0) {
    let bound = NumberBound(limit, number, origin: origin)
    if limit.isUpper {
      if !(upper?.implies(limit, number) ?? false) { upper = bound }
    } else {
      if !(lower?.implies(limit, number) ?? false) { lower = bound }
    }
  }

  /// The tightest bound at the end that a limit is about.
  package func bound(at limit: NumberLimit) -> NumberBound? { limit.isUpper ? upper : lower }

  /// Whether all numbers, or all integers, that satisfy the demands are within a limit.
  package func imply(_ limit: NumberLimit, _ number: JSONNumber, integersOnly: Bool) -> Bool {
    guard let bound = bound(at: limit) else { return false }
    if bound.implies(limit, number) { return true }
    guard integersOnly, let nearest = bound.nearestInteger else { return false }
    return NumberBound(limit.isUpper ? .maximum : .minimum, JSONNumber(nearest)).implies(limit, number)
  }

  /// Whether no number is between the bounds.
  package var isEmpty: Bool {
    guard let lower, let upper else { return false }
    return lower.number > upper.number || lower.number == upper.number && (lower.isExclusive || upper.isExclusive)
  }

  /// The integers within the bounds; nil where there is no end, or it is beyond what `Int` tells exactly.
  package var integers: (least: Int, greatest: Int)? {
    guard let least = lower?.nearestInteger, let greatest = upper?.nearestInteger else { return nil }
    return (least, greatest)
  }
}
