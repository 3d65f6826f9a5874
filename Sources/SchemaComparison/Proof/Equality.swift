import JSONSchema
import SchemaDemands
import SchemaRuntime
import SchemaValidation

/// Tells which schemas demand the same word by word, wherever they stand and whatever they describe.
///
/// Schemas are divided into classes by what they say themselves, and these again by the classes of the schemas that they
/// apply, until nothing changes: two that lead to themselves in the same way are equal.
struct Equality {
  /// The class of each schema, by side and number.
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
  func areEqual(_ a: Ref, _ b: Ref) -> Bool {
    classes[a.side][a.schema.index] == classes[b.side][b.schema.index]
  }
}

/// What a schema says itself, and what it applies.
private struct Demand {
  /// What two schemas of a class have in common.
  struct Own: Hashable {
    var boolean: Bool?
    var kinds: ValueKinds
    var format: Format?
    var localOnly: Set<ExactName>
    /// What an element that matches `contains` counts for differs by draft, where something asks.
    var isBefore2020: Bool
    var assertsContent: Bool
    /// What nobody knows is equal where it is written alike and leads nowhere; else a number of its own keeps it apart.
    var unknown: [String: JSONValue]
    var unequal: Int?
    /// What keywords say, by their places among ``rules``, and the names that lead to the schemas they apply.
    var values: [Int: AnyHashable] = [:]
    var names: [Name] = []
  }

  struct Name: Hashable {
    var rule: Int
    var name: ExactName?
  }

  var own: Own
  var applied: [SchemaID] = []

  /// The keywords that are compared by what they are read into; the others by what the side makes of them.
  private static let rules = KeywordRule.everyKeyword.filter { $0.vocabulary != .format && $0.name != "x-localOnly" }

  init(_ schema: SchemaID, of side: Side) {
    let node = side.node(schema)
    own = Own(
      boolean: node.boolean, kinds: node.types.map(ValueKinds.init) ?? .all, format: node.format,
      localOnly: node.localOnly, isBefore2020: node.keywords.contains != nil && node.dialect.draft < .draft2020,
      assertsContent: side.options.assertsContent, unknown: node.unknown)
    if node.boolean != nil { return }
    for (place, rule) in Self.rules.enumerated() where side.options.assertsContent || rule.vocabulary != .content {
      guard let content = rule.content(in: node.keywords) else { continue }
      own.values[place] = content.value
      for (name, schema) in content.schemas {
        own.names.append(Name(rule: place, name: name))
        applied.append(schema)
      }
    }
  }
}

/// Schemas in classes, refined until the schemas of a class apply schemas of the same classes.
private struct Partition {
  private(set) var classes: [Int] = []
  private var applied: [[Int]] = []
  private var known: [Demand.Own: Int] = [:]

  var count: Int { classes.count }

  mutating func add(_ demand: Demand, from start: Int) {
    var demand = demand
    if demand.own.unknown.values.contains(where: \.mayHoldReference) { demand.own.unequal = count }
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
        // The others of the class apply what they have applied before, all the same.
        let others = members[old].subtracting(touched)
        var groups = Array(Dictionary(grouping: touched) { schema in applied[schema].map { classes[$0] } }.values)
        if !others.isEmpty { groups.append(Array(others)) }
        groups.sort { $0.count > $1.count }
        // The largest keeps the number of the class, so that few schemas have to be looked at again.
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
