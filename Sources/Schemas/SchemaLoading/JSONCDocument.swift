internal import CJSONC
package import SchemaRuntime

/// Reads and writes texts with json-c. Only this file imports json-c.
enum JSONCDocument {
  /// Parses a text with json-c in strict mode.
  static func value(of text: [UInt8]) throws(JSONCError) -> JSONValue {
    guard let tokener = json_tokener_new_ex(Int32(JSONLimits.hardMaximumDepth)) else { throw .outOfMemory }
    defer { json_tokener_free(tokener) }
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8)
    // The trailing NUL marks the end of a number at the root for json-c.
    let ended = text.map { CChar(bitPattern: $0) } + [0]
    guard let count = Int32(exactly: ended.count) else { throw .tooLong }
    let tree = json_tokener_parse_ex(tokener, ended, count)
    defer { json_object_put(tree) }
    let error = json_tokener_get_error(tokener)
    guard error == json_tokener_success else {
      let reason = json_tokener_error_desc(error).map { String(cString: $0) } ?? "no reason"
      throw .refused(reason: reason, offset: Int(json_tokener_get_parse_end(tokener)))
    }
    return try JSONValue(jsonC: tree, maximumDepth: JSONLimits.hardMaximumDepth)
  }

  /// Writes a value with json-c, pretty-printed, with a trailing line feed.
  static func text(of value: JSONValue) throws(JSONCError) -> [UInt8] {
    let tree = try value.makeJSONC(maximumDepth: JSONLimits.hardMaximumDepth)
    defer { json_object_put(tree) }
    let flags = JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE
    var count = 0
    guard let text = json_object_to_json_string_length(tree, flags, &count) else { throw .outOfMemory }
    return closingEmptyContainers(UnsafeRawBufferPointer(start: text, count: count)) + [0x0a]
  }

  /// Writes `{}` and `[]` where some versions of json-c insert a line break between the brackets.
  private static func closingEmptyContainers(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var inString = false
    var isEscaped = false
    for byte in text {
      if inString {
        inString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        let end = result.lastIndex { $0 != 0x20 && $0 != 0x0a }
        if let end, result[end] == byte - 2 { result.removeSubrange((end + 1)...) }
      } else {
        inString = byte == UInt8(ascii: "\"")
      }
      result.append(byte)
    }
    return result
  }
}

// MARK: - From json-c

extension JSONValue {
  /// Copies a json-c tree, with members in order; nil is json-c's null.
  ///
  /// Borrows the tree: the caller still owns its reference and releases it with `json_object_put`. A double parsed by
  /// json-c keeps its text; one created by a program gets the shortest text that reads back as the same value. json-c
  /// caches texts in the tree, so no other thread may use the tree at the same time.
  package init(
    jsonC tree: OpaquePointer?, maximumDepth: Int = JSONLimits().maximumDepth
  ) throws(JSONCError) {
    let limit = Swift.min(maximumDepth, JSONLimits.hardMaximumDepth)
    self = try Self.value(of: tree, depthLeft: limit, limit: limit)
  }

  /// Recursive, because ``JSONValue`` is. `depthLeft` limits the depth.
  private static func value(of tree: OpaquePointer?, depthLeft: Int, limit: Int) throws(JSONCError) -> JSONValue {
    guard let tree else { return .null }
    switch json_object_get_type(tree) {
    case json_type_boolean: return .bool(json_object_get_boolean(tree) != 0)
    case json_type_int, json_type_double: return .number(try number(of: tree))
    case json_type_string: return .string(try string(of: tree))
    case json_type_array:
      guard depthLeft > 0 else { throw .tooDeep(limit: limit) }
      var elements: [JSONValue] = []
      let count = Int(json_object_array_length(tree))
      elements.reserveCapacity(count)
      for index in 0..<count {
        let element = json_object_array_get_idx(tree, numericCast(index))
        elements.append(try value(of: element, depthLeft: depthLeft - 1, limit: limit))
      }
      return .array(elements)
    case json_type_object:
      guard depthLeft > 0 else { throw .tooDeep(limit: limit) }
      var object = JSONObject()
      object.reserveCapacity(Int(json_object_object_length(tree)))
      var iterator = json_object_iter_begin(tree)
      var end = json_object_iter_end(tree)
      while json_object_iter_equal(&iterator, &end) == 0 {
        guard let name = json_object_iter_peek_name(&iterator), let text = String(validatingCString: name) else {
          throw .notUTF8
        }
        let member = json_object_iter_peek_value(&iterator)
        // json-c keeps names unique.
        object.append(text, try value(of: member, depthLeft: depthLeft - 1, limit: limit))
        json_object_iter_next(&iterator)
      }
      return .object(object)
    default: return .null
    }
  }

