import SchemaRuntime

/// The plans of the values in a payload, each made once for the same schemas.
struct StreamPlans: Sendable {
  let evaluator: Evaluator
  private var plans: [[Program.SchemaID]: StreamPlan] = [:]
  /// The plans of single schemas.
  private var single: [StreamPlan?]

  init(_ evaluator: Evaluator) {
    self.evaluator = evaluator
    single = Array(repeating: nil, count: evaluator.program.schemas.count)
  }

  /// The schemas of a child, nearly always one, which takes no memory.
  struct SchemaList {
    fileprivate var first: Program.SchemaID?
    fileprivate var others: [Program.SchemaID] = []
    /// Whether no others may apply: false if a pattern took too many steps.
    var isCertain = true

    fileprivate mutating func append(_ schema: Program.SchemaID) {
      if first == nil { first = schema } else { others.append(schema) }
    }
  }

  mutating func plan(ofRoot schema: Program.SchemaID) -> StreamPlan {
    var schemas = SchemaList()
    if single.indices.contains(schema.index) { schemas.append(schema) }
    return plan(of: schemas)
  }

  mutating func plan(of schemas: SchemaList) -> StreamPlan {
    if schemas.others.isEmpty, let schema = schemas.first, single.indices.contains(schema.index) {
      if let known = single[schema.index] { return known }
      let plan = StreamPlan(evaluator.program, [schema])
      single[schema.index] = plan
      return plan
    }
    let all = (schemas.first.map { [$0] } ?? []) + schemas.others
    if let known = plans[all] { return known }
    let plan = StreamPlan(evaluator.program, all)
    plans[all] = plan
    return plan
  }

  /// The schemas of the member with a name.
  func schemas(ofMember name: UnsafeJSONNode, in own: StreamPlan) -> SchemaList {
    var schemas = SchemaList()
    for run in own.named { if let schema = evaluator.schema(named: name, in: run) { schemas.append(schema) } }
    for child in own.children {
      guard case .members(let members) = child.part else { continue }
      switch evaluator.inclusion(in: members, name) {
      case .match: schemas.append(child.schema)
      case .exhausted: schemas.isCertain = false
      case .noMatch: break
      }
    }
    return schemas
  }

  /// Whether a name may be one of a member.
  func admits(name: UnsafeJSONNode, in own: StreamPlan) -> Bool {
    own.children.allSatisfy { !$0.part.isName || evaluator.verdict(on: name, schema: $0.schema) != .invalid }
  }

  /// Whether a name certainly may be one of a member.
  func admitsCertainly(name: UnsafeJSONNode, in own: StreamPlan) -> Bool {
    own.children.allSatisfy { !$0.part.isName || evaluator.verdict(on: name, schema: $0.schema) == .valid }
  }

  /// The plan of the child to which a token of a pointer leads.
  mutating func plan(ofChild token: String, in own: StreamPlan) -> StreamPlan? {
    if let index = JSONPointer.arrayIndex(token), own.children.contains(where: \.part.isElement) {
      var rest: StreamPlan?
      return plan(ofElement: index, in: own, rest: &rest)
    }
    var reader = JSONReader()
    let found = JSONValue.string(token).json().withUnsafeBufferPointer { text -> SchemaList? in
      guard let name = try? reader.read(text) else { return nil }
      return schemas(ofMember: name, in: own)
    }
    return found.map { plan(of: $0) }
  }

  /// The plan of the element at an index.
  ///
  /// - Parameter rest: that of all elements from ``StreamPlan/firstOfRest`` on, once it is known.
  mutating func plan(ofElement index: Int, in own: StreamPlan, rest: inout StreamPlan?) -> StreamPlan {
    if index >= own.firstOfRest, let known = rest { return known }
    var schemas = SchemaList()
    for child in own.children {
      switch child.part {
      case .elements(.at(let place)): if place == index { schemas.append(child.schema) }
      case .elements(.from(let start)): if index >= start { schemas.append(child.schema) }
      case .elements, .value, .members, .names, .content: break
      }
    }
    let found = plan(of: schemas)
    if index >= own.firstOfRest { rest = found }
    return found
  }
}
