import CodegenCore

/// A change of a schema since an earlier version.
///
/// Created by a comparison of two versions, shown on the schema's page.
package struct PageChange: Hashable, Sendable {
  /// The effect of a change on users of the schema.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Something that was valid or compiled no longer is or does.
    case breaking
    /// Everything that worked still does.
    case compatible
    /// Only documentation changed.
    case wording
  }

  package var kind: Kind
  /// The change as a sentence: `'mail' is required now`.
  package var message: String
  /// The location in the schema, for a link to it; empty for the root.
  package var pointer: [String]

  package init(kind: Kind, message: String, pointer: [String] = []) {
    self.kind = kind
    self.message = message
    self.pointer = pointer
  }
}
