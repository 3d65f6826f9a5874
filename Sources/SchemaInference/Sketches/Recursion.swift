import SchemaRuntime

/// Finds objects that contain their like, such as the replies of a comment, and joins them with those around them.
struct Recursion {
  let options: InferenceOptions

  /// Where objects lie within others: in a member of a variant, below so many arrays.
  private struct Place {
    var variant: Int
    var member: Int
    var nesting: Int
  }

  /// Joins everything inside that is like the whole; whether anything was.
  func fold(_ variants: inout ObjectVariants) -> Bool {
    var found = false
    // What is joined brings in what it holds, one level less deep each time.
    while let place = nextPlace(in: variants) {
      found = true
      var taken = ObjectVariants()
      variants.change(place.variant, member: place.member) { value in
        taken = Self.take(from: &value, nesting: place.nesting)
      }
      variants.merge(taken, options)
    }
    return found
  }

  private func nextPlace(in whole: ObjectVariants) -> Place? {
    for (variantPlace, variant) in whole.variants.enumerated() {
      for (memberPlace, member) in variant.object.members.enumerated() {
        var nesting = 0
        var value: ValueSummary? = member.value
        while let current = value {
          let isTaken = current.isRecursive || isAlike(current.objects, whole, through: member.name)
          if current.objects.count > 0, isTaken {
            return Place(variant: variantPlace, member: memberPlace, nesting: nesting)
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

  /// Whether objects are certainly of the kind of those around them.
  private func isAlike(
    _ inner: ObjectVariants, _ outer: ObjectVariants, through member: [UInt8], depth: Int = 0
  ) -> Bool {
    for variant in inner.variants {
      guard let tag = variant.tag else { continue }
      if let match = outer.variants.first(where: { $0.tag == tag }) {
        if isAlike(variant.object, match.object, through: member) { return true }
      } else if depth < Self.maximumWay, outer.variants.contains(where: { $0.tag?.name == tag.name }) {
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

  /// The most branches of a choice on the way from one back to itself.
  private static let maximumWay = 4

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
