/// A test of a string, as a step of a program has it.
package enum TextTest: Hashable, Sendable {
  case pattern(Instruction.Constant)
  case format(Format)
  /// A format of the program's user: an index in ``Program/customFormats``.
  case customFormat(Instruction.Constant)
  /// The content of the string: its encoding, its media type, and a schema for the decoded text.
  case content(ContentEncoding?, ContentMediaType?, Program.SchemaID?)

  /// The word for the step in the text of a program, and its operands.
  func operands(in program: Program) -> (keyword: String, values: [JSONValue]) {
    switch self {
    case .pattern(let index): ("pattern", [.string(program.patterns[Int(index)].source)])
    case .format(let format): ("format", [.string(format.keyword)])
    case .customFormat(let index): ("format", [.string(program.customFormats[Int(index)].name)])
    case .content(let encoding, let mediaType, let schema):
      (
        "content",
        [encoding?.rawValue, mediaType?.rawValue].map { $0.map { JSONValue.string($0) } ?? .null }
          + [JSONValue(schema)]
      )
    }
  }

  /// Reads the operands of a step; nil if its word is none of a test.
  init?(_ operands: Operands, _ program: inout Program) throws(ProgramError) {
    switch operands.word {
    case "pattern": self = .pattern(try operands.pattern(try operands.string(), &program))
    case "format":
      guard let format = Format(keyword: try operands.string()) else { throw operands.error("a known format") }
      self = .format(format)
    case "content":
      self = .content(
        try operands.word(0, ContentEncoding.init(keyword:)), try operands.word(1, ContentMediaType.init(keyword:)),
        try operands.optionalSchema(2))
    default: return nil
    }
  }

  /// Returns the keyword that a string violates, and its text; nil if there is none, and for tests that take more than the
  /// text of the string: patterns, which may exceed a limit, and content, which has a schema.
  func violation(_ node: UnsafeJSONNode, in program: Program) -> (keyword: TextKeyword, text: String)? {
    switch self {
    case .pattern, .content: nil
    case .format(let format): node.withUTF8 { format.isValid($0) } ? nil : (.format, format.keyword)
    case .customFormat(let index):
      program.customFormats[Int(index)].violation(node.string).map { (.format, $0) }
    }
  }
}
