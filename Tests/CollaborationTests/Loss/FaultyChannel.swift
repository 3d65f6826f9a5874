import TestSupport

/// A connection that loses, doubles, delays and reorders, by seed.
struct FaultyChannel<Item> {
  /// The number of items of 100 that are lost, and doubled.
  var lost: UInt64 = 10
  var doubled: UInt64 = 10
  /// The maximum delay, in steps. Items with different delays overtake each other.
  var delay: UInt64 = 12

  private var underWay: [(due: Int, item: Item)] = []

  init() {}

  var isEmpty: Bool { underWay.isEmpty }

  mutating func send(_ item: Item, at now: Int, _ random: inout SeededRandom) {
    if random.next() % 100 < lost { return }
    let copies = random.next() % 100 < doubled ? 2 : 1
    for _ in 0..<copies { underWay.append((now + Int(random.next() % (delay + 1)), item)) }
  }

  /// Returns what arrives until now, and forgets it.
  mutating func receive(at now: Int) -> [Item] {
    let arrived = underWay.filter { $0.due <= now }.sorted { $0.due < $1.due }.map(\.item)
    underWay.removeAll { $0.due <= now }
    return arrived
  }
}

extension SeededRandom {
  /// A number below a limit.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

/// The sequences of a random test under loss: `SCHEMATA_PROPERTY_FACTOR` multiplies them, `SCHEMATA_PROPERTY_SEED`
/// selects others.
enum LossRuns {
  /// The number of events of a sequence.
  static let events = 250

  /// Plays a number of sequences, and returns a sentence for each that failed, with its seed.
  static func failures(
    _ count: Int, _ play: (inout SeededRandom) throws -> String?
  ) rethrows -> [String] {
    var seeds = SeededRandom(seed: Effort.seed)
    var failures: [String] = []
    for _ in 0..<Effort.rounds(count, soak: 2_000) {
      let seed = seeds.next()
      var random = SeededRandom(seed: seed)
      if let failure = try play(&random) { failures.append("seed \(seed): \(failure)") }
    }
    return failures
  }
}
