/// A value of the keyword `contentMediaType` that this library can check.
///
///     ContentMediaType(keyword: "application/json; charset=utf-8")   // .json
///
/// Other media types are not checked (2020-12 validation, section 8.4).
@_spi(Generated) public enum ContentMediaType: String, Hashable, Sendable, CaseIterable {
  /// `application/json`, and any type whose name ends in `+json` (RFC 6839, section 3.1).
  case json = "application/json"

  /// The type with this name, case-insensitive (RFC 2045, section 5.1), with any parameters; nil for types that are not
  /// checked.
  package init?(keyword: String) {
    let name = keyword.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
    let parts = name.lowercasingASCII.trimmingBlanks.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy(Self.isToken) else { return nil }
    let suffix = "+json"
    guard parts[0] == "application" && parts[1] == "json" || parts[1].hasSuffix(suffix) && parts[1].count > suffix.count
    else { return nil }
    self = .json
  }

  /// Whether decoded bytes have this type; undecided if they are nested more deeply than readers support.
  package func verdict(on content: UnsafeBufferPointer<UInt8>) -> SchemaVerdict {
    switch self {
    case .json:
      var reader = JSONReader(limits: Self.limits)
      do throws(JSONSyntaxError) {
        _ = try reader.read(content)
        return .valid
      } catch {
        switch error.kind {
        case .tooDeep, .tooLong: return .undecided
        case .emptyText, .byteOrderMark, .unexpectedEnd, .unexpectedByte, .contentAfterValue, .controlCharacterInString,
          .invalidEscape, .invalidUnicodeEscape, .loneSurrogate, .invalidUTF8, .notConvertible:
          return .invalid
        }
      }
    }
  }

  /// The limits for content. The payload that contains it has separate limits.
  static var limits: JSONLimits { JSONLimits(maximumDepth: JSONLimits.hardMaximumDepth) }

  /// Whether a text is a token (RFC 2045, section 5.1).
  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { tokenCharacters.contains($0) }
  }

  private static let tokenCharacters = ASCIISet.lettersAndDigits.union(ASCIISet("!#$%&'*+-.^_`{|}~"))
}

extension StringProtocol {
  /// The text with the letters A to Z in lowercase.
  var lowercasingASCII: String {
    String(decoding: utf8.map { 0x41...0x5a ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// The text without leading and trailing spaces and tabs.
  fileprivate var trimmingBlanks: SubSequence {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
    guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
      return self[endIndex...]
    }
    return self[first...last]
  }
}
