/// A keyword that applies one schema to members or to their names, whatever other keywords apply to the object.
///
/// Programs, their text form, both engines and the occurrences of keywords in a value are loops over these rows; samples
/// and printed validators have a line for each. The keyword's schema is a field of `Keywords`, by the same name.
package enum MemberKeyword: String, CaseIterable, Hashable, Sendable {
  /// 2020-12 core, section 10.3.2.4.
  case propertyNames

  /// What of a member the schema is applied to.
  package var part: Program.Part {
    switch self {
    // In the index, a name is a string like any other.
    case .propertyNames: .names(self)
    }
  }

  /// Whether the schema is applied to a member, by its place among so many.
  package func reaches(_ index: Int, of count: Int) -> Bool {
    switch self {
    case .propertyNames: index < count
    }
  }
}
