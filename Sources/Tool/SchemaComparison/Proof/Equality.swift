import JSONSchema
import SchemaAnalysis
import SchemaRuntime
import SchemaValidation

/// Finds schemas with equal assertions, regardless of their locations and annotations.
///
/// Schemas are partitioned into classes by their own assertions, and then repeatedly by the classes of the schemas that
/// they apply, until nothing changes. So recursive schemas of the same structure are equal.
struct Equality {
  /// The class of each schema, by side and schema index.
  private let classes: [[Int]]

  init(sides: [Side]) {
    var partition = Partition()
    var starts: [Int] = []
    for side in sides {
      starts.append(partition.count)
      for schema in side.graph.nodes {
        partition.add(Demand(schema.id, of: side), from: partition.count - schema.id.index)
      }
    }
    partition.refine()
    classes = zip(sides, starts).map { side, start in
      Array(partition.classes[start..<start + side.graph.nodes.count])
    }
  }

  /// Whether both schemas, and all that they apply, have equal assertions.
  func areEqual(_ a: Ref, _ b: Ref) -> Bool { number(of: a) == number(of: b) }

  /// The number of a schema's class.
  func number(of ref: Ref) -> Int { classes[ref.side][ref.schema.index] }
}

/// The own assertions of a schema, and the schemas that it applies.
private struct Demand {
  /// The assertions that schemas of the initial classes have in common.
  struct OwnAssertions: Hashable {
    var boolean: Bool?
    var kinds: ValueKinds
    var format: Format?
    var localOnly: Set<ExactName>
    /// Whether `contains` does not evaluate elements; set only for schemas with that keyword.
    var isBefore2020: Bool
    var assertsContent: Bool
    /// Unknown keywords are equal if their values are equal and contain no references; otherwise `unequal` is a unique
    /// number.
    var unknown: [String: JSONValue]
    var unequal: Int?
    /// The values of keywords, by their indices in ``rules``, and the names of the schemas that they apply.
    var values: [Int: AnyHashable] = [:]
    var names: [Name] = []
  }

  struct Name: Hashable {
    var rule: Int
    var name: ExactName?
  }

  var own: OwnAssertions
  var applied: [SchemaID] = []

  /// The keywords that are compared by their parsed values. The others depend on the options of the side.
  private static let rules = KeywordRule.everyKeyword.filter { $0.vocabulary != .format && $0.name != "x-localOnly" }

  init(_ schema: SchemaID, of side: Side) {
    let node = side.node(schema)
    own = OwnAssertions(
      boolean: node.boolean, kinds: node.types.map(ValueKinds.init) ?? .all, format: node.format,
      localOnly: node.localOnly, isBefore2020: node.keywords.contains != nil && node.dialect.draft < .draft2020,
      assertsContent: side.options.assertsContent, unknown: node.unknown)
    if node.boolean != nil { return }
    var keywords = node.keywords
    for (index, rule) in Self.rules.enumerated() where side.options.assertsContent || rule.vocabulary != .content {
      guard let content = rule.content(in: &keywords) else { continue }
      own.values[index] = content.value
      for (name, schema) in content.schemas {
        own.names.append(Name(rule: index, name: name))
        applied.append(schema)
      }
    }
  }
}

/// A partition of schemas, refined until the schemas of a class apply schemas of the same classes.
private struct Partition {
  private(set) var classes: [Int] = []
  private var applied: [[Int]] = []
  private var known: [Demand.OwnAssertions: Int] = [:]

  var count: Int { classes.count }

  mutating func add(_ demand: Demand, from start: Int) {
    var demand = demand
    if demand.own.unknown.values.contains(where: \.mayContainReference) { demand.own.unequal = count }
    classes.append(known[demand.own] ?? known.count)
    known[demand.own] = classes[classes.count - 1]
    applied.append(demand.applied.map { start + $0.index })
  }

  mutating func refine() {
    var users: [[Int]] = Array(repeating: [], count: count)
    var members: [Set<Int>] = Array(repeating: [], count: known.count)
    for schema in classes.indices {
      for other in applied[schema] { users[other].append(schema) }
      members[classes[schema]].insert(schema)
    }
    var pending = Set(classes.indices)
    while !pending.isEmpty {
      var parts: [(class: Int, schemas: [Int])] = []
      for (old, touched) in Dictionary(grouping: pending, by: { classes[$0] }) where members[old].count > 1 {
        // The targets of the other schemas of the class have not changed.
        let others = members[old].subtracting(touched)
        var groups = Array(Dictionary(grouping: touched) { schema in applied[schema].map { classes[$0] } }.values)
        if !others.isEmpty { groups.append(Array(others)) }
        groups.sort { $0.count > $1.count }
        // The largest keeps the number of the class, so that few schemas have to be visited again.
        parts += groups.dropFirst().map { (old, $0) }
      }
      for part in parts {
        members[part.class].subtract(part.schemas)
        for schema in part.schemas { classes[schema] = members.count }
        members.append(Set(part.schemas))
      }
      pending = Set(parts.flatMap(\.schemas).flatMap { users[$0] })
    }
  }
}
