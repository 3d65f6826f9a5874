/// Verdicts of generated validators that are asked about one value again and again, by schema and node.
///
/// One lives as long as one call of a type's `isValid(_:)`.
public struct KnownVerdicts {
  @usableFromInline var verdicts: [UInt64: Bool] = [:]

  @inlinable public init() {}

  /// The verdict of a schema, by its place in the program, on a value; nil when it is not known.
  public func verdict(of schema: Int, _ node: JSONNode) -> Bool? { verdicts[Self.key(schema, node)] }

  public mutating func note(_ verdict: Bool, of schema: Int, _ node: JSONNode) {
    verdicts[Self.key(schema, node)] = verdict
  }

  private static func key(_ schema: Int, _ node: JSONNode) -> UInt64 {
    UInt64(truncatingIfNeeded: schema) << 32 | UInt64(truncatingIfNeeded: node.index)
  }
}
