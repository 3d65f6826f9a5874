import SchemaRuntime

/// An occurrence of a keyword that a value must satisfy, with the locations of both.
struct KeywordOccurrence {
  /// The index of the keyword's step in the program.
  var step: Int
  var schema: Int32
  /// The path to the schema, without the keyword.
  var path: [String]
  /// The tokens of the path to the value.
  var location: [String]
  var value: JSONValue
  /// All schemas known to apply to the value.
  var conjunction: Conjunction
  /// Whether the value is the name of a member, the last token of `location`.
  var isName = false
}

/// Finds every keyword that a valid value must satisfy unconditionally, in the order of the schema.
struct KeywordOccurrences {
  /// A schema that applies to a value, and the path to it.
  private struct Applied {
    var schema: Int32
    var path: [String]
  }

  private static let maximumCount = 20_000
  private static let maximumNesting = 64

  let oracle: ProgramOracle
  private(set) var occurrences: [KeywordOccurrence] = []

  init(_ oracle: ProgramOracle, schema: Int32, value: JSONValue) {
    self.oracle = oracle
    visit(value, [Applied(schema: schema, path: [])], at: [], isName: false)
  }

  /// Visits a value and all schemas that apply to it, then its children.
  private mutating func visit(_ value: JSONValue, _ applied: [Applied], at location: [String], isName: Bool) {
    guard location.count < Self.maximumNesting, occurrences.count < Self.maximumCount else { return }
    let conjunction = Conjunction(applied.map { Conjunct($0.schema) })
    // Each keyword is visited once, however many paths lead to it.
    var known: Set<Int32> = []
    var schemas = applied.filter { known.insert($0.schema).inserted }
    var children: [(token: String, value: JSONValue, applied: [Applied], isName: Bool)] = []
    var childIndices: [ChildKey: Int] = [:]
    var next = 0
    while next < schemas.count, next < 2_000 {
      let here = schemas[next]
      next += 1
      guard here.path.count < 4 * Gathering.maximumNesting else { continue }
      for step in oracle.steps(of: here.schema) {
        occurrences.append(
          KeywordOccurrence(
            step: step, schema: here.schema, path: here.path, location: location, value: value,
            conjunction: conjunction, isName: isName))
        schemas += inPlace(oracle.program.steps[step], here, value).filter { known.insert($0.schema).inserted }
        for child in self.children(oracle.program.steps[step], here, value) {
          if let index = childIndices[ChildKey(child.token, isName: child.isName)] {
            children[index].applied += child.applied
          } else {
            childIndices[ChildKey(child.token, isName: child.isName)] = children.count
            children.append(child)
          }
        }
      }
    }
    for child in children { visit(child.value, child.applied, at: location + [child.token], isName: child.isName) }
  }

  /// A child by its token, compared scalar by scalar.
  private struct ChildKey: Hashable {
    let token: [UInt8]
    let isName: Bool

    init(_ token: String, isName: Bool) {
      self.token = Array(token.utf8)
      self.isName = isName
    }
  }

  private func keyword(_ step: Program.Step) -> String { oracle.program.keyword(of: step) ?? "" }

  /// Returns the schemas that a step applies to the same value.
  private func inPlace(_ step: Program.Step, _ here: Applied, _ value: JSONValue) -> [Applied] {
    let program = oracle.program
    let path = here.path + [keyword(step)]
    switch step.instruction {
    case .inPlace(.ref(let target)): return [Applied(schema: target, path: path)]
    case .inPlace(.allOf(let run)):
      return program.rows(of: run).enumerated().map { Applied(schema: $1.schema, path: path + [String($0)]) }
    case .inPlace(.conditional(let condition, let then, let otherwise)):
      let holds = oracle.hold([Conjunct(condition)], value)
      let branch = holds ? then : otherwise
      return branch < 0 ? [] : [Applied(schema: branch, path: here.path + [holds ? "then" : "else"])]
    case .inPlace(.dependentSchemas(let run)):
      return program.members(of: run).filter { value[$0.name] != nil }.map {
        Applied(schema: Int32(truncatingIfNeeded: $0.schema), path: path + [$0.name])
      }
    case .inPlace(.anyOf), .inPlace(.oneOf), .inPlace(.not), .anyType, .number, .length, .string, .array, .object:
      return []
    }
  }

  private typealias Child = (token: String, value: JSONValue, applied: [Applied], isName: Bool)

  /// Returns the schemas that a step applies to members and elements. Skips `unevaluated` keywords, because other
  /// branches affect them.
  private func children(_ step: Program.Step, _ here: Applied, _ value: JSONValue) -> [Child] {
    let program = oracle.program
    let path = here.path + [keyword(step)]
    switch (step.instruction, value) {
    case (.object(.properties(let run)), .object(let object)):
      return program.members(of: run).compactMap { name, schema in
        object[name].map {
          (name, $0, [Applied(schema: Int32(truncatingIfNeeded: schema), path: path + [name])], false)
        }
      }
    case (.object(.patternProperties(let run)), .object(let object)):
      return object.flatMap { member in
        program.rows(of: run).filter { oracle.matches($0.name, member.key) }.map { row in
          let path = path + [program.patterns[Int(row.name)].source]
          return (member.key, member.value, [Applied(schema: row.schema, path: path)], false)
        }
      }
    case (.object(.additionalProperties(let schema, let named, let patterned)), .object(let object)):
      return object.filter { !oracle.covers($0.key, named, patterned) }.map {
        ($0.key, $0.value, [Applied(schema: schema, path: path)], false)
      }
    case (.object(.propertyNames(let schema)), .object(let object)):
      return object.prefix(1).map { ($0.key, .string($0.key), [Applied(schema: schema, path: path)], true) }
    case (.array(.prefixItems(let run)), .array(let elements)):
      return zip(program.rows(of: run), elements).enumerated().map { index, pair in
        (String(index), pair.1, [Applied(schema: pair.0.schema, path: path + [String(index)])], false)
      }
    case (.array(.items(let schema, let from)), .array(let elements)):
      return elements.enumerated().dropFirst(max(0, from)).map {
        (String($0.offset), $0.element, [Applied(schema: schema, path: path)], false)
      }
    default: return []
    }
  }
}
