import CodegenCore
import JSONSchema
import SchemaRuntime

/// Compares the interfaces of two versions of generated Swift: whether source that compiles with the old one compiles
/// with the new one.
struct SourceComparison {
  let old: SwiftSurface
  let new: SwiftSurface
  /// Finds the locations, names and counterparts of schemas.
  let lookup: Lookup
  private(set) var changes: [Change] = []
  /// The new names of types that were renamed and keep their former names.
  private var renames: [String: String] = [:]

  struct Lookup {
    var old: (SchemaID) -> SourceLocation
    var new: (SchemaID) -> SourceLocation
    var oldSchema: (SchemaID) -> String
    var newSchema: (SchemaID) -> String
    /// Finds the new version of an old schema.
    var counterpart: (SchemaID) -> SchemaID?
    /// Whether a schema of the old version, or one of the new, is sensitive: names may come from its values.
    var isSensitive: (_ old: SchemaID?, _ new: SchemaID?) -> Bool
  }

  init(old: SwiftSurface, new: SwiftSurface, lookup: Lookup) {
    self.old = old
    self.new = new
    self.lookup = lookup
    compare()
  }

  private mutating func compare() {
    compareAccess()
    let newNames = Dictionary(new.types.map { ($0.name, $0) }) { first, _ in first }
    let former = new.types.flatMap { type in type.formerNames.map { ($0, type) } }
    let formerNames = Dictionary(former) { first, _ in first }
    for type in old.types where newNames[type.name] == nil { renames[type.name] = formerNames[type.name]?.name }
    // Nested types are available through the former name of their type as well.
    let oldNames = Set(old.types.map { current($0.name) })
    for type in old.types {
      if let other = newNames[type.name] ?? newNames[current(type.name)], formerNames[type.name] == nil {
        compare(type, other)
      } else if let other = formerNames[type.name] {
        add(
          .swiftTypeRenamed, type, other,
          "type '\(type.name)' is now '\(other.name)'; the former name still works",
          keepsFormerName: true)
        compare(type, other)
      } else if let other = new.types.first(where: {
        $0.role == type.role && $0.schema == lookup.counterpart(type.schema)
      }) {
        let words = oldNames.contains(other.name) ? "removed; its schema now has the type" : "renamed to"
        add(.swiftTypeRenamed, type, other, "type '\(type.name)' is \(words) '\(other.name)'")
      } else {
        add(.swiftTypeRemoved, type, nil, "type '\(type.name)' is removed")
      }
    }
    for type in new.types where !oldNames.contains(type.name) {
      let isRenamed = old.types.contains {
        $0.role == type.role && lookup.counterpart($0.schema) == type.schema && newNames[$0.name] == nil
      }
      if !isRenamed { add(.swiftTypeAdded, nil, type, "type '\(type.name)' is new") }
    }
  }

  private mutating func compareAccess() {
    let levels = Configuration.AccessLevel.allCases
    guard let before = levels.firstIndex(of: old.accessLevel), let after = levels.firstIndex(of: new.accessLevel),
      before != after, let first = old.types.first
    else { return }
    let rule = before < after ? ChangeRule.Name.accessLowered : .accessRaised
    add(
      rule, first, nil, "the access level changes from \(old.accessLevel.rawValue) to \(new.accessLevel.rawValue)")
  }

  private mutating func compare(_ type: SwiftSurface.TypeSurface, _ other: SwiftSurface.TypeSurface) {
    guard isSameKind(type, other) else { return }
    for conformance in type.conformances where !other.conformances.contains(conformance) {
      // Opening an enum is a separate change.
      if conformance == "CaseIterable" || conformance == "WritableModel" { continue }
      add(.conformanceRemoved, type, other, "'\(type.name)' no longer conforms to \(conformance)")
    }
    for conformance in other.conformances
    where !type.conformances.contains(conformance) && conformance != "WritableModel" {
      add(.conformanceAdded, type, other, "'\(type.name)' now conforms to \(conformance)")
    }
    compareMembers(type, other)
    compareInitializers(type, other)
    compareCases(type, other)
  }

