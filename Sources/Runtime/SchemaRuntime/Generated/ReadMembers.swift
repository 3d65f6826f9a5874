/// The members of an object that have been read, if several types each read some of them: a struct, and the branches of
/// its unions, which are part of the same object.
///
///     var read = ReadMembers(json)
///     let shape = try Shape(decoding: json, noting: &read)
///     additionalMembers = read.others()
@_spi(Generated) public struct ReadMembers {
  private let json: UnsafeJSONNode
  /// The index entries of the values.
  private var entries: [Int] = []

  public init(_ json: UnsafeJSONNode) { self.json = json }

  mutating func insert(_ entry: Int) { entries.append(entry) }

  /// The members that have not been read.
  public mutating func others() -> JSONObject {
    var others = JSONObject()
    for (name, value) in rest { others.appendRead(name.string, JSONValue(value)) }
    return others
  }

  /// The same, except those whose names match patterns.
  public mutating func others(except isMatch: (UnsafeJSONNode) -> Bool) -> JSONObject {
    var others = JSONObject()
    for (name, value) in rest where !isMatch(name) { others.appendRead(name.string, JSONValue(value)) }
    return others
  }

  /// The members that have not been read and whose names match patterns, as values of one type.
  public mutating func others<Value: JSONDecodable>(
    _ type: Value.Type, where isMatch: (UnsafeJSONNode) -> Bool = { _ in true }
  ) throws(DecodingFailure) -> JSONMap<Value> {
    var others = JSONMap<Value>()
    for (name, value) in rest where isMatch(name) { others.appendRead(name.string, try Value(decoding: value)) }
    return others
  }

  /// - Throws: ``DecodingFailure`` if there is a member that has not been read.
  public mutating func checkOthers() throws(DecodingFailure) {
    if let (_, value) = rest.first { throw DecodingFailure(value, "no member that is unknown to its Swift struct") }
  }

  /// The members that have not been read, in order.
  private var rest: [(name: UnsafeJSONNode, value: UnsafeJSONNode)] {
    mutating get {
      entries.sort()
      var next = 0
      return json.members.filter { member in
        while next < entries.count, entries[next] < member.value.index { next += 1 }
        return next == entries.count || entries[next] != member.value.index
      }
    }
  }
}
