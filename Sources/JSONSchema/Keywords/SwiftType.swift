/// A type of Swift as schemas name it: `Money`, `Kit.Money`, `[String: Page<Item>]?`, `(x: Int, y: Int)`.
///
/// Only ``init(_:)`` makes one, so that what generated code says of a type is a type and nothing else. Names may be
/// dotted, generic and in grave accents. What a type cannot be in a model is refused with the rest: functions, `some`,
/// `any`, `inout`, `!`, attributes, comments, line breaks.
public struct SwiftType: Hashable, Sendable, CustomStringConvertible {
  private indirect enum Form: Hashable {
    case name([Component])
    case optional(SwiftType)
    case array(SwiftType)
    case dictionary(SwiftType, SwiftType)
    case tuple([Element])
  }

  private struct Component: Hashable {
    /// In grave accents where it was written so.
    var name: String
    var arguments: [SwiftType]
  }

  private struct Element: Hashable {
    var label: String?
    var type: SwiftType
  }

  private let form: Form

  private init(_ form: Form) { self.form = form }

  /// Reads a type.
  public init(_ text: String) throws(SwiftTypeError) {
    var parser = Parser(text)
    self = try parser.whole()
  }

  /// The type as Swift, spaced as people write it.
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

/// Why a text is no type of Swift.
public struct SwiftTypeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What would have been right.
  public let expected: String
  /// What stands there instead.
  public let found: String
  /// Where, counted in Unicode scalars from 1.
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

    /// Types within types; far more than anybody writes, and few enough for any stack.
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

    /// Takes a mark with the spaces around it.
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
      // A question mark stands at its type.
      while next == "?" {
        offset += 1
        type = SwiftType(.optional(type))
      }
      skipSpaces()
      return type
    }

    /// What follows an opening parenthesis; one type without a label is that type.
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

    /// The closing mark alone: what follows a type without a space matters.
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

    /// A name that is no word of the language, or any in grave accents, as it is to be written.
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

    /// What is wrong where a name should be: a word of the language is named as a whole.
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

    /// Words that Swift reads otherwise where a type is expected.
    static let specifiers: Set<String> = [
      "Protocol", "__owned", "__shared", "_const", "any", "async", "each", "isolated", "nonisolated", "sending", "some",
    ]
  }
}

/// The names of Swift.
package enum SwiftIdentifier {
  /// Words of Swift that an identifier may be only in grave accents.
  package static let keywords: Set<String> = [
    "Any", "Self", "Type", "as", "associatedtype", "await", "borrowing", "break", "case", "catch", "class",
    "consuming", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "package", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while",
  ]

  /// Whether a text is a name, be it one that needs grave accents.
  package static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart, name != "_" else {
      return false
    }
    return name.unicodeScalars.allSatisfy(isPart)
  }

  /// Whether a scalar may stand in a name.
  package static func isPart(_ scalar: Unicode.Scalar) -> Bool { scalar == "_" || scalar.properties.isXIDContinue }
}
