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

  /// The nearest integer within the bound; nil if `Int` cannot represent it exactly.
  package var nearestInteger: Int? {
    if let exact = number.int {
      guard isExclusive else { return exact }
      let (next, overflow) = limit.isUpper ? exact.subtractingReportingOverflow(1) : exact.addingReportingOverflow(1)
      return overflow ? nil : next
    }
    guard !number.isInteger, let double = number.double, abs(double) < 1e15 else { return nil }
    let (below, above) = (double.rounded(.down), double.rounded(.up))
    // A number whose `Double` is an integer may lie on either side of it.
    return below == above ? nil : Int(limit.isUpper ? below : above)
  }

  /// Whether every number within this bound is also within another bound at the same end.
  package func implies(_ limit: NumberLimit, _ number: JSONNumber) -> Bool {
    guard self.limit.isUpper == limit.isUpper else { return false }
    if self.number == number { return isExclusive || !limit.isExclusive }
    return limit.isUpper ? self.number < number : number < self.number
  }
}

/// The combined demands of several schemas on numbers.
package struct NumberDemands: Sendable {
  package private(set) var lower: NumberBound?
  package private(set) var upper: NumberBound?
  /// The divisors of the numbers.
  package var multiples: [JSONNumber] = []
  /// Divisors that the numbers must not have.
  package var nonMultiples: [JSONNumber] = []

  package init() {}

  /// Adds a limit. The tightest limit counts, and the first of equal ones.
  package mutating func add(_ limit: NumberLimit, _ number: JSONNumber, origin: Int = 0) {
    let bound = NumberBound(limit, number, origin: origin)
    if limit.isUpper {
      if !(upper?.implies(limit, number) ?? false) { upper = bound }
    } else {
      if !(lower?.implies(limit, number) ?? false) { lower = bound }
    }
  }

  /// Returns the tightest bound at the end of a limit.
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

  /// The integers within the bounds; nil if a bound is missing, or if `Int` cannot represent it exactly.
  package var integers: (least: Int, greatest: Int)? {
    guard let least = lower?.nearestInteger, let greatest = upper?.nearestInteger else { return nil }
    return (least, greatest)
  }
}
