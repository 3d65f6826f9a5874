@_spi(Generated) import SchemaRuntime
import Testing

struct LookupTests {
  /// A key whose hash is given, so that keys can meet.
  private struct Key: Hashable {
    let number: Int
    let hash: Int

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  @Test(
    "each key has the value that was set last, in the order of the keys",
    arguments: [
      (count: 0, hashes: 1), (12, 12), (13, 13), (33, 33), (1000, 1000), (13, 1), (200, 1), (500, 7),
    ])
  func agreesWithADictionary(count: Int, hashes: Int) {
    for reserved in [0, count / 2, count] {
      var lookup = Lookup<Key, Int>()
      lookup.reserveCapacity(reserved)
      check(&lookup, count, hashes)
    }
  }

  private func check(_ lookup: inout Lookup<Key, Int>, _ count: Int, _ hashes: Int) {
    var expected: [Key: Int] = [:]
    let keys = (0..<count).map { Key(number: $0, hash: $0 % hashes) }
    for (value, key) in (keys + keys.reversed().prefix(count / 2)).enumerated() {
      #expect(lookup[key] == expected[key])
      lookup.set(key, value)
      expected[key] = value
    }
    #expect(lookup.count == count && lookup.isEmpty == (count == 0))
    #expect(lookup.keys == keys)
    #expect(lookup.values == keys.map { expected[$0] })
    #expect(keys.allSatisfy { lookup[$0] == expected[$0] })
    #expect(lookup[Key(number: count, hash: 0)] == nil)
  }

  @Test("a value is only made for a key that has none", arguments: [1, 12, 13, 100])
  func valueOfKey(count: Int) {
    var lookup = Lookup<ExactName, Int>()
    for number in 0..<count { #expect(lookup.value(of: ExactName("\(number)"), or: number) == number) }
    for number in 0..<count { #expect(lookup.value(of: ExactName("\(number)"), or: -1) == number) }
    #expect(lookup["e\u{301}"] == nil)
    lookup.set("e\u{301}", -2)
    #expect(lookup["\u{e9}"] == nil && lookup["e\u{301}"] == -2)
    #expect(lookup.compactMapValues { $0 < 0 ? nil : String($0) }.values == (0..<count).map(String.init))
  }
}
