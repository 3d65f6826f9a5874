/// A usage error, as data; `expected` comes before `actual`.
package enum UsageError: Error, Hashable {
  case unknownVerb(String, suggestions: Suggestions)
  case unknownOption(String, nearest: String?)
  /// An option of another verb.
  case foreignOption(String, verb: String, home: String)
  case repeatedOption(String)
  /// An option without its value, and the option that follows it, if any.
  case missingValue(option: String, expected: String, actual: String?)
  /// A value for an option that takes none.
  case unexpectedValue(option: String, actual: String)
  /// An invalid value of an option, or of an operand if the option is nil.
  case invalidValue(of: String?, expected: String, actual: String, suggestions: Suggestions?)
  /// An option or operand that the verb requires.
  case missing(String, verb: String)
  /// Two mutually exclusive options.
  case conflict(String, String)
  case unexpectedOperand(String, verb: String)
  /// A verb after options or another verb.
  case misplacedVerb(String, verb: String)
}

extension UsageError: CustomStringConvertible {
  /// One line.
  package var description: String {
    switch self {
    case .unknownVerb(let name, let suggestions): "unknown verb '\(name)'\(suggestions)"
    case .unknownOption(let name, let nearest): "unknown option '\(name)'" + Self.suggestion(nearest)
    case .foreignOption(let name, let verb, let home):
      "'\(verb)' has no option '\(name)', which belongs to '\(home)'"
    case .repeatedOption(let option): "'\(option)' is given more than once"
    case .missingValue(let option, let expected, let actual):
      "expected \(expected) after '\(option)', found " + (actual.map { "'\($0)'" } ?? "nothing")
    case .unexpectedValue(let option, let actual): "'\(option)' takes no value, found '=\(actual)'"
    case .invalidValue(let option, let expected, let actual, let suggestions):
      "expected \(option.map { "'\($0)' to be " } ?? "")\(expected), found '\(actual)'"
        + (suggestions?.description ?? "")
    case .missing(let expected, let verb): "expected \(expected) after '\(verb)', found none"
    case .conflict(let first, let second): "expected '\(first)' or '\(second)', found both"
    case .unexpectedOperand(let actual, let verb): "expected only options after '\(verb)', found '\(actual)'"
    case .misplacedVerb(let actual, let verb):
      "write the verb '\(actual)' first, before all options; here, the verb is '\(verb)'"
    }
  }

  private static func suggestion(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "" }
}
