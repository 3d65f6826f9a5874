package import SchemaAnalysis
package import SchemaRuntime

/// The combined demands of schemas on one value, without branches or parts of it.
///
/// They come from Boolean schemas, `type`, `enum` and limits. Schemas are added one after another, so that the first
/// of several equal limits is known (``NumberBound/origin``).
package struct KeywordDemands: Sendable {
  package var kinds: ValueKinds = .all
  /// The values that `enum` and `const` admit; nil without either.
  package private(set) var values: [JSONValue]?
  package var numbers = NumberDemands()
  package var lengths = LengthDemands()
  package private(set) var patterns: [String] = []
  package private(set) var isUnique = false
  /// The required members.
  package private(set) var required = NameList()
  private var dependencies: [Keywords.Dependency] = []

  package init() {}

  /// Combines the demands of schemas that all apply.
  package init(of schemas: [SchemaID], in graph: SchemaGraph) {
    for schema in schemas { add(graph[schema]) }
  }

  /// - Parameter origin: the number that identifies the schema in limits.
  package mutating func add(_ node: SchemaNode, origin: Int? = nil) {
    if node.boolean == false { kinds = [] }
    if let types = node.types { kinds.formIntersection(ValueKinds(types)) }
    add(node.keywords, origin: origin ?? node.id.index)
  }

  private mutating func add(_ keywords: Keywords, origin: Int) {
    for listed in [keywords.enumeration, keywords.const.map { [$0] }] {
      guard let listed else { continue }
      let known = Set(listed)
      values = values.map { $0.filter(known.contains) } ?? listed
    }
    for (limit, number) in keywords.bounds.all { numbers.add(limit, number, origin: origin) }
    if let divisor = keywords.multipleOf { numbers.multiples.append(divisor) }
    for (measure, limit) in keywords.lengths.all { lengths.add(measure, limit, origin: origin) }
    if let pattern = keywords.pattern { patterns.append(pattern) }
    isUnique = isUnique || keywords.uniqueItems
    dependencies += keywords.dependentRequired
    require(keywords.required)
  }

  /// Adds required names, and those that they require in turn.
  package mutating func require(_ names: some Sequence<String>) {
    for name in names { required.append(name) }
    if dependencies.isEmpty { return }
    var count: Int
    repeat {
      count = required.count
      for row in dependencies where required.contains(exactly: row.name) {
        for name in row.required { required.append(name) }
      }
    } while required.count > count
  }

  /// Describes limits that contradict one another for values of a type; nil if some value may satisfy them.
  package func contradiction(of type: JSONType) -> String? {
    if let contradiction = lengths.contradiction(of: type) {
      let noun = type == .string ? "a string" : type == .array ? "an array" : "an object"
      return "\(noun) would have \(contradiction.words)"
    }
    if type == .object, required.count > lengths.most(.members) {
      return "an object must have \(required.count) members and at most \(lengths.most(.members))"
    }
    return nil
  }
}

extension SchemaNode {
  /// Whether a string is bytes in base64: in practice the format `byte` (OpenAPI 3.0.4, section 4.4), and what replaces
  /// it (OpenAPI 3.1.1, section 4.8.14.3).
  package var isBytes: Bool {
    dialect.isPractice && (keywords.format == "byte" || keywords.contentEncoding == "base64")
      && keywords.type?.contains(.string) ?? false
  }

  /// The types that `type` admits; nil without it. Until draft-04, an integer has no fraction part, not even zero.
  package var types: TypeSet? {
    guard let type = keywords.type else { return nil }
    var types = TypeSet(type)
    if dialect.draft <= .draft4, types.remove(.integer) != nil { types.insert(.plainInteger) }
    return types
  }
}
