/// The name of a member of an object, as contexts and templates spell it.
///
/// Contexts look up thousands of names for a page, so that names are compared without hashing: by their length and their
/// first and last bytes, which decide for all but long ones.
package struct TemplateName: Sendable {
  /// What is the same for equal names, and different for different names of at most 16 bytes.
  struct Print: Hashable, Sendable {
    let count: Int
    let first: UInt64
    let last: UInt64
    /// What is compared first.
    let hash: UInt64

    var isWhole: Bool { count <= 16 }

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      count = bytes.count
      first = Self.word(of: bytes.prefix(8))
      last = count > 8 ? Self.word(of: bytes.suffix(8)) : 0
      hash = first ^ last &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(count)
    }

    private static func word(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64 {
      if bytes.count == 8 {
        return UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes)).loadUnaligned(as: UInt64.self)
      }
      return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  private enum Text: Sendable {
    case literal(StaticString)
    case other(String)
  }

  let print: Print
  private let storage: Text

  package init(_ text: String) {
    var text = text
    print = text.withUTF8 { Print($0) }
    storage = .other(text)
  }

  package var text: String {
    switch storage {
    case .literal(let text): text.description
    case .other(let text): text
    }
  }
}

extension TemplateName: ExpressibleByStringLiteral {
  package init(stringLiteral text: StaticString) {
    print = text.withUTF8Buffer { Print($0) }
    storage = .literal(text)
  }
}

extension TemplateName: Equatable {
  package static func == (one: Self, other: Self) -> Bool {
    one.print == other.print && (one.print.isWhole || one.hasText(of: other))
  }

  private func hasText(of other: Self) -> Bool {
    guard case .literal(let text) = storage, case .other(let otherText) = other.storage else {
      return text.utf8.elementsEqual(other.text.utf8)
    }
    return text.withUTF8Buffer { otherText.utf8.elementsEqual($0) }
  }
}
