package import SchemaRuntime

/// A keyword that needs a value at once, so that a stream holds it.
public struct HoldingKeyword: Hashable, Sendable {
  /// The keyword, such as `oneOf`.
  public let keyword: String
  /// Its location: an absolute URI with a JSON Pointer.
  public let absoluteLocation: String
  /// The schema with the keyword.
  package let schema: Program.SchemaID
}

extension HoldingKeyword: CustomStringConvertible {
  public var description: String { absoluteLocation }
}

/// What a stream must remember of an array or object to release its children as they end, or why it must not.
struct StreamHolding: Sendable {
  /// The first keyword that needs all of the value.
  private(set) var whole: HoldingKeyword?
  /// The first keyword that needs each child whole.
  private(set) var child: HoldingKeyword?
  /// Whether elements are compared with one another.
  private(set) var comparesElements = false
  /// The schemas of `contains`.
  private(set) var counted: [Program.SchemaID] = []
  /// The names that keywords ask for, as indices in ``Program/names``.
  private(set) var asked: [Int32] = []

  /// - Parameter schemas: those that certainly apply to the value.
  init(_ program: Program, _ schemas: [Program.SchemaID]) {
    for schema in schemas {
      if program.schemas[schema.index].isSensitive { hold(program, schema, "x-sensitive") }
      if program.schemas[schema.index].isUndecided { hold(program, schema, "unusableSchema") }
      for index in program.schemas[schema.index].steps { add(program.steps[index], of: schema, program) }
    }
  }

  private mutating func hold(_ program: Program, _ schema: Program.SchemaID, _ keyword: String) {
    whole = whole ?? Self.found(program, schema, keyword)
  }

  private static func found(_ program: Program, _ schema: Program.SchemaID, _ keyword: String) -> HoldingKeyword {
    let location = program.schemas[schema.index].location + JSONPointer([keyword]).uriFragment
    return HoldingKeyword(keyword: keyword, absoluteLocation: location, schema: schema)
  }

  private mutating func add(_ step: Program.Step, of schema: Program.SchemaID, _ program: Program) {
    let keyword = step.keyword < 0 ? "false" : program.keywords[Int(step.keyword)]
    switch step.instruction {
    case .anyType(.enumeration), .anyType(.const), .anyType(.unusable), .inPlace(.anyOf), .inPlace(.oneOf),
      .inPlace(.not), .inPlace(.conditional), .inPlace(.dependentSchemas), .array(.unevaluatedItems),
      .object(.unevaluatedProperties), .object(.localOnly):
      hold(program, schema, keyword)
    // Where names are sensitive, even the location of a value is.
    case .object(.applied(let applied, _)):
      if !applied.part.isName || program.hasSensitive { hold(program, schema, keyword) }
    case .array(.uniqueItems):
      comparesElements = true
      child = child ?? Self.found(program, schema, keyword)
    case .array(.contains(let item, _, _, _)):
      counted.append(item)
      child = child ?? Self.found(program, schema, keyword)
    case .object(.required(let run)): asked += program.nameLists[run.range]
    case .object(.dependentRequired(let run)):
      for dependency in program.dependencies[run.range] {
        asked.append(dependency.name)
        asked += program.nameLists[dependency.required.range]
      }
    case .anyType(.never), .anyType(.type), .anyType(.annotation), .number, .length, .text, .array(.prefixItems),
      .array(.items), .object(.properties), .object(.patternProperties), .object(.additionalProperties),
      .inPlace(.ref), .inPlace(.allOf):
      break
    }
  }
}

// MARK: - Schemas

/// A keyword for which a stream holds arrays or objects of a schema, or their children, which it could otherwise release.
package struct HeldValues: Hashable, Sendable {
  package let keyword: HoldingKeyword
  /// Whether only each element is held, not the array.
  package let isOfElements: Bool

  /// Returns them for some schemas and the schemas of what is not held in their values.
  package static func all(_ program: Program, _ roots: [Program.SchemaID]) -> [HeldValues] {
    var (found, known, open) = ([HeldValues](), Set(roots), Array(roots.reversed()))
    while let schema = open.popLast() {
      let plan = StreamPlan(program, [schema])
      guard plan.admits(UInt8(ascii: "[")) || plan.admits(UInt8(ascii: "{")) else { continue }
      if let keyword = plan.holding.whole ?? plan.holding.child {
        let held = HeldValues(keyword: keyword, isOfElements: plan.holding.whole == nil)
        if !found.contains(held) { found.append(held) }
        continue
      }
      let children = plan.schemas.flatMap { program.applications(by: $0) }.filter { $0.part.isChild }
      open += children.map(\.schema).filter { known.insert($0).inserted }.reversed()
    }
    return found
  }
}

extension Program.Part {
  /// Whether it is an element or the value of a member.
  fileprivate var isChild: Bool {
    switch self {
    case .elements, .members: true
    case .value, .names, .content: false
    }
  }
}
