import SchemaRuntime

/// A safe fix of a finding. Its edits are applied together or not at all.
package struct Fix: Hashable, Sendable {
  /// What it does, in the imperative: "rename 'minLenght' to 'minLength'".
  package let summary: String
  package let edits: [TextEdit]
  /// The members that are renamed.
  var renames: [Rename] = []
  /// The values that are removed.
  var removals: [ValueLocation] = []

  /// The location of a value in a document.
  struct ValueLocation: Hashable, Sendable {
    var document: String
    var pointer: JSONPointer
  }

  /// A renamed member.
  struct Rename: Hashable, Sendable {
    var location: ValueLocation
    var name: String
  }
}

/// A replacement of some bytes of a file.
package struct TextEdit: Hashable, Sendable {
  /// The name of the document.
  package let document: String
  /// The byte range in the original text.
  package let range: Range<Int>
  package let replacement: String
}
