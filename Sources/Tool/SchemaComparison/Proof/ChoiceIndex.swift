import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// The branches of a choice, found by their content and by their tags: so a choice with many branches is not searched for
/// each branch of the other side.
final class ChoiceIndex {
  /// A schema and the keyword of its choice.
  struct Key: Hashable {
    var schema: Ref
    var isExclusive: Bool
  }

  /// The targets of the branches; distinct for `anyOf`.
  let branches: [Ref]
  /// The indices of branches by their classes of equal schemas.
  private let byContent: [Int: [Int]]
  /// A member whose value most branches name.
  private let tag: ExactName?
  /// The indices of branches by the strings that they permit as the tag.
  private let byTag: [ExactName: [Int]]
  /// The indices of branches that permit other values of the tag.
  private let untagged: [Int]

  /// With fewer branches, a search is faster.
  private static let least = 12

  init(_ branches: [Ref], _ prover: inout Prover) {
    self.branches = branches
    prover.spend(branches.count / 64)
    var byContent: [Int: [Int]] = [:]
    if prover.usesEquality {
      for (index, branch) in branches.enumerated() {
        byContent[prover.equality.number(of: branch), default: []].append(index)
      }
    }
    self.byContent = byContent
    tag = branches.count < Self.least ? nil : Self.tag(of: branches, &prover)
    var byTag: [ExactName: [Int]] = [:]
    var untagged: [Int] = []
    if let tag {
      for (index, branch) in branches.enumerated() {
        guard let values = prover.texts(of: tag, in: Conjunction([branch])) else {
          untagged.append(index)
          continue
        }
        for value in Set(values) { byTag[value, default: []].append(index) }
      }
    }
    (self.byTag, self.untagged) = (byTag, untagged)
  }

  /// Returns a member for which the first branches, and most others, permit only some strings.
  private static func tag(of branches: [Ref], _ prover: inout Prover) -> ExactName? {
    for branch in branches.prefix(2) {
      for name in prover.facts(Conjunction([branch])).required.sorted()
      where prover.texts(of: name, in: Conjunction([branch])) != nil {
        let tagged = branches.count { prover.texts(of: name, in: Conjunction([$0])) != nil }
        if tagged * 2 > branches.count { return name }
      }
    }
    return nil
  }

  /// Returns the branches that some values of the left side may satisfy: all, unless the left side has only some tags.
  func candidates(_ left: Conjunction, _ prover: inout Prover) -> [Ref] {
    guard let tag, prover.facts(left).kinds == .object, prover.facts(left).required.contains(tag),
      let values = prover.texts(of: tag, in: left)
    else { return branches }
    let found = Set(values).reduce(into: Set(untagged)) { $0.formUnion(byTag[$1] ?? []) }
    return found.sorted().map { branches[$0] }
  }

  /// Returns the branches that equal a schema of the left side.
  func equal(to applied: Set<Ref>, _ prover: Prover) -> Set<Ref> {
    Set(applied.flatMap { byContent[prover.equality.number(of: $0)] ?? [] }.map { branches[$0] })
  }
}

extension Prover {
  /// Returns the strings that a member may have, if these are all values that it may have.
  mutating func texts(of name: ExactName, in conjunction: Conjunction) -> [ExactName]? {
    guard let values = facts(member(.one(name.string), facts(conjunction))).demands.values else { return nil }
    let texts = values.compactMap(\.string)
    return texts.count == values.count ? texts.map { ExactName($0) } : nil
  }

  mutating func choiceIndex(_ check: Check, _ branches: Side.Branches, isExclusive: Bool) -> ChoiceIndex {
    let key = ChoiceIndex.Key(schema: check.right, isExclusive: isExclusive)
    if let known = choiceIndices[key] { return known }
    let refs = branches.schemas.map { check.ref($0) }
    let index = ChoiceIndex(refs, &self)
    choiceIndices[key] = index
    return index
  }
}
