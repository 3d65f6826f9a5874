/// What a run remembers of schemas that are evaluated repeatedly, and of patterns that exhausted their steps.
final class VerdictMemo {
  /// The patterns that exhausted their steps, with the strings, so that they run only once.
  var spent: Set<UInt64> = []
  /// Verdicts by schema and node: ``key`` in the upper bits, and two flags. A table with open addressing: hashing by
  /// the standard library took half of the time of schemas that need it.
  private var words: UnsafeMutablePointer<UInt64>
  private var capacityBits: UInt64 = 6
  private var count = 0

  private static let empty = UInt64.max
  private static let isValid: UInt64 = 1
  private static let isLimited: UInt64 = 2
  /// Unknown to who writes payloads, who could make names collide otherwise.
  private static let salt = UInt64.random(in: .min ... .max)

  init() { words = Self.table(capacityBits) }

  deinit { words.deallocate() }

  private static func table(_ bits: UInt64) -> UnsafeMutablePointer<UInt64> {
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: 1 << bits)
    words.initialize(repeating: empty, count: 1 << bits)
    return words
  }

  /// The verdict on a node, and whether a limit was reached while computing it; nil if it is not known.
  func verdict(_ schema: SchemaID, _ node: UnsafeJSONNode) -> (isValid: Bool, isLimited: Bool)? {
    let word = words[slot(Self.key(schema, node))]
    return word == Self.empty ? nil : (word & Self.isValid != 0, word & Self.isLimited != 0)
  }

  func remember(_ schema: SchemaID, _ node: UnsafeJSONNode, isValid: Bool, isLimited: Bool) {
    if count &* 2 >= 1 << capacityBits { grow() }
    let key = Self.key(schema, node)
    let slot = slot(key)
    if words[slot] == Self.empty { count &+= 1 }
    words[slot] = key | (isValid ? Self.isValid : 0) | (isLimited ? Self.isLimited : 0)
  }

  /// An index has fewer than 2²⁸ entries.
  private static func key(_ schema: SchemaID, _ node: UnsafeJSONNode) -> UInt64 {
    UInt64(truncatingIfNeeded: schema.index) &<< 30 | UInt64(truncatingIfNeeded: node.index) &<< 2
  }

  /// The index of a key's word, or of the empty one where it belongs.
  private func slot(_ key: UInt64) -> Int {
    let mixed = (key ^ Self.salt) &* 0x9e37_79b9_7f4a_7c15
    var slot = Int(truncatingIfNeeded: mixed &>> (64 &- capacityBits))
    while words[slot] != Self.empty, words[slot] & ~3 != key { slot = (slot &+ 1) & ((1 &<< capacityBits) &- 1) }
    return slot
  }

  private func grow() {
    let old = words
    let oldCapacity = 1 << capacityBits
    capacityBits += 2
    words = Self.table(capacityBits)
    for index in 0..<oldCapacity where old[index] != Self.empty { words[slot(old[index] & ~3)] = old[index] }
    old.deallocate()
  }
}
