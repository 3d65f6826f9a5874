import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Writes the schemas of one document in a provider's subset.
///
/// A schema is first made *flat*: `allOf`, and what is written next to a reference, becomes part of it. Then it is
/// written in the subset, with its subschemas. Both only widen, except where a note says so.
struct SubsetWriter {
  /// The document, in which each schema has its pointer as ``place``.
  let root: JSONValue
  /// The targets of the schemas with `$ref`.
  let targets: [JSONPointer: JSONPointer]
  /// The schemas that contain themselves.
  let recursive: Set<JSONPointer>
  let profile: ProviderProfile
  /// Whether members stay optional, for the proof.
  let isRelaxed: Bool
  var notes: [ProviderSubset.Note] = []
  /// The names of the schemas to which references lead, and these schemas as far as they are written.
  var names: [JSONPointer: String] = [:]
  var waiting: [JSONPointer] = []
  var definitions = JSONObject()
  /// The number of schemas that may still be put in place of references, because their number can double with each level.
  private var inlinings = 2_000

  init(
    root: JSONValue, targets: [JSONPointer: JSONPointer], recursive: Set<JSONPointer>, profile: ProviderProfile,
    isRelaxed: Bool
  ) {
    (self.root, self.targets, self.recursive) = (root, targets, recursive)
    (self.profile, self.isRelaxed) = (profile, isRelaxed)
  }

  // Members of flat schemas that are no keywords.

  /// The pointer of a schema.
  static let place = "\u{0}place"
  /// The target of a reference.
  static let target = "\u{0}target"
  /// The assertions that were removed, for the description.
  static let told = "\u{0}told"
  static let words: Set = ["title", "description", told]

  static func isAssertion(_ name: String) -> Bool { name != place && !words.contains(name) }

  func place(of object: JSONObject) -> JSONPointer {
    object[Self.place]?.string.flatMap { JSONPointer($0) } ?? JSONPointer()
  }

  mutating func note(_ kind: ProviderSubset.Note.Kind, _ message: String, _ pointer: JSONPointer) {
    let note = ProviderSubset.Note(kind: kind, message: message, pointer: pointer)
    if !notes.contains(note) { notes.append(note) }
  }

  // MARK: - Flat schemas

  /// Returns a schema without `allOf` and with nothing next to a reference.
  ///
  /// - Parameters:
  ///   - inlining: whether a reference alone is replaced, too.
  ///   - open: the targets that have been put in place of references around this schema.
  mutating func flat(_ schema: JSONValue, inlining: Bool, _ open: inout [JSONPointer]) -> JSONValue {
    guard case .object(let object) = schema else { return schema }
    var own = supported(object)
    var parts = own.removeValue(forKey: "allOf")?.array ?? []
    if own.removeValue(forKey: "$ref") != nil, let target = targets[place(of: own)] {
      parts.insert([Self.target: .string(target.description), Self.place: own[Self.place] ?? ""], at: 0)
    }
    if let target = own.removeValue(forKey: Self.target) {
      parts.insert([Self.target: target, Self.place: own[Self.place] ?? ""], at: 0)
    }
    let hasWords = own.contains { Self.words.contains($0.key) }
    if parts.count == 1, !inlining, !own.contains(where: { Self.isAssertion($0.key) }) {
      let target = parts[0][Self.target]?.string.flatMap { JSONPointer($0) }
      let child = part(
        parts[0], inlining: hasWords && inlinings > 0 && target.map { !recursive.contains($0) } ?? false, &open)
      return child[Self.target] == nil ? merged(.object(own), child) : child
    }
    var result = JSONValue.object(own)
    for part in parts { result = merged(result, self.part(part, inlining: true, &open)) }
    return result
  }

  private mutating func part(_ schema: JSONValue, inlining: Bool, _ open: inout [JSONPointer]) -> JSONValue {
    guard let target = schema[Self.target]?.string.flatMap({ JSONPointer($0) }) else {
      return flat(schema, inlining: inlining, &open)
    }
    guard inlining else { return schema }
    if inlinings <= 0 {
      note(
        .removed, "'$ref' next to other keywords: the schema would become too large", place(of: schema.object ?? [:]))
      return true
    }
    inlinings -= 1
    if open.contains(target) {
      note(
        .removed, "'$ref' to a schema that contains this one, next to other keywords", place(of: schema.object ?? [:]))
      return true
    }
    open.append(target)
    return flat(root[target] ?? true, inlining: true, &open)
  }

  // MARK: - Schemas in the subset

  /// Returns a schema in the subset; nil if no value satisfies it.
  mutating func lowered(_ schema: JSONValue, _ open: [JSONPointer], inlining: Bool = false) -> JSONValue? {
    var open = open
    let flat = flat(schema, inlining: inlining, &open)
    guard case .object(let object) = flat else { return flat.bool == false ? .none : anything(nil) }
    if let target = object[Self.target]?.string.flatMap({ JSONPointer($0) }) { return reference(to: target) }
    if object["anyOf"] != nil { return choice(object, open) }
    guard let types = types(of: object) else {
      return profile.statesTypes ? anything(object) : emitted(object, nil, open)
    }
    if types.isEmpty { return nil }
    let containers = types.filter { $0 == "object" || $0 == "array" }
    let others = types.filter { $0 != "object" && $0 != "array" }
    guard profile.statesTypes, types.count > 1, !containers.isEmpty else { return emitted(object, types, open) }
    var own = object
    for name in Self.words { own[name] = nil }
    let groups = containers.map { [$0] } + (others.isEmpty ? [] : [others])
    let branches = groups.compactMap { emitted(restricted(own, to: $0), $0, open) }
    return branches.isEmpty ? .none : .object(wording(object, ["anyOf": .array(branches)]))
  }

