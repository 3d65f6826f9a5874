/// How one side of an interface sees values (OpenAPI 3.0.4, section 4.7.24.2; JSON Schema validation, section 9.4).
public enum SchemaView: String, Hashable, Sendable, CaseIterable {
  /// The view for requests: without the members that are `readOnly`.
  case request
  /// The view for responses: without the members that are `writeOnly`.
  case response

  /// The keyword of the members that the view lacks.
  package var keyword: String {
    switch self {
    case .request: "readOnly"
    case .response: "writeOnly"
    }
  }

  /// Whether a schema marks the members that it describes as absent from the view.
  func hides(_ keywords: Keywords) -> Bool {
    switch self {
    case .request: keywords.readOnly
    case .response: keywords.writeOnly
    }
  }
}

/// The original of a schema's copy in a view.
public struct SchemaTwin: Sendable {
  public let view: SchemaView
  /// The original; nil for a schema composed of copies.
  public let origin: SchemaID?
  /// The members that only enclosing schemas hide. They distinguish the copies of one schema in a view: empty for the
  /// one that all other references use.
  package let names: [String]
  /// A schema with the members that the copy lacks; nil if it lacks none. A payload may have them nevertheless, which is
  /// permitted where the copy permits members that it does not declare.
  package let hidden: SchemaID?

  /// Distinguishes the copy from others at the same location: `request`; `request(id)` where enclosing schemas hide
  /// `id`.
  package var mark: String {
    names.isEmpty ? view.rawValue : "\(view.rawValue)(\(names.joined(separator: ",")))"
  }
}
