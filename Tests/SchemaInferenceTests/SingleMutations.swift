import SchemaRuntime

/// All payloads with one change that an inferred schema should refuse, derived from the payloads alone.
///
/// - A value has a type that no payload has at its location.
/// - A member is missing that every object at the location has.
struct SingleMutations {
  /// A path through payloads; all elements of an array share one.
  private typealias Way = [String]

  private var types: [Way: Set<JSONType>] = [:]
  private var objects: [Way: Int] = [:]
  private var members: [Way: Int] = [:]
  private let payloads: [JSONValue]

  init(_ payloads: [JSONValue]) {
    self.payloads = payloads
    for payload in payloads { note(payload, []) }
  }

  private mutating func note(_ value: JSONValue, _ way: Way) {
    types[way, default: []].insert(value.type == .integer ? .number : value.type)
    switch value {
    case .array(let elements): for element in elements { note(element, way + ["*"]) }
    case .object(let object):
      objects[way, default: 0] += 1
      for member in object {
        members[way + ["/" + member.key], default: 0] += 1
        note(member.value, way + ["/" + member.key])
      }
    case .null, .bool, .number, .string: break
    }
  }

  /// Payloads in which a value has another type.
  var swapped: [JSONValue] { payloads.flatMap { swapped($0, []) } }

  private func swapped(_ value: JSONValue, _ way: Way) -> [JSONValue] {
    let others: [JSONValue] = [.null, true, 1, "text", [], [:]]
    let known = types[way] ?? []
    var mutants = others.filter { !known.contains($0.type == .integer ? .number : $0.type) }
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        mutants += swapped(element, way + ["*"]).map { mutant in
          var elements = elements
          elements[index] = mutant
          return .array(elements)
        }
      }
    case .object(let object):
      for member in object {
        mutants += swapped(member.value, way + ["/" + member.key]).map { mutant in
          var object = object
          object[member.key] = mutant
          return .object(object)
        }
      }
    case .null, .bool, .number, .string: break
    }
    return mutants
  }

  /// Payloads without a member that all objects at its location have.
  var removed: [JSONValue] { payloads.flatMap { removed($0, []) } }

  private func removed(_ value: JSONValue, _ way: Way) -> [JSONValue] {
    switch value {
    case .array(let elements):
      return elements.enumerated().flatMap { index, element in
        removed(element, way + ["*"]).map { mutant in
          var elements = elements
          elements[index] = mutant
          return JSONValue.array(elements)
        }
      }
    case .object(let object):
      return object.flatMap { member -> [JSONValue] in
        let inner = way + ["/" + member.key]
        var mutants = removed(member.value, inner).map { mutant in
          var object = object
          object[member.key] = mutant
          return JSONValue.object(object)
        }
        if members[inner] == objects[way] {
          var object = object
          object[member.key] = nil
          mutants.append(.object(object))
        }
        return mutants
      }
    case .null, .bool, .number, .string: return []
    }
  }

  /// Payloads in which one text is misspelled, each with its location.
  var misspelled: [JSONValue] { payloads.flatMap(Self.misspelled) }

  private static func misspelled(_ value: JSONValue) -> [JSONValue] {
    switch value {
    case .array(let elements):
      elements.enumerated().flatMap { index, element in
        misspelled(element).map { mutant in
          var elements = elements
          elements[index] = mutant
          return JSONValue.array(elements)
        }
      }
    case .object(let object):
      object.flatMap { member in
        misspelled(member.value).map { mutant in
          var object = object
          object[member.key] = mutant
          return JSONValue.object(object)
        }
      }
    case .string(let text): [.string(text + "z")]
    case .null, .bool, .number: []
    }
  }
}
