import SchemaRuntime

/// Interprets summaries: which objects are records, maps or choices, and which contain themselves.
struct Shaper {
  let options: InferenceOptions
  /// The objects found so far. An object is numbered before those within it.
  private(set) var objects: [ObjectSketch] = []

  init(options: InferenceOptions) { self.options = options }

  /// - Parameter around: the index of the nearest enclosing object, which absorbs similar ones.
  mutating func sketch(_ value: ValueSummary, hint: NameHint, around: Int? = nil) -> TypeSketch {
    var type = TypeSketch()
    type.admitsNull = value.nullCount > 0
    type.isAnything = value.isOpaque || value.kinds.isEmpty && !type.admitsNull
    guard !type.isAnything else { return type }
    type.admitsBoolean = value.booleanCount > 0
    if value.numbers.count > 0 { type.numbers = value.numbers }
    if value.strings.count > 0 { type.strings = value.strings }
    if value.arrays.count > 0 {
      type.elements = value.arrays.elements.map { sketch($0, hint: hint.element, around: around) }
    }
    if value.isRecursive {
      // Both objects like the enclosing ones and other objects: no single kind describes them.
      guard let around, value.objects.count == 0 else { return TypeSketch(isAnything: true) }
      type.object = around
    } else if value.objects.count > 0 {
      type.object = sketch(value.objects, hint: hint)
    }
    return type
  }

  /// Returns the sketch of the objects with one tag, a branch of a choice.
  mutating func sketch(_ variant: ObjectVariants.Variant, hint: NameHint) -> TypeSketch {
    let index = objects.count
    objects.append(ObjectSketch(kind: .record(RecordSketch()), hint: hint))
    objects[index].kind = .record(record(variant.object, tag: variant.tag, hint: hint, around: index))
    return TypeSketch(object: index)
  }

  private mutating func sketch(_ variants: ObjectVariants, hint: NameHint) -> Int {
    var variants = variants
    let recursion = Recursion(options: options)
    var isRecursive = recursion.fold(&variants)
    let tag = variants.choiceTag(options)
    if tag == nil {
      variants.join(options)
      // A member of two variants may hold similar objects in one of them and different objects in the other.
      isRecursive = recursion.fold(&variants) || isRecursive
    }
    let index = objects.count
    objects.append(
      ObjectSketch(kind: .record(RecordSketch()), hint: hint, isRecursive: isRecursive))
    if let tag {
      var branches: [Int] = []
      for variant in variants.variants {
        guard let value = variant.tag else { continue }
        let branch = objects.count
        let hint = hint.branch(value.text)
        objects.append(ObjectSketch(kind: .record(RecordSketch()), hint: hint))
        objects[branch].kind = .record(record(variant.object, tag: value, hint: hint, around: index))
        branches.append(branch)
      }
      objects[index].kind = .union(tag: tag, branches: branches)
      return index
    }
    guard let object = variants.variants.first?.object else { return index }
    if object.isMap(options) {
      let values = sketch(object.joinedValues(options), hint: hint.element, around: index)
      objects[index].kind = .map(object.look(options), values)
    } else {
      objects[index].kind = .record(record(object, tag: nil, hint: hint, around: index))
    }
    return index
  }

  private mutating func record(
    _ object: ObjectSummary, tag: ObjectVariants.Tag?, hint: NameHint, around: Int
  ) -> RecordSketch {
    var members: [RecordSketch.Member] = []
    for member in object.members {
      let type = sketch(member.value, hint: hint.member(member.text), around: around)
      members.append(RecordSketch.Member(name: member.text, count: member.count, type: type))
    }
    return RecordSketch(count: object.count, members: members, tag: tag)
  }
}

// MARK: - Maps

extension ObjectSummary {
  /// Whether names are data: they look like ids, or are many and none is in most objects; and all values are alike.
  func isMap(_ options: InferenceOptions) -> Bool {
    if !others.isEmpty { return true }
    guard !members.isEmpty, hasLikeValues else { return false }
    if names.look != nil { return true }
    return members.count >= options.minimumMapNames && members.allSatisfy { 2 * $0.count <= count }
  }

  /// The look of the names of a map, if enough of them have it.
  func look(_ options: InferenceOptions) -> NameSummary.Look? {
    others.isEmpty && members.count < options.minimumNameEvidence ? nil : names.look
  }

  /// Whether the members' values are of one kind, and objects among them have something in common.
  private var hasLikeValues: Bool {
    var kinds: Set<JSONType> = []
    for member in members { kinds.formUnion(member.value.kinds) }
    guard kinds.count <= 1 else { return false }
    guard kinds == [.object] else { return true }
    var common: Set<[UInt8]>?
    for variant in members.flatMap(\.value.objects.variants) {
      let names = Set(variant.object.members.map(\.name))
      common = common?.intersection(names) ?? names
    }
    return common?.isEmpty == false
  }
}
