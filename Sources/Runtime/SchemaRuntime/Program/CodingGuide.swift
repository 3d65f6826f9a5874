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
  private var guides: [Set<SchemaID>: CodingGuide] = [:]
  private var types: [SchemaID: TypeSet] = [:]
  private var pending: [(schemas: Set<SchemaID>, children: CodingGuide.Children)] = []
  /// Sets of schemas may be as many as subsets; where there are more, values are read without a guide.
  private static let mostGuides = 4_096

  static func guide(for schema: SchemaID, in program: Program) -> CodingGuide? {
    var builder = CodingGuideBuilder(program: program)
    let guide = builder.guide([schema])
    while let (schemas, children) = builder.pending.popLast() { builder.fill(children, of: schemas) }
    return guide
  }

  private init(program: Program) { self.program = program }

  /// The guide for a value to which any of the schemas may be applied.
  private mutating func guide(_ schemas: Set<SchemaID>) -> CodingGuide? {
    let schemas = schemas.filter { program.schemaIDs.contains($0) }
    if let known = guides[schemas] { return known }
    guard guides.count < Self.mostGuides, !schemas.isEmpty else { return nil }
    let children = CodingGuide.Children()
    let guide = CodingGuide(types: schemas.reduce(into: []) { $0.formUnion(types(of: $1)) }, children: children)
    guides[schemas] = guide
    pending.append((schemas, children))
    return guide
  }

  private mutating func fill(_ children: CodingGuide.Children, of schemas: Set<SchemaID>) {
    var members: [String: Set<SchemaID>] = [:]
    var others: Set<SchemaID> = []
    var elements: Set<SchemaID> = []
    for application in program.schemasInPlace(schemas).flatMap({ program.applications(by: $0) }) {
      switch application.part {
      case .members(.named(let name)): members[program.names[Int(name)], default: []].insert(application.schema)
      case .members: others.insert(application.schema)
      case .elements(.at), .elements(.from), .elements(.unevaluated): elements.insert(application.schema)
      case .value, .names, .elements(.some), .content: break
      }
    }
    for (name, schemas) in members { children.members[name] = guide(schemas) }
    children.others = guide(others)
    children.elements = guide(elements)
  }

  /// The types of the values that a schema may admit.
  private mutating func types(of schema: SchemaID) -> TypeSet {
    let all = TypeSet(JSONType.allCases)
    if let known = types[schema] { return known }
    // For a schema that applies itself.
    types[schema] = all
    guard program.schemaIDs.contains(schema) else { return all }
    var result = all
    for step in program.steps[program.schemas[schema.index].steps] {
      switch step.instruction {
      case .anyType(.type(let types)): result.formIntersection(types.closed)
      case .anyType(.const(let index)): result.formIntersection(TypeSet(program.values[Int(index)].type).closed)
      case .anyType(.enumeration(let run)):
        result.formIntersection(TypeSet(program.values(of: run).map(\.type)).closed)
      case .anyType, .number, .length, .text, .array, .object, .inPlace: break
      }
      var branches: TypeSet?
      for application in program.applications(of: step) where application.part == .value {
        switch application.condition {
        case .always: result.formIntersection(types(of: application.schema))
        case .choice: branches = (branches ?? []).union(types(of: application.schema))
        case .test, .then, .else, .present, .negated: break
        }
      }
      if let branches { result.formIntersection(branches) }
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
  func guide(for schema: SchemaID) -> CodingGuide? {
    guides.withLock { guides in
      if guides.isEmpty { guides = program.schemas.map { _ in nil } }
      if let known = guides[schema.index] { return known }
      let guide = CodingGuideBuilder.guide(for: schema, in: program)
      guides[schema.index] = guide
      return guide
    }
  }
}
