/// What is otherwise about a schema than in an earlier version of it.
///
/// Made outside, by a comparison of two versions; shown on the schema's page.
package struct PageChange: Hashable, Sendable {
  /// What a change asks of those who use the schema.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// What was valid or compiled is or does no longer.
    case breaking
    /// Everything that worked still does.
    case compatible
    /// Words alone.
    case wording
  }

  package var kind: Kind
  /// What changed, in a sentence: `'mail' is required now`.
  package var message: String
  /// The place in the schema, for a link to it; the root's where there is none.
  package var pointer: [String]

  package init(kind: Kind, message: String, pointer: [String] = []) {
    self.kind = kind
    self.message = message
    self.pointer = pointer
  }
}
