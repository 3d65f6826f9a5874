import JSONSchema
import SchemaLoading
import SchemaRuntime

// Renaming definitions, and the names of generated types.
extension LanguageServer {
  /// The definition that a request is about; nil if there is none.
  private func definition(at parameters: JSONValue) throws(Failure) -> (file: SourceFile, entry: Int)? {
    guard let (path, entry) = try subject(parameters), let file = workspace.file(path), file.failure == nil,
      let outline = file.outline, let parent = outline.entries[entry].parent,
      ["$defs", "definitions", "schemas"].contains(outline.entries[parent].token),
      ReferenceIndex.isMap(parent, outline.entries)
    else { return nil }
    return (file, entry)
  }

  func prepareRename(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    guard let (_, entry) = try definition(at: parameters), let place = try subject(parameters) else { return .null }
    let (file, offset) = try self.place(parameters)
    guard let outline = file.outline, let index = outline.entry(at: offset) else { return .null }
    let own = outline.entries[index]
    let range = file.path == place.path && index == entry ? own.name ?? own.value : own.value
    let name = workspace.file(place.path)?.outline?.entries[entry].token ?? ""
    return ["range": file.text.range(range), "placeholder": .string(name)]
  }

  func rename(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    guard let name = parameters["newName"]?.string, !name.isEmpty else {
      throw .invalid("expected a name in 'newName'")
    }
    guard let (file, entry) = try definition(at: parameters), let outline = file.outline,
      let range = outline.entries[entry].name, let parent = outline.entries[entry].parent
    else { throw .invalid("expected a definition, or a reference to one") }
    if outline.child(name, of: parent) != nil { throw .invalid("a definition \(name) exists already") }
    var edits: [String: [JSONValue]] = [:]
    func replace(_ file: SourceFile, _ range: Range<Int>, _ text: String) {
      let quoted =
        file.format == .yaml && file.text.bytes[range.lowerBound] != UInt8(ascii: "\"")
        ? text
        : JSONValue.string(text).text()
      edits[file.uri, default: []].append(["range": file.text.range(range), "newText": .string(quoted)])
    }
    replace(file, range, name)
    let pointer = outline.pointer(of: entry)
    for path in workspace.knownPaths(around: file.path) {
      guard let other = workspace.file(path) else { continue }
      for reference in other.references?.references ?? [] {
        guard let target = workspace.target(of: reference, in: path), target.path == file.path,
          let found = other.outline?.entries[reference.entry], let string = found.string
        else { continue }
        let whole = outline.pointer(of: target.entry).tokens
        guard whole.starts(with: pointer.tokens) else { continue }
        if other.failure != nil { throw .invalid("\(workspace.name(of: path)) has a syntax error") }
        // The end of the reference leads from its resource to the target; a mapping may have a name alone.
        let rest = whole.count - pointer.tokens.count
        guard let fragment = JSONPointer(reference.fragment), fragment.tokens.count > rest else { continue }
        var parts = string.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let index = parts.count - 1 - rest
        guard index >= 0, string.contains("#") || rest == 0 else { continue }
        parts[index] = string.contains("#") ? Self.fragment(name) : name
        replace(other, found.value, parts.joined(separator: "/"))
      }
    }
    for (path, index) in referrers(to: file.path, entry) where Workspace.isConfiguration(path) {
      guard let other = workspace.file(path), let found = other.outline?.entries[index], let name = found.name else {
        continue
      }
      let prefix = found.token.hasPrefix("#") ? "#" : ""
      let parts = pointer.tokens.dropLast() + [parameters["newName"]?.string ?? ""]
      replace(other, name, prefix + parts.map { "/" + JSONPointer.escaped($0) }.joined())
    }
    return ["changes": .object(JSONObject(edits.sorted { $0.key < $1.key }.map { ($0.key, .array($0.value)) }))]
  }

  /// A name as a token of a pointer in a fragment.
  private static func fragment(_ name: String) -> String {
    JSONPointer.escaped(name).utf8.map { byte -> String in
      let isPlain = 0x30...0x39 ~= byte || 0x61...0x7a ~= byte | 0x20 || "-._~!$&'()*+,;=:@".utf8.contains(byte)
      return isPlain && byte < 0x80
        ? String(UnicodeScalar(byte)) : "%" + String(hexadecimal: UInt32(byte), width: 2, uppercase: true)
    }.joined()
  }

  func inlayHints(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let file = try file(parameters)
    guard let model = workspace.model(of: file.path), let outline = file.outline, file.failure == nil
    else { return [] }
    if model.generation != workspace.generation { needsHints() }
    let range = parameters["range"].flatMap(file.text.range) ?? 0..<file.text.bytes.count
    let document = workspace.name(of: file.path)
    return .array(
      outline.entries.indices.compactMap { index in
        let entry = outline.entries[index]
        let end = entry.name?.upperBound ?? (index == 0 && file.format != .yaml ? entry.value.lowerBound + 1 : nil)
        guard let end, range.contains(end) || range.upperBound == end, entry.type == .object,
          let type = model.types[.init(document: document, pointer: outline.pointer(of: index))]
        else { return nil }
        return ["position": file.text.position(at: end), "label": .string(type), "kind": 1, "paddingLeft": true]
      })
  }

  func workspaceSymbols(_ parameters: JSONValue) -> JSONValue {
    let query = parameters["query"]?.string?.lowercased() ?? ""
    let found = workspace.knownPaths().flatMap { path -> [JSONValue] in
      guard let file = workspace.file(path)?.readable, let outline = file.outline else { return [] }
      return outline.entries.indices.compactMap { index in
        let parent = outline.entries[index].parent
        let isDefinition = parent.map {
          ["$defs", "definitions", "schemas"].contains(outline.entries[$0].token)
            && ReferenceIndex.isMap($0, outline.entries)
        }
        guard isDefinition ?? true else { return nil }
        let name = isDefinition == nil ? file.root?["title"]?.string : outline.entries[index].token
        guard let name, query.isEmpty || name.lowercased().contains(query), let place = location(path, index) else {
          return nil
        }
        return [
          "name": .string(name), "kind": 5, "location": place, "containerName": .string(workspace.name(of: path)),
        ]
      }
    }
    return .array(Array(found.prefix(500)))
  }
}
