import SchemaAnalysis

/// A Swift type named in a schema: `Money`, `Kit.Money`, `[String: Page<Item>]?`, `(x: Int, y: Int)`.
///
/// Only ``init(_:)`` creates one, so that generated code contains only valid types. Names may be qualified, generic and
/// in backticks. Types that a model cannot have are rejected, like everything else: functions, `some`, `any`, `inout`,
/// `!`, attributes, comments, line breaks.
public struct SwiftType: Hashable, Sendable, CustomStringConvertible {
  private indirect enum Form: Hashable {
    case name([Component])
    case optional(SwiftType)
    case array(SwiftType)
    case dictionary(SwiftType, SwiftType)
    case tuple([Element])
  }

  private struct Component: Hashable {
    /// In backticks if it was written so.
    var name: String
    var arguments: [SwiftType]
  }

  private struct Element: Hashable {
    var label: String?
    var type: SwiftType
  }

  private let form: Form

  private init(_ form: Form) { self.form = form }

  /// Parses a type.
  public init(_ text: String) throws(SwiftTypeError) {
    var parser = Parser(text)
    self = try parser.whole()
  }

  /// The type as Swift, with conventional spacing.
  public var description: String {
    switch form {
    case .name(let components):
      components.map { component in
        let arguments = component.arguments.map(\.description).joined(separator: ", ")
        return arguments.isEmpty ? component.name : "\(component.name)<\(arguments)>"
      }.joined(separator: ".")
    case .optional(let wrapped): wrapped.description + "?"
    case .array(let element): "[\(element)]"
    case .dictionary(let key, let value): "[\(key): \(value)]"
    case .tuple(let elements):
      "(" + elements.map { ($0.label.map { $0 + ": " } ?? "") + $0.type.description }.joined(separator: ", ") + ")"
    }
  }
}

/// Why a text is not a Swift type.
public struct SwiftTypeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The expectation.
  public let expected: String
  /// The finding.
  public let found: String
  /// The index of the character, in Unicode scalars, starting at 1.
  public let character: Int

  /// `expected ']' at character 5, found ';'`.
  public var description: String { "expected \(expected) at character \(character), found \(found)" }
}

// MARK: - Parsing

extension SwiftType {
  private struct Parser {
    let scalars: [Unicode.Scalar]
    var offset = 0
    var depth = 0

    /// The maximum nesting depth: more than anyone writes, and safe for any stack.
    static let maximumDepth = 32

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

    func failure(_ expected: String) -> SwiftTypeError {
      let found = next.map { String($0).quoted } ?? "the end"
      return SwiftTypeError(expected: expected, found: found, character: offset + 1)
    }

    mutating func whole() throws(SwiftTypeError) -> SwiftType {
      let type = try type()
      guard next == nil else { throw failure("the end of the type") }
      return type
    }

    mutating func skipSpaces() { while next == " " { offset += 1 } }

    /// Consumes a token with the surrounding spaces.
    mutating func take(_ mark: Unicode.Scalar) -> Bool {
      skipSpaces()
      guard next == mark else { return false }
      offset += 1
      skipSpaces()
      return true
    }

    mutating func expect(_ mark: Unicode.Scalar, _ expected: String) throws(SwiftTypeError) {
      guard take(mark) else { throw failure(expected) }
    }

    mutating func type() throws(SwiftTypeError) -> SwiftType {
      skipSpaces()
      guard depth < Self.maximumDepth else { throw failure("at most \(Self.maximumDepth) types within each other") }
      depth += 1
      defer { depth -= 1 }
      var type: SwiftType
      if take("[") {
        let element = try self.type()
        if take(":") {
          type = SwiftType(.dictionary(element, try self.type()))
        } else {
          type = SwiftType(.array(element))
        }
        try expect("]", "']'")
      } else if take("(") {
        type = try tuple()
      } else {
        type = try name()
      }
      // A question mark must directly follow its type.
      while next == "?" {
        offset += 1
        type = SwiftType(.optional(type))
      }
      skipSpaces()
      return type
    }

    /// Parses the rest after an opening parenthesis; one type without a label is that type.
    mutating func tuple() throws(SwiftTypeError) -> SwiftType {
      var elements: [Element] = []
      repeat {
        elements.append(Element(label: try label(), type: try type()))
      } while take(",")
      try expectClosing(")", "',' or ')'")
      if elements.count == 1, elements[0].label == nil { return elements[0].type }
      guard elements.count > 1 else { throw failure("a tuple of at least two types") }
      return SwiftType(.tuple(elements))
    }

    /// Consumes only the closing token: the text that follows a type without a space matters.
    mutating func expectClosing(_ mark: Unicode.Scalar, _ expected: String) throws(SwiftTypeError) {
      skipSpaces()
      guard next == mark else { throw failure(expected) }
      offset += 1
    }

    mutating func label() throws(SwiftTypeError) -> String? {
      let start = offset
      guard let name = identifier(), take(":") else {
        offset = start
        return nil
      }
      return name
    }

    mutating func name() throws(SwiftTypeError) -> SwiftType {
      var components: [Component] = []
      repeat {
        let start = offset
        guard let name = identifier() else {
          offset = start
          throw wordFailure()
        }
        var arguments: [SwiftType] = []
        if next == "<" {
          offset += 1
          repeat { arguments.append(try type()) } while take(",")
          try expectClosing(">", "',' or '>'")
        }
        components.append(Component(name: name, arguments: arguments))
      } while takeDot()
      return SwiftType(.name(components))
    }

    mutating func takeDot() -> Bool {
      guard next == "." else { return false }
      offset += 1
      return true
    }

    /// Parses a name that is not a keyword, or any name in backticks, and returns it as written.
    mutating func identifier() -> String? {
      let isQuoted = next == "`"
      if isQuoted { offset += 1 }
      let word = word()
      guard SwiftIdentifier.isIdentifier(word) else { return nil }
      if isQuoted {
        guard next == "`" else { return nil }
        offset += 1
        return "`\(word)`"
      }
      return SwiftIdentifier.keywords.contains(word) || Self.specifiers.contains(word) ? nil : word
    }

    mutating func word() -> String {
      var word = ""
      while let scalar = next, SwiftIdentifier.isPart(scalar) {
        word.unicodeScalars.append(scalar)
        offset += 1
      }
      return word
    }

    /// Returns the error for a missing name; a keyword is quoted completely.
    mutating func wordFailure() -> SwiftTypeError {
      let start = offset
      let word = word()
      defer { offset = start }
      guard !word.isEmpty else {
        offset = start
        return failure("the name of a type")
      }
      return SwiftTypeError(expected: "the name of a type", found: word.quoted, character: start + 1)
    }

    /// Words with a different meaning in type position.
    static let specifiers: Set<String> = [
      "Protocol", "__owned", "__shared", "_const", "any", "async", "each", "isolated", "nonisolated", "sending", "some",
    ]
  }
}

/// Swift identifiers.
package enum SwiftIdentifier {
  /// Swift keywords that need backticks as identifiers.
  package static let keywords: Set<String> = [
    "Any", "Self", "Type", "as", "associatedtype", "await", "borrowing", "break", "case", "catch", "class",
    "consuming", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "package", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while",
  ]

  /// Whether a text is an identifier, possibly one that needs backticks.
  package static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart, name != "_" else {
      return false
    }
    return name.unicodeScalars.allSatisfy(isPart)
  }

  /// Whether a scalar may occur in an identifier.
  package static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: !scalar.isASCII && scalar.properties.isXIDContinue
    }
  }
}
