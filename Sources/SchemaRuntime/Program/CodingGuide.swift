/// The types to expect of a value according to its schema, for reading it through a `Decoder`, which does not reveal
/// the type of its value.
///
/// Only a hint: whatever is expected, every value can be read.
final class CodingGuide: Sendable {
  /// The types of a value about which nothing is known.
  static let anything = TypeSet(JSONType.allCases)

  /// The types that the value may have.
  let types: TypeSet
  /// The declared members, those with other names, and the elements; nil for anything.
  private let children: Children

  fileprivate final class Children: @unchecked Sendable {
    // Unchecked: written only while the guide is made.
    var members: [String: CodingGuide] = [:]
    var others: CodingGuide?
    var elements: CodingGuide?
  }

  fileprivate init(types: TypeSet, children: Children) {
    self.types = types
    self.children = children
  }

  func member(_ name: String) -> CodingGuide? { children.members[name] ?? children.others }
  var elements: CodingGuide? { children.elements }

  /// The declared names, sorted.
  var names: [String] { children.members.keys.sorted() }

  /// The guide of a value inside.
  func descendant(_ tokens: ArraySlice<String>) -> CodingGuide? {
    guard let first = tokens.first else { return self }
    return (member(first) ?? elements)?.descendant(tokens.dropFirst())
  }
}

/// Makes the guides of a program.
struct CodingGuideBuilder {
  private let program: Program
  private var guides: [Set<Int>: CodingGuide] = [:]
  private var types: [Int: TypeSet] = [:]
  private var pending: [(schemas: Set<Int>, children: CodingGuide.Children)] = []
  /// Sets of schemas may be as many as subsets; where there are more, values are read without a guide.
  private static let mostGuides = 4_096

  static func guide(for schema: Int, in program: Program) -> CodingGuide? {
    var builder = CodingGuideBuilder(program: program)
    let guide = builder.guide([schema])
    while let (schemas, children) = builder.pending.popLast() { builder.fill(children, of: schemas) }
    return guide
  }

  private init(program: Program) { self.program = program }

  /// The guide for a value to which any of the schemas may be applied.
  private mutating func guide(_ schemas: Set<Int>) -> CodingGuide? {
    let schemas = schemas.filter { program.schemas.indices.contains($0) }
    if let known = guides[schemas] { return known }
    guard guides.count < Self.mostGuides, !schemas.isEmpty else { return nil }
    let children = CodingGuide.Children()
    let guide = CodingGuide(types: schemas.reduce(into: []) { $0.formUnion(types(of: $1)) }, children: children)
    guides[schemas] = guide
    pending.append((schemas, children))
    return guide
  }

  private mutating func fill(_ children: CodingGuide.Children, of schemas: Set<Int>) {
    var members: [String: Set<Int>] = [:]
    var others: Set<Int> = []
    var elements: Set<Int> = []
    for schema in program.schemasInPlace(schemas) {
      for step in program.steps[program.schemas[schema].steps] {
        switch step.instruction {
        case .object(.properties(let run)):
          for row in program.rows(of: run) {
            members[program.names[Int(row.name)], default: []].insert(Int(row.schema))
          }
        case .object(.patternProperties(let run)): others.formUnion(program.rows(of: run).map { Int($0.schema) })
        case .object(.additionalProperties(let schema, _, _)), .object(.unevaluatedProperties(let schema)):
          others.insert(Int(schema))
        case .array(.prefixItems(let run)): elements.formUnion(program.rows(of: run).map { Int($0.schema) })
        case .array(.items(let schema, _)), .array(.unevaluatedItems(let schema)): elements.insert(Int(schema))
        case .anyType, .number, .length, .string, .array, .object, .inPlace: break
        }
      }
    }
    for (name, schemas) in members { children.members[name] = guide(schemas) }
    children.others = guide(others)
    children.elements = guide(elements)
  }

  /// The types of the values that a schema may admit.
  private mutating func types(of schema: Int) -> TypeSet {
    let all = TypeSet(JSONType.allCases)
    if let known = types[schema] { return known }
    // For a schema that applies itself.
    types[schema] = all
    guard program.schemas.indices.contains(schema) else { return all }
    var result = all
    for step in program.steps[program.schemas[schema].steps] {
      switch step.instruction {
      case .anyType(.type(let types)): result.formIntersection(types.closed)
      case .anyType(.const(let index)): result.formIntersection(TypeSet(program.values[Int(index)].type).closed)
      case .anyType(.enumeration(let run)):
        result.formIntersection(TypeSet(program.values(of: run).map(\.type)).closed)
      case .inPlace(.ref(let target)): result.formIntersection(types(of: Int(target)))
      case .inPlace(.allOf(let run)):
        for row in program.rows(of: run) { result.formIntersection(types(of: Int(row.schema))) }
      case .inPlace(.anyOf(let run)), .inPlace(.oneOf(let run)):
        var branches: TypeSet = []
        for row in program.rows(of: run) { branches.formUnion(types(of: Int(row.schema))) }
        result.formIntersection(branches)
      case .anyType, .number, .length, .string, .array, .object, .inPlace: break
      }
    }
    types[schema] = result
    return result
  }
}

extension TypeSet {
  /// The set with `integer` where it has `number`.
  fileprivate var closed: TypeSet {
    contains(.number) || contains(.plainInteger) ? union(.integer) : self
  }
}

extension VerdictTables {
  /// The guide for values of a schema, computed on first use.
  func guide(for schema: Int) -> CodingGuide? {
    guides.withLock { guides in
      if let known = guides[schema] { return known }
      let guide = CodingGuideBuilder.guide(for: schema, in: program)
      guides[schema] = guide
      return guide
    }
  }
}
