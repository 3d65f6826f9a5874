import SchemaAnalysis
import SchemaRuntime

/// An option of a command. Its type determines how often it may be given: a `Bool` is a flag, an array collects all
/// values.
///
///     @Option("--title", "TEXT", .text, "the title of the schema") var title: String?
@propertyWrapper package struct Option<Value>: ParameterDeclaration {
  let parameter: Parameter
  private let read: () -> Value

  package var wrappedValue: Value { read() }

  private init<Element>(
    _ name: String, _ valueName: String?, _ parser: ValueParser<Element>, _ summary: String, isRequired: Bool = false,
    isRepeatable: Bool = false, separator: Character? = nil, read: @escaping ([Element]) -> Value
  ) {
    let values = Values<Element>()
    let words = parser.showsWords ? parser.words.joined(separator: ", ") : ""
    parameter = Parameter(
      name: name, valueName: valueName, summary: words + (words.isEmpty || summary.isEmpty ? "" : "; ") + summary,
      completion: parser.completion, expected: parser.expected, isRequired: isRequired, isRepeatable: isRepeatable
    ) { text throws(UsageError) in
      let parts = separator.map { text.split(separator: $0, omittingEmptySubsequences: false) }
      for text in parts?.map({ String($0.drop { $0 == " " }) }) ?? [text] {
        guard let value = parser.parse(text) else {
          let name = name.hasPrefix("-") ? name : nil
          throw .invalidValue(of: name, expected: parser.expected, actual: text, suggestions: parser.suggestions(text))
        }
        values.list.append(value)
      }
    }
    self.read = { read(values.list) }
  }

  /// Declares a flag: whether the option is given.
  package init(_ name: String, _ summary: String) where Value == Bool {
    self.init(name, nil, .text, summary) { !$0.isEmpty }
  }

  /// Declares an optional option.
  package init<Element>(
    _ name: String, _ valueName: String, _ parser: ValueParser<Element>, _ summary: String = ""
  ) where Value == Element? {
    self.init(name, valueName, parser, summary) { $0.last }
  }

  package init(
    _ name: String, _ valueName: String, _ parser: ValueParser<Value>, default value: Value, _ summary: String = ""
  ) {
    let shown = (value as? any RawRepresentable).map { "\($0.rawValue)" } ?? "\(value)"
    self.init(name, valueName, parser, summary + (summary.isEmpty ? "" : "; ") + "default: \(shown)") {
      $0.last ?? value
    }
  }

  /// Declares a required option.
  package init(required name: String, _ valueName: String, _ parser: ValueParser<Value>, _ summary: String) {
    self.init(name, valueName, parser, summary, isRequired: true) { $0[0] }
  }

  /// Declares an option that may be repeated and accepts comma-separated lists.
  package init<Element>(
    _ name: String, _ valueName: String, listOf parser: ValueParser<Element>, _ summary: String
  ) where Value == [Element] {
    var parser = parser
    if parser.showsWords { parser.expected = "a list of " + parser.words.joined(separator: ", ") }
    self.init(name, valueName, parser, summary, isRepeatable: true, separator: ",") { $0 }
  }

  /// Declares an option that may be repeated.
  package init<Element>(
    _ name: String, _ valueName: String, each parser: ValueParser<Element>, _ summary: String
  ) where Value == [Element] {
    self.init(name, valueName, parser, summary, isRepeatable: true) { $0 }
  }

  /// Declares a required operand.
  package init(_ name: String, _ parser: ValueParser<Value>) {
    self.init(name, nil, parser, "", isRequired: true) { $0[0] }
  }

  /// Declares an optional operand.
  package init<Element>(_ name: String, _ parser: ValueParser<Element>) where Value == Element? {
    self.init(name, nil, parser, "") { $0.last }
  }

  /// Declares all remaining operands.
  package init<Element>(_ name: String, _ parser: ValueParser<Element>, isRequired: Bool = false)
  where Value == [Element] {
    self.init(name, nil, parser, "", isRequired: isRequired, isRepeatable: true) { $0 }
  }
}

/// A positional argument.
///
///     @Operand("FILE", .file, isRequired: true) var files: [String]
package typealias Operand<Value> = Option<Value>

/// A property of a command that the command line sets.
protocol ParameterDeclaration {
  var parameter: Parameter { get }
}

/// An option or operand of any type: the data for parsing, help and completions.
struct Parameter {
  /// `--config`, or for an operand its name in the usage line, `FILE`.
  let name: String
  /// `PATH`; nil for a flag and for an operand.
  let valueName: String?
  let summary: String
  let completion: Completion
  /// The expected value, for messages.
  let expected: String
  let isRequired: Bool
  let isRepeatable: Bool
  /// Adds a value.
  let add: (String) throws(UsageError) -> Void

  var isOption: Bool { name.hasPrefix("-") }
}

/// The values of a parameter, shared by the copies of its command.
private final class Values<Element> {
  var list: [Element] = []
}

/// The candidates that a shell offers for a value.
package enum Completion: Hashable {
  case none, files, folders
  /// The verbs of the tool.
  case verbs
  /// The output of `completions schemas`, and files.
  case schemas
  case words([String])
}

/// The parser of a value, its description for messages, and the candidates in a shell.
package struct ValueParser<Value> {
  package var expected: String
  /// All valid values, if there are few.
  var words: [String]
  /// Whether the help lists the words.
  var showsWords: Bool
  var completion: Completion
  /// What an invalid text may have meant.
  package var suggestions: (String) -> Suggestions?
  package let parse: (String) -> Value?

  package init(
    expected: String = "a value", words: [String] = [], showsWords: Bool = false, completion: Completion = .none,
    suggestions: @escaping (String) -> Suggestions? = { _ in nil }, parse: @escaping (String) -> Value?
  ) {
    self.expected = expected
    self.words = words
    self.showsWords = showsWords
    self.completion = completion
    self.suggestions = suggestions
    self.parse = parse
  }
}

extension ValueParser where Value == String {
  package static var text: Self { Self { $0 } }
  package static var file: Self { Self(completion: .files) { $0 } }
  package static var folder: Self { Self(completion: .folders) { $0 } }
  package static var schema: Self { Self(completion: .schemas) { $0 } }
}

extension ValueParser where Value: FixedWidthInteger {
  /// Parses a non-negative integer in decimal digits.
  package static func number(_ range: ClosedRange<Value>) -> Self {
    let bounds =
      range.upperBound == .max ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
    return Self(expected: "an integer \(bounds)") { text in
      text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Value(text).flatMap { range.contains($0) ? $0 : nil } : nil
    }
  }
}

extension ValueParser where Value: CaseIterable & RawRepresentable<String> {
  package static var word: Self { .word(of: Value.allCases.map(\.rawValue), parse: Value.init) }
}

extension ValueParser {
  /// Parses one of several words. Messages show `expected`, and the nearest words, instead of a list that would be too
  /// long.
  package static func word(of words: [String], expected: String? = nil, parse: @escaping (String) -> Value?) -> Self {
    Self(
      expected: expected ?? "one of " + words.joined(separator: ", "), words: words, showsWords: expected == nil,
      completion: .words(words),
      suggestions: { text in
        if expected != nil {
          return Suggestions(for: text, among: words, limit: 4) { !text.isEmpty && $0.contains(text) }
        }
        return Spelling.nearest(to: text, among: words).map { Suggestions($0) }
      }, parse: parse)
  }
}
