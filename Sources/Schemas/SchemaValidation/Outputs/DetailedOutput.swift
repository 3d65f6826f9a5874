import JSONSchema
public import SchemaRuntime

// The hierarchical output: errors nested below the keywords that led to them.
extension ValidationResult {
  /// The format `detailed` of draft 2020-12 (core, section 12.4.3): a tree of output units by path through the schema,
  /// without units that contain only one other.
  public var detailedOutput: JSONValue {
    if isValid { return ["valid": true, "keywordLocation": "", "instanceLocation": ""] }
    var tree = OutputTree()
    for unit in errorUnits(in: PayloadOrigin(file: "")) { tree.add(unit) }
    guard isTruncated, var output = tree.output.object else { return tree.output }
    output["truncated"] = true
    return .object(output)
  }
}

/// Output units, by the path through the schema that led to them.
private struct OutputTree {
  /// A node of a path: a keyword's location together with the instance's.
  private struct Node {
    var keywordLocation: JSONPointer
    var instanceLocation: JSONPointer
    var errors: [ErrorUnit] = []
    /// Indices in ``OutputTree/nodes``.
    var children: [Int] = []
  }

  /// A step from a node to a child. Contains only the added tokens, since units are deep and numerous.
  private struct Step: Hashable {
    var parent: Int
    var keywordTokens: JSONPointer
    var instanceTokens: JSONPointer
  }

  private var nodes = [Node(keywordLocation: JSONPointer(), instanceLocation: JSONPointer())]
  private var indices: [Step: Int] = [:]

  mutating func add(_ unit: ErrorUnit) {
    let (keywordTokens, instanceTokens) = (unit.keywordLocation.tokens, unit.instanceLocation.tokens)
    var index = 0
    var last = (keyword: 0, instance: 0)
    for step in Self.steps(of: unit) {
      let added = Step(
        parent: index, keywordTokens: JSONPointer(Array(keywordTokens[last.keyword..<step.keyword])),
        instanceTokens: JSONPointer(Array(instanceTokens[last.instance..<step.instance])))
      last = step
      if let known = indices[added] {
        index = known
        continue
      }
      indices[added] = nodes.count
      nodes[index].children.append(nodes.count)
      index = nodes.count
      nodes.append(
        Node(
          keywordLocation: JSONPointer(Array(keywordTokens.prefix(step.keyword))),
          instanceLocation: JSONPointer(Array(instanceTokens.prefix(step.instance)))))
    }
    nodes[index].errors.append(unit)
  }

  /// The schemas and keywords on the path to an error, ending with its own location, as numbers of tokens of its two
  /// locations. Which keywords descend into the instance is determined by their names (2020-12 core, section 10.3, and
  /// earlier dialects).
  private static func steps(of unit: ErrorUnit) -> [(keyword: Int, instance: Int)] {
    let tokens = unit.keywordLocation.tokens
    let deepest = unit.instanceLocation.tokens.count
    var steps: [(keyword: Int, instance: Int)] = []
    var (index, depth) = (0, 0)
    while index < tokens.count {
      let (width, descends) = Self.extent(of: tokens[index], before: index + 1 < tokens.count ? tokens[index + 1] : nil)
      if index + width >= tokens.count { break }
      if width > 1 {
        // The keyword, and then its branch or member.
        index += 1
        steps.append((index, min(depth, deepest)))
      }
      index += 1
      if descends { depth += 1 }
      steps.append((index, min(depth, deepest)))
    }
    if !tokens.isEmpty { steps.append((tokens.count, deepest)) }
    return steps
  }

  /// The number of tokens of an applicator, and whether it applies its schema to a member or element.
  private static func extent(of keyword: String, before next: String?) -> (width: Int, descends: Bool) {
    switch keyword {
    // The spellings of earlier drafts.
    case "items": return (next.flatMap(JSONPointer.arrayIndex) == nil ? 1 : 2, true)
    case "additionalItems": return (1, true)
    case "dependencies": return (2, false)
    default:
      guard let field = Keywords.subschemaFields.first(where: { $0.key == keyword })?.value else { return (1, false) }
      let width = if case .one = field { 1 } else { 2 }
      return (width, Keywords.childFields.contains { $0.key == keyword })
    }
  }

  /// The tree as output units, built from the leaves up, because branches are nested as deeply as schema and payload.
  var output: JSONValue {
    var outputs: [JSONValue] = Array(repeating: .null, count: nodes.count)
    // Children follow their parents.
    for index in nodes.indices.reversed() {
      let node = nodes[index]
      var units = node.errors.map(\.basicUnit)
      if units.count == 1, !node.children.isEmpty, case .object(var unit) = units[0] {
        // A keyword such as `anyOf`, with the errors of its branches.
        unit["errors"] = .array(node.children.map { outputs[$0] })
        units = [.object(unit)]
      } else {
        units += node.children.map { outputs[$0] }
      }
      outputs[index] = units.count == 1 && index > 0 ? units[0] : Self.unit(node, units)
    }
    return outputs[0]
  }

  private static func unit(_ node: Node, _ errors: [JSONValue]) -> JSONValue {
    [
      "valid": false, "keywordLocation": .string(node.keywordLocation.description),
      "instanceLocation": .string(node.instanceLocation.description), "errors": .array(errors),
    ]
  }
}
