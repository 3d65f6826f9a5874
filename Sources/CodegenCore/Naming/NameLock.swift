import SchemaRuntime

/// The names given so far: schema location → Swift name. A schema that is in the lock keeps its name,
/// whatever else is added to the bundle.
///
///     {"version": 1, "namePrefix": "", "types": {"https://…/order.json#": "Order"},
///      "shapes": {"https://…/order.json#": "Order 5a…  c0…"}, "former": {"Purchase": "https://…/order.json#"}}
///
/// `shapes` lets a later run know a schema again that stands somewhere else by then; `former` has the names that types
/// had before, each with the location of what it stands for, until somebody takes it out. `members` has the names that
/// schemas give members and cases, by location and by what stands on the wire, and `formerMembers` those that they gave
/// before. A lock without these, and without the prefix, is one of an earlier version of the tool.
struct NameLock {
  private(set) var names: JSONObject
  /// What root types began with when they were named; nil in a lock that does not say.
  var prefix: String?
  /// What types were called and looked like, by location.
  var shapes: [String: TypeFingerprint]
  /// Former names and the locations of what they stand for, in the order of the lock.
  var former: [(name: String, location: String)]
  /// The names that schemas give members and cases, by location and by what stands on the wire; nil in a lock that does
  /// not say.
  var memberNames: [String: [String: String]]?
  /// Former names of members and cases, `Order.total`, and what stands on the wire.
  var formerMembers: [(name: String, wireName: String)]

  /// The lock of an earlier run; empty when there was none.
  init(_ content: JSONValue?) {
    names = content?["types"]?.object ?? JSONObject()
    prefix = content?["namePrefix"]?.string
    shapes = [:]
    for member in content?["shapes"]?.object ?? JSONObject() {
      shapes[member.name] = member.value.string.flatMap(TypeFingerprint.init(text:))
    }
    func texts(_ value: JSONValue?) -> [(String, String)] {
      (value?.object ?? JSONObject()).members.compactMap { member in member.value.string.map { (member.name, $0) } }
    }
    former = texts(content?["former"]).map { (name: $0, location: $1) }
    formerMembers = texts(content?["formerMembers"]).map { (name: $0, wireName: $1) }
    memberNames = content?["members"]?.object.map { members in
      Dictionary(members.map { ($0.name, Dictionary(texts($0.value)) { first, _ in first }) }) { first, _ in first }
    }
  }

  subscript(location: String) -> String? {
    get { names[location]?.string }
    set { names[location] = newValue.map { .string($0) } }
  }

  /// The lock as it is kept on disk: locations in order, those that are gone left out.
  func content(keeping locations: Set<String>) -> JSONValue {
    func object(_ rows: [(name: String, text: String)]) -> JSONValue {
      let sorted = rows.sorted { $0.name.unicodeScalars.lexicographicallyPrecedes($1.name.unicodeScalars) }
      return .object(JSONObject(sorted.map { ($0.name, .string($0.text)) }))
    }
    let kept = names.members.filter { locations.contains($0.name) }
    var content: JSONObject = ["version": 1, "namePrefix": .string(prefix ?? "")]
    content["types"] = object(kept.map { ($0.name, $0.value.string ?? "") })
    content["shapes"] = object(shapes.filter { locations.contains($0.key) }.map { ($0.key, $0.value.text) })
    let members = (memberNames ?? [:]).filter { locations.contains($0.key) }.sorted { $0.key < $1.key }
    content["members"] = .object(
      JSONObject(members.map { ($0.key, object($0.value.map { (name: $0.key, text: $0.value) })) }))
    if !formerMembers.isEmpty { content["formerMembers"] = object(formerMembers.map { ($0.name, $0.wireName) }) }
    if !former.isEmpty { content["former"] = object(former.map { ($0.name, $0.location) }) }
    return .object(content)
  }
}
