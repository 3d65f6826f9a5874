/// The layout of JSON text.
///
///     value.text(.pretty, .sortedKeys)
///     let format: JSONFormat = [.indented(by: 4), .sortedKeys]
public struct JSONFormat: Hashable, Sendable {
  /// Spaces per level of nesting, with every member and element on a separate line; nil for compact text.
  package private(set) var indentation: Int?
  /// Whether members are sorted by the Unicode scalars of their names.
  package private(set) var sortsKeys = false

  /// The combination of several options. Of several indentations, the last one is used.
  package init(_ options: [JSONFormat]) {
    for option in options {
      indentation = option.indentation ?? indentation
      sortsKeys = sortsKeys || option.sortsKeys
    }
  }

  /// No whitespace at all.
  public static let compact = JSONFormat([])
  /// Two spaces per level.
  public static let pretty = indented(by: 2)

  /// Members sorted by the Unicode scalars of their names.
  public static let sortedKeys: JSONFormat = {
    var format = JSONFormat([])
    format.sortsKeys = true
    return format
  }()

  /// The given number of spaces per level, with every member and element on a separate line.
  public static func indented(by count: Int) -> JSONFormat {
    var format = JSONFormat([])
    format.indentation = count
    return format
  }
}

extension JSONFormat: ExpressibleByArrayLiteral {
  /// Combines options: `[.pretty, .sortedKeys]`.
  public init(arrayLiteral options: JSONFormat...) { self.init(options) }
}

extension JSONValue {
  /// The value as JSON text in UTF-8.
  public func json(_ options: JSONFormat...) -> [UInt8] { json(in: JSONFormat(options)) }

  /// The value as JSON text.
  public func text(_ options: JSONFormat...) -> String {
    String(decoding: json(in: JSONFormat(options)), as: UTF8.self)
  }

  func json(in format: JSONFormat) -> [UInt8] {
    if format == .compact { return Self.written { $0.write(self) } }
    var formatter = JSONFormatter(format: format)
    formatter.append(self, level: 0)
    return formatter.bytes
  }

  /// The output of `body`, which may only write JSONValues: their numbers can always be written.
  fileprivate static func written(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    (try? JSONWriter.text(body)) ?? []
  }
}

extension JSONValue: CustomStringConvertible {
  public var description: String { text() }
}

/// Writes values with line breaks and sorted names; ``JSONWriter`` writes only compact text.
private struct JSONFormatter {
  let format: JSONFormat
  var bytes: [UInt8] = []

  mutating func append(_ value: JSONValue, level: Int) {
    switch value {
    case .array where !CallStack.hasRoom, .object where !CallStack.hasRoom:
      CallStack.onAnother { append(value, level: level) }
    case .array(let elements):
      appendContainer("[", "]", elements, level: level) { formatter, element in
        formatter.append(element, level: level + 1)
      }
    case .object(let object):
      var members = object.members
      if format.sortsKeys { members.sort { ExactName($0.key) < ExactName($1.key) } }
      appendContainer("{", "}", members, level: level) { formatter, member in
        formatter.appendScalar(.string(member.key))
        formatter.bytes.append(UInt8(ascii: ":"))
        if formatter.format.indentation != nil { formatter.bytes.append(UInt8(ascii: " ")) }
        formatter.append(member.value, level: level + 1)
      }
    case .null, .bool, .number, .string:
      appendScalar(value)
    }
  }

  private mutating func appendContainer<Element>(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ elements: [Element], level: Int,
    _ body: (inout JSONFormatter, Element) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      appendLineBreak(level: level + 1)
      body(&self, element)
    }
    if !elements.isEmpty { appendLineBreak(level: level) }
    bytes.append(UInt8(ascii: close))
  }

  private mutating func appendLineBreak(level: Int) {
    guard let indentation = format.indentation else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * Swift.max(0, indentation)))
  }

  private mutating func appendScalar(_ value: JSONValue) {
    bytes.append(contentsOf: JSONValue.written { $0.write(value) })
  }
}
