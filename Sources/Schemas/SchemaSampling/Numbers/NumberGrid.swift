import SchemaAnalysis
import SchemaRuntime

/// The numbers of one kind that satisfy demands, as indices of a grid: every multiple of the step from `low` to `high`.
///
/// For integers from 3 to 20 that are multiples of 2.5 the step is 5, `low` 1 and `high` 4.
struct NumberGrid: Sendable {
  /// The unit is ten to this power.
  private let exponent: Int
  private let step: WideInteger
  let low: WideInteger?
  let high: WideInteger?
  private let kind: ValueKinds
  /// Whether numbers between the grid points satisfy the demands too.
  let isDense: Bool

  /// - Returns: nil when the demands' numbers are too large or too long for exact arithmetic.
  init?(_ demands: NumberDemands, kind: ValueKinds) {
    let isFraction = kind == .fraction
    let one = JSONNumber(1)
    var steps: [ExactDecimal] = []
    for number in demands.multiples + (isFraction ? [] : [one]) {
      guard let step = ExactDecimal(number), step.mantissa > WideInteger(0) else { return nil }
      steps.append(step)
    }
    var bounds: [ExactDecimal] = []
    for bound in [demands.lower, demands.upper] {
      guard let bound else { continue }
      guard let decimal = ExactDecimal(bound.number) else { return nil }
      bounds.append(decimal)
    }
    isDense = steps.isEmpty
    var exponent = (steps + bounds).map(\.exponent).min() ?? 0
    // Leaves room between any two bounds, with enough digits to look like a measurement.
    if isDense { exponent = min(exponent, 0) - 2 }
    self.exponent = exponent
    var step: WideInteger?
    for next in steps {
      guard let units = next.units(of: exponent) else { return nil }
      guard let multiple = step.map({ .leastCommonMultiple($0, units) }) ?? units else { return nil }
      step = multiple
    }
    // The unit itself if there is no required step.
    let stepOrUnit = step ?? WideInteger(1)
    self.step = stepOrUnit
    self.kind = kind
    var low: WideInteger?
    if let lower = demands.lower {
      guard let units = ExactDecimal(lower.number)?.units(of: exponent),
        let floor = units.floored(by: stepOrUnit), let next = floor.adding(WideInteger(1))
      else { return nil }
      low = floor.multiplied(by: stepOrUnit) == units && !lower.isExclusive ? floor : next
    }
    var high: WideInteger?
    if let upper = demands.upper {
      guard let units = ExactDecimal(upper.number)?.units(of: exponent),
        let floor = units.floored(by: stepOrUnit), let previous = floor.subtracting(WideInteger(1))
      else { return nil }
      high = floor.multiplied(by: stepOrUnit) == units && upper.isExclusive ? previous : floor
    }
    self.low = low
    self.high = high
  }

  /// Whether it is proven that no number satisfies the demands.
  var isEmpty: Bool {
    if let low, let high, low > high { return !isDense }
    return kind == .fraction && isWhole
  }

  /// Whether every multiple of the step is an integer.
  private var isWhole: Bool { !isDense && ExactDecimal(step, exponent: exponent).isInteger }

  /// The number of grid points; nil if unlimited.
  var count: WideInteger? {
    guard let low, let high else { return nil }
    return high.subtracting(low)?.adding(WideInteger(1)).map { max(WideInteger(0), $0) }
  }

  /// The common divisor of all numbers on the grid; nil if there are numbers between its points.
  var stepNumber: JSONNumber? { isDense ? nil : JSONNumber(ExactDecimal(step, exponent: exponent).text) }

  /// Returns the number at an index; nil if it is not of the kind.
  func number(at index: WideInteger) -> JSONNumber? {
    if let low, index < low { return nil }
    if let high, index > high { return nil }
    guard let units = index.multiplied(by: step) else { return nil }
    let decimal = ExactDecimal(units, exponent: exponent)
    switch kind {
    case .fraction: return decimal.isInteger ? nil : JSONNumber(decimal.text)
    // Far from zero the text has an exponent, as a number with a point may have.
    case .pointedInteger: return JSONNumber(decimal.text + (decimal.hasShortText ? ".0" : ""))
    default: return decimal.isInteger ? JSONNumber(decimal.digits) : nil
    }
  }

  /// Returns the index of the number nearest to `value`, within the limits.
  func index(near value: WideInteger) -> WideInteger {
    clamped(ExactDecimal(value).units(of: exponent)?.floored(by: step) ?? WideInteger(0))
  }

  func clamped(_ index: WideInteger) -> WideInteger {
    if let low, index < low { return low }
    if let high, index > high { return high }
    return index
  }
}
