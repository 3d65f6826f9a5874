import SchemaRuntime

/// What was seen of the objects at one place, apart for every value of the member that may tell them apart.
///
/// Kept apart from the beginning, because what is mixed cannot be told apart later; joined when it turns out that there
/// are too many values, or that the objects are alike.
struct ObjectVariants: Sendable {
  /// A member that tells objects apart, and its value.
  struct Tag: Hashable, Sendable {
    var name: String
    var value: [UInt8]

    var text: String { String(decoding: value, as: UTF8.self) }
  }

  struct Variant: Sendable {
    /// nil for objects without a member that could tell them apart.
    var tag: Tag?
    var object: ObjectSummary
  }

  private(set) var variants: [Variant] = []
  /// Whether all are joined for good.
  private(set) var isJoined = false

  var count: Int { variants.reduce(0) { $0 + $1.object.count } }

  mutating func observe(_ node: JSONNode, _ options: InferenceOptions, depth: Int) {
    let place = place(of: Self.tag(of: node, options), options)
    variants[place].object.observe(node, options, depth: depth)
  }

  mutating func merge(_ other: ObjectVariants, _ options: InferenceOptions) {
    if other.isJoined { join(options) }
    for variant in other.variants {
      let place = place(of: variant.tag, options)
      variants[place].object.merge(variant.object, options)
    }
  }

  /// Takes all objects for one kind from now on.
  mutating func join(_ options: InferenceOptions) {
    isJoined = true
    guard var joined = variants.first?.object else { return }
    for variant in variants.dropFirst() { joined.merge(variant.object, options) }
    variants = [Variant(tag: nil, object: joined)]
  }

  /// Gives the value of a member to `body`, to be changed.
  mutating func change(_ variant: Int, member: Int, _ body: (inout ValueSummary) -> Void) {
    body(&variants[variant].object.members[member].value)
  }

  /// Takes out the objects of one tag.
  mutating func takeOut(_ tag: Tag) -> ObjectVariants {
    var taken = ObjectVariants()
    taken.variants = variants.filter { $0.tag == tag }
    variants.removeAll { $0.tag == tag }
    return taken
  }

  /// Leaves only the objects without a tag.
  mutating func removeTagged() { variants.removeAll { $0.tag != nil } }

  private mutating func place(of tag: Tag?, _ options: InferenceOptions) -> Int {
    let tag = isJoined ? nil : tag
    if let place = variants.firstIndex(where: { $0.tag == tag }) { return place }
    if variants.count >= options.maximumBranches {
      join(options)
      return 0
    }
    variants.append(Variant(tag: tag, object: ObjectSummary()))
    return variants.count - 1
  }

  /// The first member of the known names whose value is a word, as the names of kinds are.
  private static func tag(of node: JSONNode, _ options: InferenceOptions) -> Tag? {
    var best: (rank: Int, value: [UInt8])?
    for (name, value) in node.members where value.isString {
      guard let rank = options.tagNames.firstIndex(where: { name.equalsText($0) }), rank < best?.rank ?? .max else {
        continue
      }
      let text = value.withUTF8 { Array($0.prefix(options.maximumEnumBytes + 1)) }
      if isWord(text, options) { best = (rank, text) }
    }
    return best.map { Tag(name: options.tagNames[$0.rank], value: $0.value) }
  }

  private static func isWord(_ text: [UInt8], _ options: InferenceOptions) -> Bool {
    guard let first = text.first, isLetter(first) || first == UInt8(ascii: "_"), text.count <= options.maximumEnumBytes
    else { return false }
    return text.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 || "_-./:".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7a ~= byte | 0x20 }
}

extension JSONNode {
  /// Whether a string has this content.
  fileprivate func equalsText(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { equals($0) }
  }
}
