import SchemaRuntime

/// The names given so far: schema location → Swift name. A schema that is in the lock keeps its name,
/// whatever else is added to the bundle.
struct NameLock {
  private(set) var names: JSONObject

  /// The lock of an earlier run, `{"version": 1, "types": {location: name}}`; empty when there was none.
  init(_ content: JSONValue?) { names = content?["types"]?.object ?? JSONObject() }

  subscript(location: String) -> String? {
    get { names[location]?.string }
    set { names[location] = newValue.map { .string($0) } }
  }

  /// The lock as it is kept on disk: locations in order, those that are gone left out.
  func content(keeping locations: Set<String>) -> JSONValue {
    let kept = names.members.filter { locations.contains($0.name) }.sorted { $0.name < $1.name }
    return ["version": 1, "types": .object(JSONObject(kept.map { ($0.name, $0.value) }))]
  }
}
