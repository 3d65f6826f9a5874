import SchemaRuntime

/// The assigned names: schema location → Swift name. A schema in the lock keeps its name, whatever is added to the
/// schemas.
///
///     {"version": 2, "namePrefix": "", "types": {"https://…/order.json#": "Order"},
///      "shapes": {"https://…/order.json#": "Order 5a…  c0…"}, "former": {"Purchase": "https://…/order.json#"}}
///
/// `shapes` lets a later run recognize a schema that has moved. `former` has the former names of types, each with the
/// location of the current type, until someone removes it. `members` has the names that schemas specify for members and
/// cases, by location and by JSON name or value, and `formerMembers` those that they specified before. A lock without
/// these, or without the prefix, was written by an earlier version of the tool.
struct NameLock {
  private(set) var names: JSONObject
  /// The edition of the naming rules. Names assigned under an earlier edition are only former names.
  private(set) var edition: Int
  private static let currentEdition = 2
  /// The prefix of root types when they were named; nil if the lock does not record it.
  var prefix: String?
  /// The names and fingerprints of types, by location.
  var shapes: [String: TypeFingerprint]
  /// Former names and the locations of the current types, in the order of the lock.
  var former: [(name: String, location: String)]
  /// The names that schemas specify for members and cases, by location and by JSON name or value; nil if the lock
  /// does not record them.
  var memberNames: [String: [String: String]]?
  /// Former names of members and cases, `Order.total`, and the JSON name or value.
  var formerMembers: [(name: String, wireName: String)]

  /// Reads the lock of an earlier run; empty if there was none.
  init(_ content: JSONValue?) {
    names = content?["types"]?.object ?? JSONObject()
    edition = content?["version"]?.int ?? Self.currentEdition
    prefix = content?["namePrefix"]?.string
    shapes = [:]
    for member in content?["shapes"]?.object ?? JSONObject() {
      shapes[member.key] = member.value.string.flatMap(TypeFingerprint.init(text:))
    }
    func texts(_ value: JSONValue?) -> [(String, String)] {
      (value?.object ?? [:]).compactMap { name, value in value.string.map { (name, $0) } }
    }
    former = texts(content?["former"]).map { (name: $0, location: $1) }
    formerMembers = texts(content?["formerMembers"]).map { (name: $0, wireName: $1) }
    memberNames = content?["members"]?.object.map { members in
      Dictionary(members.map { ($0.key, Dictionary(texts($0.value)) { first, _ in first }) }) { first, _ in first }
    }
  }

  /// Returns the lock for naming types: without names assigned under earlier rules.
  var forNaming: NameLock {
    var lock = self
    if edition < Self.currentEdition { lock.names = [:] }
    lock.edition = Self.currentEdition
    return lock
  }

  subscript(location: String) -> String? {
    get { names[location]?.string }
    set { names[location] = newValue.map { .string($0) } }
  }

  /// Returns the lock as written to disk: sorted by location, without locations that no longer exist.
  func content(keeping locations: Set<String>) -> JSONValue {
    func object(_ rows: [(name: String, text: String)]) -> JSONValue {
      let sorted = rows.sorted { $0.name.unicodeScalars.lexicographicallyPrecedes($1.name.unicodeScalars) }
      return .object(JSONObject(sorted.map { ($0.name, .string($0.text)) }))
    }
    let kept = names.filter { locations.contains($0.key) }
    var content: JSONObject = [
      "version": .number(JSONNumber(Self.currentEdition)), "namePrefix": .string(prefix ?? ""),
    ]
    content["types"] = object(kept.map { ($0.key, $0.value.string ?? "") })
    content["shapes"] = object(shapes.filter { locations.contains($0.key) }.map { ($0.key, $0.value.text) })
    let members = (memberNames ?? [:]).filter { locations.contains($0.key) }.sorted { $0.key < $1.key }
    content["members"] = .object(
      JSONObject(members.map { ($0.key, object($0.value.map { (name: $0.key, text: $0.value) })) }))
    if !formerMembers.isEmpty { content["formerMembers"] = object(formerMembers.map { ($0.name, $0.wireName) }) }
    if !former.isEmpty { content["former"] = object(former.map { ($0.name, $0.location) }) }
    return .object(content)
  }
}
