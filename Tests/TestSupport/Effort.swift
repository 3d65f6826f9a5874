import Foundation

/// The extent of the tests. `make test` samples inherently slow ones; `make test-all`, which sets
/// `SCHEMATA_THOROUGH=1`, runs everything.
package enum Effort {
  package static let isThorough = environment["SCHEMATA_THOROUGH"] == "1"
  /// Multiplies the rounds of random tests: `SCHEMATA_PROPERTY_FACTOR=20` takes some minutes.
  package static let factor = Swift.max(1, environment["SCHEMATA_PROPERTY_FACTOR"].flatMap { Int($0) } ?? 1)
  /// The base of all seeds, which also chooses the elements of samples: `SCHEMATA_PROPERTY_SEED`, default: 1.
  package static let seed = environment["SCHEMATA_PROPERTY_SEED"].flatMap { UInt64($0) } ?? 1

  private static let environment = ProcessInfo.processInfo.environment

  /// The number of rounds of a random test.
  package static func rounds(quick: Int, thorough: Int) -> Int { (isThorough ? thorough : quick) * factor }

  /// The number of rounds of a random test that only `make soak`, which is optimized, has time to repeat often.
  package static func rounds(_ count: Int, soak: Int) -> Int { factor > 1 ? soak * factor : count }

  /// Returns all elements in a thorough run, or one of every `thorough`, and otherwise one of every `count`, chosen by
  /// the seed.
  package static func sample<Element>(_ all: [Element], oneIn quick: Int, thorough: Int = 1) -> [Element] {
    let count = isThorough ? thorough : quick
    let first = Int(seed % UInt64(count))
    return stride(from: Swift.min(first, Swift.max(0, all.count - 1)), to: all.count, by: count).map { all[$0] }
  }
}
