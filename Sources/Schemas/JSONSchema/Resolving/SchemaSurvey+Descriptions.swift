import SchemaRuntime

/// What API descriptions say to their readers.
extension SchemaSurvey {
  private static let exampleLimit = 3

  /// Adds what a description says besides its operations and schemas.
  mutating func addDescription(of document: Int) {
    let root = HostValue(location: NodeLocation(document: document, entry: 0), pointer: JSONPointer())
    var members: JSONObject = [:]
    for name in ["servers", "host", "basePath", "schemes", "tags", "externalDocs", "defaultContentType"] {
      members[name] = root.member(name, of: self)?.value(of: self)
    }
    let schemes =
      root.member("components", of: self)?.member("securitySchemes", of: self)
      ?? root.member("securityDefinitions", of: self)
    let declared = schemes?.members(of: self).compactMap { name, written -> (String, JSONValue)? in
      target(of: written).map { (name, $0.value(of: self)) }
    }
    var info = root.member("info", of: self)?.value(of: self).object ?? [:]
    // A long description may be a file of its own.
    if let found = root.member("info", of: self).flatMap({ descriptionElsewhere(of: $0) }) {
      info["description"] = found
    }
    members["tags"] = .array(
      root.elements("tags", of: self).map { tag in
        guard var object = tag.value(of: self).object else { return .null }
        if let found = descriptionElsewhere(of: tag) { object["description"] = found }
        return .object(object)
      })
    descriptions.append(
      APIDescription(
        document: documents[document].name, info: info, members: members, securitySchemes: JSONObject(declared ?? [])))
  }

  /// Returns the description of a value that refers to a text in another file.
  private mutating func descriptionElsewhere(of value: HostValue) -> JSONValue? {
    guard let written = value.member("description", of: self), let text = written.text("$ref", of: self) else {
      return nil
    }
    return (try? self.value(of: text, from: written))?.value(of: self)
  }

  /// Returns what is for readers.
  /// - Parameter mediaType: for the content of a message, its media type, by which Swagger names examples.
  func words(of value: HostValue, mediaType: String? = nil) -> APIWords {
    var words = APIWords(
      summary: value.text("summary", of: self), description: value.text("description", of: self),
      isDeprecated: value.member("deprecated", of: self)?.value(of: self).bool ?? false,
      externalDocs: value.member("externalDocs", of: self)?.value(of: self))
    if let example = value.member("example", of: self) { words.examples.append(example.value(of: self)) }
    for (name, example) in value.members("examples", of: self).prefix(Self.exampleLimit) {
      if name == mediaType {
        words.examples.append(example.value(of: self))
      } else if let found = resolved(example)?.member("value", of: self) {
        words.examples.append(found.value(of: self))
      }
    }
    return words
  }

  /// Follows references to an example within the same text.
  private func resolved(_ example: HostValue) -> HostValue? {
    guard let text = example.text("$ref", of: self) else { return example }
    let document = example.location.document
    guard text.hasPrefix("#"), let pointer = JSONPointer(fragmentOrPointer: text) else { return nil }
    let root = HostValue(location: NodeLocation(document: document, entry: 0), pointer: JSONPointer())
    return pointer.tokens.reduce(Optional(root)) { value, token in value?.member(token, of: self) }
  }
}
