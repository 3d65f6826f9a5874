import JSONSchema

/// The arguments of one run, parsed after the tables of ``Verb`` and ``Option``.
///
///     try Arguments(parsing: ["validate", "--schema", "users/user-info", "a.json"]).operands   // ["a.json"]
struct Arguments: Hashable {
  var verb: Verb
  /// Whether the verb was written, and not taken for granted.
  var namesVerb = false
  /// The values of options; empty text for an option that takes none.
  private var values: [Option: String] = [:]
  /// What is neither verb nor option, in order.
  private(set) var operands: [String] = []

  /// Parses what stands after the name of the program.
  init(parsing arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    verb = .generate
    if let first = rest.first, !Self.looksLikeOption(first) {
      guard let named = Verb(rawValue: first) else {
        throw .unknownVerb(first, nearest: Spelling.nearest(to: first, among: Verb.allCases.map(\.rawValue)))
      }
      verb = named
      namesVerb = true
      rest.removeFirst()
    }
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      } else if Self.looksLikeOption(argument) {
        try add(option: argument, valuesFrom: &rest)
      } else {
        operands.append(argument)
      }
    }
  }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { values[option] != nil }

  /// The value of an option; nil when it was not given.
  subscript(option: Option) -> String? { values[option] }

  /// The value of an option that is a whole number of at least 1, and at most `maximum`.
  func count(_ option: Option, atMost maximum: Int = .max) throws(UsageError) -> Int? {
    guard let text = values[option] else { return nil }
    guard let count = Int(text), 1...maximum ~= count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      let bound = maximum == .max ? "of at least 1" : "from 1 to \(maximum)"
      throw .invalidValue(option, expected: "a whole number \(bound)", actual: text, nearest: nil)
    }
    return count
  }

  /// The value of an option that is one of the words of `Word`.
  func word<Word: CaseIterable & RawRepresentable<String>>(_ option: Option, as: Word.Type) throws(UsageError) -> Word?
  {
    guard let text = values[option] else { return nil }
    guard let word = Word(rawValue: text) else {
      throw Self.notAWord(of: Word.self, text) { .invalidValue(option, expected: $0, actual: text, nearest: $1) }
    }
    return word
  }

  /// The error for a text that is none of the words of `Word`, made from the list of them and the nearest one.
  static func notAWord<Word: CaseIterable & RawRepresentable<String>>(
    of: Word.Type, _ text: String, _ error: (String, String?) -> UsageError
  ) -> UsageError {
    let words = Word.allCases.map(\.rawValue)
    return error("one of " + words.joined(separator: ", "), Spelling.nearest(to: text, among: words))
  }

  private static func looksLikeOption(_ argument: String) -> Bool { argument.hasPrefix("-") && argument != "-" }

  private mutating func add(option argument: String, valuesFrom rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let known = verb.options + [.help, .version]
    let name = parts[0] == "-h" ? Option.help.rawValue : parts[0]
    guard let option = known.first(where: { $0.rawValue == name }) else {
      let home = Option(rawValue: name).flatMap { option in Verb.allCases.first { $0.options.contains(option) } }
      if let home { throw .foreignOption(name, verb: verb, home: home) }
      throw .unknownOption(name, nearest: Spelling.nearest(to: name, among: known.map(\.rawValue)))
    }
    let before = values[option]
    guard before == nil || option.isRepeatable else { throw .repeatedOption(option) }
    guard option.placeholder != nil else {
      guard parts.count == 1 else { throw .unexpectedValue(option, actual: parts[1]) }
      values[option] = ""
      return
    }
    if parts.count == 2 {
      values[option] = parts[1]
    } else if let value = rest.first, !Self.looksLikeOption(value) {
      values[option] = value
      rest.removeFirst()
    } else {
      throw .missingValue(option, actual: rest.first)
    }
    if let before, let value = values[option] { values[option] = "\(before),\(value)" }
  }
}
