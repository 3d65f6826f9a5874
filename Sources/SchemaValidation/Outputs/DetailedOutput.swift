public import SchemaRuntime

// The hierarchical output: errors below the keywords that led to them.
extension ValidationResult {
  /// The format `detailed` of draft 2020-12 (core, section 12.4.3): a tree of output units after the way through the
  /// schema, without those that hold only one other.
  public var detailedOutput: JSONValue {
    if isValid { return ["valid": true, "keywordLocation": "", "instanceLocation": ""] }
    var tree = OutputTree()
    for unit in errorUnits(in: PayloadOrigin(file: "")) { tree.add(unit) }
    return tree.output
  }
}

/// Output units by the way through the schema that led to them.
private struct OutputTree {
  /// A place on the way: a keyword's location together with the instance's.
  private struct Node {
    var keywordLocation: JSONPointer
    var instanceLocation: JSONPointer
    var errors: [ErrorUnit] = []
    /// Places in ``OutputTree/nodes``.
    var children: [Int] = []
  }

  /// A step from a place to the one below it; only what the step adds, since units lie deep and are many.
  private struct Way: Hashable {
    var parent: Int
    var keywordTokens: JSONPointer
    var instanceTokens: JSONPointer
  }

  private var nodes = [Node(keywordLocation: JSONPointer(), instanceLocation: JSONPointer())]
  private var places: [Way: Int] = [:]

  mutating func add(_ unit: ErrorUnit) {
    let (keywordTokens, instanceTokens) = (unit.keywordLocation.tokens, unit.instanceLocation.tokens)
    var place = 0
    var last = (keyword: 0, instance: 0)
    for step in Self.steps(of: unit) {
      let way = Way(
        parent: place, keywordTokens: JSONPointer(Array(keywordTokens[last.keyword..<step.keyword])),
        instanceTokens: JSONPointer(Array(instanceTokens[last.instance..<step.instance])))
      last = step
      if let known = places[way] {
        place = known
        continue
      }
      places[way] = nodes.count
      nodes[place].children.append(nodes.count)
      place = nodes.count
      nodes.append(
        Node(
          keywordLocation: JSONPointer(Array(keywordTokens.prefix(step.keyword))),
          instanceLocation: JSONPointer(Array(instanceTokens.prefix(step.instance)))))
    }
    nodes[place].errors.append(unit)
  }

  /// The schemas and keywords on the way to an error, the error's own place last: how many tokens of its two locations
  /// lead there. Which keywords move down the instance is known from their names (2020-12 core, section 10.3, and the
  /// dialects before it).
  private static func steps(of unit: ErrorUnit) -> [(keyword: Int, instance: Int)] {
    let tokens = unit.keywordLocation.tokens
    let deepest = unit.instanceLocation.tokens.count
    var steps: [(keyword: Int, instance: Int)] = []
    var (place, depth) = (0, 0)
    while place < tokens.count {
      let (width, descends) = Self.extent(of: tokens[place], before: place + 1 < tokens.count ? tokens[place + 1] : nil)
      if place + width >= tokens.count { break }
      if width > 1 {
        // The keyword, and then its branch or member.
        place += 1
        steps.append((place, min(depth, deepest)))
      }
      place += 1
      if descends { depth += 1 }
      steps.append((place, min(depth, deepest)))
    }
    if !tokens.isEmpty { steps.append((tokens.count, deepest)) }
    return steps
  }

  /// How many tokens an applicator takes, and whether it applies its schema to a member or element.
  private static func extent(of keyword: String, before next: String?) -> (width: Int, descends: Bool) {
    switch keyword {
    case "properties", "patternProperties", "prefixItems": (2, true)
    case "items": (next.flatMap(JSONPointer.arrayIndex) == nil ? 1 : 2, true)
    case "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "additionalItems", "propertyNames",
      "contains":
      (1, true)
    case "allOf", "anyOf", "oneOf", "dependentSchemas", "dependencies": (2, false)
    default: (1, false)
    }
  }

  /// The tree as output units, built from the leaves up: branches nest as deep as schema and payload do.
  var output: JSONValue {
    var outputs: [JSONValue] = Array(repeating: .null, count: nodes.count)
    // Children stand after their parents.
    for place in nodes.indices.reversed() {
      let node = nodes[place]
      var units = node.errors.map(\.basicUnit)
      if units.count == 1, !node.children.isEmpty, case .object(var unit) = units[0] {
        // A keyword such as `anyOf`, with the errors of its branches.
        unit["errors"] = .array(node.children.map { outputs[$0] })
        units = [.object(unit)]
      } else {
        units += node.children.map { outputs[$0] }
      }
      outputs[place] = units.count == 1 && place > 0 ? units[0] : Self.unit(node, units)
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
