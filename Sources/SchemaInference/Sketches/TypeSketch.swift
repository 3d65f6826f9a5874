import SchemaRuntime

/// What one place of the schema will say: made by ``Shaper``, read by ``SchemaWriter``.
struct TypeSketch: Sendable {
  var admitsNull = false
  /// Whether nothing can be said: no value was seen, or too deep ones.
  var isAnything = false
  var admitsBoolean = false
  var numbers: NumberSummary?
  var strings: StringSummary?
  /// What all elements of an array are: one sketch.
  var elements: [TypeSketch]?
  /// The place of an object among ``Shaper/objects``.
  var object: Int?

  /// Whether all values are objects.
  var isObjectAlone: Bool { object != nil && kindCount == 1 && !admitsNull }

  /// How many kinds of values there are, null left out.
  var kindCount: Int { singles.count }

  /// The same for each kind alone.
  var singles: [TypeSketch] {
    var singles: [TypeSketch] = []
    if admitsBoolean { singles.append(TypeSketch(admitsBoolean: true)) }
    if let numbers { singles.append(TypeSketch(numbers: numbers)) }
    if let strings { singles.append(TypeSketch(strings: strings)) }
    if let elements { singles.append(TypeSketch(elements: elements)) }
    if let object { singles.append(TypeSketch(object: object)) }
    return singles
  }

  /// Takes in what is said at another place whose sketch has the same ``Sharing/Signature``.
  mutating func merge(_ other: TypeSketch, _ options: InferenceOptions) {
    if let theirs = other.numbers { numbers?.merge(theirs) }
    if let theirs = other.strings { strings?.merge(theirs, options) }
    if let theirs = other.elements?.first, elements?.isEmpty == false { elements?[0].merge(theirs, options) }
  }
}

/// What is said of objects.
struct ObjectSketch: Sendable {
  enum Kind: Sendable {
    case record(RecordSketch)
    /// Names are data, and all values are alike.
    case map(NameSummary.Look?, TypeSketch)
    /// A choice that a member of this name tells apart; the places of its branches, which are records.
    case union(tag: String, branches: [Int])
  }

  var kind: Kind
  var hint: NameHint
  /// Whether objects of this kind were seen within objects of this kind.
  var isRecursive = false
}

/// Objects with members of known names.
struct RecordSketch: Sendable {
  struct Member: Sendable {
    var name: String
    var isRequired: Bool
    var type: TypeSketch
  }

  var members: [Member]
  /// The member that tells the record from others of a choice, and its value.
  var tag: ObjectVariants.Tag?
}
