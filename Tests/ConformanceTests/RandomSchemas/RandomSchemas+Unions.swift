import SchemaRuntime
import SchemaTestSuite
import TestSupport

// Choices: with a tag, by type, by a required member, and with indistinguishable branches.
extension RandomSchemas {
  mutating func union(_ depth: Int) -> JSONObject {
    let keyword = isOne(in: 2) ? "oneOf" : "anyOf"
    var branches: [JSONValue]
    switch Int.random(in: 0..<8, using: &random) {
    case 0...3: branches = tagged(depth)
    case 4: branches = byType(depth)
    case 5: branches = byRequired(depth)
    default: branches = (0..<Int.random(in: 1...3, using: &random)).map { _ in self.schema(depth) }
    }
    if isOne(in: 6) { branches.append(["type": "null"]) }
    if isOne(in: 30) { branches.append(false) }
    // Some branches are definitions.
    branches = branches.map { isOne(in: 3) ? define(name(from: RandomNames.types), $0) : $0 }
    var schema: JSONObject = [keyword: .array(branches)]
    if isOne(in: 8) { schema["type"] = "object" }
    if isOne(in: 12) { schema["required"] = [.string(name())] }
    if isOne(in: 16) { schema["properties"] = .object(JSONObject([(name(), inner(depth - 1))])) }
    if isOne(in: 10) { schema["unevaluatedProperties"] = false }
    return schema
  }

  /// Objects that are usually distinguished by a member.
  private mutating func tagged(_ depth: Int) -> [JSONValue] {
    let tag = isOne(in: 2) ? "kind" : name()
    let base: [JSONValue] = isOne(in: 4) ? [define("base", .object(object(depth - 1)))] : []
    var branches: [JSONValue] = []
    var listed: [JSONValue] = []
    for _ in 0..<Int.random(in: 2...4, using: &random) {
      var branch = object(depth - 1)
      let values: [JSONValue] = (0..<(isOne(in: 4) ? 2 : 1)).map { _ in
        isOne(in: 20) ? value() : .string(name(from: ["circle", "square", "line", "text", "image", "a", "b"]))
      }
      // Values that an earlier branch has make the tag ambiguous; they are usually left out.
      let own = distinct(values).filter { !listed.contains($0) || isOne(in: 10) }
      if own.isEmpty { continue }
      listed += own
      put(own.count == 1 ? ["const": own[0]] : ["enum": .array(own)], under: tag, in: &branch)
      if !base.isEmpty { branch["allOf"] = .array(base) }
      branches.append(.object(branch))
    }
    if isOne(in: 6) {
      var open = object(depth - 1)
      let rest: JSONValue = isOne(in: 2) ? ["type": "string", "not": ["enum": .array(listed)]] : ["type": "string"]
      put(rest, under: tag, in: &open)
      branches.append(.object(open))
    }
    if isOne(in: 8), depth > 0 { branches.append(.object(union(depth - 1))) }
    return branches
  }

  private mutating func put(_ schema: JSONValue, under tag: String, in branch: inout JSONObject) {
    var properties = branch["properties"]?.object ?? JSONObject()
    properties[tag] = schema
    branch["properties"] = .object(properties)
    let required = (branch["required"]?.array ?? []).filter { $0 != .string(tag) }
    if !isOne(in: 12) { branch["required"] = .array(required + [.string(tag)]) }
  }

  private mutating func byType(_ depth: Int) -> [JSONValue] {
    var branches: [JSONValue] = []
    for index in 0..<5 where isOne(in: 2) || index == 0 {
      switch index {
      case 0: branches.append(.object(object(depth - 1)))
      case 1: branches.append(["type": "string"])
      case 2: branches.append(["type": isOne(in: 2) ? "integer" : "number"])
      case 3: branches.append(.object(array(depth - 1)))
      default: branches.append(["type": "boolean"])
      }
    }
    return isOne(in: 4) ? branches + [["type": "integer"]] : branches
  }

  /// Branches that require what the others forbid, or only require it.
  private mutating func byRequired(_ depth: Int) -> [JSONValue] {
    let names = ["left", "right", name()]
    let forbids = !isOne(in: 3)
    return names.map { own in
      var branch = object(depth - 1)
      var properties = branch["properties"]?.object ?? JSONObject()
      for other in names where other != own && forbids { properties[other] = false }
      if isOne(in: 2) { properties[own] = inner(depth - 1) } else if forbids { properties[own] = nil }
      branch["properties"] = .object(properties)
      branch["required"] = [.string(own)]
      return .object(branch)
    }
  }
}
