import SchemaRuntime

/// Finds objects at different places that look the same, so that one definition stands for all of them.
struct Sharing: Sendable {
  private(set) var objects: [ObjectSketch]
  /// For each object the first one that looks the same: itself for most.
  private(set) var canonical: [Int]
  /// The objects that are definitions, in the order in which they are first referred to.
  private(set) var definitions: [Int] = []

  /// - Parameter hasDocument: whether the root's own object is the document, which needs no definition.
  init(root: TypeSketch, objects: [ObjectSketch], hasDocument: Bool = true, options: InferenceOptions) {
    self.objects = objects
    canonical = Array(objects.indices)
    join(options)
    findDefinitions(root, hasDocument)
  }

  /// The object that stands for the one at a place.
  subscript(place: Int) -> ObjectSketch { objects[canonical[place]] }

  // MARK: Looks

  private mutating func join(_ options: InferenceOptions) {
    var numbers: [String: Int] = [:]
    var looks = Array(repeating: 0, count: objects.count)
    var members: [Int: [Int]] = [:]
    // Those within an object come after it, so that they are known when it is asked about.
    for place in objects.indices.reversed() {
      let text = signature(of: place, looks)
      let number = numbers[text] ?? numbers.count
      numbers[text] = number
      looks[place] = number
      members[number, default: []].append(place)
    }
    for place in objects.indices {
      guard let group = members[looks[place]], let first = group.last, first != place else { continue }
      canonical[place] = first
      objects[first].merge(objects[place], options)
    }
  }

  /// A text that two objects share when one definition may stand for both: the same names, required alike, and values
  /// of the same kinds.
  private func signature(of place: Int, _ looks: [Int]) -> String {
    let object = objects[place]
    // What contains itself is like nothing else.
    if object.isRecursive { return "recursive \(place)" }
    switch object.kind {
    case .record(let record):
      let members = record.members.map { member in
        JSONPointer.escaped(member.name) + (member.isRequired ? "=" : "?") + signature(of: member.type, place, looks)
      }
      return "record \(record.tag?.text ?? "") {" + members.sorted(by: Self.precedes).joined(separator: "/") + "}"
    case .map(let look, let values):
      return "map \(look.map { "\($0)" } ?? "") " + signature(of: values, place, looks)
    case .union(let tag, let branches):
      return "union \(tag) " + branches.map { String(looks[$0]) }.joined(separator: " ")
    }
  }

  private func signature(of type: TypeSketch, _ place: Int, _ looks: [Int]) -> String {
    var text = type.isAnything ? "*" : ""
    if type.admitsNull { text += "0" }
    if type.admitsBoolean { text += "b" }
    if let numbers = type.numbers { text += numbers.isInteger ? "i" : "n" }
    if type.strings != nil { text += "s" }
    if let elements = type.elements {
      text += "[" + elements.map { signature(of: $0, place, looks) }.joined() + "]"
    }
    // One around this place has no number yet, and no other can be within the same one.
    if let object = type.object { text += object > place ? "#\(looks[object])" : "^\(object)" }
    return text
  }

  private static func precedes(_ first: String, _ second: String) -> Bool {
    first.unicodeScalars.lexicographicallyPrecedes(second.unicodeScalars)
  }

  // MARK: Definitions

  private mutating func findDefinitions(_ root: TypeSketch, _ hasDocument: Bool) {
    var counts: [Int: Int] = [:]
    var isNeeded: Set<Int> = []
    var order: [Int] = []
    var stack = references(of: root)
    // The document stands for its own object; to be referred to from inside it needs no definition.
    let document = hasDocument && root.isObjectAlone ? root.object.map { canonical[$0] } : nil
    while let place = stack.popLast() {
      counts[place, default: 0] += 1
      guard counts[place] == 1 else { continue }
      order.append(place)
      switch objects[place].kind {
      case .record(let record):
        stack += record.members.reversed().flatMap { references(of: $0.type).reversed() }
      case .map(_, let values): stack += references(of: values)
      case .union(_, let branches):
        let branches = branches.map { canonical[$0] }
        isNeeded.formUnion(branches)
        stack += branches.reversed()
      }
    }
    definitions = order.filter { place in
      guard place != document || isNeeded.contains(place) else { return false }
      return isNeeded.contains(place) || objects[place].isRecursive
        || counts[place, default: 0] > 1 && objects[place].isWorthSharing
    }
  }

  /// The objects directly within a value.
  private func references(of type: TypeSketch) -> [Int] {
    (type.object.map { [canonical[$0]] } ?? []) + (type.elements ?? []).flatMap { references(of: $0) }
  }
}

extension ObjectSketch {
  fileprivate var isWorthSharing: Bool {
    switch kind {
    case .record(let record): record.members.count > 1
    case .map: false
    case .union: true
    }
  }

  /// Takes in what is known of an object that looks the same.
  fileprivate mutating func merge(_ other: ObjectSketch, _ options: InferenceOptions) {
    switch (kind, other.kind) {
    case (.record(var record), .record(let theirs)):
      for place in record.members.indices {
        let name = record.members[place].name
        // Two spellings of one accent are two names.
        guard let same = theirs.members.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { continue }
        record.members[place].type.merge(same.type, options)
      }
      kind = .record(record)
    case (.map(let look, var values), .map(_, let theirs)):
      values.merge(theirs, options)
      kind = .map(look, values)
    case (.record, _), (.map, _), (.union, _): break
    }
  }
}
