/// The unit that a length keyword counts.
///
/// Source: validation, sections 6.3 to 6.5; `x-maxUTF8Bytes` and `x-minUTF8Bytes` are extensions.
public enum Measure: UInt8, Hashable, Sendable, CaseIterable {
  /// Unicode scalars of a string (`maxLength`, `minLength`).
  case scalars
  /// Bytes of a string in UTF-8, escapes decoded (`x-maxUTF8Bytes`, `x-minUTF8Bytes`).
  case utf8Bytes
  /// Elements of an array (`maxItems`, `minItems`).
  case items
  /// Members of an object (`maxProperties`, `minProperties`).
  case members

  /// The properties of a measure.
  private struct Row {
    var type: JSONType
    var least: String
    var most: String
    var noun: String
    var suffix = ""
  }

  private var row: Row {
    switch self {
    case .scalars: Row(type: .string, least: "minLength", most: "maxLength", noun: "character")
    case .utf8Bytes:
      Row(type: .string, least: "x-minUTF8Bytes", most: "x-maxUTF8Bytes", noun: "byte", suffix: " of UTF-8")
    case .items: Row(type: .array, least: "minItems", most: "maxItems", noun: "item")
    case .members: Row(type: .object, least: "minProperties", most: "maxProperties", noun: "member")
    }
  }

  /// The type of the values that have this length.
  package var type: JSONType { row.type }

  /// A count in words: `1 character`, `64 bytes of UTF-8`.
  package func words(_ count: Int) -> String { words(String(count), isOne: count == 1) }

  func words(_ count: String, isOne: Bool) -> String { "\(count) \(row.noun)\(isOne ? "" : "s")\(row.suffix)" }

  /// The measures of values of a type.
  package static func measures(of type: JSONType) -> [Measure] { allCases.filter { $0.type == type } }

  /// The length of a value; 0 if it has another type.
  @_spi(Generated) @inlinable @inline(__always)
  public func count(in node: UnsafeJSONNode) -> Int {
    switch self {
    case .scalars: node.scalarCount
    case .utf8Bytes: node.utf8Count
    case .items, .members: node.childCount
    }
  }

  /// The length of a value; nil if it has another type.
  package func count(in value: JSONValue) -> Int? {
    switch (self, value) {
    case (.scalars, .string(let text)): text.unicodeScalars.count
    case (.utf8Bytes, .string(let text)): text.utf8.count
    case (.items, .array(let items)): items.count
    case (.members, .object(let object)): object.count
    case (.scalars, _), (.utf8Bytes, _), (.items, _), (.members, _): nil
    }
  }

  /// The possible lengths of a value with `count` of `other`: a character takes one to four bytes.
  package func range(forCount count: Int, of other: Measure) -> ClosedRange<Int>? {
    if self == other { return count...count }
    return switch self {
    case .utf8Bytes: other == .scalars ? count...count.multipliedCapped(by: 4) : nil
    case .scalars: other == .utf8Bytes ? (count / 4 + (count % 4 == 0 ? 0 : 1))...count : nil
    case .items, .members: nil
    }
  }
}

/// A minimum or maximum length, inclusive.
public enum LengthLimit: Hashable, Sendable {
  case atLeast(Int)
  case atMost(Int)

  /// The number.
  public var count: Int {
    switch self {
    case .atLeast(let count), .atMost(let count): count
    }
  }

  /// Whether this is a maximum.
  package var isUpper: Bool {
    switch self {
    case .atLeast: false
    case .atMost: true
    }
  }

  /// Whether the limit admits this length.
  @inlinable @inline(__always)
  package func admits(_ count: Int) -> Bool {
    switch self {
    case .atLeast(let least): count >= least
    case .atMost(let most): count <= most
    }
  }

  /// The limit that admits all other lengths; nil if it would be below 0 or beyond `Int`.
  package var opposite: LengthLimit? {
    switch self {
    case .atLeast(let least): least > 0 ? .atMost(least - 1) : nil
    case .atMost(let most): most < .max ? .atLeast(most + 1) : nil
    }
  }
}

extension Measure {
  /// The keyword of a limit: `maxLength`.
  package func keyword(of limit: LengthLimit) -> String {
    switch limit {
    case .atLeast: row.least
    case .atMost: row.most
    }
  }