  private mutating func reference(to target: JSONPointer) -> JSONValue {
    if target.tokens.isEmpty { return ["$ref": "#"] }
    if names[target] == nil {
      let name = String((target.tokens.last ?? "").map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
      var (free, number) = (name, 2)
      while names.values.contains(free) { (free, number) = ("\(name)\(number)", number + 1) }
      names[target] = free
      waiting.append(target)
    }
    return ["$ref": .string("#/$defs/\(names[target] ?? "")")]
  }

  /// The schema for any value, as far as it can be said.
  private func anything(_ words: JSONObject?) -> JSONValue {
    let types: JSONObject = profile.statesTypes ? ["type": ["string", "number", "boolean", "null"]] : [:]
    return .object(wording(words ?? [:], types))
  }

  /// Returns a written schema with title and description of a flat one, and the assertions that were removed from it.
  func wording(_ object: JSONObject, _ new: JSONObject) -> JSONObject {
    var lines = [object["description"]?.string].compactMap { $0 }
    if let told = object[Self.told]?.object, !told.isEmpty { lines.append("Also required: " + told.text) }
    var words = JSONObject()
    words["title"] = object["title"]
    if !lines.isEmpty { words["description"] = .string(lines.joined(separator: "\n\n")) }
    return words.merging(new) { first, _ in first }
  }

  /// Writes a flat schema with `anyOf`: what is next to it becomes part of each branch.
  private mutating func choice(_ object: JSONObject, _ open: [JSONPointer]) -> JSONValue? {
    var own = object
    let branches = own.removeValue(forKey: "anyOf")?.array ?? []
    for name in Self.words { own[name] = nil }
    let asserted = own.filter { Self.isAssertion($0.key) }
    var lowered: [JSONValue] = []
    for branch in branches {
      let isAlone = asserted.isEmpty || asserted.count == 1 && isOfType(branch, asserted["type"])
      let whole = isAlone ? branch : ["allOf": [.object(own), branch], Self.place: own[Self.place] ?? ""]
      guard let new = self.lowered(whole, open) else { continue }
      // A choice inside is part of this one.
      let parts = new.object?.count == 1 ? new["anyOf"]?.array ?? [new] : [new]
      for part in parts where !lowered.contains(part) { lowered.append(part) }
    }
    guard let first = lowered.first else { return nil }
    if lowered.count == 1, let only = first.object {
      let words = only.filter { Self.words.contains($0.key) }
      let hasRoom = only["$ref"] == nil
      return hasRoom ? .object(wording(object.filter { words[$0.key] == nil }, only)) : first
    }
    return .object(wording(object, ["anyOf": .array(lowered)]))
  }

  /// Whether a branch is a reference to a schema that states one of these types.
  private mutating func isOfType(_ branch: JSONValue, _ types: JSONValue?) -> Bool {
    var open: [JSONPointer] = []
    let flat = flat(branch, inlining: false, &open)
    guard let types, let target = flat[Self.target]?.string.flatMap({ JSONPointer($0) }), let schema = root[target]
    else { return false }
    let stated = Self.typeNames(schema["type"])
    return !stated.isEmpty && Self.common(stated, Self.typeNames(types)) == stated
  }

  // MARK: - Types

  static func typeNames(_ value: JSONValue?) -> [String] {
    value?.string.map { [$0] } ?? value?.array?.compactMap(\.string) ?? []
  }

  /// The types that two lists have in common.
  static func common(_ a: [String], _ b: [String]) -> [String] {
    a.flatMap { type in
      b.contains(type) || type == "integer" && b.contains("number")
        ? [type] : type == "number" && b.contains("integer") ? ["integer"] : []
    }
  }

  /// Returns the types of the values that a flat schema admits: stated, of the listed values, or those that its keywords
  /// are about; nil if nothing says so.
  private func types(of object: JSONObject) -> [String]? {
    let stated = object["type"].map { Self.typeNames($0) }
    let listed = object["enum"]?.array ?? object["const"].map { [$0] }
    if let listed {
      var types: [String] = []
      for value in listed where !types.contains(value.type.rawValue) { types.append(value.type.rawValue) }
      if types.contains("number") { types.removeAll { $0 == "integer" } }
      return stated.map { Self.common(types, $0) } ?? types
    }
    if stated != nil || !profile.statesTypes { return stated }
    let told = object[Self.told]?.object ?? [:]
    let rules = (object.map(\.key) + told.map(\.key)).compactMap { Dialect.draft2020.keyword(named: $0) }
    let found = JSONType.allCases.filter { type in
      type != .integer && rules.contains { $0.kinds != .all && !$0.kinds.isDisjoint(with: ValueKinds(type)) }
    }
    return found.isEmpty ? nil : found.map(\.rawValue)
  }

  /// Returns a schema without the keywords that are about values of other types.
  private func restricted(_ object: JSONObject, to types: [String]) -> JSONObject {
    let kinds = types.compactMap { JSONType(rawValue: $0) }.map { ValueKinds($0) }
    var new = object.filter { member in
      guard let rule = Dialect.draft2020.keyword(named: member.key) else { return true }
      return rule.kinds == .all || kinds.contains { !$0.isDisjoint(with: rule.kinds) }
    }
    new["type"] = .array(types.map { .string($0) })
    return new
  }
}

extension JSONObject {
  /// The members as compact JSON.
  fileprivate var text: String { String(decoding: JSONValue.object(self).json(), as: UTF8.self) }
}
