public import SchemaRuntime

/// A JSON value of which only a part may have arrived: strings as far as they came, numbers and literals once they are
/// complete, and arrays and objects with what is in them.
///
/// It reads the text on each use, which costs nothing before. It may be kept while the stream goes on.
public struct PartialJSON: Sendable {
  /// A text and its index at some time. Both may have grown since.
  final class Snapshot: Sendable {
    let text: GrowingBuffer<UInt8>.Storage
    let entries: GrowingBuffer<UInt64>.Storage
    let count: Int
    /// The entries of the containers that were open, and their kinds. What they are in the index changes later.
    let open: [(entry: Int, isObject: Bool)]
    /// The entry that the complete characters of the open string would have.
    let string: UInt64?

    init(_ scanner: StreamScanner) {
      (text, entries, count) = (scanner.bytes.storage, scanner.entries.storage, scanner.entries.count)
      open = scanner.open.map { ($0, scanner.node($0).isObject) }
      string = scanner.openString
    }

    func node(_ entry: Int) -> UnsafeJSONNode {
      UnsafeJSONNode(bytes: text.base, entries: entries.base, index: entry)
    }
  }

  private enum Place {
    case complete(entry: Int)
    case open(depth: Int)
    case openString(UInt64)
  }

  private let snapshot: Snapshot
  private let place: Place

  private init(_ snapshot: Snapshot, _ place: Place) { (self.snapshot, self.place) = (snapshot, place) }

  /// What has arrived; nil if no value has begun.
  init?(_ scanner: StreamScanner) {
    snapshot = Snapshot(scanner)
    if !snapshot.open.isEmpty {
      place = .open(depth: 0)
    } else if let string = snapshot.string {
      place = .openString(string)
    } else if snapshot.count > 0 {
      place = .complete(entry: 0)
    } else {
      return nil
    }
  }

  /// Where the text is in memory.
  var memory: UnsafePointer<UInt8> { UnsafePointer(snapshot.text.base) }

  /// Whether all of the value has arrived.
  public var isComplete: Bool { if case .complete = place { true } else { false } }

  /// The characters that have arrived; nil if the value is no string.
  public var string: String? {
    switch place {
    case .complete(let entry):
      let node = snapshot.node(entry)
      return node.isString ? node.string : nil
    case .openString(let entry):
      return withUnsafePointer(to: entry) {
        UnsafeJSONNode(bytes: snapshot.text.base, entries: $0, index: 0).string
      }
    case .open: return nil
    }
  }

  /// Returns the value once it is complete; nil before, and if it is no such value.
  public func value<Value: JSONDecodable>(as type: Value.Type = Value.self) -> Value? {
    guard case .complete(let entry) = place else { return nil }
    let node = snapshot.node(entry)
    if let model = type as? any SchemaModel.Type, !model.accepts(node) { return nil }
    if type == Bool.self, !node.isBoolean || type == String.self, !node.isString { return nil }
    return try? Value(decoding: node)
  }

  /// Returns the part of a model that has arrived; nil if the value is no object.
  public func partial<Value: PartialValue>(as type: Value.Type = Value.self) -> Value? {
    isObject == true ? Value(self) : nil
  }

  /// Returns the elements of an array that have arrived or begun, without those that have no value yet; empty if the
  /// value is no array.
  public func elements<Value>(_ value: (PartialJSON) -> Value?) -> [Value] {
    isObject == false ? children.compactMap { value($0.value) } : []
  }

  /// Returns the members of an object that have arrived or begun, without those that have no value yet; empty if the
  /// value is no object.
  public func members<Value>(_ value: (PartialJSON) -> Value?) -> [JSONElement<Value>] {
    guard isObject == true else { return [] }
    return children.compactMap { name, child in
      value(child).map { JSONElement(key: name.map { snapshot.node($0).string } ?? "", value: $0) }
    }
  }

  /// The value of the member with this name; nil if it has not begun, or the value is no object.
  public subscript(_ name: String) -> PartialJSON? {
    guard isObject == true else { return nil }
    var name = name
    return name.withUTF8 { name in
      var found: PartialJSON?
      for child in children where child.name.map({ snapshot.node($0).equals(name) }) ?? false { found = child.value }
      return found
    }
  }

  /// What has arrived, as JSON.
  public var jsonValue: JSONValue {
    switch place {
    case .complete(let entry): return JSONValue(snapshot.node(entry))
    case .openString: return .string(string ?? "")
    case .open:
      if isObject == false { return .array(elements(\.jsonValue)) }
      var object = JSONObject()
      for member in members(\.jsonValue) { object[member.key] = member.value }
      return .object(object)
    }
  }

  /// Whether the value is an object; nil if it is neither that nor an array.
  private var isObject: Bool? {
    switch place {
    case .open(let depth): return snapshot.open[depth].isObject
    case .complete(let entry):
      let node = snapshot.node(entry)
      return node.isObject ? true : node.isArray ? false : nil
    case .openString: return nil
    }
  }

  /// The values in the container, with the entries of members' names.
  private var children: Children { Children(of: self) }

  private struct Children: Sequence, IteratorProtocol {
    let snapshot: Snapshot
    /// The index of the next entry, and of the one after the last.
    var index = 0
    var end = 0
    var isObject = false
    /// The depth of the container if it is open.
    var depth: Int?
    /// The open value, with which the container ends so far.
    var last: Place?

    init(of container: PartialJSON) {
      snapshot = container.snapshot
      switch container.place {
      case .complete(let entry):
        let node = snapshot.node(entry)
        (index, end, isObject) = (node.contentStart, node.contentEnd, node.isObject)
      case .open(let depth):
        let isInnermost = depth + 1 == snapshot.open.count
        index = snapshot.open[depth].entry + 1
        end = isInnermost ? snapshot.count : snapshot.open[depth + 1].entry
        isObject = snapshot.open[depth].isObject
        last = isInnermost ? snapshot.string.map { .openString($0) } : .open(depth: depth + 1)
      case .openString: break
      }
    }

    mutating func next() -> (name: Int?, value: PartialJSON)? {
      let name = isObject ? index : nil
      let value = isObject ? index + 1 : index
      if value < end {
        index = snapshot.node(value).nextIndex
        return (name, PartialJSON(snapshot, .complete(entry: value)))
      }
      guard let place = last else { return nil }
      last = nil
      return (name, PartialJSON(snapshot, place))
    }
  }
}

extension PartialJSON: Equatable, CustomStringConvertible {
  public static func == (left: PartialJSON, right: PartialJSON) -> Bool {
    left.isComplete == right.isComplete && left.jsonValue == right.jsonValue
  }

  public var description: String { jsonValue.description }
}