  /// The measure that a keyword limits; nil for other keywords.
  package static func limited(by keyword: String) -> Measure? {
    allCases.first { $0.row.least == keyword || $0.row.most == keyword }
  }

  /// The limit that one of the measure's two keywords represents.
  package func limit(keyword: String, _ count: Int) -> LengthLimit {
    keyword == row.least ? .atLeast(count) : .atMost(count)
  }

  /// Both limits as text: `1 to 100 items`, `at least 1 item`; nil if there is no limit.
  package func words(least: Int?, most: Int?) -> String? {
    switch (least ?? 0, most) {
    case (0, nil): nil
    case (let least, let most?) where least == most: "exactly " + words(most)
    case (0, let most?): words(.atMost(most))
    case (let least, nil): words(.atLeast(least))
    case (let least, let most?) where least > most: "at least \(least) and " + words(.atMost(most))
    case (let least, let most?): "\(least) to " + words(most)
    }
  }

  /// A limit in words: `at most 64 bytes of UTF-8`.
  package func words(_ limit: LengthLimit) -> String {
    switch limit {
    case .atLeast(let least): "at least " + words(least)
    case .atMost(let most): "at most " + words(most)
    }
  }
}

/// A limit of a number, by its keyword (validation, sections 6.2.2 to 6.2.5).
public enum NumberLimit: UInt8, Hashable, Sendable, CaseIterable {
  case maximum, exclusiveMaximum, minimum, exclusiveMinimum

  package var keyword: String {
    switch self {
    case .maximum: "maximum"
    case .exclusiveMaximum: "exclusiveMaximum"
    case .minimum: "minimum"
    case .exclusiveMinimum: "exclusiveMinimum"
    }
  }

  /// Whether this is an upper limit.
  package var isUpper: Bool { self == .maximum || self == .exclusiveMaximum }
  package var isExclusive: Bool { self == .exclusiveMaximum || self == .exclusiveMinimum }

  /// Whether the limit admits a number that compares to it as -1, 0 or 1.
  @inlinable @inline(__always)
  package func admits(order: Int) -> Bool {
    switch self {
    case .maximum: order <= 0
    case .exclusiveMaximum: order < 0
    case .minimum: order >= 0
    case .exclusiveMinimum: order > 0
    }
  }

  /// The limit that admits all other numbers.
  package var opposite: NumberLimit {
    switch self {
    case .maximum: .exclusiveMinimum
    case .exclusiveMaximum: .minimum
    case .minimum: .exclusiveMaximum
    case .exclusiveMinimum: .maximum
    }
  }

  /// A limit in words: `at most 5`.
  package func words(_ limit: JSONNumber) -> String { words(limit.text) }

  func words(_ limit: String) -> String {
    switch self {
    case .maximum: "at most \(limit)"
    case .exclusiveMaximum: "less than \(limit)"
    case .minimum: "at least \(limit)"
    case .exclusiveMinimum: "more than \(limit)"
    }
  }
}

extension UnsafeJSONNode {
  /// Whether a value, which must have the measure's type, is at most this long.
  ///
  /// A text has no more scalars than bytes, and an array no more elements than index entries, so most values need not
  /// be examined.
  @_spi(Generated) @inlinable @inline(__always)
  public func hasAtMost(_ limit: Int, _ measure: Measure) -> Bool {
    switch measure {
    case .scalars, .utf8Bytes: field <= limit || measure.count(in: self) <= limit
    case .items: contentEnd &- contentStart <= limit || childCount <= limit
    case .members: childCount <= limit
    }
  }

  /// Whether a value, which must have the measure's type, is at least this long.
  @_spi(Generated) @inlinable @inline(__always)
  public func hasAtLeast(_ limit: Int, _ measure: Measure) -> Bool {
    switch measure {
    case .scalars, .utf8Bytes, .members: measure.count(in: self) >= limit
    case .items: limit < 2 ? contentEnd &- contentStart >= limit : childCount >= limit
    }
  }

  /// Whether a value, which must have the measure's type, is within a limit.
  func satisfies(_ limit: LengthLimit, _ measure: Measure) -> Bool {
    switch limit {
    case .atLeast(let least): hasAtLeast(least, measure)
    case .atMost(let most): hasAtMost(most, measure)
    }
  }
}

extension Int {
  /// The product, capped at `Int.max`.
  fileprivate func multipliedCapped(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
