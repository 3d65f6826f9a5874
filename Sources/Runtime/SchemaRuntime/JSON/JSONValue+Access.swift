extension JSONValue {
  /// Whether the value is `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }
  /// The Boolean value; nil for any other value.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number; nil for any other value.
  public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }
  /// The number as `Int`; nil for any other value, and for a number that `Int` cannot represent.
  public var int: Int? { number?.int }
  /// The nearest `Double`; nil for any other value, and for a number that is too large.
  public var double: Double? { number?.double }
  /// The string; nil for any other value.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The elements of an array; nil for any other value.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members of an object; nil for any other value.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The JSON Schema type of the value; an integral number is an `integer`.
  public var type: JSONType {
    switch self {
    case .null: .null
    case .bool: .boolean
    case .number(let number): number.isInteger ? .integer : .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The value at `pointer`; nil if there is none.
  public subscript(pointer: JSONPointer) -> JSONValue? { value(along: pointer.tokens[...]) }

  /// Returns the value at a pointer's tokens; nil if there is none.
  package func value(along tokens: ArraySlice<String>) -> JSONValue? {
    var value = self
    for token in tokens {
      switch value {
      case .object(let object):
        guard let member = object[token] else { return nil }
        value = member
      case .array(let elements):
        guard let index = JSONPointer.arrayIndex(token), index < elements.count else { return nil }
        value = elements[index]
      case .null, .bool, .number, .string: return nil
      }
    }
    return value
  }
}

// MARK: - Members and elements

extension JSONValue {
  /// The value of an object's member; nil for other values and missing names.
  ///
  /// Setting nil removes the member; where `nil` could be a JSONValue, as in `isOld ? nil : new`, write
  /// `Optional.none`, because the literal is JSON's null. Setting a member of a value that is not an object replaces
  /// the value with an object, so `value["a"]["b"] = 1` creates missing objects.
  public subscript(name: String) -> JSONValue? {
    get { if case .object(let object) = self { object[name] } else { nil } }
    _modify {
      guard case .object(var object) = self else {
        var member: JSONValue?
        defer { if let member { self = .object([name: member]) } }
        yield &member
        return
      }
      // While `self` holds no other reference, the object is changed in place.
      self = .null
      defer { self = .object(object) }
      yield &object[name]
    }
  }

  /// The element of an array; nil for other values and indices outside of the array.
  ///
  /// Setting nil removes the element. Setting an element after the last one appends it, with nulls up to its index; a
  /// value that is not an array is replaced with one. Setting an element at a negative index has no effect.
  public subscript(index: Int) -> JSONValue? {
    get { if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil } }
    _modify {
      guard case .array(var elements) = self else {
        var element: JSONValue?
        defer {
          if let element, index >= 0 { self = .array(Array(repeating: .null, count: index) + [element]) }
        }
        yield &element
        return
      }
      self = .null
      let isElement = elements.indices.contains(index)
      // The element is moved out, so that changing it in place does not copy it.
      var element: JSONValue?
      if isElement {
        element = elements[index]
        elements[index] = .null
      }
      defer {
        if let element, index >= 0 {
          while elements.count <= index { elements.append(.null) }
          elements[index] = element
        } else if isElement {
          elements.remove(at: index)
        }
        self = .array(elements)
      }
      yield &element
    }
  }

  /// The value of an object's member, like ``subscript(_:)-(String)``: `value.name` is `value["name"]`.
  ///
  /// A member with the same name as a property or method of this type, such as `type` or `text`, needs the subscript.
  public subscript(dynamicMember name: String) -> JSONValue? {
    get { self[name] }
    _modify { yield &self[name] }
  }

  /// The value of an object's member, or null if there is none, for a longer chain: `value.customer.name`.
  @_disfavoredOverload
  public subscript(dynamicMember name: String) -> JSONValue {
    get { self[name] ?? .null }
    _modify { yield &self[name].orNull }
  }
}

extension JSONValue? {
  /// The value of an object's member, as in ``JSONValue``. Setting a member of nil makes an object.
  public subscript(name: String) -> JSONValue? {
    get { self?[name] }
    _modify { yield &orNull[name] }
  }

  /// The element of an array, as in ``JSONValue``. Setting an element of nil makes an array.
  public subscript(index: Int) -> JSONValue? {
    get { self?[index] }
    _modify { yield &orNull[index] }
  }

  /// The value, or null; nil remains nil if it is set to null.
  fileprivate var orNull: JSONValue {
    get { self ?? .null }
    _modify {
      let wasNil = self == nil
      var value = self ?? .null
      self = nil
      defer { if !wasNil || !value.isNull { self = value } }
      yield &value
    }
  }
}
