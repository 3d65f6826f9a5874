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
    /// A choice between objects that no tag distinguishes.
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
    case .keyword(let keyword): "expected only keywords of inferred schemas, found '\(keyword)'"
    case .reference(let text): "expected a reference to '#' or into '#/$defs', found '\(text)'"
    case .dialect(let text): "expected a schema of draft 2020-12, found '\(text)'"
    case .choice: "no constant member distinguishes the objects of this choice"
    case .notASchema: "this is not a schema"
    }
  }
}
