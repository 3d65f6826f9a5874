import SchemaRuntime

/// Summarizes the objects at one location, separately for every value of the member that may distinguish them.
///
/// Kept separate from the start, because merged objects cannot be separated later. Merged if there are too many values,
/// or if the objects are alike.
struct ObjectVariants: Sendable {
  /// A member that distinguishes objects, and its value.
  struct Tag: Hashable, Sendable {
    var name: String
    var value: [UInt8]

    var text: String { String(decoding: value, as: UTF8.self) }
  }

  struct Variant: Sendable {
    /// The tag; nil for objects without a member that could distinguish them.
    var tag: Tag?
    var object: ObjectSummary
  }

  private(set) var variants: [Variant] = []
  /// Whether all objects are permanently joined.
  private(set) var isJoined = false

  var count: Int { variants.reduce(0) { $0 + $1.object.count } }

  mutating func observe(_ node: UnsafeJSONNode, _ options: InferenceOptions, depth: Int) {
    let index = index(of: Self.tag(of: node, options), options)
    variants[index].object.observe(node, options, depth: depth)
  }

  mutating func merge(_ other: ObjectVariants, _ options: InferenceOptions) {
    if other.isJoined { join(options) }
    for variant in other.variants {
      let index = index(of: variant.tag, options)
      variants[index].object.merge(variant.object, options)
    }
  }

  /// Treats all objects as one kind from now on.
  mutating func join(_ options: InferenceOptions) {
    isJoined = true
    guard var joined = variants.first?.object else { return }
    for variant in variants.dropFirst() { joined.merge(variant.object, options) }
    variants = [Variant(tag: nil, object: joined)]
  }

  /// Changes the value summary of a member in place.
  mutating func change(_ variant: Int, member: Int, _ body: (inout ValueSummary) -> Void) {
    body(&variants[variant].object.members[member].value)
  }

  /// Removes and returns the objects with a tag.
  mutating func takeOut(_ tag: Tag) -> ObjectVariants {
    var taken = ObjectVariants()
    taken.variants = variants.filter { $0.tag == tag }
    variants.removeAll { $0.tag == tag }
    return taken
  }

  /// Removes all objects with a tag.
  mutating func removeTagged() { variants.removeAll { $0.tag != nil } }

  private mutating func index(of tag: Tag?, _ options: InferenceOptions) -> Int {
    let tag = isJoined ? nil : tag
    if let index = variants.firstIndex(where: { $0.tag == tag }) { return index }
    if variants.count >= options.maximumBranches {
      join(options)
      return 0
    }
    variants.append(Variant(tag: tag, object: ObjectSummary()))
    return variants.count - 1
  }

  /// Returns the first member with a known tag name whose value is an identifier, as the names of kinds are.
  private static func tag(of node: UnsafeJSONNode, _ options: InferenceOptions) -> Tag? {
    var best: (rank: Int, value: [UInt8])?
    for (name, value) in node.members where value.isString {
      guard let rank = options.tagNames.firstIndex(where: { name.equalsText($0) }), rank < best?.rank ?? .max else {
        continue
      }
      let text = value.withUTF8 { Array($0.prefix(options.maximumEnumBytes + 1)) }
      if text.count <= options.maximumEnumBytes, Identifiers.contain(text) { best = (rank, text) }
    }
    return best.map { Tag(name: options.tagNames[$0.rank], value: $0.value) }
  }
}

extension UnsafeJSONNode {
  /// Whether a string has this content.
  fileprivate func equalsText(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { equals($0) }
  }
}
