package import SchemaRuntime

/// The reason why a schema cannot be widened: it has a feature that ``SchemaInference`` never produces, so only its
/// author knows how to change it.
package struct WideningError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A keyword that inferred schemas do not have.
    case keyword(String)
    /// A reference to anything other than the document itself or one of its `$defs`.
    case reference(String)
    /// A dialect other than draft 2020-12.
    case dialect(String)
    /// A choice between objects with tags, if the payloads have objects without one.
    case choice
    /// A value that is not a schema.
    case notASchema
  }

  /// The location in the schema.
  package let pointer: JSONPointer
  package let kind: Kind

  /// What is wrong, on one line.
  package var message: String {
    switch kind {
    case .keyword(let keyword):
      "'infer --schema' can widen only what 'infer' writes, and it does not write this '\(keyword)'; change the schema "
        + "by hand"
    case .reference(let text): "expected a reference to '#' or into '#/$defs', found '\(text)'"
    case .dialect(let text): "expected a schema of draft 2020-12, found '\(text)'"
    case .choice:
      "a constant member tells the branches of this choice apart, and 'infer' found no branch for some objects in the "
        + "payloads; change the choice by hand"
    case .notASchema: "this is not a schema"
    }
  }
}
