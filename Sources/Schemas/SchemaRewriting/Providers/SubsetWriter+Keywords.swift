import JSONSchema
import SchemaAnalysis
import SchemaRuntime

extension SubsetWriter {
  /// Returns a schema without the keywords that the provider does not support; other keywords say what they can.
  mutating func supported(_ object: JSONObject) -> JSONObject {
    var new = JSONObject()
    var parts = object["allOf"]?.array ?? []
    let place = place(of: object)
    for (name, value) in object {
      switch name {
      case "allOf": break
      case "oneOf":
        note(.widened, "'oneOf' is written as 'anyOf'", place.appending(name))
        if object["anyOf"] == nil { new["anyOf"] = value } else { parts.append(["anyOf": value]) }
      case "const" where !profile.supports(name): parts.append(listing([value], place.appending(name)))
      case "enum" where !(value.array ?? []).allSatisfy { profile.listed.contains($0.type) }:
        parts.append(listing(value.array ?? [], place.appending(name)))
      case "prefixItems" where !profile.supports(name):
        let rest = object["items"] ?? true
        new["items"] = [
          "anyOf": .array((value.array ?? []) + (rest.bool == false ? [] : [rest])),
          Self.place: object[Self.place] ?? "",
        ]
        note(.widened, "elements are not told apart by their index", place.appending(name))
        if rest.bool == false, profile.supports("maxItems"), object["maxItems"] == nil {
          new["maxItems"] = .number(JSONNumber(value.array?.count ?? 0))
        }
      case "items" where object["prefixItems"] != nil && !profile.supports("prefixItems"): break
      case "exclusiveMinimum" where !profile.supports(name), "exclusiveMaximum" where !profile.supports(name):
        replaceBound(name, value, object, &new, place)
      case "minimum" where new[name] != nil, "maximum" where new[name] != nil: break
      case "minItems" where value.int ?? 0 > profile.greatestMinItems ?? .max:
        new[name] = .number(JSONNumber(profile.greatestMinItems ?? 0))
        tell(name, value, &new, place)
      case "format" where !(profile.formats?.contains(value.string ?? "") ?? true),
        "pattern" where profile.hasPlainPatterns && !Self.isPlain(value.string ?? ""):
        tell(name, value, &new, place)
      case "unevaluatedProperties" where profile.closesObjects && value.bool == false: break
      case Self.told: new[name] = .object((new[name]?.object ?? [:]).merging(value.object ?? [:]) { first, _ in first })
      default:
        if !Self.isAssertion(name) || name == Self.target || profile.supports(name) {
          new[name] = value
        } else if let rule = Dialect.draft2020.keyword(named: name) {
          switch rule.effect {
          case .annotates, .identifies: break
          case .asserts, .applies: tell(name, value, &new, place)
          }
        }
      }
    }
    if !parts.isEmpty { new["allOf"] = .array(parts) }
    return new
  }

  /// Notes a keyword that is left out, and keeps its value for the description if that is short.
  private mutating func tell(_ name: String, _ value: JSONValue, _ new: inout JSONObject, _ place: JSONPointer) {
    note(.removed, "'\(name)'", place.appending(name))
    guard case .asserts? = Dialect.draft2020.keyword(named: name)?.effect, value.json().count <= 200 else { return }
    var told = new[Self.told]?.object ?? [:]
    told[name] = value
    new[Self.told] = .object(told)
  }

  private mutating func replaceBound(
    _ name: String, _ value: JSONValue, _ object: JSONObject, _ new: inout JSONObject, _ place: JSONPointer
  ) {
    let other = name == "exclusiveMinimum" ? "minimum" : "maximum"
    guard profile.supports(other), let number = value.number else { return tell(name, value, &new, place) }
    let isTighter = object[other]?.number.map { name == "exclusiveMinimum" ? $0 < number : number < $0 } ?? true
    new[other] = isTighter ? value : object[other]
    tell(name, value, &new, place)
  }

  /// Returns a schema for these values, as far as the provider can list them.
  private mutating func listing(_ values: [JSONValue], _ place: JSONPointer) -> JSONValue {
    let listed = values.filter { profile.listed.contains($0.type) }
    if listed.count == values.count { return .object(["enum": .array(values)]) }
    var branches: [JSONValue] = listed.isEmpty ? [] : [.object(["enum": .array(listed)])]
    let types = values.map(\.type).filter { !profile.listed.contains($0) }
    for type in JSONType.allCases where types.contains(type) {
      branches.append(["type": .string(type.rawValue), Self.place: .string(place.description)])
      let isExact = type == .null || type == .boolean && types.count(where: { $0 == .boolean }) == 2
      if !isExact { note(.removed, "listed values of type \(type.rawValue)", place) }
    }
    return branches.count == 1 ? branches[0] : ["anyOf": .array(branches)]
  }

  /// Whether a pattern has no assertions about what is around it, and no backreferences.
  private static func isPlain(_ pattern: String) -> Bool {
    for construct in ["(?=", "(?!", "(?<", "\\b", "\\B", "\\k"] where pattern.contains(construct) { return false }
    return !(1...9).contains { pattern.contains("\\\($0)") }
  }
}
