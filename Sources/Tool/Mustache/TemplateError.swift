/// An error in parsing or rendering a template, with its position.
///
/// The description is, for example,
/// `page:3:7: expected a key of the context, found 'nmae'; the nearest is 'name'`.
package struct TemplateError: Error, Hashable, Sendable {
  /// The kind of error, with its details.
  package enum Kind: Hashable, Sendable {
    /// A tag lacks its closing delimiter.
    case unclosedTag(expected: String)
    /// A tag contains no name.
    case emptyTag
    /// A name contains white space, or a dotted name has an empty part.
    case invalidName(String)
    /// A set delimiter tag does not contain two usable delimiters.
    case invalidDelimiters(String)
    /// A section, parent or block is not closed.
    case unclosedSection(String)
    /// An end tag does not match the innermost open section.
    case mismatchedEnd(expected: String, actual: String)
    /// An end tag without an open section.
    case unexpectedEnd(String)
    /// One parent tag contains two blocks with the same name.
    case repeatedBlock(String)
    /// Sections, parents and blocks are nested more deeply than the parser's limit.
    case nestingTooDeep(limit: Int)
    /// No context on the stack has the key. Only in strict mode.
    case unknownKey(String, nearest: String?)
    /// The library has no such template. Only in strict mode.
    case unknownPartial(String, nearest: String?)
    /// The key has a list or an object instead of text. Only in strict mode.
    case notText(String, actual: Shape)
    /// Partials and parents are nested more deeply than the limit.
    case expansionTooDeep(String, limit: Int)
  }

  /// The kind of a value that is not text.
  package enum Shape: String, Hashable, Sendable {
    /// A list of values.
    case list
    /// An object with members.
    case object
  }

  /// The kind of error.
  package let kind: Kind
  /// The name of the template that contains the error.
  package let template: String
  /// The line of the tag, from 1.
  package let line: Int
  /// The column of the tag's opening delimiter, from 1, in Unicode scalars.
  package let column: Int

  init(_ kind: Kind, template: String, position: TemplatePosition) {
    self.kind = kind
    self.template = template
    self.line = position.line
    self.column = position.column
  }

  init(kind: Kind, template: String, line: Int, column: Int) {
    self.kind = kind
    self.template = template
    self.line = line
    self.column = column
  }
}

extension TemplateError: CustomStringConvertible {
  /// The template, position and message as one line.
  package var description: String {
    "\(template):\(line):\(column): \(message)"
  }

  /// The message as one line, without the position.
  package var message: String { kind.message }
}

extension TemplateError.Kind {
  fileprivate var message: String {
    switch self {
    case .unclosedTag(let expected):
      "expected '\(expected)' to close the tag, found the end of the template"
    case .emptyTag:
      "expected a name in the tag, found none"
    case .invalidName(let name):
      "expected a name without white space and empty parts, found '\(name)'"
    case .invalidDelimiters(let text):
      "expected two delimiters of 1 to \(Delimiters.lengthLimit) bytes without white space and '=', found '\(text)'"
    case .unclosedSection(let name):
      "expected the end of '\(name)', found the end of the template"
    case .mismatchedEnd(let expected, let actual):
      "expected the end of '\(expected)', found the end of '\(actual)'"
    case .unexpectedEnd(let name):
      "expected an end tag only in a section, found the end of '\(name)'"
    case .repeatedBlock(let name):
      "expected distinct block names in a parent, found '\(name)' again"
    case .nestingTooDeep(let limit):
      "expected at most \(limit) nested sections, found more"
    case .unknownKey(let name, let nearest):
      "expected a key of the context, found '\(name)'" + Self.suggestion(nearest)
    case .unknownPartial(let name, let nearest):
      "there is no template '\(name)' to include" + Self.suggestion(nearest)
    case .notText(let name, let actual):
      "expected text in '\(name)', found \(actual == .object ? "an" : "a") \(actual.rawValue)"
    case .expansionTooDeep(let name, let limit):
      "expected at most \(limit) nested partials, found more at '\(name)'"
    }
  }

  private static func suggestion(_ nearest: String?) -> String {
    nearest.map { "; did you mean '\($0)'?" } ?? ""
  }
}
