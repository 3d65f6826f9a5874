/// A change that settles a finding without a doubt: its edits are made together or not at all.
package struct Fix: Hashable, Sendable {
  /// What it does, as an order: "rename 'minLenght' to 'minLength'".
  package let summary: String
  package let edits: [TextEdit]
}

/// Some bytes of a file replaced by others; all else stays as it is.
package struct TextEdit: Hashable, Sendable {
  /// The name of the document.
  package let document: String
  /// Bytes of the text as it was read.
  package let range: Range<Int>
  package let replacement: String
}
