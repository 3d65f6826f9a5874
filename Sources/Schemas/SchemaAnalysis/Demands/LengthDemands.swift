package import SchemaRuntime

/// The combined demands of several schemas on lengths, by measure.
///
/// ``Measure/range(forCount:of:)`` relates measures to one another (a character takes one to four bytes), which all results
/// take into account.
package struct LengthDemands: Hashable, Sendable {
  /// A limit and the schema that sets it.
  private struct Bound: Hashable, Sendable {
    var count: Int
    var origin: Int
  }

  private var leasts: [Measure: Bound] = [:]
  private var mosts: [Measure: Bound] = [:]

  package init() {}

  /// Adds a limit. The tightest limit counts, and the first of equal ones.
  package mutating func add(_ measure: Measure, _ limit: LengthLimit, origin: Int = 0) {
    let bound = Bound(count: limit.count, origin: origin)
    switch limit {
    case .atLeast(let least): if least > own(leastOf: measure) { leasts[measure] = bound }
    case .atMost(let most): if most < own(mostOf: measure) { mosts[measure] = bound }
    }
  }

  private func own(leastOf measure: Measure) -> Int { leasts[measure]?.count ?? 0 }
  private func own(mostOf measure: Measure) -> Int { mosts[measure]?.count ?? .max }

  /// Returns the minimum length, by the limits of the measure itself or of another that implies it.
  package func least(_ measure: Measure) -> Int {
    leasts.isEmpty
      ? 0 : leasts.reduce(0) { max($0, measure.range(forCount: $1.value.count, of: $1.key)?.lowerBound ?? 0) }
  }

  /// Returns the maximum length; `Int.max` if there is no limit.
  package func most(_ measure: Measure) -> Int {
    mosts.isEmpty
      ? .max : mosts.reduce(.max) { min($0, measure.range(forCount: $1.value.count, of: $1.key)?.upperBound ?? .max) }
  }

  /// Returns the limits of the measure's own keywords.
  package func limits(of measure: Measure) -> (least: Int?, most: Int?) {
    (leasts[measure]?.count, mosts[measure]?.count)
  }

  /// Whether every value that satisfies the demands is within a limit.
  package func imply(_ measure: Measure, _ limit: LengthLimit) -> Bool {
    switch limit {
    case .atLeast(let count): least(measure) >= count
    case .atMost(let count): most(measure) <= count
    }
  }

  /// Whether the length of a value is within the limits.
  package func admit(_ value: JSONValue) -> Bool {
    Measure.allCases.allSatisfy { measure in
      guard let count = measure.count(in: value) else { return true }
      return count >= own(leastOf: measure) && count <= own(mostOf: measure)
    }
  }

  /// Returns two limits that exclude all values of a type; nil if there are none.
  package func contradiction(of type: JSONType) -> LengthContradiction? {
    let measures = Measure.measures(of: type)
    for low in measures {
      // No length is below 0.
      let least = max(leasts[low]?.count ?? 0, 0)
      for high in measures {
        guard let most = mosts[high]?.count, let range = high.range(forCount: least, of: low), range.lowerBound > most
        else { continue }
        return LengthContradiction(low: low, least: least, high: high, most: most)
      }
    }
    return nil
  }
}

/// Two contradictory limits of lengths.
package struct LengthContradiction: Hashable, Sendable {
  package var low: Measure
  package var least: Int
  package var high: Measure
  package var most: Int

  /// In words: `at least 10 and at most 5 characters`, `at least 10 characters and at most 5 bytes of UTF-8`.
  package var words: String {
    "at least " + (low == high ? String(least) : low.words(least)) + " and " + high.words(.atMost(most))
  }
}
