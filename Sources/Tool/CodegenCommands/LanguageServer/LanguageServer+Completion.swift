import JSONSchema
import SchemaLoading
import SchemaRuntime

// What may be written at the cursor.
extension LanguageServer {
  /// A proposal: a member's name, or a value.
  private struct Proposal {
    var value: JSONValue
    var words: String?
  }

  func completion(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let (file, offset) = try place(parameters)
    let isYAML = file.format == .yaml
    let context = isYAML ? CursorContext(yaml: file.text, at: offset) : CursorContext(json: file.text, at: offset)
    let items = proposals(file, context).enumerated().map { order, proposal -> JSONValue in
      var text = isYAML ? Self.yaml(proposal.value) : proposal.value.text()
      if context.isName, !context.hasColon { text += ": " }
      let label = proposal.value.string ?? proposal.value.text()
      var item: JSONObject = [
        "label": .string(label), "kind": context.isName ? 10 : 12, "sortText": .string(String(10_000 + order)),
        "filterText": .string(isYAML ? label : proposal.value.text()),
        "textEdit": ["range": file.text.range(context.range), "newText": .string(text)],
      ]
      if let words = proposal.words { item["documentation"] = ["kind": "markdown", "value": .string(words)] }
      return .object(item)
    }
    return ["isIncomplete": false, "items": .array(items)]
  }

  /// A value as YAML: plain, if it reads as the same string.
  private static func yaml(_ value: JSONValue) -> String {
    guard let string = value.string else { return value.text() }
    let isPlain =
      string.first?.isLetter ?? false && string.allSatisfy { $0.isLetter || $0.isNumber || "-_./".contains($0) }
    return isPlain && !["true", "false", "null", "yes", "no", "on", "off"].contains(string.lowercased())
      ? string : value.text()
  }

  private func proposals(_ file: SourceFile, _ context: CursorContext) -> [Proposal] {
    switch workspace.content(of: file) {
    case .schema: return schemaProposals(file, context)
    case .payload(let schema):
      return workspace.payloadSchema(schema).map { instanceProposals($0.graph, $0.root, file, context) } ?? []
    case .configuration:
      return Workspace.configurationGraph.map { instanceProposals($0.graph, $0.root, file, context) } ?? []
    case .other: return []
    }
  }

  /// The names of members that the text already has around the cursor.
  private func names(_ file: SourceFile, at path: [String]) -> Set<String> {
    guard let outline = file.outline, let object = outline.entry(at: JSONPointer(path)) else { return [] }
    let names = Set(outline.children(of: object).map { outline.entries[$0].token })
    // Of a broken text, the outline is older.
    if file.failure == nil { return names }
    let text = String(decoding: file.text.bytes, as: UTF8.self)
    return names.filter { text.contains(file.format == .yaml ? $0 + ":" : JSONValue.string($0).text()) }
  }

  private func instanceProposals(
    _ graph: SchemaGraph, _ root: SchemaID, _ file: SourceFile, _ context: CursorContext
  ) -> [Proposal] {
    let schemas = graph.schemas(ofValueAt: context.path, under: root)
    var seen: Set<JSONValue> = []
    let present = context.isName ? names(file, at: context.path) : []
    return schemas.flatMap { schema -> [Proposal] in
      let keywords = graph[schema].keywords
      if context.isName {
        return keywords.properties.filter { !present.contains($0.name) }.map { member in
          Proposal(value: .string(member.name), words: graph[member.schema].keywords.description)
        }
      }
      let values = (keywords.enumeration ?? []) + (keywords.const.map { [$0] } ?? [])
      let flags: [JSONValue] = values.isEmpty && keywords.type == [.boolean] ? [true, false] : []
      return (values + flags).map { Proposal(value: $0) }
    }.filter { seen.insert($0.value).inserted }
  }

  // MARK: - Schemas

  /// What a dialect expects at a location.
  private enum Place {
    case schema
    case names
    case schemas
    case value(of: String, path: [String])
  }

  private func schemaProposals(_ file: SourceFile, _ context: CursorContext) -> [Proposal] {
    let node = nearestSchema(file, context.path)
    guard let start = node?.depth ?? (file.root.map { DocumentContent.container(ofHost: $0) == nil } ?? true ? 0 : nil)
    else { return [] }
    let dialect =
      node?.dialect ?? file.root?["$schema"]?.string.flatMap { Dialect.named($0) } ?? .draft2020
    var (place, owner) = (Place.schema, start)
    for (depth, token) in context.path.enumerated().dropFirst(start) {
      switch place {
      case .schema:
        owner = depth
        switch dialect.keyword(named: token)?.subschemas {
        case .one: place = .schema
        case .list: place = .schemas
        case .listOfAlternatives, .alternatives:
          place = context.path.count > depth + 2 ? .schemas : .value(of: "type", path: [])
        case .named, .namedOrNames: place = .names
        case .oneOrList:
          place = JSONPointer.arrayIndex(context.path.dropFirst(depth + 1).first ?? "") == nil ? .schema : .schemas
        case nil: place = .value(of: token, path: [])
        }
      case .names, .schemas: place = .schema
      case .value(let keyword, let path): place = .value(of: keyword, path: path + [token])
      }
    }
    switch place {
    case .schema where context.isName:
      let present = names(file, at: context.path)
      return dialect.keywordNames.filter { !present.contains($0) }.map { name in
        let words = VendorVocabulary.description(of: name) ?? KeywordExamples.rows.first { $0.keyword == name }?.words
        return Proposal(value: .string(name), words: words)
      }
    case .value(let keyword, let path):
      let schema = Array(context.path.prefix(owner))
      return context.isName
        ? members(of: keyword, at: path, dialect, file, schema)
        : values(of: keyword, at: path, dialect, file, schema)
    case .schema, .names, .schemas: return []
    }
  }

