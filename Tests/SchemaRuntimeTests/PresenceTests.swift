import SchemaRuntime
import Testing

/// Members that may be absent, null or a value, as users write and read them.
@Suite struct PresenceTests {
  @Test(
    "a literal is a value, and nil is null",
    arguments: [
      Row("a string", Presence<String>.value("a"), "a" as Presence<String>),
      Row("a string with an interpolation", Presence<String>.value("a1"), "a\(1)" as Presence<String>),
      Row("a character", Presence<Character>.value("a"), "a" as Presence<Character>),
      Row("an integer", Presence<Int>.value(-3), -3 as Presence<Int>),
      Row("an integer for a Double", Presence<Double>.value(3), 3 as Presence<Double>),
      Row("a decimal", Presence<Double>.value(1.5), 1.5 as Presence<Double>),
      Row("an integer for a JSONNumber", Presence<JSONNumber>.value(JSONNumber(7)), 7 as Presence<JSONNumber>),
      Row("a Boolean", Presence<Bool>.value(true), true as Presence<Bool>),
      Row("an array", Presence<[Int]>.value([1, 2]), [1, 2] as Presence<[Int]>),
      Row("an empty array", Presence<[Int]>.value([]), [] as Presence<[Int]>),
      Row("a map", Presence<JSONMap<Int>>.value(["a": 1]), ["a": 1] as Presence<JSONMap<Int>>),
      Row("an array of any JSON", Presence<JSONValue>.value(.array([1, "a"])), [1, "a"] as Presence<JSONValue>),
      Row("an object of any JSON", Presence<JSONValue>.value(.object(["a": nil])), ["a": nil] as Presence<JSONValue>),
      Row("nil", Presence<String>.null, nil as Presence<String>),
      Row("nil for any JSON", Presence<JSONValue>.null, nil as Presence<JSONValue>),
    ])
  func literals(_ row: Row) {
    #expect(row.found == row.expected)
  }

  @Test("comparisons and patterns take literals")
  func compares() {
    let name: Presence<String> = "Ada"
    #expect(name == "Ada")
    #expect(name != nil)
    #expect(Presence<String>.null == nil)
    #expect(Presence<String>.absent != nil)
    var found = ""
    switch name {
    case "Ada": found = "Ada"
    case .absent, .null, .value: found = "another"
    }
    #expect(found == "Ada")
  }

  @Test(
    "?? gives the value, or the right-hand side for absent and null",
    arguments: [(Presence<Int>.value(1), 1), (.null, 7), (.absent, 7)])
  func defaults(_ presence: Presence<Int>, _ expected: Int) {
    #expect(presence ?? 7 == expected)
    let none: Int? = nil
    #expect((presence ?? none) == presence.value)
    #expect((presence ?? none ?? 7) == expected)
    var calls = 0
    func fallback() -> Int {
      calls += 1
      return 7
    }
    #expect(presence ?? fallback() == expected)
    #expect(calls == (presence.value == nil ? 1 : 0))
  }

  @Test(
    "assigning to value gives a value, and nil gives null",
    arguments: [Presence<Int>.value(1), .null, .absent])
  func assigns(_ before: Presence<Int>) {
    var presence = before
    presence.value = 5
    #expect(presence == .value(5))
    presence = before
    presence.value = nil
    #expect(presence == .null)
  }

  @Test(
    "a change in place changes a value, but not absent or null",
    arguments: [
      (Presence.value(Address(city: "Ulm")), Presence.value(Address(city: "Ulm!"))), (.null, .null), (.absent, .absent),
    ])
  func changesInPlace(_ before: Presence<Address>, _ after: Presence<Address>) {
    var person = Person(address: before)
    person.address.value?.city += "!"
    #expect(person.address == after)
    func touch(_ address: inout Address?) {}
    touch(&person.address.value)
    #expect(person.address == after)
    func clear(_ address: inout Address?) { address = nil }
    clear(&person.address.value)
    #expect(person.address == (before.value == nil ? before : .null))
    func fill(_ address: inout Address?) { address = Address(city: "Bonn") }
    fill(&person.address.value)
    #expect(person.address == .value(Address(city: "Bonn")))
  }

  @Test("a large value is changed in place, without a copy")
  func copiesNothing() {
    var list: Presence<[Int]> = .value(Array(0..<1_000))
    let before = list.value?.withUnsafeBufferPointer { $0.baseAddress }
    list.value?[500] = -1
    #expect(list.value?.withUnsafeBufferPointer { $0.baseAddress } == before)
    #expect(list.value?[500] == -1)
  }

  struct Address: Hashable, Sendable {
    var city: String
  }

  struct Person {
    var address: Presence<Address>
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: AnyHashableSendable
    let found: AnyHashableSendable

    init<Value: Hashable & Sendable>(_ name: String, _ expected: Presence<Value>, _ found: Presence<Value>) {
      testDescription = name
      self.expected = AnyHashableSendable(expected)
      self.found = AnyHashableSendable(found)
    }
  }
}

/// Any value that can be compared.
struct AnyHashableSendable: Equatable, @unchecked Sendable {
  private let value: AnyHashable

  init(_ value: some Hashable & Sendable) { self.value = AnyHashable(value) }
}
