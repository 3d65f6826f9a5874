@_spi(Generated) import SchemaRuntime

/// Decides which types keep their members in memory that copies share.
///
/// The rule: a struct whose members would take more than ``mostBytes``, or that may contain itself, has a `CopyOnWrite`. So
/// no value is large, and comparing, hashing and destroying a deep value can continue on another stack.
enum StoragePlanner {
  /// The size of the largest struct whose members are stored inline. With the tag of an enum and optionals around it, a
  /// value stays below 512 bytes.
  static let mostBytes = 256

  static func plan(_ types: inout [TypeDeclaration]) {
    let numbers = Dictionary(types.enumerated().map { ($1.key, $0) }) { first, _ in first }
    let references = types.map(\.references)
    let targets = references.map { $0.flatMap(\.models).compactMap { numbers[$0] } }
    for index in StrongComponents(targets).cycles.joined() {
      types[index].isRecursive = true
      types[index].share()
    }
    let owned = targets.indices.map { types[$0].isShared ? [] : targets[$0] }
    for index in StrongComponents(owned).cycles.joined() {
      types[index].comparesItself = true
    }
    // The types inside come first: a type that may contain itself has the size of a reference.
    let inline = references.indices.map { index in
      types[index].isShared ? [] : references[index].flatMap(\.modelsByValue).compactMap { numbers[$0] }
    }
    var layouts: [TypeKey: Layout] = [:]
    for index in StrongComponents(inline).lists.joined() {
      let layout = types[index].isShared ? .reference : Layout(of: types[index], layouts)
      if layout.size > mostBytes { types[index].share() }
      layouts[types[index].key] = types[index].isShared ? .reference : layout
    }
  }
}

extension TypeDeclaration {
  /// Puts the members of a struct in a `CopyOnWrite`.
  fileprivate mutating func share() {
    switch kind {
    case .structure(var plan):
      plan.isShared = true
      kind = .structure(plan)
    case .tuple(var plan):
      plan.isShared = true
      kind = .tuple(plan)
    case .union, .enumeration, .wrapper: break
    }
  }
}

/// An estimate of the memory that a value takes, which is never too small for the types that are known here.
private struct Layout {
  /// In bytes.
  var size: Int
  var alignment: Int
  /// Whether some patterns of bits are no value, so that an optional needs no byte of its own.
  var hasSpareBits: Bool

  static let reference = Layout(size: 8, alignment: 8, hasSpareBits: true)
  static let tag = Layout(size: 1, alignment: 1, hasSpareBits: true)
  /// A type of the user, whose size is unknown.
  static let other = Layout(size: 32, alignment: 8, hasSpareBits: false)
  /// The types that generated code stores, by name.
  private static let known: [String: Layout] = [
    "Bool": tag, "Int": number, "Double": number, "String": Layout(String.self), "JSONValue": Layout(JSONValue.self),
    "JSONNumber": Layout(JSONNumber.self), "Timestamp": Layout(Timestamp.self),
    "CalendarDate": Layout(CalendarDate.self), "Base64Bytes": Layout(Base64Bytes.self), "Int64": number,
    "Int32": number, "UInt64": number, "Float": number, "Date": number,
  ]
  private static let number = Layout(size: 8, alignment: 8, hasSpareBits: false)

  init(size: Int, alignment: Int, hasSpareBits: Bool) {
    self.size = size
    self.alignment = alignment
    self.hasSpareBits = hasSpareBits
  }

  init<T>(_ type: T.Type) {
    self.init(
      size: MemoryLayout<T>.size, alignment: MemoryLayout<T>.alignment,
      hasSpareBits: MemoryLayout<T?>.size == MemoryLayout<T>.size)
  }

  init(of type: TypeDeclaration, _ layouts: [TypeKey: Layout]) {
    self = Layout(size: 0, alignment: 1, hasSpareBits: true)
    func layout(_ reference: TypeReference) -> Layout { Layout(of: reference, layouts) }
    switch type.kind {
    case .structure(let plan):
      for member in plan.members where !member.isConstant {
        let member = member.withoutDefault
        switch member.presence {
        case .required, .constant, .defaulted: append(layout(member.type))
        case .optional: append(layout(member.type).optional)
        case .optionalOrNull: append(layout(member.type).optional.optional)
        }
      }
      if plan.keepsNulls { append(Layout(NullMembers.self)) }
      for variant in plan.variants { append(layouts[variant.key] ?? .reference) }
      if plan.patterned != nil { append(Layout(JSONObject.self)) }
      if plan.hasAdditional { append(Layout(JSONObject.self)) }
    case .tuple(let plan):
      for item in plan.items {
        append(item.isRequired ? layout(item.type) : layout(item.type).optional)
      }
      if plan.rest != nil { append(.reference) }
    case .union(let plan):
      for item in plan.cases.compactMap(\.type) {
        let item = layout(item)
        size = max(size, item.size)
        alignment = max(alignment, item.alignment)
      }
      append(.tag)
    case .enumeration(let plan):
      self = plan.isOpen ? Layout(String.self) : .tag
      append(.tag)
    case .wrapper(let reference): append(layout(reference))
    }
  }

  private init(of reference: TypeReference, _ layouts: [TypeKey: Layout]) {
    switch reference {
    case .scalar(let name): self = Self.known[name.text] ?? .other
    case .array: self = .reference
    case .map: self = Layout(JSONObject.self)
    case .optional(let inner): self = Layout(of: inner, layouts).optional
    case .model(let key, _): self = layouts[key] ?? .reference
    }
  }

  var optional: Layout {
    var layout = self
    if !hasSpareBits { layout.append(.tag) }
    layout.hasSpareBits = true
    return layout
  }

  private mutating func append(_ part: Layout) {
    size = (size + part.alignment - 1) / part.alignment * part.alignment + part.size
    alignment = max(alignment, part.alignment)
    hasSpareBits = hasSpareBits || part.hasSpareBits
  }
}
