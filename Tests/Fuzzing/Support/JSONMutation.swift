package import SchemaRuntime
package import TestSupport

/// Mutates JSON texts as values, because libFuzzer alone rarely produces valid JSON.
package struct JSONMutation: Sendable {
  /// Names that members get.
  package var names: [String]
  /// Replacement values.
  package var values: [JSONValue]
  /// The number of bytes for choices before the text; they are rarely changed.
  package var headerCount: Int
  /// A text to start over with.
  package var fresh: (@Sendable (_ header: [UInt8], _ random: inout SeededRandom) -> [UInt8]?)?

  package init(names: [String] = [], values: [JSONValue] = [], headerCount: Int = 0) {
    self.names = names
    self.values = values + Self.commonValues
    self.headerCount = headerCount
  }

  private static let commonValues: [JSONValue] = [
    nil, true, false, 0, 1, -1, 2, 3, "", "a", [], [:], 0.5, 1e300, "1970-01-01T00:00:00Z", "\u{1f600}é\u{0}\"\\",
    .number(JSONNumber("1.0") ?? 1), .number(JSONNumber("1e1000") ?? 1),
    .number(JSONNumber("9223372036854775808") ?? 1),
    .number(JSONNumber("-0.0") ?? 1), [1, 1], ["a": nil],
  ]

  /// The custom mutator of libFuzzer: changes the input in place, and returns its new length.
  ///
  /// - Parameter fallBack: libFuzzer's own byte mutations.
  package func mutate(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, seed: UInt32,
    fallBack: (UnsafeMutablePointer<UInt8>, Int, Int) -> Int
  ) -> Int {
    var random = SeededRandom(seed: UInt64(seed))
    guard !random.isOnce(in: 5), size > headerCount else { return fallBack(data, size, maximum) }
    let input = UnsafeBufferPointer(start: data, count: size)
    var header = Array(input.prefix(headerCount))
    if !header.isEmpty, random.isOnce(in: 12) {
      header[random.below(header.count)] = UInt8(truncatingIfNeeded: random.next())
    }
    var parts = input.dropFirst(headerCount).split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
    let chosen = random.below(parts.count)
    if let fresh, random.isOnce(in: 16), let text = fresh(header, &random) {
      parts[chosen] = text
    } else {
      guard let value = try? JSONValue(parsing: parts[chosen], limits: JSONLimits(maximumDepth: 200)) else {
        return fallBack(data, size, maximum)
      }
      var changed = value
      for _ in 0...random.below(3) { changed = change(changed, &random) }
      parts[chosen] = changed.json()
    }
    let output = header + parts.joined(separator: [0])
    guard output.count <= maximum else { return fallBack(data, size, maximum) }
    _ = UnsafeMutableBufferPointer(start: data, count: output.count).update(fromContentsOf: output)
    return output.count
  }

  /// Returns `value` with a change somewhere.
  private func change(_ value: JSONValue, _ random: inout SeededRandom) -> JSONValue {
    let all = value.descendants
    var target = random.below(all.count)
    // A replacement from another part of the same text.
    let donor = all[random.below(all.count)]
    return replace(value, at: &target) { changeHere($0, donor: donor, &random) }
  }

  /// Returns `value` with the descendant number `target`, in document order, changed by `body`.
  private func replace(_ value: JSONValue, at target: inout Int, _ body: (JSONValue) -> JSONValue) -> JSONValue {
    guard target >= 0 else { return value }
    target -= 1
    if target < 0 { return body(value) }
    switch value {
    case .null, .bool, .number, .string: return value
    case .array(let elements): return .array(elements.map { replace($0, at: &target, body) })
    case .object(let object):
      return .object(JSONObject(object.map { ($0.key, replace($0.value, at: &target, body)) }))
    }
  }

  private func changeHere(_ value: JSONValue, donor: JSONValue, _ random: inout SeededRandom) -> JSONValue {
    switch random.below(6) {
    case 0: return random.pick(values) ?? nil
    case 1: return donor
    case 2 where random.isOnce(in: 4):
      return random.isOnce(in: 2) ? [value] : .object(JSONObject([(name(&random), value)]))
    default: break
    }
    switch value {
    case .null: return random.pick(values) ?? nil
    case .bool(let flag): return .bool(!flag)
    case .number(let number): return change(number, &random)
    case .string(let text): return change(text, &random)
    case .array(let elements): return change(elements, donor: donor, &random)
    case .object(let object): return change(object, donor: donor, &random)
    }
  }

  private func name(_ random: inout SeededRandom) -> String { random.pick(names) ?? "a" }

  private func change(_ number: JSONNumber, _ random: inout SeededRandom) -> JSONValue {
    let texts = [
      number.text + "0", number.text + ".0", number.text + "e1", "-" + number.text, String(number.text.dropLast()),
      "1" + number.text, number.int.map { String($0 &+ 1) } ?? "1", number.int.map { String($0 &- 1) } ?? "1",
      number.text + ".5", number.text + "E-2",
    ]
    return random.pick(texts).flatMap { JSONNumber($0) }.map { .number($0) } ?? .number(number)
  }

  private func change(_ text: String, _ random: inout SeededRandom) -> JSONValue {
    var scalars = Array(text.unicodeScalars)
    let added: [Unicode.Scalar] = [
      "a", "0", " ", "é", "\u{1f600}", "\u{0}", "\"", "\\", "/", "-", ".", ":", "\u{7f}", "\u{2028}", "~", "#", "%",
      "(", "*",
    ]
    let index = random.below(scalars.count + 1)
    switch random.below(5) {
    case 0: return .string(name(&random))
    case 1 where index < scalars.count: scalars.remove(at: index)
    case 2 where index < scalars.count: scalars[index] = random.pick(added) ?? "a"
    case 3: scalars = Array(scalars.prefix(index))
    default: scalars.insert(random.pick(added) ?? "a", at: index)
    }
    var result = ""
    result.unicodeScalars.append(contentsOf: scalars)
    return .string(result)
  }

  private func change(_ elements: [JSONValue], donor: JSONValue, _ random: inout SeededRandom) -> JSONValue {
    var elements = elements
    let index = random.below(elements.count + 1)
    switch random.below(4) {
    case 0 where index < elements.count: elements.remove(at: index)
    case 1 where index < elements.count: elements.insert(elements[index], at: index)
    case 2: elements.insert(donor, at: index)
    default: elements.insert(random.pick(values) ?? nil, at: index)
    }
    return .array(elements)
  }

  private func change(_ object: JSONObject, donor: JSONValue, _ random: inout SeededRandom) -> JSONValue {
    var members = object.map { ($0.key, $0.value) }
    let index = random.below(members.count + 1)
    switch random.below(5) {
    case 0 where index < members.count: members.remove(at: index)
    case 1 where index < members.count: members[index].0 = name(&random)
    case 2: members.insert((name(&random), donor), at: index)
    case 3 where members.count > 1: members.swapAt(random.below(members.count), random.below(members.count))
    default: members.insert((name(&random), random.pick(values) ?? nil), at: index)
    }
    return .object(JSONObject(members))
  }
}

extension JSONValue {
  /// The value and all values in it, in document order.
  package var descendants: [JSONValue] {
    switch self {
    case .null, .bool, .number, .string: [self]
    case .array(let elements): [self] + elements.flatMap(\.descendants)
    case .object(let object): [self] + object.flatMap(\.value.descendants)
    }
  }

  /// All names of members and all strings in the value.
  package var words: [String] {
    descendants.flatMap { value -> [String] in
      switch value {
      case .null, .bool, .number, .array: []
      case .string(let text): [text]
      case .object(let object): object.keys
      }
    }
  }
}

extension SeededRandom {
  package mutating func below(_ count: Int) -> Int { count > 0 ? Int(next() >> 33) % count : 0 }

  package mutating func isOnce(in count: Int) -> Bool { below(count) == 0 }

  package mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
