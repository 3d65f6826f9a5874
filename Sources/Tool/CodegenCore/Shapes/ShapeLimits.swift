/// The largest types that are generated. Larger ones take minutes and gigabytes to compile, so they have a different
/// form. Their validators still check all constraints (``ValidatorEmitter/oversizedSchemas``).
///
/// Measured with an optimizing build on one core: a struct of 250 members takes 35 s, one of 500 more than two minutes
/// and 2.7 GB, an enum of 500 values 11 s, a union of 100 branches 32 s.
package enum ShapeLimits {
  package static let members = 500
  package static let values = 1_000
  static let branches = 250

  /// Returns a shape that Swift can compile in reasonable time, and a description of the restriction.
  static func reduced(_ shape: Shape) -> (shape: Shape, note: String?) {
    switch shape {
    case .object(let object) where object.members.count > members:
      let note = expected(members, "members", for: "a struct", found: object.members.count, "a map")
      return (.map(nil), note)
    case .enumeration(let enumeration) where enumeration.values.count > values:
      let (shape, name): (Shape, String) =
        switch enumeration.rawType {
        case .string: (.string(swiftType: "String"), "String")
        case .integer: (.integer, "Int")
        case .any: (.any(fallback: nil), "JSONValue")
        }
      return (shape, expected(values, "values", for: "an enum", found: enumeration.values.count, name))
    case .tuple(let tuple) where tuple.items.count > members:
      let note = expected(members, "items", for: "a struct", found: tuple.items.count, "an array")
      return (.custom("[JSONValue]"), note)
    case .union(let union) where union.branches.count > branches:
      let note = expected(branches, "branches", for: "an enum", found: union.branches.count, "JSONValue")
      return (.any(fallback: nil), note)
    case .nullable(let inner):
      let (shape, note) = reduced(inner)
      return (note == nil ? .nullable(inner) : .nullable(shape), note)
    case .any, .null, .boolean, .integer, .number, .string, .custom, .array, .map, .reference, .enumeration, .object,
      .tuple, .union:
      return (shape, nil)
    }
  }

  private static func expected(
    _ limit: Int, _ noun: String, for type: String, found count: Int, _ replacement: String
  ) -> String {
    "expected at most \(limit) \(noun) in \(type) to limit compile time, found \(count); generated as "
      + "\(replacement), and validators check the rest"
  }
}
