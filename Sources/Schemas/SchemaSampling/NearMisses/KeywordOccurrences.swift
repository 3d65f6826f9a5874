import SchemaRuntime

/// An occurrence of a keyword that a value must satisfy, with the locations of both.
struct KeywordOccurrence {
  /// The index of the keyword's step in the program.
  var step: Int
  var schema: Program.SchemaID
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
    var schema: Program.SchemaID
    var path: [String]
  }

  private static let maximumCount = 20_000
  private static let maximumNesting = 64

  let oracle: ProgramOracle
  private(set) var occurrences: [KeywordOccurrence] = []

  init(_ oracle: ProgramOracle, schema: Program.SchemaID, value: JSONValue) {
    self.oracle = oracle
    visit(value, [Applied(schema: schema, path: [])], at: [], isName: false)
  }

  /// Visits a value and all schemas that apply to it, then its children.
  private mutating func visit(_ value: JSONValue, _ applied: [Applied], at location: [String], isName: Bool) {
    guard location.count < Self.maximumNesting, occurrences.count < Self.maximumCount else { return }
    let conjunction = Conjunction(applied.map { Conjunct($0.schema) })
    // Each keyword is visited once, however many paths lead to it.
    var known: Set<Program.SchemaID> = []
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
        let applications = oracle.program.applications(of: oracle.program.steps[step])
        schemas += inPlace(applications, here, value).filter { known.insert($0.schema).inserted }
        for child in self.children(applications, here, value) {
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

  /// Returns the schemas that a step applies to the same value.
  private func inPlace(_ applications: [Program.Application], _ here: Applied, _ value: JSONValue) -> [Applied] {
    let program = oracle.program
    var holds: Bool?
    return applications.filter { application in
      switch application.condition {
      case .always: return application.part == .value
      case .test:
        holds = oracle.hold([Conjunct(application.schema)], value)
        return false
      case .then: return holds == true
      case .else: return holds == false
      case .present(let name): return value[program.names[Int(name)]] != nil
      case .choice, .negated: return false
      }
    }.map { Applied(schema: $0.schema, path: here.path + program.tokens(of: $0.token)) }
  }

  private typealias Child = (token: String, value: JSONValue, applied: [Applied], isName: Bool)

  /// Returns the schemas that a step applies to members and elements. Skips `unevaluated` keywords, because other
  /// branches affect them, and `contains`, which no single element has to satisfy.
  private func children(_ applications: [Program.Application], _ here: Applied, _ value: JSONValue) -> [Child] {
    let program = oracle.program
    return applications.flatMap { application -> [Child] in
      var applied: [Applied] {
        [Applied(schema: application.schema, path: here.path + program.tokens(of: application.token))]
      }
      let object = value.object ?? [:]
      func members(where isCovered: (String) -> Bool) -> [Child] {
        object.filter { isCovered($0.key) }.map { ($0.key, $0.value, applied, false) }
      }
      func reached(by keyword: MemberKeyword) -> [JSONObject.Element] {
        object.enumerated().filter { keyword.reaches($0.offset, of: object.count) }.map(\.element)
      }
      let elements = value.array ?? []
      switch application.part {
      case .members(.named(let index)):
        let name = program.names[Int(index)]
        return value[name].map { [(name, $0, applied, false)] } ?? []
      case .members(.matching(let pattern)): return members { oracle.matches(pattern, $0) }
      case .members(.others(let named, let patterned)): return members { !oracle.covers($0, named, patterned) }
      case .members(.reached(let keyword)): return reached(by: keyword).map { ($0.key, $0.value, applied, false) }
      // One shows what is wrong with all.
      case .names(let keyword): return reached(by: keyword).prefix(1).map { ($0.key, .string($0.key), applied, true) }
      case .elements(.at(let index)):
        return index < elements.count ? [(String(index), elements[index], applied, false)] : []
      case .elements(.from(let from)):
        return elements.enumerated().dropFirst(max(0, from)).map { (String($0.offset), $0.element, applied, false) }
      case .value, .content, .elements(.some), .elements(.unevaluated), .members(.unevaluated): return []
      }
    }
  }
}
