/// A random number generator with the same results everywhere, independent of the standard library's algorithms.
struct SampleRandom: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Creates a generator for one of several uses of a seed.
  init(seed: UInt64, use: Int) {
    self.init(seed: seed ^ (UInt64(truncatingIfNeeded: use) &* 0xd1b5_4a32_d192_ed03))
    _ = next()
  }

  /// Returns the next number (SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
  /// 2014).
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  /// Returns a number from 0 up to, but not including, `limit`; 0 if there is none.
  mutating func below(_ limit: Int) -> Int {
    limit < 2 ? 0 : Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(limit)).high)
  }

  /// Returns true `count` out of `total` times.
  mutating func isOne(_ count: Int, of total: Int) -> Bool { below(total) < count }

  mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    var end = elements.count
    while end > 1 {
      elements.swapAt(below(end), end - 1)
      end -= 1
    }
    return elements
  }
}