  private static func number(of tree: OpaquePointer) throws(JSONCError) -> JSONNumber {
    // A parsed double has its text as user data. One created by a program has none, and json-c would write it with
    // seventeen digits.
    let isPlain = json_object_is_type(tree, json_type_double) != 0 && json_object_get_userdata(tree) == nil
    if !isPlain, let text = json_object_to_json_string_ext(tree, JSON_C_TO_STRING_PLAIN),
      let number = JSONNumber(String(cString: text))
    {
      return number
    }
    // The output of a custom serializer need not be a number.
    guard let number = JSONNumber(json_object_get_double(tree)) else { throw .notANumber }
    return number
  }

  private static func string(of tree: OpaquePointer) throws(JSONCError) -> String {
    let count = Int(json_object_get_string_len(tree))
    guard let start = json_object_get_string(tree) else { return "" }
    // Use the length instead of searching for NUL, which a string may contain.
    let text = start.withMemoryRebound(to: UInt8.self, capacity: count) {
      String(wellFormedUTF8: UnsafeBufferPointer(start: $0, count: count))
    }
    guard let text else { throw .notUTF8 }
    return text
  }
}

// MARK: - To json-c

extension JSONValue {
  /// Creates a json-c tree of this value; nil is json-c's null.
  ///
  /// The caller owns the tree and releases it with `json_object_put`; ``withJSONC(_:)`` does so automatically. 64-bit
  /// integers become `json_type_int`. Every other number becomes the nearest double, infinite if it is too large, and
  /// keeps its text, so that json-c writes it unchanged.
  package func makeJSONC(maximumDepth: Int = JSONLimits().maximumDepth) throws(JSONCError) -> OpaquePointer? {
    let limit = Swift.min(maximumDepth, JSONLimits.hardMaximumDepth)
    return try tree(depthLeft: limit, limit: limit)
  }

  /// Calls `body` with a json-c tree of this value, which is released afterwards; nil is json-c's null.
  package func withJSONC<Result>(_ body: (OpaquePointer?) throws -> Result) throws -> Result {
    let tree = try makeJSONC()
    defer { json_object_put(tree) }
    return try body(tree)
  }

  private func tree(depthLeft: Int, limit: Int) throws(JSONCError) -> OpaquePointer? {
    switch self {
    case .null: return nil
    case .bool(let value): return try Self.made(json_object_new_boolean(value ? 1 : 0))
    case .number(let number): return try Self.tree(of: number)
    case .string(let string): return try Self.tree(of: string)
    case .array(let elements):
      guard depthLeft > 0 else { throw .tooDeep(limit: limit) }
      return try Self.filled(json_object_new_array()) { array throws(JSONCError) in
        for element in elements {
          let child = try element.tree(depthLeft: depthLeft - 1, limit: limit)
          guard json_object_array_add(array, child) == 0 else {
            json_object_put(child)
            throw .outOfMemory
          }
        }
      }
    case .object(let members):
      guard depthLeft > 0 else { throw .tooDeep(limit: limit) }
      return try Self.filled(json_object_new_object()) { object throws(JSONCError) in
        for member in members {
          if member.key.utf8.contains(0) { throw .nameWithNUL(member.key) }
          let child = try member.value.tree(depthLeft: depthLeft - 1, limit: limit)
          guard json_object_object_add(object, member.key, child) == 0 else {
            json_object_put(child)
            throw .outOfMemory
          }
        }
      }
    }
  }

  private static func made(_ tree: OpaquePointer?) throws(JSONCError) -> OpaquePointer {
    guard let tree else { throw .outOfMemory }
    return tree
  }

  /// Returns a container after `fill` has filled it; releases it if `fill` fails.
  private static func filled(
    _ container: OpaquePointer?, _ fill: (OpaquePointer) throws(JSONCError) -> Void
  ) throws(JSONCError) -> OpaquePointer {
    let container = try made(container)
    do {
      try fill(container)
    } catch {
      json_object_put(container)
      throw error
    }
    return container
  }

  private static func tree(of number: JSONNumber) throws(JSONCError) -> OpaquePointer {
    // `1.0` and `-0` are integers too, but would lose their text as json-c integers.
    if let value = number.int64, String(value) == number.text { return try made(json_object_new_int64(value)) }
    if let value = number.uint64, String(value) == number.text { return try made(json_object_new_uint64(value)) }
    let nearest = number.double ?? (number < 0 ? -Double.infinity : Double.infinity)
    return try made(json_object_new_double_s(nearest, number.text))
  }

  private static func tree(of string: String) throws(JSONCError) -> OpaquePointer {
    guard let count = Int32(exactly: string.utf8.count) else { throw .tooLong }
    // json-c copies `count` bytes, which may include NUL.
    return try made(json_object_new_string_len(string, count))
  }
}
