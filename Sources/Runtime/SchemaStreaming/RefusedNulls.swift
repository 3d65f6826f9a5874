public import SchemaRuntime

// Subsets of JSON Schema in which all members are required make optional ones nullable (`codegen bundle --for
// openai-strict`). What a language model then writes has nulls that the schema itself rejects.

extension SchemaModel {
  /// Parses, validates and decodes a payload in which null may stand for the absence of a member.
  ///
  ///     let search = try Search(json: text, readingRefusedNullsAsAbsent: true)
  ///
  /// A member is left out if it is null, its schema rejects null, and the object does not require it. All other nulls are
  /// values. Errors have the positions of the payload as it is.
  ///
  /// - Parameter readsAsAbsent: false for `init(json:)`.
  public init(
    json text: some Collection<UInt8>, readingRefusedNullsAsAbsent readsAsAbsent: Bool,
    limits: JSONLimits = JSONLimits()
  ) throws(SchemaError) {
    let text = Array(text)
    try self.init(json: readsAsAbsent ? Self.blankingRefusedNulls(in: text, limits: limits) : text, limits: limits)
  }

  /// Parses, validates and decodes a payload in which null may stand for the absence of a member.
  public init(
    json text: String, readingRefusedNullsAsAbsent readsAsAbsent: Bool, limits: JSONLimits = JSONLimits()
  ) throws(SchemaError) {
    try self.init(json: text.utf8, readingRefusedNullsAsAbsent: readsAsAbsent, limits: limits)
  }

  /// Returns a text with spaces in place of the members that are null although their schema rejects null and no object
  /// requires them, so that positions stay.
  ///
  /// Members in values that are sensitive (`x-sensitive`) stay. So does a text that is not JSON.
  public static func blankingRefusedNulls(
    in text: some Collection<UInt8>, limits: JSONLimits = JSONLimits()
  ) -> [UInt8] {
    RefusedNulls(schema, limits).blanked(Array(text))
  }
}

/// Removes members from a text whose null the schema rejects.
struct RefusedNulls {
  private let schema: ModelSchema
  private let limits: JSONLimits
  /// Members that an object requires.
  private var required: Set<JSONPointer> = []

  /// The number of issues to look at at once.
  var maximumIssueCount = 100

  init(_ schema: ModelSchema, _ limits: JSONLimits) { (self.schema, self.limits) = (schema, limits) }

  /// Whether the schema certainly rejects a null that no object requires; false if only branches of a choice reject it, nil
  /// if it is a value.
  func refusal(ofNullEndingAt end: Int, in text: [UInt8]) -> Bool? {
    let issues = issues(in: text)
    func range(_ locations: Set<JSONPointer>) -> Range<Int>? {
      ranges(of: locations, in: text).first { $0.upperBound == end }
    }
    guard let range = range(locations(of: issues, withCauses: false)) else {
      return range(locations(of: issues)) == nil ? nil : false
    }
    var without = text
    Self.blank(range, in: &without)
    let missing = Set(self.issues(in: without).flatMap(\.missingMembers)).subtracting(issues.flatMap(\.missingMembers))
    return missing.isEmpty ? true : nil
  }

  private func issues(in text: [UInt8]) -> [ValidationIssue] {
    var evaluator = schema.evaluator
    evaluator.maximumIssueCount = maximumIssueCount
    return (try? evaluator.issues(in: text, schema: schema.id, limits: limits)) ?? []
  }

  func blanked(_ text: [UInt8]) -> [UInt8] {
    var search = self
    let first = search.pass(text)
    // Without a null that was required, others may be.
    return search.required.isEmpty ? first : search.pass(text)
  }

  /// Blanks until the schema rejects no further null.
  private mutating func pass(_ text: [UInt8]) -> [UInt8] {
    var text = text
    var blanked: Set<JSONPointer> = []
    while true {
      let issues = issues(in: text)
      let refused = locations(of: issues).subtracting(required)
      let ranges = ranges(of: refused, in: text)
      if ranges.isEmpty {
        required.formUnion(issues.flatMap(\.missingMembers).filter { blanked.contains($0) })
        return text
      }
      for range in ranges { Self.blank(range, in: &text) }
      blanked.formUnion(refused)
    }
  }

  /// The locations of the values that issues, or the branches of choices, are about, except undeclared members.
  private func locations(of issues: [ValidationIssue], withCauses: Bool = true) -> Set<JSONPointer> {
    var found: Set<JSONPointer> = []
    var open = issues
    while let issue = open.popLast() {
      if withCauses { open += issue.causes }
      if case .undeclared = issue.kind { continue }
      if !issue.isUndecided { found.insert(issue.instanceLocation) }
    }
    return found
  }

  /// The texts of members that are null at these locations.
  private func ranges(of locations: Set<JSONPointer>, in text: [UInt8]) -> [Range<Int>] {
    var reader = JSONReader(limits: limits)
    return text.withUnsafeBufferPointer { buffer in
      guard let root = try? reader.read(buffer) else { return [] }
      return locations.compactMap { location in
        guard let name = location.tokens.last, let parent = node(at: location.tokens.dropLast(), in: root),
          let member = parent.members.first(where: { $0.name.string == name }), member.value.kind == .null
        else { return nil }
        return member.name.offset..<member.value.offset + 4
      }
    }
  }

  private func node(at path: some Collection<String>, in root: UnsafeJSONNode) -> UnsafeJSONNode? {
    var node = root
    for token in path {
      if node.isObject {
        guard let member = node.members.first(where: { $0.name.string == token }) else { return nil }
        node = member.value
      } else {
        guard let index = Int(token), let element = node.elements.dropFirst(index).first(where: { _ in true }) else {
          return nil
        }
        node = element
      }
    }
    return node
  }

  /// Overwrites a member, and a comma next to it.
  private static func blank(_ range: Range<Int>, in text: inout [UInt8]) {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0a ~= byte || byte == 0x0d }
    var range = range
    if let next = text[range.upperBound...].firstIndex(where: { !isSpace($0) }), text[next] == UInt8(ascii: ",") {
      range = range.lowerBound..<next + 1
    } else if let before = text[..<range.lowerBound].lastIndex(where: { !isSpace($0) }),
      text[before] == UInt8(ascii: ",")
    {
      range = before..<range.upperBound
    }
    // Line breaks stay, for positions.
    for index in range where !isSpace(text[index]) { text[index] = 0x20 }
  }
}

extension ValidationIssue {
  /// The members that an object lacks.
  fileprivate var missingMembers: [JSONPointer] {
    guard case .required(let names) = kind else { return [] }
    return names.map { instanceLocation.appending($0) }
  }
}