  /// The innermost schema around a path, as the last good state has it.
  private func nearestSchema(_ file: SourceFile, _ path: [String]) -> (depth: Int, dialect: Dialect)? {
    guard let graph = workspace.graph(of: file.path) else { return nil }
    let name = workspace.name(of: file.path)
    let node = graph.nodes.filter { node in
      graph.documents[node.document].name == name && path.starts(with: node.pointer.tokens)
    }.max { $0.pointer.tokens.count < $1.pointer.tokens.count }
    return node.map { ($0.pointer.tokens.count, $0.dialect) }
  }

  /// The members of a keyword's value.
  private func members(
    of keyword: String, at path: [String], _ dialect: Dialect, _ file: SourceFile, _ schema: [String]
  ) -> [Proposal] {
    let present = names(file, at: schema + [keyword] + path)
    let known: [Proposal]
    let form = dialect.keyword(named: keyword)?.value
    if case .swiftHints? = form, path.isEmpty {
      known = VendorVocabulary.hints.map { Proposal(value: .string($0.name), words: $0.description) }
    } else if case .texts? = form {
      // Texts by keyword, and for some keywords by what these name.
      let inner = schema + path
      let isObject = file.root?[JSONPointer(inner)]?.object != nil
      let named = isObject ? names(file, at: inner).subtracting([keyword]) : names(in: file, inner)
      known = named.sorted().map { Proposal(value: .string($0)) }
    } else {
      known = values(of: keyword, at: path, dialect, file, schema).filter { $0.value.string != nil }
    }
    return known.filter { !present.contains($0.value.string ?? "") }
  }

  private func values(
    of keyword: String, at path: [String], _ dialect: Dialect, _ file: SourceFile, _ schema: [String]
  ) -> [Proposal] {
    let strings: [String]
    let flags = [Proposal(value: true), Proposal(value: false)]
    switch keyword {
    case "type": strings = JSONType.allCases.map(\.rawValue) + (dialect.draft == .draft3 ? ["any"] : [])
    case "format": strings = Format.allCases.map(\.keyword)
    case "$schema": strings = Dialect.all.reversed().map(\.schemaURI)
    case "$ref", "$dynamicRef", "$recursiveRef":
      return targets(from: file).map { Proposal(value: .string($0)) }
    case "required" where dialect.draft == .draft3: return flags
    case "required", "dependentRequired", "propertyName":
      let listed = names(in: file, schema + ["required"])
      strings = names(file, at: schema + ["properties"]).subtracting(keyword == "required" ? listed : []).sorted()
    default:
      let form = dialect.keyword(named: keyword)?.value
      if case .flag? = form { return flags }
      guard case .swiftHints? = form else { return [] }
      switch VendorVocabulary.hints.first(where: { [$0.name] == path })?.hint {
      case .null: strings = VendorKeywords.SwiftHints.Null.allCases.map(\.rawValue)
      case .property: strings = names(file, at: schema + ["properties"]).sorted()
      case .text, .type, .module, nil: strings = []
      }
    }
    return strings.map { Proposal(value: .string($0)) }
  }

  private func names(in file: SourceFile, _ path: [String]) -> Set<String> {
    Set(file.root?[JSONPointer(path)]?.array?.compactMap(\.string) ?? [])
  }

  /// The references that may be written in a file: to its own definitions first, then to other files.
  private func targets(from file: SourceFile) -> [String] {
    let own = definitions(of: file).map { "#" + $0 }
    let others = workspace.knownPaths(around: file.path).filter { $0 != file.path }.flatMap { path -> [String] in
      guard let other = workspace.file(path), case .schema = workspace.content(of: other) else { return [] }
      let name = FilePath.relative(path, to: FilePath.absolute("..", in: file.path))
      let hasRoot = other.root.map { DocumentContent.container(ofHost: $0) == nil } ?? false
      return (hasRoot ? [name] : []) + definitions(of: other).map { name + "#" + $0 }
    }
    return own + others
  }

  /// The pointers of the definitions of a file.
  private func definitions(of file: SourceFile) -> [String] {
    guard let outline = file.outline else { return [] }
    return outline.entries.indices.compactMap { index in
      guard let parent = outline.entries[index].parent,
        ["$defs", "definitions", "schemas"].contains(outline.entries[parent].token),
        ReferenceIndex.isMap(parent, outline.entries)
      else { return nil }
      return outline.pointer(of: index).tokens.map { "/" + JSONPointer.escaped($0) }.joined()
    }
  }
}
