extension Program {
  /// Reads the text that ``json`` writes.
  ///
  /// - Parameter patterns: limits for patterns, which the text does not contain.
  package init(json text: String, patterns: PatternOptions = PatternOptions()) throws(ProgramError) {
    self.init()
    let value: JSONValue
    do { value = try JSONValue(parsing: text) } catch { throw ProgramError(description: error.description) }
    guard let schemas = value.array else {
      throw ProgramError(description: "expected a program, which is an array of schemas; generate the code again")
    }
    if schemas.isEmpty { throw ProgramError(description: "expected at least one schema") }
    for schema in schemas {
      guard let location = schema.array?.first?.string else {
        throw ProgramError(description: "expected a schema's location first")
      }
      _ = addSchema(at: location)
    }
    for (id, schema) in zip(schemaIDs, schemas) {
      let row = schema.array ?? []
      guard row.count >= 2, let steps = row[1].array else {
        throw ProgramError(description: "expected a schema's steps after its location")
      }
      var reader = SchemaReader(count: schemas.count, patterns: patterns)
      for step in steps { try reader.add(step, to: &self) }
      var marks = row.dropFirst(2)
      if let messages = marks.last, messages.object != nil {
        setMessages(messages, of: id)
        marks.removeLast()
      }
      guard marks.allSatisfy({ $0 == "x-sensitive" || $0 == "x-lossy" }) else {
        throw ProgramError(description: "expected the marks 'x-sensitive' and 'x-lossy' after a schema's steps")
      }
      define(id, reader.body, isSensitive: marks.contains("x-sensitive"), isLossy: marks.contains("x-lossy"))
    }
    finish()
  }

  /// The program that generated code carries. An invalid text, which only a bug in the generator can cause, gives a
  /// program whose only schema rejects everything with an explanation.
  ///
  /// - Parameter stepBudget: the steps that a pattern may take on a string; nil for the usual number.
  @_spi(Generated) public static func embedded(_ text: String, stepBudget: Int? = nil) -> Program {
    let patterns = stepBudget.map { PatternOptions(stepBudget: $0) } ?? PatternOptions()
    if let program = try? Program(json: text, patterns: patterns) { return program }
    var program = Program()
    let schema = program.addSchema(at: "urn:schemata:unreadable-program#")
    program.define(schema, [program.step(nil, .anyType(.never))])
    return program
  }
}

/// Reads the steps of one schema.
private struct SchemaReader {
  /// The number of schemas in the program; steps must not refer to others.
  let count: Int
  let patterns: PatternOptions
  var body: [Program.Step] = []
  private var named = Instruction.Run(start: 0, count: 0)
  private var patterned = Instruction.Run(start: 0, count: 0)

  init(count: Int, patterns: PatternOptions) {
    self.count = count
    self.patterns = patterns
  }

  mutating func add(_ step: JSONValue, to program: inout Program) throws(ProgramError) {
    let row = step.array ?? []
    let words = row.first?.string?.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false) ?? []
    // An annotation may have any name, even an empty one.
    guard let word = words.first.map(String.init), !word.isEmpty,
      ["annotation", "$ref"].contains(word) || words.last?.isEmpty == false
    else {
      throw ProgramError(description: "expected a step to begin with a keyword")
    }
    let keyword = words.count > 1 ? String(words[1]) : word
    let hasKeyword = word != "false" && (word != "$ref" || !keyword.isEmpty)
    let operands = Operands(word: word, values: Array(row.dropFirst()), schemaCount: count, patterns: patterns)
    let instruction = try instruction(operands, &program)
    body.append(program.step(hasKeyword ? keyword : nil, instruction))
  }

  /// A flat switch over the words of `Program.operands(of:)`.
  private mutating func instruction(
    _ operands: Operands, _ program: inout Program
  ) throws(ProgramError) -> Instruction {
    if let limit = NumberLimit.allCases.first(where: { $0.keyword == operands.word }) {
      return .number(.bound(limit, program.add(number: try operands.number())))
    }
    if let measure = Measure.limited(by: operands.word) {
      return .length(measure, measure.limit(keyword: operands.word, try operands.int(0)))
    }
    if let test = try TextTest(operands, &program) { return .text(test) }
    if let keyword = MemberKeyword(rawValue: operands.word) {
      return .object(.applied(keyword, try operands.schema(0)))
    }
    switch operands.word {
    case "false": return .anyType(.never)
    case "type": return .anyType(.type(try operands.types()))
    case "enum": return .anyType(.enumeration(program.add(values: operands.values)))
    case "const": return .anyType(.const(program.add(value: try operands.value(0))))
    case "multipleOf": return .number(.multipleOf(program.add(number: try operands.number())))
    case "uniqueItems": return .array(.uniqueItems)
    case "prefixItems": return .array(.prefixItems(program.add(list: try operands.schemas())))
    case "items": return .array(.items(try operands.schema(0), from: try operands.int(1)))
    case "contains":
      return .array(
        .contains(
          try operands.schema(0), min: try operands.int(1), max: try operands.int(2),
          evaluates: operands.values.dropFirst(3).first?.bool ?? false))
    case "unevaluatedItems": return .array(.unevaluatedItems(try operands.schema(0)))
    case "unevaluatedProperties": return .object(.unevaluatedProperties(try operands.schema(0)))
    case "required": return .object(.required(program.add(names: try operands.names(try operands.value(0)))))
    case "dependentRequired":
      var members: [(name: String, required: [String])] = []
      for (name, required) in try operands.object() { members.append((name, try operands.names(required))) }
      return .object(.dependentRequired(program.add(dependencies: members)))
    case "properties":
      named = program.add(rows: try operands.named(&program))
      return .object(.properties(named))
    case "patternProperties":
      patterned = program.add(
        rows: try operands.rows { name throws(ProgramError) in try operands.pattern(name, &program) })
      return .object(.patternProperties(patterned))
    case "additionalProperties":
      return .object(.additionalProperties(try operands.schema(0), named: named, patterned: patterned))
    case "dependentSchemas": return .inPlace(.dependentSchemas(program.add(rows: try operands.named(&program))))
    case "x-localOnly": return .object(.localOnly(program.add(names: try operands.names(try operands.value(0)))))
    case "$ref": return .inPlace(.ref(try operands.schema(0)))
    case "allOf": return .inPlace(.allOf(program.add(list: try operands.schemas())))
    case "anyOf": return .inPlace(.anyOf(program.add(list: try operands.schemas())))
    case "oneOf": return .inPlace(.oneOf(program.add(list: try operands.schemas())))
    case "not": return .inPlace(.not(try operands.schema(0)))
    case "if":
      return .inPlace(
        .conditional(
          if: try operands.schema(0), then: try operands.optionalSchema(1), else: try operands.optionalSchema(2)))
    case "annotation":
      return .anyType(
        .annotation(
          program.add(value: try operands.value(0)), onStrings: operands.values.dropFirst().first?.bool ?? false))
    case "unusable": return .anyType(.unusable(program.add(value: .string(try operands.string()))))
    default: throw operands.error("a known keyword")
    }
  }
}

