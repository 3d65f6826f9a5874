internal import SchemaAnalysis
internal import SchemaRuntime

/// A list of changes of a JSON value (RFC 6902).
package struct JSONPatch {
  /// Why a patch is malformed or does not fit a value.
  package struct Mistake: Error, Hashable {
    package var message: String

    init(_ message: String) { self.message = message }
  }

  private var operations: [(name: String, path: JSONPointer, from: JSONPointer?, value: JSONValue?)] = []

  /// Reads an array of operations.
  init(_ value: JSONValue) throws(Mistake) {
    guard let array = value.array else { throw Mistake("a patch is an object, or an array of operations") }
    for (index, operation) in array.enumerated() {
      let place = "operation \(index)"
      guard let name = operation["op"]?.string, let path = operation["path"]?.string.flatMap({ JSONPointer($0) }) else {
        throw Mistake("\(place) needs 'op' and 'path', a JSON Pointer such as '/properties/id' (RFC 6902)")
      }
      guard ["add", "remove", "replace", "move", "copy", "test"].contains(name) else {
        throw Mistake(
          "\(place) has the unknown 'op' \(name.quoted); RFC 6902 has add, remove, replace, move, copy, test")
      }
      let from = operation["from"]?.string.flatMap { JSONPointer($0) }
      if ["move", "copy"].contains(name), from == nil {
        throw Mistake("\(place) is \(name.quoted) and needs 'from', a JSON Pointer")
      }
      if ["add", "replace", "test"].contains(name), operation["value"] == nil {
        throw Mistake("\(place) is \(name.quoted) and needs 'value'")
      }
      operations.append((name, path, from, operation["value"]))
    }
  }

  /// Makes the changes in order.
  func apply(to value: inout JSONValue) throws(Mistake) {
    for (index, operation) in operations.enumerated() {
      do throws(Mistake) {
        try apply(operation, to: &value)
      } catch {
        throw Mistake("operation \(index): \(error.message)")
      }
    }
  }

  private func apply(
    _ operation: (name: String, path: JSONPointer, from: JSONPointer?, value: JSONValue?), to value: inout JSONValue
  ) throws(Mistake) {
    let (name, path, from, new) = operation
    switch (name, from, new) {
    case ("add", _, let new?): try value.add(new, at: path)
    case ("remove", _, _): try value.remove(at: path)
    case ("replace", _, let new?): try value.change(at: path) { value throws(Mistake) in value = new }
    case ("test", _, let expected?):
      try value.change(at: path) { found throws(Mistake) in
        if found != expected {
          throw Mistake(
            "expected \(expected.text().onOneLine) at \("#\(path)".quoted), found \(found.text().onOneLine)")
        }
      }
    case ("move", let from?, _):
      if path.tokens.count > from.tokens.count, path.tokens.starts(with: from.tokens) {
        throw Mistake("a value cannot move into itself")
      }
      let moved = try value.value(at: from)
      try value.remove(at: from)
      try value.add(moved, at: path)
    case ("copy", let from?, _): try value.add(try value.value(at: from), at: path)
    default: break
    }
  }
}

extension JSONValue {
  /// Returns the value at a pointer.
  func value(at pointer: JSONPointer) throws(JSONPatch.Mistake) -> JSONValue {
    var copy = self
    var found = JSONValue.null
    try copy.change(at: pointer) { value throws(JSONPatch.Mistake) in found = value }
    return found
  }

  /// Changes the value at a pointer.
  mutating func change(
    at pointer: JSONPointer, _ change: (inout JSONValue) throws(JSONPatch.Mistake) -> Void
  ) throws(JSONPatch.Mistake) {
    try self.change(pointer.tokens[...], of: pointer, change)
  }

  private mutating func change(
    _ path: ArraySlice<String>, of pointer: JSONPointer,
    _ change: (inout JSONValue) throws(JSONPatch.Mistake) -> Void
  ) throws(JSONPatch.Mistake) {
    guard let token = path.first else { return try change(&self) }
    switch self {
    case .object(var object):
      guard var inner = object[token] else { throw missing(token, path, of: pointer, among: object.keys) }
      try inner.change(path.dropFirst(), of: pointer, change)
      object[token] = inner
      self = .object(object)
    case .array(var elements):
      guard let index = JSONPointer.arrayIndex(token), elements.indices.contains(index) else {
        throw missing(token, path, of: pointer, among: [])
      }
      try elements[index].change(path.dropFirst(), of: pointer, change)
      self = .array(elements)
    case .null, .bool, .number, .string: throw missing(token, path, of: pointer, among: [])
    }
  }

  private func missing(
    _ token: String, _ path: ArraySlice<String>, of pointer: JSONPointer, among names: some Sequence<String>
  ) -> JSONPatch.Mistake {
    let before = Array(pointer.tokens[..<path.startIndex])
    let nearest = Spelling.nearest(to: token, among: names.prefix(1_000))
    let hint = nearest.map { "; did you mean \("#\(JSONPointer(before + [$0]))".quoted)?" } ?? ""
    return JSONPatch.Mistake(
      "nothing is at \("#\(pointer)".quoted): \("#\(JSONPointer(before))".quoted) has no \(token.quoted)" + hint)
  }

  fileprivate mutating func add(_ new: JSONValue, at pointer: JSONPointer) throws(JSONPatch.Mistake) {
    guard let last = pointer.tokens.last else {
      self = new
      return
    }
    try changeContainer(of: pointer, last) { object in
      object[last] = new
      return true
    } array: { elements in
      let index = last == "-" ? elements.count : JSONPointer.arrayIndex(last)
      guard let index, index <= elements.count else { return false }
      elements.insert(new, at: index)
      return true
    }
  }

  fileprivate mutating func remove(at pointer: JSONPointer) throws(JSONPatch.Mistake) {
    guard let last = pointer.tokens.last else { throw JSONPatch.Mistake("a schema cannot remove itself") }
    try changeContainer(of: pointer, last) { object in
      defer { object[last] = nil }
      return object[last] != nil
    } array: { elements in
      guard let index = JSONPointer.arrayIndex(last), elements.indices.contains(index) else { return false }
      elements.remove(at: index)
      return true
    }
  }

  /// Changes the object or array that contains the value at a pointer. The changes return false if that is not there.
  private mutating func changeContainer(
    of pointer: JSONPointer, _ last: String, object: (inout JSONObject) -> Bool, array: (inout [JSONValue]) -> Bool
  ) throws(JSONPatch.Mistake) {
    try change(at: JSONPointer(Array(pointer.tokens.dropLast()))) { container throws(JSONPatch.Mistake) in
      var isFound = false
      if var members = container.object {
        isFound = object(&members)
        container = .object(members)
      } else if var elements = container.array {
        isFound = array(&elements)
        container = .array(elements)
      }
      if !isFound {
        throw container.missing(
          last, pointer.tokens[(pointer.tokens.count - 1)...], of: pointer,
          among: container.object.map { Array($0.keys) } ?? [])
      }
    }
  }
}
