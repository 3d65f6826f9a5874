/// An empty value that models with many members contain.
///
/// A structure that has one in a private property keeps, in addition to its public initializer, Swift's memberwise one,
/// which initializes the structure in one step. A handwritten initializer fills the structure member by member and
/// copies it at the end if it is large: a retain and release for each string, a tenth of the time to decode a small
/// document.
@_spi(Generated) @frozen
public struct Memberwise: Hashable, Sendable {
  @inlinable
  public init() {}
}
