/// Code points from one to another. The first use of a `ClosedRange` has the cost that ``Lookup`` avoids.
package struct ScalarRange: Equatable, Sendable {
  package var lowerBound: UInt32
  package var upperBound: UInt32

  package init(_ lowerBound: UInt32, _ upperBound: UInt32) {
    self.lowerBound = lowerBound
    self.upperBound = upperBound
  }

  package var count: Int { Int(upperBound - lowerBound) + 1 }
}
