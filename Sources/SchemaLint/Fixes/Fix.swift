import SchemaRuntime

/// A change that settles a finding without a doubt: its edits are made together or not at all.
package struct Fix: Hashable, Sendable {
  /// What it does, as an order: "rename 'minLenght' to 'minLength'".
  package let summary: String
  package let edits: [TextEdit]
  /// The members that get other names.
  var renames: [Rename] = []
  /// The values that are removed.
  var removals: [Place] = []

  /// A value of a document.
  struct Place: Hashable, Sendable {
    var document: String
    var pointer: JSONPointer
  }

  /// A member that gets another name.
  struct Rename: Hashable, Sendable {
    var place: Place
    var name: String
  }
}

/// Some bytes of a file replaced by others; all else stays as it is.
package struct TextEdit: Hashable, Sendable {
  /// The name of the document.
  package let document: String
  /// Bytes of the text as it was read.
  package let range: Range<Int>
  package let replacement: String
}