/// The operands of a step, with errors that name its keyword.
struct Operands {
  let word: String
  let values: [JSONValue]
  let schemaCount: Int
  let patterns: PatternOptions

  func error(_ expected: String) -> ProgramError {
    ProgramError(description: "expected \(expected) in a step '\(word)'")
  }

  func value(_ index: Int) throws(ProgramError) -> JSONValue {
    guard index < values.count else { throw error(index == 0 ? "an operand" : "\(index + 1) operands") }
    return values[index]
  }

  func int(_ index: Int) throws(ProgramError) -> Int {
    guard let int = try value(index).int else { throw error("an integer") }
    return int
  }

  func number() throws(ProgramError) -> JSONNumber {
    guard let number = try value(0).number else { throw error("a number") }
    return number
  }

  func string() throws(ProgramError) -> String {
    guard let string = try value(0).string else { throw error("a string") }
    return string
  }

  /// A word that must be known, or null.
  func word<Word>(_ index: Int, _ make: (String) -> Word?) throws(ProgramError) -> Word? {
    let value = try value(index)
    if value.isNull { return nil }
    guard let word = value.string.flatMap(make) else { throw error("a known word or null") }
    return word
  }

  func object() throws(ProgramError) -> JSONObject {
    guard let object = try value(0).object else { throw error("an object") }
    return object
  }

  func names(_ value: JSONValue) throws(ProgramError) -> [String] {
    guard let elements = value.array else { throw error("an array of names") }
    var names: [String] = []
    for element in elements {
      guard let name = element.string else { throw error("an array of names") }
      names.append(name)
    }
    return names
  }

  func types() throws(ProgramError) -> TypeSet {
    var types: TypeSet = []
    for value in values {
      guard let type = value.string.flatMap(TypeSet.init(word:)) else { throw error("types") }
      types.formUnion(type)
    }
    return types
  }

  func pattern(_ source: String, _ program: inout Program) throws(ProgramError) -> Instruction.Constant {
    do { return try program.add(pattern: source, options: patterns) } catch { throw self.error("a regular expression") }
  }

  func schema(_ index: Int) throws(ProgramError) -> Program.SchemaID {
    guard let schema = schema(try value(index)) else { throw error("the index of a schema") }
    return schema
  }

  /// A schema, or nil for -1.
  func optionalSchema(_ index: Int) throws(ProgramError) -> Program.SchemaID? {
    try int(index) == -1 ? nil : try schema(index)
  }

  func schemas() throws(ProgramError) -> [Program.SchemaID] {
    guard let elements = try value(0).array else { throw error("indices of schemas") }
    let schemas = elements.compactMap { schema($0) }
    guard schemas.count == elements.count else { throw error("indices of schemas") }
    return schemas
  }

  /// Returns rows of schemas with names or patterns, which a function adds.
  func rows(
    _ add: (String) throws(ProgramError) -> Instruction.Constant
  ) throws(ProgramError) -> [Program.Row] {
    var rows: [Program.Row] = []
    for (name, value) in try object() {
      guard let schema = schema(value) else { throw error("indices of schemas") }
      rows.append(Program.Row(name: try add(name), schema: schema))
    }
    return rows
  }

  func named(_ program: inout Program) throws(ProgramError) -> [Program.Row] {
    try rows { name throws(ProgramError) in program.add(name: name) }
  }

  private func schema(_ value: JSONValue) -> Program.SchemaID? {
    value.int.flatMap { 0..<schemaCount ~= $0 ? Program.SchemaID($0) : nil }
  }
}
