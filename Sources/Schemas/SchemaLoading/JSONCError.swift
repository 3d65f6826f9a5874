internal import SchemaAnalysis

/// The reason that a value cannot be converted from or to json-c.
package enum JSONCError: Error, Hashable, Sendable {
  /// Values are nested more deeply than the limit.
  case tooDeep(limit: Int)
  /// A double that JSON cannot represent: NaN, an infinity, or the output of a custom serializer that is not a number.
  case notANumber
  /// A string or a name that is not UTF-8.
  case notUTF8
  /// json-c ends names at their first NUL.
  case nameWithNUL(String)
  /// A string longer than json-c's lengths can represent.
  case tooLong
  /// json-c is out of memory.
  case outOfMemory
  /// json-c's tokener rejected a text; its reason, and the byte offset.
  case refused(reason: String, offset: Int)
}

extension JSONCError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooDeep(let limit): "expected at most \(limit) levels of nested arrays and objects, found more"
    case .notANumber: "expected a finite number, found one that JSON cannot represent"
    case .notUTF8: "expected UTF-8, found invalid bytes"
    case .nameWithNUL(let name):
      "expected a name that json-c can store, found \(name.quoted)"
    case .tooLong: "expected a string of at most \(Int32.max) bytes, found a longer one"
    case .outOfMemory: "json-c could not allocate memory"
    case .refused(let reason, _): "expected text that json-c accepts, found an error: \(reason)"
    }
  }
}
