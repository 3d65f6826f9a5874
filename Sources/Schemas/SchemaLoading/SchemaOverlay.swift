internal import JSONSchema
package import SchemaRuntime

/// Overrides for schemas that must not be edited: members added to schemas while their files are read, as if the files
/// contained them.
///
/// Messages about an overlaid document have positions in its own text.
package struct SchemaOverlay: Hashable, Sendable {
  /// Keywords for a schema.
  package struct Override: Hashable, Sendable {
    /// The schema's location in its file.
    package var pointer: JSONPointer
    /// Members that replace those of the same name; the members of `x-swift` are added to those that it has.
    package var members: JSONObject

    package init(pointer: JSONPointer, members: JSONObject) {
      self.pointer = pointer
      self.members = members
    }
  }

  /// Overrides by the path of a file relative to the folder of the schemas.
  package var overrides: [String: [Override]]

  package init(overrides: [String: [Override]] = [:]) { self.overrides = overrides }

  /// Returns a document with the overrides for a file, or the document itself if there are none. Overrides for
  /// locations that are not objects are ignored, because the configuration's check reports them.
  func applied(
    to document: JSONDocument, at path: String, limits: JSONLimits
  ) throws(JSONSyntaxError) -> JSONDocument {
    guard let overrides = overrides[path] else { return document }
    var value = document.value
    for override in overrides {
      value = value.replacing(override.pointer.tokens[...]) { schema in
        guard var object = schema.object else { return schema }
        for member in override.members {
          var new = member.value
          if member.key == "x-swift", var hints = object[member.key]?.object, let added = new.object {
            hints.merge(added) { $1 }
            new = .object(hints)
          }
          object[member.key] = new
        }
        return .object(object)
      }
    }
    var writer = OverlayWriter(document)
    document.withRoot { writer.write(value, at: $0) }
    return try JSONDocument(parsing: writer.json, limits: limits, sourceMap: writer.sourceMap)
  }
}

extension JSONValue {
  /// Returns the value with the one at a path replaced; itself if there is none.
  fileprivate func replacing(_ path: ArraySlice<String>, with change: (JSONValue) -> JSONValue) -> JSONValue {
    guard let token = path.first else { return change(self) }
    switch self {
    case .object(var object):
      guard let inner = object[token] else { return self }
      object[token] = inner.replacing(path.dropFirst(), with: change)
      return .object(object)
    case .array(var elements):
      guard let index = JSONPointer.arrayIndex(token), elements.indices.contains(index) else { return self }
      elements[index] = elements[index].replacing(path.dropFirst(), with: change)
      return .array(elements)
    case .null, .bool, .number, .string: return self
    }
  }
}

/// Writes a changed document with the positions of its original.
private struct OverlayWriter {
  private(set) var json: [UInt8] = []
  private(set) var sourceMap = SourceMap()
  private let lines: LineTable

  init(_ document: JSONDocument) { lines = LineTable(document) }

  /// Writes a value in place of an old one; new parts have the position of the value that contains them. Recursive,
  /// because ``JSONValue`` is; the reader has limited the depth.
  mutating func write(_ value: JSONValue, at old: JSONNode) {
    write(value, at: old, place: lines.position(at: old.offset))
  }

  private mutating func write(_ value: JSONValue, at old: JSONNode?, place: SourcePosition) {
    let place = old.map { lines.position(at: $0.offset) } ?? place
    sourceMap.add(offset: json.count, position: place)
    switch value {
    case .object(let object):
      var members: [String: (name: JSONNode, value: JSONNode)] = [:]
      if let old, old.isObject { for (name, value) in old.members { members[name.string] = (name, value) } }
      json.append(UInt8(ascii: "{"))
      for (index, member) in object.enumerated() {
        if index > 0 { json.append(UInt8(ascii: ",")) }
        let former = members[member.key]
        sourceMap.add(offset: json.count, position: former.map { lines.position(at: $0.name.offset) } ?? place)
        json += JSONValue.string(member.key).json()
        json.append(UInt8(ascii: ":"))
        write(member.value, at: former?.value, place: place)
      }
      json.append(UInt8(ascii: "}"))
    case .array(let elements):
      let former = old.map { $0.isArray ? Array($0.elements) : [] } ?? []
      json.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { json.append(UInt8(ascii: ",")) }
        write(element, at: index < former.count ? former[index] : nil, place: place)
      }
      json.append(UInt8(ascii: "]"))
    case .null, .bool, .number, .string: json += value.json()
    }
  }
}
