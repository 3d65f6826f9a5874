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
    case .tooDeep(let limit): "arrays and objects are nested more than \(limit) levels deep"
    case .notANumber: "a number is not finite, so that JSON cannot represent it"
    case .notUTF8: "a string or a name is not valid UTF-8"
    case .nameWithNUL(let name): "the name \(name.quoted) contains U+0000"
    case .tooLong: "a string has more than \(Int32.max) bytes"
    case .outOfMemory: "no memory is left"
    case .refused(let reason, _): "json-c, the library that reads this file, rejects the text: \(reason)"
    }
  }
}
