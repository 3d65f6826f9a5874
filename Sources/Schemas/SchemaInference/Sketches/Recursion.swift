/// Finds objects that contain similar objects, such as the replies of a comment, and merges them.
struct Recursion {
  let options: InferenceOptions

  /// The location of objects within others: a member of a variant, and the number of arrays around them.
  private struct Location {
    var variant: Int
    var member: Int
    var nesting: Int
  }

  /// Merges all nested objects that are like the entire object. Returns whether there were any.
  func fold(_ variants: inout ObjectVariants) -> Bool {
    var found = false
    // Joined objects bring in their own nested objects, one level less deep each time.
    while let location = nextLocation(in: variants) {
      found = true
      var taken = ObjectVariants()
      variants.change(location.variant, member: location.member) { value in
        taken = Self.take(from: &value, nesting: location.nesting)
      }
      variants.merge(taken, options)
    }
    return found
  }

  private func nextLocation(in whole: ObjectVariants) -> Location? {
    for (variantIndex, variant) in whole.variants.enumerated() {
      for (memberIndex, member) in variant.object.members.enumerated() {
        var nesting = 0
        var value: ValueSummary? = member.value
        while let current = value {
          let isTaken = current.isRecursive || isAlike(current.objects, whole, through: member.name)
          if current.objects.count > 0, isTaken {
            return Location(variant: variantIndex, member: memberIndex, nesting: nesting)
          }
          value = current.arrays.elements.first
          nesting += 1
        }
      }
    }
    return nil
  }

  private static func take(from value: inout ValueSummary, nesting: Int) -> ObjectVariants {
    if nesting > 0 {
      guard !value.arrays.elements.isEmpty else { return ObjectVariants() }
      return take(from: &value.arrays.elements[0], nesting: nesting - 1)
    }
    defer {
      value.objects = ObjectVariants()
      value.isRecursive = true
    }
    return value.objects
  }

  /// Whether objects are certainly of the same kind as the enclosing ones.
  private func isAlike(
    _ inner: ObjectVariants, _ outer: ObjectVariants, through member: [UInt8], depth: Int = 0
  ) -> Bool {
    for variant in inner.variants {
      guard let tag = variant.tag else { continue }
      if let match = outer.variants.first(where: { $0.tag == tag }) {
        if isAlike(variant.object, match.object, through: member) { return true }
      } else if depth < Self.maximumCycle, outer.variants.contains(where: { $0.tag?.name == tag.name }) {
        // Another branch of the same choice leads back to this one: `not` holds `and`, which holds `not`.
        for inside in variant.object.members where isAlike(inside.value, outer, through: inside.name, depth + 1) {
          return true
        }
      }
    }
    guard inner.variants.count == 1, outer.variants.count == 1, inner.variants[0].tag == nil,
      outer.variants[0].tag == nil
    else { return false }
    return isAlike(inner.variants[0].object, outer.variants[0].object, through: member)
  }

  /// The maximum number of branches on a cycle through a choice.
  private static let maximumCycle = 4

  private func isAlike(_ value: ValueSummary, _ outer: ObjectVariants, through member: [UInt8], _ depth: Int) -> Bool {
    var next: ValueSummary? = value
    while let current = next {
      if current.objects.count > 0, isAlike(current.objects, outer, through: member, depth: depth) { return true }
      next = current.arrays.elements.first
    }
    return false
  }

  private func isAlike(_ inner: ObjectSummary, _ outer: ObjectSummary, through member: [UInt8]) -> Bool {
    let required = outer.alwaysPresent.subtracting([member])
    guard required.isSubset(of: inner.alwaysPresent) else { return false }
    for own in inner.members {
      guard let theirs = outer.member(own.name) else { return false }
      let (first, second) = (own.value.kinds, theirs.value.kinds)
      if !first.isEmpty, !second.isEmpty, first.isDisjoint(with: second) { return false }
    }
    return required.count + (inner.member(member) == nil ? 0 : 1) >= 2
  }
}