  private mutating func isSameKind(_ type: SwiftSurface.TypeSurface, _ other: SwiftSurface.TypeSurface) -> Bool {
    switch (type.kind, other.kind) {
    case (.structure, .structure), (.union, .union), (.memberProtocol, .memberProtocol): return true
    case (.enumeration(let raw, let isOpen), .enumeration(let otherRaw, let isOtherOpen)):
      if raw != otherRaw {
        add(.rawTypeChanged, type, other, "the raw type of '\(type.name)' changes from \(raw) to \(otherRaw)")
        return false
      }
      if isOpen != isOtherOpen {
        let words =
          isOtherOpen ? "now preserves unknown values" : "no longer preserves unknown values"
        add(isOtherOpen ? .enumOpened : .enumClosed, type, other, "'\(type.name)' \(words)")
      }
      return true
    default:
      add(
        .typeKindChanged, type, other,
        "'\(type.name)' changes from \(Self.words(type.kind)) to \(Self.words(other.kind))")
      return false
    }
  }

  private static func words(_ kind: SwiftSurface.TypeSurface.Kind) -> String {
    switch kind {
    case .structure: "a struct"
    case .enumeration: "an enum with raw values"
    case .union: "an enum with associated values"
    case .memberProtocol: "a protocol"
    }
  }
}

// MARK: - Parts of types

extension SourceComparison {
  private mutating func compareMembers(_ type: SwiftSurface.TypeSurface, _ other: SwiftSurface.TypeSurface) {
    for member in type.members {
      let name = "'\(type.name).\(member.name)'"
      if let next = other.members.first(where: { ExactName($0.name) == ExactName(member.name) }) {
        compare(member, next, type, other)
      } else if let next = other.members.first(where: { $0.formerNames.contains(member.name) }) {
        add(
          .memberRenamed, type, other, "member \(name) is now '\(next.name)'; the former name still works",
          member.schema, next.schema, keepsFormerName: true)
        compare(member, next, type, other)
      } else if let next = sameOnTheWire(member, other) {
        add(
          .memberRenamed, type, other, "member \(name) is renamed to '\(next.name)'", member.schema, next.schema)
      } else {
        add(.memberRemoved, type, other, "member \(name) is removed", member.schema, nil)
      }
    }
    for member in other.members where !type.members.contains(where: { ExactName($0.name) == ExactName(member.name) }) {
      if sameOnTheWire(member, type) != nil { continue }
      add(
        .memberAdded, type, other, "member '\(other.name).\(member.name)' is new", nil, member.schema)
    }
  }

  private func sameOnTheWire(
    _ member: SwiftSurface.Member, _ type: SwiftSurface.TypeSurface
  ) -> SwiftSurface.Member? {
    guard let wire = member.wireName.map(ExactName.init) else { return nil }
    return type.members.first { $0.wireName.map(ExactName.init) == wire }
  }

  private mutating func compare(
    _ member: SwiftSurface.Member, _ next: SwiftSurface.Member, _ type: SwiftSurface.TypeSurface,
    _ other: SwiftSurface.TypeSurface
  ) {
    let name = "'\(type.name).\(member.name)'"
    let before = current(member.type)
    if next.type != before {
      let isOptionality = Self.bare(next.type) == Self.bare(before)
      add(
        isOptionality ? .memberOptionalityChanged : .memberTypeChanged, type, other,
        "member \(name) changes its type from \(member.type) to \(next.type)", member.schema, next.schema)
    } else if member.isSettable, !next.isSettable {
      add(.memberReadOnly, type, other, "member \(name) can no longer be set", member.schema, next.schema)
    }
  }

  /// Returns an old type with the new names of renamed types.
  private func current(_ type: String) -> String {
    if renames.isEmpty { return type }
    var result = ""
    var name = ""
    func renamed(_ name: String) -> String {
      // The longest renamed prefix counts.
      let parts = name.split(separator: ".")
      for count in parts.indices.reversed() {
        if let now = renames[parts[...count].joined(separator: ".")] {
          return ([now] + parts[(count + 1)...].map(String.init)).joined(separator: ".")
        }
      }
      return name
    }
    for character in type {
      if character.isLetter || character.isNumber || character == "_" || character == "." {
        name.append(character)
      } else {
        result += renamed(name) + String(character)
        name = ""
      }
    }
    return result + renamed(name)
  }

  /// Returns a type without its optionality.
  private static func bare(_ type: String) -> String {
    var type = type
    if type.hasPrefix("Presence<"), type.hasSuffix(">") { type = String(type.dropFirst(9).dropLast()) }
    while type.hasSuffix("?") { type.removeLast() }
    return type
  }

