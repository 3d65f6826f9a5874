/// A plan for one subschema: made by ``Shaper``, read by ``SchemaWriter``.
struct TypeSketch: Sendable {
  var admitsNull = false
  /// Whether nothing is known: no value was seen, or only values that are nested too deeply.
  var isAnything = false
  var admitsBoolean = false
  var numbers: NumberSummary?
  var strings: StringSummary?
  /// One sketch for all elements of an array.
  var elements: [TypeSketch]?
  /// The index of an object in ``Shaper/objects``.
  var object: Int?

  /// Whether all values are objects.
  var isObjectAlone: Bool { object != nil && kindCount == 1 && !admitsNull }

  /// The number of kinds of values, not counting null.
  var kindCount: Int { singles.count }

  /// One sketch for each kind of value.
  var singles: [TypeSketch] {
    var singles: [TypeSketch] = []
    if admitsBoolean { singles.append(TypeSketch(admitsBoolean: true)) }
    if let numbers { singles.append(TypeSketch(numbers: numbers)) }
    if let strings { singles.append(TypeSketch(strings: strings)) }
    if let elements { singles.append(TypeSketch(elements: elements)) }
    if let object { singles.append(TypeSketch(object: object)) }
    return singles
  }

  /// Merges a sketch from another location that has the same ``Sharing/Signature``.
  mutating func merge(_ other: TypeSketch, _ options: InferenceOptions) {
    if let theirs = other.numbers { numbers?.merge(theirs) }
    if let theirs = other.strings { strings?.merge(theirs, options) }
    if let theirs = other.elements?.first, elements?.isEmpty == false { elements?[0].merge(theirs, options) }
  }
}

/// A plan for objects.
struct ObjectSketch: Sendable {
  enum Kind: Sendable {
    case record(RecordSketch)
    /// The names are data, and all values are alike.
    case map(NameSummary.Look?, TypeSketch)
    /// A choice distinguished by a member of this name, with the indices of its branches, which are records.
    case union(tag: String, branches: [Int])
  }

  var kind: Kind
  var hint: NameHint
  /// Whether objects of this kind contained others of this kind.
  var isRecursive = false
}

/// Objects with members of known names.
struct RecordSketch: Sendable {
  struct Member: Sendable {
    var name: String
    /// The number of objects that have the member.
    var count: Int
    var type: TypeSketch
  }

  /// The number of objects.
  var count = 0
  var members: [Member] = []
  /// The member that distinguishes the record from the other records of a choice, and its value.
  var tag: ObjectVariants.Tag?

  /// Whether all objects have a member.
  func isInAll(_ member: Member) -> Bool { member.count == count }

  /// Whether all objects have a member, and are enough to say so of others. A discriminator is always required.
  func isRequired(_ member: Member, _ options: InferenceOptions) -> Bool {
    tag?.name == member.name || isInAll(member) && count >= options.minimumRequiredEvidence
  }
}
