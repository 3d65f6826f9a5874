import SchemaRuntime

/// Finds objects at different locations that look the same, so that they can share one definition.
struct Sharing: Sendable {
  private(set) var objects: [ObjectSketch]
  /// For each object, the index of the first one that looks the same, usually its own.
  private(set) var canonical: [Int]
  /// The indices of the objects that are definitions, in the order of the first references to them.
  private(set) var definitions: [Int] = []

  /// - Parameter hasDocument: whether the root's own object is the document, which needs no definition.
  init(root: TypeSketch, objects: [ObjectSketch], hasDocument: Bool = true, options: InferenceOptions) {
    self.objects = objects
    canonical = Array(objects.indices)
    join(options)
    findDefinitions(root, hasDocument)
  }

  /// The object that represents the one at an index.
  subscript(index: Int) -> ObjectSketch { objects[canonical[index]] }

  // MARK: Looks

  private mutating func join(_ options: InferenceOptions) {
    var numbers: [String: Int] = [:]
    var looks = Array(repeating: 0, count: objects.count)
    var members: [Int: [Int]] = [:]
    // Nested objects follow the enclosing one, so they are numbered first in reverse order.
    for index in objects.indices.reversed() {
      let text = signature(of: index, looks)
      let number = numbers[text] ?? numbers.count
      numbers[text] = number
      looks[index] = number
      members[number, default: []].append(index)
    }
    for index in objects.indices {
      guard let group = members[looks[index]], let first = group.last, first != index else { continue }
      canonical[index] = first
      objects[first].merge(objects[index], options)
    }
  }

  /// Returns a text that is equal for two objects that may share a definition: the same names, the same of them in all
  /// objects, with values of the same kinds.
  private func signature(of index: Int, _ looks: [Int]) -> String {
    let object = objects[index]
    // A recursive object is like no other.
    if object.isRecursive { return "recursive \(index)" }
    switch object.kind {
    case .record(let record):
      let members = record.members.map { member in
        JSONPointer.escaped(member.name) + (record.isInAll(member) ? "=" : "?")
          + signature(of: member.type, index, looks)
      }
      return "record \(record.tag?.text ?? "") {" + members.sorted(by: Self.precedes).joined(separator: "/") + "}"
    case .map(let look, let values):
      return "map \(look.map { "\($0)" } ?? "") " + signature(of: values, index, looks)
    case .union(let tag, let branches):
      return "union \(tag) " + branches.map { String(looks[$0]) }.joined(separator: " ")
    }
  }

  private func signature(of type: TypeSketch, _ index: Int, _ looks: [Int]) -> String {
    var text = type.isAnything ? "*" : ""
    if type.admitsNull { text += "0" }
    if type.admitsBoolean { text += "b" }
    if let numbers = type.numbers { text += numbers.isInteger ? "i" : "n" }
    if type.strings != nil { text += "s" }
    if let elements = type.elements {
      text += "[" + elements.map { signature(of: $0, index, looks) }.joined() + "]"
    }
    // An enclosing object has no number yet, and no other object can be nested in the same one.
    if let object = type.object { text += object > index ? "#\(looks[object])" : "^\(object)" }
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
    // The document represents its own object; a reference to it from inside needs no definition.
    let document = hasDocument && root.isObjectAlone ? root.object.map { canonical[$0] } : nil
    while let index = stack.popLast() {
      counts[index, default: 0] += 1
      guard counts[index] == 1 else { continue }
      order.append(index)
      switch objects[index].kind {
      case .record(let record):
        stack += record.members.reversed().flatMap { references(of: $0.type).reversed() }
      case .map(_, let values): stack += references(of: values)
      case .union(_, let branches):
        let branches = branches.map { canonical[$0] }
        isNeeded.formUnion(branches)
        stack += branches.reversed()
      }
    }
    definitions = order.filter { index in
      guard index != document || isNeeded.contains(index) else { return false }
      return isNeeded.contains(index) || objects[index].isRecursive
        || counts[index, default: 0] > 1 && objects[index].isWorthSharing
    }
  }

  /// Returns the objects directly within a value.
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

  /// Merges the sketch of an object that looks the same.
  fileprivate mutating func merge(_ other: ObjectSketch, _ options: InferenceOptions) {
    switch (kind, other.kind) {
    case (.record(var record), .record(let theirs)):
      for index in record.members.indices {
        let name = record.members[index].name
        // Different spellings of an accent are different names.
        guard let same = theirs.members.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { continue }
        record.members[index].count += same.count
        record.members[index].type.merge(same.type, options)
      }
      record.count += theirs.count
      kind = .record(record)
    case (.map(let look, var values), .map(_, let theirs)):
      values.merge(theirs, options)
      kind = .map(look, values)
    case (.record, _), (.map, _), (.union, _): break
    }
  }
}
