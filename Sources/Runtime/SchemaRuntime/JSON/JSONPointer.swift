/// A location in a JSON value (RFC 6901): the path of names and indices from the root.
public struct JSONPointer: Hashable, Sendable {
  /// The reference tokens, with escapes decoded; empty for the root.
  public var tokens: [String]

  /// The root.
  public init() { tokens = [] }

  /// Creates a pointer of unescaped tokens.
  public init(_ tokens: [String]) { self.tokens = tokens }

  /// The pointer written as `text`; nil if `text` does not begin with `/` or has a `~` that is not part of `~0` or
  /// `~1`.
  public init?(_ text: String) {
    guard !text.isEmpty else {
      tokens = []
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var text = text
    var tokens: [String] = []
    let isPointer = text.withUTF8 { text in
      var slash = text.startIndex
      while slash < text.endIndex {
        let start = slash + 1
        slash = text[start...].firstIndex(of: UInt8(ascii: "/")) ?? text.endIndex
        guard let token = Self.unescaped(text[start..<slash]) else { return false }
        tokens.append(token)
      }
      return true
    }
    guard isPointer else { return nil }
    self.tokens = tokens
  }

  /// The child with the token `token`.
  public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }
  /// The element at `index`.
  public func appending(_ index: Int) -> JSONPointer { JSONPointer(tokens + [String(index)]) }

  /// The location of the parent; nil for the root.
  public var parent: JSONPointer? { tokens.isEmpty ? nil : JSONPointer(Array(tokens.dropLast())) }

  /// A token as written in a pointer.
  package static func escaped(_ token: String) -> String {
    guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return token }
    var text = ""
    for scalar in token.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The array index that a token represents, without leading zeros; nil if it is not one.
  package static func arrayIndex(_ token: String) -> Int? {
    guard let first = token.utf8.first, token.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return first == 0x30 && token.utf8.count > 1 ? nil : Int(token)
  }

  private static func unescaped(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    guard part.contains(UInt8(ascii: "~")) else { return String(decoding: part, as: UTF8.self) }
    var bytes: [UInt8] = []
    var iterator = part.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch iterator.next() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONPointer {
  /// Whether both are the same location. Tokens are compared scalar by scalar, like names of members.
  public static func == (a: JSONPointer, b: JSONPointer) -> Bool {
    a.tokens.elementsEqual(b.tokens) { $0.isIdentical(to: $1) }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(tokens.count)
    for token in tokens { hasher.combine(ExactName(token)) }
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The pointer in RFC 6901 syntax; empty for the root.
  public var description: String {
    var text = ""
    for token in tokens { text += "/" + Self.escaped(token) }
    return text
  }
}

extension JSONPointer {
  /// The pointer in the fragment of a location; nil if it has none.
  init?(fragmentOf location: String) {
    guard let mark = location.firstIndex(of: "#") else { return nil }
    self.init(String(location[location.index(after: mark)...]))
  }

  /// The name of the definition or component to whose schema, or a part of it, the pointer leads; nil if there is none.
  var definitionName: String? {
    // A member may have the name of a keyword.
    let index = tokens.dropLast().indices.first { index in
      Self.containers.contains(tokens[index])
        && (index == 0 || !["properties", "patternProperties", "dependentSchemas"].contains(tokens[index - 1]))
    }
    return index.map { tokens[$0 + 1] }
  }

  /// The name of the definition or component to which the pointer leads; nil for other schemas.
  package var nameOfWholeDefinition: String? {
    tokens.count > 1 && Self.containers.contains(tokens[tokens.count - 2]) ? definitionName : nil
  }

  private static let containers = ["$defs", "definitions", "schemas"]

  /// The pointer as the fragment of a URI, without `#`. Characters that are not allowed in a fragment are
  /// percent-encoded (RFC 6901, section 6).
  package var uriFragment: String { description.percentEncoded(where: Self.isFragmentByte) }

  /// RFC 3986, section 3.5.
  static func isFragmentByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
    }
  }
}

extension JSONValue {
  /// The value with the part at a path replaced, if it exists.
  package func replacing(_ path: ArraySlice<String>, with part: JSONValue) -> JSONValue {
    guard let token = path.first else { return part }
    switch self {
    case .object(var object):
      guard let child = object[token] else { return self }
      object[token] = child.replacing(path.dropFirst(), with: part)
      return .object(object)
    case .array(var elements):
      guard let index = JSONPointer.arrayIndex(token), elements.indices.contains(index) else { return self }
      elements[index] = elements[index].replacing(path.dropFirst(), with: part)
      return .array(elements)
    case .null, .bool, .number, .string: return self
    }
  }
}
