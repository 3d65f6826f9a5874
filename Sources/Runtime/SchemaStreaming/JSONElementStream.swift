public import SchemaRuntime

/// An element of an array, or a member of an object, from a stream.
public struct JSONElement<Value> {
  /// The name of the member, or the index of the element.
  public let key: String
  public let value: Value
}

extension JSONElement: Sendable where Value: Sendable {}
extension JSONElement: Equatable where Value: Equatable {}

/// A reader for the elements of an array, or the members of a map, in a payload of any size. It returns them as they
/// arrive.
///
///     var stream = try JSONElementStream(UserInfoREST.self, of: UserInfoFetchResponse.self, at: "/data")
///     for try await piece in pieces {
///       stream.append(piece)
///       while let element = try stream.next() { greet(element.value) }
///     }
///     try stream.finish()
///
/// Each element is validated and decoded, and the rest of the payload is checked too: the verdict at the end is that of
/// `init(json:)`. Elements that have been returned are released. The stream keeps the current element in memory, hashes
/// of the names in open objects and, for `uniqueItems`, hashes of the elements: at most 16,777,216 of each; with more,
/// the payload is rejected as undecided.
///
/// If a keyword needs the whole array, or a whole value around it, this value is kept in memory, and its elements are
/// returned at its end: see ``holdingKeyword``.
public struct JSONElementStream<Value: JSONDecodable>: ~Copyable {
  private var check: PartwiseCheck
  /// The elements of a value that was held, in reverse order.
  private var pending: [JSONElement<Value>] = []
  /// The keyword that needs the whole array, or a whole value around it; nil if elements are returned as they arrive.
  public let holdingKeyword: HoldingKeyword?

  /// - Parameters:
  ///   - path: a JSON Pointer to the array or the map; default: the payload itself.
  ///   - limits: the limits of each value that is kept in memory. The payload may be of any size.
  /// - Throws: an error if the values at this path belong to another model.
  public init<Model: SchemaModel>(
    _ value: Value.Type = Value.self, of model: Model.Type, at path: String = "", limits: JSONLimits = JSONLimits()
  ) throws(JSONElementPathError) {
    guard let pointer = JSONPointer(path) else {
      throw JSONElementPathError(description: "expected a JSON Pointer such as '/items', found '\(path)'")
    }
    let way = ElementPath(pointer.tokens, Model.schema)
    var elements: PartwiseCheck.Elements?
    if let element = Value.self as? any SchemaModel.Type {
      guard way.leads(to: element.schema) else {
        throw JSONElementPathError(description: "the schema of \(Model.self) has no \(Value.self) in '\(path)'")
      }
      if let isObject = way.isExactly(element.schema) { elements = (isObject, { element.accepts($0) }) }
    }
    holdingKeyword = way.holdingKeyword
    check = PartwiseCheck(
      Model.schema.evaluator, schema: Model.schema.id, limits: limits, path: pointer.tokens, stopsAtIssue: true,
      elements: elements)
  }

  /// Appends the next bytes, any number of them.
  @inlinable
  public mutating func append(_ bytes: some Sequence<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ append(contiguous: $0) }) == nil { append(Array(bytes)) }
  }

  @usableFromInline
  mutating func append(contiguous bytes: UnsafeBufferPointer<UInt8>) { check.append(bytes) }

  /// Returns the next element; nil if more bytes are needed.
  /// - Throws: an error of the payload, whose issues are some of the whole text's.
  public mutating func next() throws(SchemaError) -> JSONElement<Value>? {
    if let element = pending.popLast() { return element }
    var found: [JSONElement<Value>] = []
    let progress = check.advance { node, key in
      do throws(DecodingFailure) {
        found.append(JSONElement(key: key, value: try Value(decoding: node)))
        return nil
      } catch { return error }
    }
    switch progress {
    case .needsBytes, .end: return nil
    case .elements:
      pending = found.reversed()
      return try next()
    case .refused: throw check.error ?? .internalInconsistency("a stream is refused without an error")
    }
  }

  /// Checks the rest of the payload. Elements that have not been taken are dropped.
  /// - Throws: an error of the payload, whose issues are some of the whole text's.
  public mutating func finish() throws(SchemaError) {
    check.end()
    while try next() != nil {}
  }

  mutating func end() { check.end() }
}

/// A path that leads to no elements of a model.
public struct JSONElementPathError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
}

/// What the schema says of the values in an array or object to which a path leads.
private struct ElementPath {
  private let program: Program
  /// The schemas that may apply to the elements, in any branch, and those that do.
  private let reached: Set<Program.SchemaID>
  /// What applies to all elements or members; nil if that depends on their names or indices.
  private var rest: (plan: StreamPlan, isObject: Bool)?
  let holdingKeyword: HoldingKeyword?

  init(_ path: [String], _ schema: ModelSchema) {
    let program = schema.evaluator.program
    self.program = program
    var known = StreamPlans(schema.evaluator)
    var plan: StreamPlan? = known.plan(ofRoot: schema.id)
    var schemas = program.schemasInPlace([schema.id])
    var holding: HoldingKeyword?
    for token in path {
      holding = holding ?? plan?.holding.whole ?? plan?.holding.child
      schemas = program.schemasInPlace(Self.children(of: schemas, token, program))
      plan = plan.flatMap { known.plan(ofChild: token, in: $0) }
    }
    holdingKeyword = holding ?? plan?.holding.whole
    reached = Set(program.schemasInPlace(Self.children(of: schemas, nil, program)))
    guard let plan, plan.named.isEmpty, plan.children.count == 1, let child = plan.children.first else { return }
    switch child.part {
    case .elements(.from(0)): rest = (StreamPlan(program, [child.schema]), false)
    case .members(.others): rest = (StreamPlan(program, [child.schema]), true)
    case .value, .members, .names, .elements, .content: break
    }
  }

  /// The schemas of some children, in any branch.
  private static func children(
    of schemas: [Program.SchemaID], _ token: String?, _ program: Program
  ) -> [Program.SchemaID] {
    schemas.flatMap { program.applications(by: $0) }.filter { child in
      switch child.part {
      case .members(.named(let name)): token.map { program.names[Int(name)].isIdentical(to: $0) } ?? true
      case .elements(.at(let index)): token.map { JSONPointer.arrayIndex($0) == index } ?? true
      case .members, .elements: true
      case .value, .names, .content: false
      }
    }.map(\.schema)
  }

  func leads(to schema: ModelSchema) -> Bool {
    reached.contains { program.schemas[$0.index].location == schema.location }
  }

  /// Whether each element of an array, or each member of an object, has a schema and nothing else; nil if neither does.
  func isExactly(_ schema: ModelSchema) -> Bool? {
    rest.flatMap { $0.plan.isExactly(schema.location, program) ? $0.isObject : nil }
  }
}
