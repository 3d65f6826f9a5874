import JSONSchema
import SchemaRuntime

/// Finds the former names of members and cases that `x-swift` or `x-enum-varnames` has renamed.
///
/// The lock records the names that schemas specify. All others are derived from the JSON names and values, and change
/// only with them.
struct FormerMembers {
  /// The rows to keep in the lock: `Order.total`, and the name in JSON or the value as JSON.
  private(set) var rows: [(name: String, wireName: String)] = []
  /// The names that the schemas specify, by type and by JSON name or value.
  private(set) var given: [String: [(wireName: String, name: String)]] = [:]
  private(set) var diagnostics: [Diagnostic] = []

  private let graph: SchemaGraph
  private var namesByType: [TypeKey: [String: [String]]] = [:]

  /// - Parameters:
  ///   - before: the lock of the previous run.
  ///   - types: the planned types.
  ///   - shapes: the fingerprints of the types, by location.
  ///   - former: the former names of types, through which rows of the lock resolve to a type.
  init(
    _ before: NameLock, _ types: [TypeDeclaration], shapes: [String: TypeFingerprint], _ former: FormerNames,
    graph: SchemaGraph
  ) {
    self.graph = graph
    var found = before.formerMembers
    var declarations: [TypeKey: TypeDeclaration] = [:]
    for type in types where !type.key.isPatch && !type.key.isInner {
      declarations[type.key] = type
      let location = type.key.lockLocation(in: graph)
      let names = type.wireNames
      let explicit = names.filter { $0.name != $0.usual }.map { (wireName: $0.wireName, name: $0.name) }
      if !explicit.isEmpty { given[location] = explicit }
      guard let known = before.memberNames, let old = before.shapes[location], let new = shapes[location] else {
        continue
      }
      // A type with unchanged members or values: those without a specified name had the default name.
      let isSame = old.content == new.content || old.outline != nil && old.outline == new.outline
      for row in names {
        guard let last = known[location]?[row.wireName] ?? (isSame ? row.usual : nil) else { continue }
        if last != row.name { found.append(("\(type.name.qualified).\(last)", row.wireName)) }
      }
    }
    for row in found.sorted(by: { ($0.name, $0.wireName) < ($1.name, $1.wireName) }) {
      add(row, declarations, former)
    }
  }

  /// Returns the former names of a type's members or cases, by JSON name or value.
  func names(of key: TypeKey) -> [String: [String]] { namesByType[TypeKey(schema: key.schema)] ?? [:] }

  private mutating func add(
    _ row: (name: String, wireName: String), _ declarations: [TypeKey: TypeDeclaration], _ former: FormerNames
  ) {
    guard let dot = row.name.lastIndex(of: "."), let key = former.type(named: String(row.name[..<dot])),
      let type = declarations[key],
      let current = type.wireNames.first(where: { $0.wireName.isSpelled(like: row.wireName) })
    else { return }
    let name = String(row.name[row.name.index(after: dot)...])
    if current.name == name || namesByType[key]?[row.wireName]?.contains(name) ?? false { return }
    let isTaken = namesByType[key]?.values.contains { $0.contains(name) } ?? false
    guard SwiftIdentifier.isIdentifier(name), name.first?.isUppercase == false, !type.takenNames.contains(name),
      !isTaken
    else {
      diagnostics.append(
        graph.diagnostic(
          .note, at: key.schema,
          "no deprecated member is generated for the former name '\(SwiftText.visible(row.name))': it is in use, or not a Swift name"
        ))
      return
    }
    namesByType[key, default: [:]][row.wireName, default: []].append(name)
    rows.append(row)
  }
}

extension TypeDeclaration {
  /// The members or cases: JSON name or value, Swift name, and the name without the schema's override.
  fileprivate var wireNames: [(wireName: String, name: String, usual: String)] {
    switch kind {
    case .structure(let plan): plan.members.map { ($0.wireName, $0.name, SwiftNames.member($0.wireName)) }
    case .enumeration(let plan): plan.cases.map { ($0.value.text(), $0.name, $0.usualName) }
    case .tuple, .union, .wrapper: []
    }
  }

  /// The names in use.
  fileprivate var takenNames: Set<String> {
    var names = SwiftNames.reservedMembers
    switch kind {
    case .structure(let plan):
      for member in plan.members {
        names.formUnion([member.name, "has" + member.stem, "clear" + member.stem, "stored" + member.stem])
      }
      if plan.identity != nil { names.insert("id") }
    case .enumeration(let plan): names.formUnion(plan.cases.map(\.name) + SwiftNames.reservedCases + ["unknown"])
    case .tuple, .union, .wrapper: break
    }
    return names
  }
}
