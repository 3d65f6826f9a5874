import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// A schema of one of the compared sides.
struct Ref: Hashable, Comparable, Sendable {
  /// The index of its side.
  var side: Int
  var schema: SchemaID

  static func < (a: Ref, b: Ref) -> Bool { (a.side, a.schema) < (b.side, b.schema) }
}

extension Ref {
  /// Returns the schema that this one replaces.
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

  /// The hash of everything except the kinds: proofs look up the same conjunction many times.
  private var digest = 0

  /// A member and a schema that its value satisfies.
  struct Tag: Hashable, Comparable, Sendable {
    var name: ExactName
    var schema: Ref

    static func < (a: Tag, b: Tag) -> Bool { (a.name, a.schema) < (b.name, b.schema) }
  }

  init(_ schemas: [Ref], kinds: ValueKinds = .all) {
    self.schemas = Self.ordered(schemas)
    self.kinds = kinds
    updateDigest()
  }

  static func == (a: Conjunction, b: Conjunction) -> Bool {
    a.digest == b.digest && a.kinds == b.kinds && a.schemas == b.schemas && a.excluded == b.excluded
      && a.present == b.present && a.tags == b.tags
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
    hasher.combine(kinds)
  }

  private mutating func updateDigest() {
    var hasher = Hasher()
    hasher.combine(schemas)
    hasher.combine(excluded)
    hasher.combine(present)
    hasher.combine(tags)
    digest = hasher.finalize()
  }

  /// Returns the distinct elements in order.
  private static func ordered<Element: Comparable>(_ elements: [Element]) -> [Element] {
    if elements.count < 2 { return elements }
    var ordered: [Element] = []
    ordered.reserveCapacity(elements.count)
    for element in elements.sorted() where element != ordered.last { ordered.append(element) }
    return ordered
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
    if !schemas.isEmpty { result.schemas = Self.ordered(self.schemas + schemas) }
    if !others.isEmpty { result.excluded = Self.ordered(excluded + others) }
    result.updateDigest()
    return result
  }

  func restricted(to kinds: ValueKinds) -> Conjunction {
    var result = self
    result.kinds.formIntersection(kinds)
    return result
  }

  func having(_ names: [ExactName]) -> Conjunction {
    var result = self
    result.present = Self.ordered(present + names)
    result.updateDigest()
    return result
  }

  func having(_ name: ExactName, satisfying schemas: [Ref]) -> Conjunction {
    var result = having([name])
    result.tags = Self.ordered(tags + schemas.map { Tag(name: name, schema: $0) })
    result.updateDigest()
    return result
  }
}