  /// Compares initializers: whether every call of the old one compiles with the new one.
  private mutating func compareInitializers(_ type: SwiftSurface.TypeSurface, _ other: SwiftSurface.TypeSurface) {
    guard let before = type.parameters, let after = other.parameters else { return }
    // Changes of the members themselves are already reported.
    func member(_ label: String, _ surface: SwiftSurface.TypeSurface) -> SwiftSurface.Member? {
      // The value of a wrapper has no label.
      surface.members.first { $0.name == (label == "_" ? "value" : label) }
    }
    let known = Set(type.members.compactMap(\.wireName).map { ExactName($0) })
    for parameter in after where !parameter.hasDefault && !before.contains(where: { $0.label == parameter.label }) {
      if let wire = member(parameter.label, other)?.wireName, known.contains(ExactName(wire)),
        member(parameter.label, type) == nil
      {
        continue
      }
      add(.initializerParameterAdded, type, other, "'\(type.name).init' now requires '\(parameter.label)'")
    }
    for parameter in before {
      guard let next = after.first(where: { $0.label == parameter.label }) else {
        if let renamed = other.members.first(where: { $0.formerNames.contains(parameter.label) }) {
          add(
            .initializerParameterRenamed, type, other,
            "the parameter '\(parameter.label)' of '\(type.name).init' is now '\(renamed.name)'")
          continue
        }
        if member(parameter.label, other) == nil { continue }
        add(.initializerParameterRemoved, type, other, "'\(type.name).init' no longer has '\(parameter.label)'")
        continue
      }
      if parameter.hasDefault, !next.hasDefault {
        add(.initializerParameterRequired, type, other, "'\(type.name).init' now requires '\(parameter.label)'")
      } else if next.type != current(parameter.type), next.type != current(parameter.type) + "?",
        member(parameter.label, type).map({ current($0.type) }) == member(parameter.label, other)?.type
      {
        add(
          .initializerParameterTypeChanged, type, other,
          "the parameter '\(parameter.label)' of '\(type.name).init' is now \(next.type), not \(parameter.type)")
      }
    }
    let kept = before.map(\.label).filter { label in after.contains { $0.label == label } }
    let order = after.map(\.label).filter { label in kept.contains(label) }
    if kept != order {
      add(.initializerParametersReordered, type, other, "the parameters of '\(type.name).init' are in another order")
    }
  }

  private mutating func compareCases(_ type: SwiftSurface.TypeSurface, _ other: SwiftSurface.TypeSurface) {
    let isUnion = type.kind == .union
    for item in type.cases {
      let name = "'\(type.name).\(item.name)'"
      if let next = other.cases.first(where: { $0.name == item.name }) {
        if isUnion, next.payload != item.payload.map(current) {
          add(
            .enumCaseTypeChanged, type, other,
            "case \(name) now has the value \(next.payload ?? "none"), not \(item.payload ?? "none")", item.schema,
            next.schema)
        }
        if item.hasFactory, !next.hasFactory {
          add(
            .memberRemoved, type, other, "the function \(name) for the members of the case is removed", item.schema,
            next.schema)
        }
      } else if !isUnion, let next = other.cases.first(where: { $0.payload == item.payload }) {
        add(.enumCaseRenamed, type, other, "case \(name) is renamed to '\(next.name)'")
      } else {
        add(.enumCaseRemoved, type, other, "case \(name) is removed", item.schema, nil)
      }
    }
    for item in other.cases where !type.cases.contains(where: { $0.name == item.name }) {
      if !isUnion, type.cases.contains(where: { $0.payload == item.payload }) { continue }
      add(
        .enumCaseAdded, type, other,
        "case '\(other.name).\(item.name)' is new; exhaustive 'switch' statements must handle it", nil, item.schema)
    }
  }

  private mutating func add(
    _ name: ChangeRule.Name, _ type: SwiftSurface.TypeSurface?, _ other: SwiftSurface.TypeSurface?, _ message: String,
    _ oldSchema: SchemaID? = nil, _ newSchema: SchemaID? = nil, keepsFormerName: Bool = false
  ) {
    let rule = ChangeRule.named(name)
    let isAddition = keepsFormerName || rule.effect == .addition
    let isSensitive =
      lookup.isSensitive(type?.schema, other?.schema) || lookup.isSensitive(oldSchema, newSchema)
    let message =
      isSensitive
      ? "a Swift type or member changes; its name is not shown, because the value is sensitive ('x-sensitive')"
      : message
    let schema = other.map { lookup.newSchema($0.schema) } ?? type.map { lookup.oldSchema($0.schema) } ?? ""
    changes.append(
      Change(
        rule: rule, schema: schema, old: (oldSchema ?? type?.schema).map(lookup.old),
        new: (newSchema ?? other?.schema).map(lookup.new), message: message,
        effects: isAddition ? [:] : [.source: .breaks], isAddition: isAddition))
  }
}
