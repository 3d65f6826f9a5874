/// How one side of an interface sees values (OpenAPI 3.0.4, section 4.7.24.2; JSON Schema validation, section 9.4).
public enum SchemaView: String, Hashable, Sendable, CaseIterable {
  /// What a request sends: without the members that are `readOnly`.
  case request
  /// What a response sends: without the members that are `writeOnly`.
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

/// What a copy of a schema in a view is a copy of.
public struct SchemaTwin: Sendable {
  public let view: SchemaView
  /// The original; nil for a schema made of copies.
  public let origin: SchemaID?
  /// The members that only schemas around this one hide. They tell the copies of one schema in a view apart: it is
  /// empty for the one that everything else refers to.
  package let names: [String]
  /// The members that the copy lacks.
  package let hidden: [Keywords.Member]

  /// Tells the copy apart from others at the same location: `request`; `request(id)` where schemas around hide `id`.
  package var mark: String {
    names.isEmpty ? view.rawValue : "\(view.rawValue)(\(names.joined(separator: ",")))"
  }
}
