/// Any JSON value, with the order of members and the text of numbers preserved.
///
///     var order: JSONValue = ["id": 7, "customer": ["name": "Ada"]]
///     order.customer.name?.string                            // "Ada"; nil if there is no such member
///     order["customer"]["name"] = "Grace"
///     order["lines"][0]["amount"] = 3                        // adds what is missing
///     order["id"] = nil                                      // removes the member; `.null` would make it null
@dynamicMemberLookup
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

// MARK: - Reading

extension JSONValue {
  /// The value of a JSON text. If names in an object are equal, the last value is kept.
  public init(parsing text: some Collection<UInt8>, limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
    var reader = JSONReader(limits: limits)
    self = try text.withContiguousBytes { buffer throws(JSONSyntaxError) in JSONValue(try reader.read(buffer)) }
  }

  /// The value of a JSON text. If names in an object are equal, the last value is kept.
  public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
    try self.init(parsing: text.utf8, limits: limits)
  }

  /// A copy of a node's value. If names in an object are equal, the last value is kept.
  public init(_ node: UnsafeJSONNode) {
    switch node.kind {
    case .null: self = .null
    case .false: self = .bool(false)
    case .true: self = .bool(true)
    case .integer, .decimal, .exponential: self = .number(JSONNumber(validText: node.text))
    case .asciiString, .string, .escapedString: self = .string(node.string)
    case .array, .object:
      guard CallStack.hasRoom else {
        self = CallStack.onAnother { JSONValue(node) }
        return
      }
      self = node.kind == .array ? .array(Self.elements(of: node)) : .object(JSONObject(copying: node))
    }
  }

  private static func elements(of node: UnsafeJSONNode) -> [JSONValue] {
    // Reserving compiles to a direct call; an initializer for uninitialized memory looks up metadata.
    var elements: [JSONValue] = []
    elements.reserveCapacity(node.childCount)
    var index = node.contentStart
    while index < node.contentEnd {
      let element = node[at: index]
      elements.append(JSONValue(element))
      index = element.nextIndex
    }
    return elements
  }
}

extension JSONObject {
  /// A copy of an object's members. If names are equal, the last value is kept, at the first one's index.
  init(copying node: UnsafeJSONNode) {
    guard node.repeatedOwnName() == nil else {
      self.init(node.members.lazy.map { ($0.string, JSONValue($1)) })
      return
    }
    var members: [Element] = []
    members.reserveCapacity(node.childCount)
    var index = node.contentStart
    while index < node.contentEnd {
      let value = node[at: index &+ 1]
      members.append((node[at: index].string, JSONValue(value)))
      index = value.nextIndex
    }
    self.init(distinct: members)
  }
}

extension JSONValue: Hashable {
  /// JSON Schema's equality (core, section 4.2.2): numbers are compared mathematically, strings scalar by scalar,
  /// objects in any order.
  public static func == (a: JSONValue, b: JSONValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a.isIdentical(to: b)
    case (.array(let a), .array(let b)): CallStack.hasRoom ? a == b : CallStack.onAnother { a == b }
    case (.object(let a), .object(let b)): CallStack.hasRoom ? a == b : CallStack.onAnother { a == b }
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
    }
  }

  public func hash(into hasher: inout Hasher) {
    guard CallStack.hasRoom else { return CallStack.onAnother { hash(into: &hasher) } }
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(ExactName(value))
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}

// MARK: - Redaction

extension JSONValue {
  /// The replacement for a sensitive value (`x-sensitive`) wherever a payload is shown.
  package static var redacted: JSONValue { .string("(redacted)") }
}

// MARK: - Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// A number; null if the literal is infinite.
  public init(floatLiteral value: Double) { self = JSONNumber(value).map { .number($0) } ?? .null }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}
