extension Program {
  /// The index of a schema in a program. Where there may be no schema, it is optional.
  ///
  /// Not the index of a schema in the graph that the program was compiled from: a program contains only the schemas that
  /// are reachable from the compiled ones, in the order in which they were reached, and those that the generator adds.
  @frozen
  public struct SchemaID: Hashable, Sendable, BitwiseCopyable, Strideable, ExpressibleByIntegerLiteral,
    CustomStringConvertible
  {
    /// Half a word, because tables are read for every value. Unsigned, so that no literal means "none".
    @usableFromInline let number: UInt32

    /// The index in ``Program/schemas``.
    @inlinable package var index: Int { Int(number) }

    /// - Parameter index: an index in ``Program/schemas``.
    @inlinable package init(_ index: Int) { number = UInt32(truncatingIfNeeded: index) }

    @inlinable public init(integerLiteral number: UInt32) { self.number = number }

    public var description: String { String(number) }

    @inlinable public func distance(to other: SchemaID) -> Int { Int(other.number) - Int(number) }
    @inlinable public func advanced(by distance: Int) -> SchemaID { SchemaID(index + distance) }
  }

  /// All schemas.
  package var schemaIDs: Range<SchemaID> { 0..<SchemaID(schemas.count) }
}

/// The name within this module. In others, it is the name of the index of a schema in a graph.
typealias SchemaID = Program.SchemaID
