internal import JSONSchema

/// Why a value cannot cross between json-c and us.
package enum JSONCError: Error, Hashable, Sendable {
  /// Values nest deeper than the limit.
  case tooDeep(limit: Int)
  /// A double that JSON cannot write: NaN, an infinity, or what a serializer of its own makes no number.
  case notANumber
  /// A string or a name that is not UTF-8.
  case notUTF8
  /// json-c ends names at their first NUL.
  case nameWithNUL(String)
  /// A string longer than json-c's lengths can say.
  case tooLong
  /// json-c had no memory left.
  case outOfMemory
  /// json-c's tokener refused a text; its reason, and the bytes before the place.
  case refused(reason: String, offset: Int)
}

extension JSONCError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooDeep(let limit): "expected at most \(limit) levels of nested arrays and objects, found more"
    case .notANumber: "expected a finite number, found one that JSON cannot write"
    case .notUTF8: "expected UTF-8, found bytes that are not"
    case .nameWithNUL(let name):
      "expected a name that json-c can hold, found \(name.quoted)"
    case .tooLong: "expected a string of at most \(Int32.max) bytes, found a longer one"
    case .outOfMemory: "expected json-c to have memory, found none"
    case .refused(let reason, _): "expected a text that json-c reads, found a refusal: \(reason)"
    }
  }
}
