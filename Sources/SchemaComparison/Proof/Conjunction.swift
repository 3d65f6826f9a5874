import JSONSchema
import SchemaDemands
import SchemaRuntime

/// A schema of one of the compared sides.
struct Ref: Hashable, Comparable, Sendable {
  /// The index of its side.
  var side: Int
  var schema: SchemaID

  static func < (a: Ref, b: Ref) -> Bool { (a.side, a.schema) < (b.side, b.schema) }
}

extension Ref {
  /// Returns the schema for which this one stands in.
  func target(in sides: [Side]) -> Ref { Ref(side: side, schema: sides[side].target(of: schema)) }
}

extension [Ref] {
  /// The distinct elements, in the order of their first occurrence.
  var unique: [Ref] {
    var seen: Set<Ref> = []
    return filter { seen.insert($0).inserted }
  }
}

/// The values that satisfy all of some schemas, possibly of both sides, and none of some others.
struct Conjunction: Hashable, Sendable {
  /// Sorted and distinct.
  private(set) var schemas: [Ref]
  /// The kinds of the values; empty if there are no values.
  var kinds = ValueKinds.all
  /// Schemas that none of the values satisfies; sorted and distinct.
  private(set) var excluded: [Ref] = []
  /// Members that the values have, if they are objects; sorted and distinct.
  private(set) var present: [ExactName] = []

  /// Further schemas of present members; sorted and distinct.
  private(set) var tags: [Tag] = []

  /// A member and a schema that its value satisfies.
  struct Tag: Hashable, Comparable, Sendable {
    var name: ExactName
    var schema: Ref

    static func < (a: Tag, b: Tag) -> Bool { (a.name, a.schema) < (b.name, b.schema) }
  }

  init(_ schemas: [Ref], kinds: ValueKinds = .all) {
    self.schemas = Array(Set(schemas)).sorted()
    self.kinds = kinds
  }

  /// The additional steps that a proof step with this conjunction costs, because its demands are compared in pairs.
  var extraSteps: Int {
    let count = schemas.count + excluded.count + present.count + tags.count
    return count * count / 64
  }

  /// No value.
  static let impossible = Conjunction([], kinds: [])

  func adding(_ schemas: [Ref], excluding others: [Ref] = []) -> Conjunction {
    var result = self
    result.schemas = Array(Set(self.schemas + schemas)).sorted()
    result.excluded = Array(Set(excluded + others)).sorted()
    return result
  }

  func restricted(to kinds: ValueKinds) -> Conjunction {
    var result = self
    result.kinds.formIntersection(kinds)
    return result
  }

  func having(_ names: [ExactName]) -> Conjunction {
    var result = self
    result.present = Array(Set(present + names)).sorted()
    return result
  }

  func having(_ name: ExactName, satisfying schemas: [Ref]) -> Conjunction {
    var result = having([name])
    result.tags = Array(Set(tags + schemas.map { Tag(name: name, schema: $0) })).sorted()
    return result
  }
}
