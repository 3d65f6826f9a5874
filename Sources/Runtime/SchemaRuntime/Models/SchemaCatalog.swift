/// The schemas of a generated module, found by name or by `$id`.
///
///     let model = try ModelCatalog.schemas["users/user-info"]?.decode(bytes)
public struct SchemaCatalog: Sendable {
  /// One schema and its type.
  public struct Entry: Sendable {
    /// The path of the schema within its folder, without extension: `users/user-info`.
    public let name: String
    /// The type of the model.
    public let model: any SchemaModel.Type

    @_spi(Generated) public init(_ name: String, _ model: any SchemaModel.Type) {
      self.name = name
      self.model = model
    }

    /// The absolute URI of the schema, without its empty fragment.
    public var id: String {
      let location = model.schema.location
      return location.hasSuffix("#") ? String(location.dropLast()) : location
    }

    /// The verdict on a payload.
    public func isValid(_ text: some Collection<UInt8>) -> Bool { model.isValid(text) }

    /// All issues of a payload.
    public func issues(in text: some Collection<UInt8>) throws(JSONSyntaxError) -> [ValidationIssue] {
      try model.issues(in: text)
    }

    /// The payload as a value of ``model``.
    public func decode(_ text: some Collection<UInt8>) throws(SchemaError) -> any SchemaModel {
      try decode(model, text)
    }

    private func decode<Model: SchemaModel>(
      _ type: Model.Type, _ text: some Collection<UInt8>
    ) throws(SchemaError) -> any SchemaModel {
      try Model(json: text)
    }
  }

  /// The entries, one for each schema document.
  public let entries: [Entry]
  private let indices: [String: Int]

  @_spi(Generated) public init(_ entries: [Entry]) {
    self.entries = entries
    indices = Dictionary(entries.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The schema with this name or `$id`.
  public subscript(key: String) -> Entry? {
    if let index = indices[key] { return entries[index] }
    return entries.first { $0.id == key }
  }
}
