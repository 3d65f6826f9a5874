import SchemaAnalysis
import SchemaRuntime

/// A parsed command line.
enum Request {
  case run(any Command, StandardOptions)
  /// The help of a verb, or of the tool.
  case help((any Command.Type)?)
  case version
}

extension Tool {
  /// Parses the command line after the name of the tool.
  func request(parsing arguments: [String]) throws(UsageError) -> Request {
    // 1. The verb.
    var rest = arguments[...]
    var named: (any Command.Type)?
    if let word = rest.first, !Self.looksLikeOption(word) {
      named = commands.first { $0.name == word }
      if named == nil {
        throw .unknownVerb(word, suggestions: Suggestions(for: word, among: commands.map { $0.name }))
      }
      rest.removeFirst()
    }
    let type = named ?? commands[0]
    let command = type.init()
    let parameters = command.parameters
    let standard = StandardOptions()
    // 2. Options with their values, and everything else.
    var given: [(parameter: Parameter, text: String)] = []
    var words: [String] = []
    while let word = rest.popFirst() {
      if word == "--" {
        words += rest
        break
      } else if Self.looksLikeOption(word) {
        let option = try option(word, among: parameters + standard.parameters, of: type, valueFrom: &rest)
        if !option.parameter.isRepeatable, given.contains(where: { $0.parameter.name == option.parameter.name }) {
          throw .repeatedOption(option.parameter.name)
        }
        given.append(option)
      } else {
        words.append(word)
      }
    }
    if given.contains(where: { $0.parameter.name == "--version" }) { return .version }
    if given.contains(where: { $0.parameter.name == "--help" }) { return .help(named) }
    // 3. Operands, and the values of all.
    var operands = parameters.filter { !$0.isOption }[...]
    for word in words {
      guard let operand = operands.first else { throw unexpectedOperand(word, of: type) }
      given.append((operand, word))
      if !operand.isRepeatable { operands.removeFirst() }
    }
    for (parameter, text) in given { try parameter.add(text) }
    if standard.isQuiet, standard.isVerbose { throw .conflict("--quiet", "--verbose") }
    let names = given.map(\.parameter.name)
    for parameter in parameters where parameter.isRequired && !names.contains(parameter.name) {
      throw .missing(parameter.wording, verb: type.name)
    }
    return .run(command, standard)
  }

  /// Returns the error for an operand that a verb does not take.
  package func unexpectedOperand(_ word: String, of type: any Command.Type) -> UsageError {
    commands.contains { $0.name == word }
      ? .misplacedVerb(word, verb: type.name) : .unexpectedOperand(word, verb: type.name)
  }

  private static func looksLikeOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

  private func option(
    _ word: String, among parameters: [Parameter], of type: any Command.Type, valueFrom rest: inout ArraySlice<String>
  ) throws(UsageError) -> (parameter: Parameter, text: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0] == "-h" ? "--help" : parts[0]
    let known = parameters.filter(\.isOption)
    guard let option = known.first(where: { $0.name == name }) else {
      let home = commands.first { $0.options.contains { $0.name == name } }
      if let home { throw .foreignOption(name, verb: type.name, home: home.name) }
      throw .unknownOption(name, nearest: Spelling.nearest(to: name, among: known.map(\.name)))
    }
    guard let valueName = option.valueName else {
      if parts.count > 1 { throw .unexpectedValue(option: name, actual: parts[1]) }
      return (option, "")
    }
    if parts.count > 1 { return (option, parts[1]) }
    guard let value = rest.first, !Self.looksLikeOption(value) else {
      throw .missingValue(option: name, expected: valueName, actual: rest.first)
    }
    rest.removeFirst()
    return (option, value)
  }
}

extension Parameter {
  /// The expectation if it is missing.
  fileprivate var wording: String {
    if let valueName { return "'\(name) \(valueName)'" }
    if case .words = completion { return expected }
    return isRepeatable ? "at least one \(name)" : name
  }
}
