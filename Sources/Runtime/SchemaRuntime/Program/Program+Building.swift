// Building a program. The compiler and the reader of `Program(json:)` fill the pools through these methods, so that
// every index in an instruction is valid.
extension Program {
  /// Reserves the index of a schema, so that others can refer to it before its steps are known.
  package mutating func addSchema(at location: String) -> SchemaID { addSchema(at: SchemaLocation(base: location)) }

  /// Reserves the index of a schema.
  package mutating func addSchema(at location: SchemaLocation) -> SchemaID {
    tables = nil
    schemas.append(Schema(schemaLocation: location, steps: 0..<0, isSensitive: false, isLossy: false))
    return SchemaID(schemas.count - 1)
  }

  /// Sets the steps of a reserved schema.
  package mutating func define(_ schema: SchemaID, _ body: [Step], isSensitive: Bool = false, isLossy: Bool = false) {
    tables = nil
    schemas[schema.index].steps = steps.count..<steps.count + body.count
    schemas[schema.index].isSensitive = isSensitive
    hasSensitive = hasSensitive || isSensitive
    schemas[schema.index].isLossy = isLossy
    schemas[schema.index].isUndecided = body.contains {
      if case .anyType(.unusable) = $0.instruction { true } else { false }
    }
    steps += body
  }

  /// Sets what a schema says of values that it refuses: a text, or texts by keyword.
  package mutating func setMessages(_ message: JSONValue, of schema: SchemaID) {
    switch message {
    case .string: messages[schema] = ["": message]
    case .object(var texts):
      // The word of ajv's `errorMessage` for all other keywords.
      if let others = texts["_"] { (texts[""], texts["_"]) = (others, nil) }
      messages[schema] = texts
    case .null, .bool, .number, .array: break
    }
  }

  /// Creates a step. `keyword` is the name in the schema's dialect, nil for the schema `false`.
  package mutating func step(_ keyword: String?, _ instruction: Instruction) -> Step {
    guard let keyword else { return Step(instruction: instruction, keyword: -1) }
    // Only annotations have many keywords.
    let known = keywords.prefix(Self.longestSearch).firstIndex { $0.isIdentical(to: keyword) }
    if let index = known.map({ Int32($0) }) ?? keywordIndices[keyword] {
      return Step(instruction: instruction, keyword: index)
    }
    let index = Int32(truncatingIfNeeded: keywords.count)
    if index >= Self.longestSearch { keywordIndices.set(keyword, index) }
    keywords.append(keyword)
    return Step(instruction: instruction, keyword: index)
  }

  package mutating func add(name: String) -> Instruction.Constant {
    // Names repeat within a bundle, but a search would be quadratic, so equal names may be stored twice.
    names.append(name)
    var name = name
    name.withUTF8 { nameBytes.append(contentsOf: $0) }
    nameStarts.append(Int32(nameBytes.count))
    return Instruction.Constant(names.count - 1)
  }

  package mutating func add(names list: [String]) -> Instruction.Run {
    let indices = list.map { add(name: $0) }
    nameLists += indices
    return Instruction.Run(start: nameLists.count - indices.count, count: indices.count)
  }

  package mutating func add(number: JSONNumber) -> Instruction.Constant {
    numbers.append(number)
    return Instruction.Constant(numbers.count - 1)
  }

  package mutating func add(value: JSONValue) -> Instruction.Constant {
    values.append(value)
    return Instruction.Constant(values.count - 1)
  }

  package mutating func add(values list: [JSONValue]) -> Instruction.Run {
    values += list
    return Instruction.Run(start: values.count - list.count, count: list.count)
  }

  package mutating func add(
    pattern source: String, options: PatternOptions = PatternOptions()
  ) throws(PatternError) -> Instruction.Constant {
    let known = patterns.prefix(Self.longestSearch).firstIndex { $0.source.isIdentical(to: source) }
    if let index = known.map({ Instruction.Constant($0) }) { return index }
    if patterns.count > Self.longestSearch, let index = patternIndices[source] { return index }
    patterns.append(try Pattern(source, options: options))
    let index = Instruction.Constant(patterns.count - 1)
    if patterns.count > Self.longestSearch { patternIndices.set(source, index) }
    return index
  }

  package mutating func add(rows added: [Row]) -> Instruction.Run {
    rows += added
    return Instruction.Run(start: rows.count - added.count, count: added.count)
  }

  /// Adds rows of schemas.
  package mutating func add(list schemas: [SchemaID]) -> Instruction.Run {
    add(rows: schemas.map { Row(name: -1, schema: $0) })
  }

  package mutating func add(dependencies members: [(name: String, required: [String])]) -> Instruction.Run {
    for member in members {
      let required = add(names: member.required)
      dependencies.append(Dependency(name: add(name: member.name), required: required))
    }
    return Instruction.Run(start: dependencies.count - members.count, count: members.count)
  }
}

// MARK: - The last step

extension Program {
  /// Computes the evaluator's data about the entire program. Call once, after all schemas are defined.
  package mutating func finish() {
    markRepeatedSchemas()
    addTables()
    tables = VerdictTables(self)
  }

  /// A finished program in which some schemas require more than their steps.
  ///
  package func leavingUndecided(_ schemas: some Sequence<SchemaID>) -> Program {
    var program = self
    for schema in schemas { program.schemas[schema.index].isUndecided = true }
    program.tables = VerdictTables(program)
    return program
  }
}

// MARK: - Reading the pools

extension Program {
  package func names(of run: Instruction.Run) -> [String] { nameLists[run.range].map { names[Int($0)] } }
  package func values(of run: Instruction.Run) -> [JSONValue] { Array(values[run.range]) }
  package func rows(of run: Instruction.Run) -> [Row] { Array(rows[run.range]) }

  /// The names and schemas of a run of named rows.
  package func members(of run: Instruction.Run) -> [(name: String, schema: SchemaID)] {
    rows[run.range].map { (names[Int($0.name)], $0.schema) }
  }

  /// The patterns and schemas of a run of patterned rows.
  package func patterned(of run: Instruction.Run) -> [(pattern: String, schema: SchemaID)] {
    rows[run.range].map { (patterns[Int($0.name)].source, $0.schema) }
  }

  /// The names, and the names that each requires, of a run of dependencies.
  package func dependencies(of run: Instruction.Run) -> [(name: String, required: [String])] {
    dependencies[run.range].map { (names[Int($0.name)], names(of: $0.required)) }
  }

  /// The reason that no value can be checked against a schema, as a phrase; nil if there is none.
  func defect(of schema: SchemaID) -> String? {
    for step in steps[schemas[schema.index].steps] {
      if case .anyType(.unusable(let reason)) = step.instruction { return values[Int(reason)].string }
    }
    return nil
  }

  /// The keyword of a step; nil for the schema `false`.
  package func keyword(of step: Step) -> String? { step.keyword < 0 ? nil : keywords[Int(step.keyword)] }
}
