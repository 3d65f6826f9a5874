import SchemaRuntime

// Decides whether objects with different tags are kinds of objects, or one kind.
extension ObjectVariants {
  /// The name of the member that distinguishes the variants: all have it, and other members, or the values of these,
  /// differ. nil if the objects are of one kind.
  func choiceTag(_ options: InferenceOptions) -> String? {
    guard variants.count > 1, let name = variants[0].tag?.name, variants.allSatisfy({ $0.tag?.name == name }) else {
      return nil
    }
    // Many values that rarely recur are names of things, not of kinds.
    if variants.count > 8, count < 2 * variants.count { return nil }
    if variants.contains(where: { !$0.object.others.isEmpty }) { return nil }
    let kinds = variants.map { ObjectMembers($0.object) }
    let comparison = ShapeComparison(options: options)
    var incompatibleCount = 0
    for (index, kind) in kinds.enumerated() {
      for other in kinds[..<index] {
        if comparison.differ(kind, other) { return name }
        if kind.isIncompatible(with: other) { incompatibleCount += 1 }
      }
    }
    // Of single objects, many have different optional members.
    let pairCount = kinds.count * (kinds.count - 1) / 2
    return 2 * incompatibleCount >= pairCount ? name : nil
  }
}

/// The members of objects that are compared as one kind.
private struct ObjectMembers {
  let count: Int
  /// The names of all members, and those that all objects have.
  let names: Set<[UInt8]>
  let always: Set<[UInt8]>
  /// The objects, unless they have different tags themselves.
  let objects: ObjectSummary?

  init(_ objects: ObjectSummary) {
    count = objects.count
    names = Set(objects.members.map(\.name))
    always = objects.alwaysPresent
    self.objects = objects
  }

  init(_ variants: ObjectVariants) {
    count = variants.count
    names = variants.variants.reduce(into: []) { $0.formUnion($1.object.members.lazy.map(\.name)) }
    let always = variants.variants.map(\.object.alwaysPresent)
    self.always = always.dropFirst().reduce(always.first ?? []) { $0.intersection($1) }
    objects = variants.variants.count == 1 ? variants.variants[0].object : nil
  }

  /// Whether each of two kinds of objects has a member that the other lacks.
  func isIncompatible(with other: ObjectMembers) -> Bool {
    !always.isSubset(of: other.names) && !other.always.isSubset(of: names)
  }
}

/// Compares the values that two kinds of objects have at the same location.
private struct ShapeComparison {
  /// The number of levels to compare.
  private static let maximumDepth = 4

  let options: InferenceOptions

  /// Whether the differences between objects with different tags are no coincidence.
  func differ(_ first: ObjectMembers, _ second: ObjectMembers) -> Bool { differ(first, second, depth: 0) }

  private func differ(_ first: ObjectMembers, _ second: ObjectMembers, depth: Int) -> Bool {
    let exclusive = first.always.subtracting(second.names).count + second.always.subtracting(first.names).count
    if isEvident(exclusive, first.count, second.count) { return true }
    guard depth < Self.maximumDepth, let mine = first.objects, let theirs = second.objects else { return false }
    return mine.members.contains { member in
      theirs.member(member.name).map { differ(member.value, $0.value, depth: depth + 1) } ?? false
    }
  }

  private func differ(_ first: ValueSummary, _ second: ValueSummary, depth: Int) -> Bool {
    if first.isOpaque || second.isOpaque || first.isRecursive || second.isRecursive { return false }
    let (mine, theirs) = (first.kinds, second.kinds)
    guard !mine.isEmpty, !theirs.isEmpty else {
      // null in one kind and never in the other.
      let isNull = mine.isEmpty ? !theirs.isEmpty && second.nullCount == 0 : first.nullCount == 0
      return isNull && isEvident(1, first.count, second.count)
    }
    if mine.isDisjoint(with: theirs) {
      let isIncompatible = depth == 1 && !mine.union(theirs).isDisjoint(with: [.array, .object])
      return isIncompatible || min(first.count, second.count) > 1
    }
    guard mine == theirs else { return false }
    if mine == [.array], let one = first.arrays.elements.first, let other = second.arrays.elements.first {
      return depth < Self.maximumDepth && differ(one, other, depth: depth + 1)
    }
    guard mine == [.object] else { return false }
    // The names of maps are data.
    let isMap = (first.objects.variants + second.objects.variants).contains { $0.object.isMap(options) }
    if isMap { return false }
    let (one, other) = (ObjectMembers(first.objects), ObjectMembers(second.objects))
    return depth == 1 && areIncompatible(one, other) || differ(one, other, depth: depth)
  }

  /// Whether objects have no member in common, and values of several kinds, so that they are not maps either.
  private func areIncompatible(_ first: ObjectMembers, _ second: ObjectMembers) -> Bool {
    guard let mine = first.objects, let theirs = second.objects, !mine.members.isEmpty, !theirs.members.isEmpty,
      first.names.isDisjoint(with: second.names)
    else { return false }
    let kinds = (mine.members + theirs.members).reduce(into: Set<JSONType>()) { $0.formUnion($1.value.kinds) }
    return kinds.count > 1
  }

  /// Whether chance is improbable as the reason why all objects of one kind have some members that none of the other
  /// kind has.
  ///
  /// By Fisher's exact test, chance distributes a member like this in one of C(a + b, a) cases. A second member makes
  /// it as improbable again. More are disregarded, because members often come together.
  private func isEvident(_ members: Int, _ first: Int, _ second: Int) -> Bool {
    guard members > 0, first > 0, second > 0 else { return false }
    let enough = Double(options.minimumChoiceEvidence)
    var (cases, step) = (1.0, 1)
    while cases < enough, step <= min(first, second) {
      cases *= Double(max(first, second) + step) / Double(step)
      step += 1
    }
    return (members > 1 ? cases * cases : cases) >= enough - 0.001
  }
}

extension ValueSummary {
  /// The number of values.
  fileprivate var count: Int {
    nullCount + booleanCount + numbers.count + strings.count + arrays.count + objects.count
  }
}
