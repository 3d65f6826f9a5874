internal import Foundation
package import SchemaRuntime

/// The tool's own files that people edit: configuration, name lock, catalogs. json-c reads and writes them.
///
///     let configuration = try JSONFile.read("Schemas/codegen.json")
package enum JSONFile {
  /// Returns the value of a file, with members in order.
  package static func read(_ path: String, name: String? = nil) throws(LoadError) -> JSONValue {
    try document(path, name: name).value
  }

  /// Returns the content of a file in JSON or YAML, with its positions.
  ///
  /// JSON is first checked by our own reader, which knows the positions of syntax errors and equal names. Then json-c
  /// reads the text, and the results must be equal: json-c 0.16 clamps integers beyond 64 bits and truncates names at
  /// an escaped NUL, and a file with such a value is rejected with its position. YAML is read by libfyaml instead.
  package static func document(_ path: String, name: String? = nil) throws(LoadError) -> JSONDocument {
    let name = name ?? path
    let text = try FileReading.bytes(at: path, name: name)
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try SourceText.document(text, format: SourceText.Format(ofFile: path))
    } catch {
      throw LoadError(name: name, kind: .syntax(error))
    }
    if let repeated = document.withRoot({ $0.firstRepeatedName().map { ($0.string, $0.offset) } }) {
      let position = document.position(at: repeated.1)
      throw LoadError(name: name, kind: .repeatedMember(name: repeated.0, position: position))
    }
    if document.sourceMap != nil { return document }
    let value: JSONValue
    do throws(JSONCError) {
      value = try JSONCDocument.value(of: document.text)
    } catch {
      var offset = 0
      if case .refused(_, let byteOffset) = error { offset = byteOffset }
      throw LoadError(name: name, kind: .jsonC(error, position: document.position(at: offset)))
    }
    let expected = document.value
    guard value == expected else {
      let pointer = firstDifference(expected, value)
      throw LoadError(name: name, kind: .changedByJSONC(pointer, position: document.position(of: pointer)))
    }
    return document
  }

  /// Writes a value, pretty-printed, with a trailing line feed, to a temporary file in the same folder that is then
  /// renamed. Does nothing if the bytes are unchanged.
  /// - Returns: whether the file changed.
  @discardableResult
  package static func write(_ value: JSONValue, to path: String, name: String? = nil) throws(LoadError) -> Bool {
    let name = name ?? path
    let data = Data(try text(of: value, name: name))
    if FileManager.default.contents(atPath: path) == data { return false }
    do {
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw LoadError(name: name, kind: .unwritable(reason: FileReading.reason(error)))
    }
    return true
  }

  /// The bytes that ``write(_:to:name:)`` writes to a file.
  package static func text(of value: JSONValue, name: String = "") throws(LoadError) -> [UInt8] {
    do throws(JSONCError) {
      return try JSONCDocument.text(of: value)
    } catch {
      throw LoadError(name: name, kind: .unwritable(reason: error.description))
    }
  }
}

extension JSONFile {
  /// The first location at which two values differ, in the order of the first.
  private static func firstDifference(_ first: JSONValue, _ second: JSONValue) -> JSONPointer {
    var pointer = JSONPointer()
    var (first, second) = (first, second)
    while true {
      switch (first, second) {
      case (.array(let left), .array(let right)) where left.count == right.count:
        guard let index = left.indices.first(where: { left[$0] != right[$0] }) else { return pointer }
        pointer.tokens.append(String(index))
        (first, second) = (left[index], right[index])
      case (.object(let left), .object(let right)):
        guard let member = left.first(where: { $0.value != right[$0.key] }) else { return pointer }
        pointer.tokens.append(member.key)
        guard let other = right[member.key] else { return pointer }
        (first, second) = (member.value, other)
      default: return pointer
      }
    }
  }
}
