internal import JSONSchema
internal import SchemaAnalysis
package import SchemaRuntime

/// Changes of schemas that must not be edited, made while their files are read, as if the files contained them.
///
/// Messages about an overlaid document have positions in its own text.
package struct SchemaOverlay: Hashable, Sendable {
  /// A change of a value in a file.
  package struct Override: Hashable, Sendable {
    /// The value's location.
    package var pointer: JSONPointer
    /// A JSON Merge Patch (RFC 7396) for the value, or an array of operations (RFC 6902) whose pointers start at the
    /// value.
    package var patch: JSONValue

    package init(pointer: JSONPointer, patch: JSONValue) {
      self.pointer = pointer
      self.patch = patch
    }

    /// Changes a file's content.
    /// - Throws: why the patch does not fit the content, which stays as it is.
    package func apply(to content: inout JSONValue) throws(JSONPatch.Mistake) {
      var changed = content
      try changed.change(at: pointer) { value throws(JSONPatch.Mistake) in
        if case .object(let patch) = patch {
          guard let object = value.object else {
            throw JSONPatch.Mistake("the value there is \(value.type.rawValue), and not an object to be changed")
          }
          try object.checkRemovals(of: patch, at: [])
          value = .object(object.merging(patch))
        } else {
          try JSONPatch(patch).apply(to: &value)
        }
      }
      content = changed
    }
  }

  /// Overrides by the path of a file relative to the folder of the schemas.
  package var overrides: [String: [Override]]

  package init(overrides: [String: [Override]] = [:]) { self.overrides = overrides }

  /// Returns a document with the overrides for a file, or the document itself if there are none. Overrides that do not
  /// fit are ignored, because the configuration's check reports them.
  package func applied(
    to document: JSONDocument, at path: String, limits: JSONLimits
  ) throws(JSONSyntaxError) -> JSONDocument {
    guard let overrides = overrides[path] else { return document }
    var value = document.value
    for override in overrides { try? override.apply(to: &value) }
    var writer = OverlayWriter(document)
    document.withRoot { writer.write(value, at: $0) }
    return try JSONDocument(parsing: writer.json, limits: limits, sourceMap: writer.sourceMap)
  }
}

extension JSONObject {
  fileprivate func merging(_ patch: JSONObject) -> JSONObject {
    var merged = self
    merged.mergePatch(patch)
    return merged
  }

  /// Refuses to remove members that the object does not have: the file has changed, or the name is misspelled.
  fileprivate func checkRemovals(of patch: JSONObject, at path: [String]) throws(JSONPatch.Mistake) {
    // Recursive, because `JSONValue` is; the reader has limited the depth.
    for (name, value) in patch {
      if value.isNull, self[name] == nil {
        throw JSONPatch.Mistake(
          "there is no \("#\(JSONPointer(path + [name]))".quoted) to remove"
            + (Spelling.nearest(to: name, among: keys).map { "; did you mean \($0.quoted)?" } ?? ""))
      }
      if let inner = value.object { try (self[name]?.object ?? [:]).checkRemovals(of: inner, at: path + [name]) }
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
  mutating func write(_ value: JSONValue, at old: UnsafeJSONNode) {
    write(value, at: old, place: lines.position(at: old.offset))
  }

  private mutating func write(_ value: JSONValue, at old: UnsafeJSONNode?, place: SourcePosition) {
    let place = old.map { lines.position(at: $0.offset) } ?? place
    sourceMap.add(offset: json.count, position: place)
    switch value {
    case .object(let object):
      var members: [String: (name: UnsafeJSONNode, value: UnsafeJSONNode)] = [:]
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
