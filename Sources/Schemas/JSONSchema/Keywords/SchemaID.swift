/// The index of a schema in its graph. A program numbers its schemas anew: `Program.SchemaID`.
public struct SchemaID: Hashable, Sendable, Comparable {
  public let index: Int

  public init(index: Int) { self.index = index }

  public static func < (a: SchemaID, b: SchemaID) -> Bool { a.index < b.index }
}
