package import SchemaRuntime

/// A URI or relative reference in its five components (RFC 3986), normalized for comparison: illegal characters are
/// percent-encoded (RFC 3987, section 3.1), encoded unreserved characters are decoded, the hexadecimal digits of
/// encodings are uppercase, scheme and host are lowercase (section 6.2.2).
///
///     URIReference("items/../id.json#/a")?.resolved(against: URIReference("https://example.com/x/")!)
///     // https://example.com/x/id.json#/a
public struct URIReference: Hashable, Sendable {
  /// The part before the first colon; nil in a relative reference.
  public var scheme: String?
  /// The part between `//` and the path: user, host and port; empty in `file:///…`.
  public var authority: String?
  /// The path with its slashes; may be empty.
  public var path: String
  /// The part after `?`.
  public var query: String?
  /// The part after `#`, still percent-encoded.
  public var fragment: String?

  /// Parses a reference; nil if `text` has a `%` without two hexadecimal digits after it, or a colon in its first
  /// segment after an invalid scheme.
  public init?(_ text: String) {
    guard let normal = Self.normalized(text) else { return nil }
    var rest = normal[...]
    if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = Self.string(rest[(mark + 1)...])
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = Self.string(rest[(mark + 1)...])
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
      rest[mark] == UInt8(ascii: ":")
    {
      guard Self.isScheme(rest[..<mark]) else { return nil }
      scheme = Self.string(rest[..<mark]).lowercased()
      rest = rest[(mark + 1)...]
    }
    if rest.starts(with: "//".utf8) {
      let end = rest.dropFirst(2).firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = Self.lowercasingHost(Self.string(rest[(rest.startIndex + 2)..<end]))
      rest = rest[end...]
    }
    path = Self.string(rest)
  }

  /// The reference without its fragment.
  public var withoutFragment: URIReference {
    var copy = self
    copy.fragment = nil
    return copy
  }

  /// Whether the reference is only a fragment or empty, and therefore refers to its base document (section 4.4).
  package var isFragment: Bool { scheme == nil && authority == nil && path.isEmpty && query == nil }

  /// Whether the reference has a scheme and needs no base.
  public var isAbsolute: Bool { scheme != nil }

  private static func string(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x2b || $0 == 0x2d || $0 == 0x2e }
  }

  /// Lowercases the host; user and password are unchanged.
  private static func lowercasingHost(_ authority: String) -> String {
    guard let mark = authority.lastIndex(of: "@") else { return authority.lowercased() }
    return String(authority[...mark]) + authority[authority.index(after: mark)...].lowercased()
  }
}

extension URIReference: CustomStringConvertible {
  /// The reference as text (section 5.3).
  public var description: String {
    var text = ""
    if let scheme { text += scheme + ":" }
    if let authority {
      text += "//" + authority
    } else if path.hasPrefix("//") {
      // Otherwise the path would be parsed as an authority (section 4.2).
      text += "/."
    }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }
}

// MARK: - Resolving

extension URIReference {
  /// Returns the reference resolved against `base` (section 5.2.2).
  public func resolved(against base: URIReference) -> URIReference {
    var target = self
    if scheme != nil {
      target.path = Self.removingDotSegments(path)
      return target
    }
    target.scheme = base.scheme
    if authority != nil {
      target.path = Self.removingDotSegments(path)
      return target
    }
    target.authority = base.authority
    if path.isEmpty {
      target.path = base.path
      target.query = query ?? base.query
    } else {
      let whole = path.hasPrefix("/") ? path : base.merging(path)
      // A base without a scheme is not a URI; its leading dots are kept, because they still mean something to its
      // author.
      target.path = base.scheme == nil && !whole.hasPrefix("/") ? whole : Self.removingDotSegments(whole)
    }
    return target
  }

  /// Merges a relative path with this reference's path (section 5.2.3).
  private func merging(_ relative: String) -> String {
    if authority != nil, path.isEmpty { return "/" + relative }
    guard let mark = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
    return path[...mark] + relative
  }

  /// Removes the `.` and `..` segments of a path (section 5.2.4).
  static func removingDotSegments(_ path: String) -> String {
    var previous = UInt8(ascii: "/")
    let beginsWithDot = path.utf8.contains { byte in
      defer { previous = byte }
      return byte == UInt8(ascii: ".") && previous == UInt8(ascii: "/")
    }
    // Nearly all paths have no such segment.
    guard beginsWithDot else { return path }
    let isRooted = path.utf8.first == UInt8(ascii: "/")
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(isRooted ? 1 : 0)
    var kept: [Substring] = []
    var endsInFolder = false
    for segment in segments {
      endsInFolder = segment == "." || segment == ".."
      if segment == ".." {
        _ = kept.popLast()
      } else if segment != "." {
        kept.append(segment)
      }
    }
    if endsInFolder, isRooted || !kept.isEmpty { kept.append("") }
    return (isRooted ? "/" : "") + kept.joined(separator: "/")
  }
}

// MARK: - Percent-encoding

extension URIReference {
  /// Returns `text` with its percent-encodings decoded; nil if that is not UTF-8 or an encoding is incomplete.
  package static func percentDecoded(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    var iterator = text.utf8.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = iterator.next().flatMap(BaseAlphabet.base16),
        let low = iterator.next().flatMap(BaseAlphabet.base16)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(wellFormedUTF8: bytes)
  }

  private static func normalized(_ text: String) -> [UInt8]? {
    // Nearly all are normal already.
    if text.utf8.allSatisfy(isURIByte) { return Array(text.utf8) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var iterator = text.utf8.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "%") else {
        if isURIByte(byte) { bytes.append(byte) } else { appendEncoded(byte, to: &bytes) }
        continue
      }
      guard let high = iterator.next().flatMap(BaseAlphabet.base16),
        let low = iterator.next().flatMap(BaseAlphabet.base16)
      else { return nil }
      let decoded = high << 4 | low
      if isUnreserved(decoded) { bytes.append(decoded) } else { appendEncoded(decoded, to: &bytes) }
    }
    return bytes
  }

  private static func appendEncoded(_ byte: UInt8, to bytes: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7a ~= byte | 0x20 }
  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    if isLetter(byte) || isDigit(byte) { return true }
    return switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }

  /// Whether a byte may stand in a URI: unreserved, or a delimiter (section 2.2).
  private static func isURIByte(_ byte: UInt8) -> Bool {
    if isUnreserved(byte) { return true }
    return switch byte {
    // ! # $ & ' ( ) * + , / : ; = ? @ [ ]
    case 0x21, 0x23, 0x24, 0x26...0x2c, 0x2f, 0x3a, 0x3b, 0x3d, 0x3f, 0x40, 0x5b, 0x5d: true
    default: false
    }
  }
}

extension JSONPointer {
  /// Creates a pointer from a text with `#`, as in a reference (RFC 6901, section 6), or without:
  /// `#/components/schemas`.
  package init?(fragmentOrPointer text: String) {
    guard let plain = text.hasPrefix("#") ? URIReference.percentDecoded(String(text.dropFirst())) : text,
      let pointer = JSONPointer(plain)
    else { return nil }
    self = pointer
  }
}
