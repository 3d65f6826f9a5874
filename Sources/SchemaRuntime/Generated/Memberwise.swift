/// Nothing, which models of many members hold.
///
/// A structure that holds one in a private property keeps, beside its public initializer, the one that Swift makes of all
/// members. That puts the values in place in one step. An initializer that is written out fills the structure member by
/// member and, when the structure is large, copies it at the end: a reference counted up and down for each text, a tenth
/// of the time of decoding a small document.
@frozen
public struct Memberwise: Hashable, Sendable {
  @inlinable
  public init() {}
}
