import Foundation

/// The common parts of property tests. Each round has its own seed, so that it can be run alone.
package enum PropertyTests {
  /// The maximum processor time of a round; most take milliseconds.
  package static let longestRound = Duration.seconds(20)

  /// Writes the next step of a round to the file that `SCHEMATA_PROPERTY_TRACE` names, to identify it after a trap or
  /// an endless loop. Does nothing without it.
  package static func trace(_ lines: @autoclosure () -> [String]) {
    guard let path = ProcessInfo.processInfo.environment["SCHEMATA_PROPERTY_TRACE"] else { return }
    try? Data((lines().joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
  }
}

/// A small deterministic generator.
package struct PropertyRandom: RandomNumberGenerator {
  private var random: SeededRandom

  /// - Parameter round: rounds of one test have different numbers.
  package init(_ name: String, round: Int) {
    let seed = name.utf8.reduce(Effort.seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    random = SeededRandom(seed: seed &+ UInt64(round) &* 0xd1b5_4a32_d192_ed03)
  }

  package mutating func next() -> UInt64 { random.next() }

  /// Returns true once in `count` times.
  package mutating func isOne(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  package mutating func element<Elements: Collection>(of elements: Elements) -> Elements.Element? {
    elements.randomElement(using: &self)
  }
}
