import CodegenCore
import JSONSchema
import SchemaFormatting
import SchemaLint
import SchemaLoading
import SchemaRuntime

// Where references lead, and what refers to a schema.
extension LanguageServer {
  /// The schema to which the string at an entry refers: by reference, or as the location of an override.
  func target(_ file: SourceFile, _ entry: Int) -> (path: String, entry: Int)? {
    if let reference = file.references?.references.first(where: { $0.entry == entry }) {
      return workspace.target(of: reference, in: file.path)
    }
    guard Workspace.isConfiguration(file.path) else { return nil }
    return overrides(file).first { $0.entry == entry }.map { ($0.path, $0.target) }
  }

  /// The overrides of a configuration, with what they change.
  private func overrides(_ file: SourceFile) -> [(entry: Int, path: String, target: Int)] {
    guard let outline = file.outline, let all = outline.entry(at: JSONPointer(["overrides"])) else { return [] }
    return outline.children(of: all).flatMap { index -> [(entry: Int, path: String, target: Int)] in
      let path = FilePath.absolute("../" + outline.entries[index].token, in: file.path)
      guard let patched = workspace.file(path)?.outline else { return [] }
      let whole = [(entry: index, path: path, target: 0)]
      return whole
        + outline.children(of: index).compactMap { row in
          let pointer = JSONPointer(fragmentOrPointer: outline.entries[row].token)
          return pointer.flatMap { patched.entry(at: $0) }.map { (row, path, $0) }
        }
    }
  }

  /// The location of an entry, its name if it has one.
  func location(_ path: String, _ entry: Int) -> JSONValue? {
    guard let file = workspace.file(path)?.readable, let found = file.outline?.entries[entry] else { return nil }
    let range = found.name ?? found.value.lowerBound..<min(found.value.lowerBound + 1, found.value.upperBound)
    return ["uri": .string(file.uri), "range": file.text.range(range)]
  }

  func definition(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let (file, offset) = try place(parameters)
    guard let outline = file.outline, let readable = file.readable, let index = outline.entry(at: offset),
      let (path, entry) = target(readable, index)
    else { return .null }
    return location(path, entry) ?? .null
  }

  /// The schema that a request is about: the target of the reference at a position, or the schema there.
  func subject(_ parameters: JSONValue) throws(Failure) -> (path: String, entry: Int)? {
    let (file, offset) = try place(parameters)
    guard let outline = file.outline, let readable = file.readable, let index = outline.entry(at: offset) else {
      return nil
    }
    return target(readable, index) ?? (file.path, index)
  }

  /// The references to a schema, in all files that may refer to it.
  func referrers(to path: String, _ entry: Int) -> [(path: String, entry: Int)] {
    var found: [(path: String, entry: Int)] = []
    for other in workspace.knownPaths(around: path) {
      guard let file = workspace.file(other)?.readable else { continue }
      for reference in file.references?.references ?? [] {
        if let target = workspace.target(of: reference, in: other), target == (path, entry) {
          found.append((other, reference.entry))
        }
      }
    }
    let folder = workspace.scope(of: path).folder
    for name in OwnFiles.configurationNames {
      guard let file = workspace.file(folder + "/" + name)?.readable else { continue }
      found += overrides(file).filter { $0.path == path && $0.target == entry }.map { (file.path, $0.entry) }
    }
    return found
  }

  func references(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    guard let (path, entry) = try subject(parameters) else { return [] }
    var places = referrers(to: path, entry)
    if parameters["context"]?["includeDeclaration"]?.bool ?? false { places.insert((path, entry), at: 0) }
    return .array(places.compactMap { location($0.path, $0.entry) })
  }

  // MARK: - Structure

  func documentSymbols(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    guard let file = try file(parameters).readable, let outline = file.outline else { return [] }
    return .array(symbols(of: 0, outline, file.text))
  }

  /// The named schemas below a value.
  private func symbols(of parent: Int, _ outline: TextOutline, _ text: EditorText) -> [JSONValue] {
    outline.children(of: parent).flatMap { index -> [JSONValue] in
      let entry = outline.entries[index]
      let inner = entry.type == .object || entry.type == .array ? symbols(of: index, outline, text) : []
      guard let name = entry.name, ReferenceIndex.isMap(parent, outline.entries) else { return inner }
      let isDefinition = outline.entries[parent].token != "properties"
      let end = max(name.upperBound, entry.value.upperBound)
      return [
        [
          "name": .string(entry.token.isEmpty ? "\"\"" : entry.token), "kind": isDefinition ? 5 : 8,
          "range": text.range(name.lowerBound..<end), "selectionRange": text.range(name), "children": .array(inner),
        ]
      ]
    }
  }

  func foldingRanges(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    guard let file = try file(parameters).readable, let outline = file.outline else { return [] }
    var starts: Set<Int> = []
    return .array(
      outline.entries.compactMap { entry in
        guard entry.type == .object || entry.type == .array else { return nil }
        let start = file.text.line(at: entry.start)
        // The closing bracket of JSON stays visible.
        let end = file.text.line(at: entry.value.upperBound) - (file.format == .yaml ? 0 : 1)
        guard end > start, starts.insert(start).inserted else { return nil }
        return ["startLine": .number(JSONNumber(start)), "endLine": .number(JSONNumber(end))]
      })
  }

  // MARK: - Form

  /// Returns the edit that gives a schema in JSON the form of `codegen fmt`; none for a text that is broken, has that form,
  /// or is something else.
  func formatting(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let file = try file(parameters)
    guard file.failure == nil, file.format != .yaml, case .schema = workspace.content(of: file),
      let document = file.schemaDocument(name: file.path)
    else { return [] }
    let text = SchemaFormatter.formatted(document)
    if text == file.text.bytes { return [] }
    return [
      ["range": file.text.range(0..<file.text.bytes.count), "newText": .string(String(decoding: text, as: UTF8.self))]
    ]
  }

  // MARK: - Fixes

  func codeActions(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let file = try file(parameters)
    guard let range = parameters["range"].flatMap(file.text.range) else { throw .invalid("expected 'range'") }
    return .array(
      currentDiagnostics(file.path).compactMap { diagnostic in
        guard let fix = diagnostic.fix, diagnostic.range.lowerBound <= range.upperBound,
          range.lowerBound <= diagnostic.range.upperBound
        else { return nil }
        var changes = JSONObject()
        for edit in fix.edits {
          guard let edited = workspace.file(workspace.path(ofName: edit.document)) else { return nil }
          let new: JSONValue = ["range": edited.text.range(edit.range), "newText": .string(edit.replacement)]
          changes[edited.uri] = .array((changes[edited.uri]?.array ?? []) + [new])
        }
        return [
          "title": .string(fix.summary), "kind": "quickfix", "isPreferred": true,
          "diagnostics": [diagnostic.json(in: file.text, workspace)], "edit": ["changes": .object(changes)],
        ]
      })
  }
}
