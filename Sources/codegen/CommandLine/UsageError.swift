/// A command line that says nothing we understand; facts, `expected` before `actual`.
enum UsageError: Error, Hashable {
  case unknownVerb(String, nearest: String?)
  case unknownOption(String, nearest: String?)
  /// An option of another verb.
  case foreignOption(String, verb: Verb, home: Verb)
  case repeatedOption(Option)
  /// An option without its value; the option that stands there instead, if any.
  case missingValue(Option, actual: String?)
  /// A value for an option that takes none.
  case unexpectedValue(Option, actual: String)
  case invalidValue(Option, expected: String, actual: String, nearest: String?)
  case missingOption(Option, verb: Verb)
  /// Two options that exclude each other.
  case conflict(Option, Option)
  case missingOperand(expected: String, verb: Verb)
  case invalidOperand(expected: String, actual: String, nearest: String?)
  case unexpectedOperand(String, verb: Verb)
}

extension UsageError: CustomStringConvertible {
  /// One line.
  var description: String {
    switch self {
    case .unknownVerb(let name, let nearest): "unknown verb '\(name)'" + Self.suggestion(nearest)
    case .unknownOption(let name, let nearest): "unknown option '\(name)'" + Self.suggestion(nearest)
    case .foreignOption(let name, let verb, let home):
      "expected an option of '\(verb.rawValue)', found '\(name)', which is one of '\(home.rawValue)'"
    case .repeatedOption(let option): "expected '\(option.rawValue)' once, found it again"
    case .missingValue(let option, let actual):
      "expected \(option.placeholder ?? "a value") after '\(option.rawValue)', found "
        + (actual.map { "'\($0)'" } ?? "nothing")
    case .unexpectedValue(let option, let actual): "expected '\(option.rawValue)' to stand alone, found '=\(actual)'"
    case .invalidValue(let option, let expected, let actual, let nearest):
      "expected '\(option.rawValue)' to be \(expected), found '\(actual)'" + Self.suggestion(nearest)
    case .missingOption(let option, let verb):
      "expected '\(option.rawValue) \(option.placeholder ?? "")' after '\(verb.rawValue)', found none"
    case .conflict(let first, let second): "expected '\(first.rawValue)' or '\(second.rawValue)', found both"
    case .missingOperand(let expected, let verb): "expected \(expected) after '\(verb.rawValue)', found none"
    case .invalidOperand(let expected, let actual, let nearest):
      "expected \(expected), found '\(actual)'" + Self.suggestion(nearest)
    case .unexpectedOperand(let actual, let verb):
      Verb(rawValue: actual) == nil
        ? "expected options alone after '\(verb.rawValue)', found '\(actual)'"
        : "expected the verb '\(actual)' before all options, found it after '\(verb.rawValue)'"
    }
  }

  private static func suggestion(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "" }
}
