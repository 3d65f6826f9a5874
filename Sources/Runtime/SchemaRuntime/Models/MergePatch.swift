/// A partial update of a model: a JSON merge patch (RFC 7396) with types.
///
///     var patch = User.Patch()
///     patch.nickName = nil                              // removes it
///     patch.address = .value(User.Address.Patch(city: "Ulm"))
///     try patch.apply(to: &user)
///     let change = try User.Patch(from: before, to: after)
///
/// Values are merged as JSON and checked as a whole, so that the result is valid, and the same as that of any other
/// implementation of RFC 7396.
public protocol MergePatch: WritableModel {
  /// The type of the values that are updated.
  associatedtype PatchedModel: WritableModel

  /// Adds the required members that null has reset: each with its default, or else with null.
  @_spi(Generated) static func addRequiredMembers(to object: inout JSONObject)

  /// Copies the members that are not part of the JSON.
  @_spi(Generated) static func keepLocalMembers(of old: PatchedModel, in new: inout PatchedModel)
}

extension MergePatch {
  @_spi(Generated) @inlinable public static func addRequiredMembers(to object: inout JSONObject) {}
  @_spi(Generated) @inlinable
  public static func keepLocalMembers(of old: PatchedModel, in new: inout PatchedModel) {}

  /// Creates the smallest patch that turns one value into the other.
  ///
  /// A patch cannot set an optional member, or a member of a free-form object, to null: null removes it.
  /// - Throws: an error if a value is not valid.
  public init(from old: PatchedModel, to new: PatchedModel) throws(SchemaError) {
    let patch = old == new ? [:] : try JSONObject(of: old).mergePatch(to: JSONObject(of: new))
    try self.init(json: .object(patch))
  }

  /// Whether the patch has no members, so that it changes no value.
  public var isEmpty: Bool { (try? json()) == Array("{}".utf8) }

  /// Merges the patch into a value.
  /// - Throws: an error if the result is not valid; then the value is unchanged.
  public func apply(to value: inout PatchedModel) throws(SchemaError) {
    var object = try JSONObject(of: value)
    object.mergePatch(try JSONObject(of: self))
    Self.addRequiredMembers(to: &object)
    var new = try PatchedModel(json: .object(object))
    Self.keepLocalMembers(of: value, in: &new)
    value = new
  }
}

extension WritableModel {
  /// Returns the value with a patch merged into it.
  /// - Throws: an error if the result is not valid.
  public func applying<Patch: MergePatch>(
    _ patch: Patch
  ) throws(SchemaError) -> Self where Patch.PatchedModel == Self {
    var copy = self
    try patch.apply(to: &copy)
    return copy
  }
}

// MARK: - For generated code

extension JSONMap where Value == JSONValue {
  fileprivate init(of model: some WritableModel) throws(SchemaError) {
    guard let object = try JSONValue(model).object else {
      throw .internalInconsistency("\(type(of: model)) has members but is not written as an object")
    }
    self = object
  }

  /// Adds the required members that a member's value lacks.
  @_spi(Generated) public mutating func addRequired(in name: String, _ patch: (some MergePatch).Type) {
    guard var object = self[name]?.object else { return }
    patch.addRequiredMembers(to: &object)
    self[name] = .object(object)
  }

  /// Adds the required members that the values inside a member's value lack.
  @_spi(Generated) public mutating func addRequired(inEachOf name: String, _ patch: (some MergePatch).Type) {
    guard var map = self[name]?.object else { return }
    for name in map.keys { map.addRequired(in: name, patch) }
    self[name] = .object(map)
  }
}
