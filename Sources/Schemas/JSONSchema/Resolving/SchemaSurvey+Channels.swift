import SchemaRuntime

/// The operations of an AsyncAPI description, for its readers: what is sent and received on each channel. Their payloads
/// are read as schemas anyway (``HostDocument``).
extension SchemaSurvey {
  private typealias Operation = APIOperation<NodeLocation>

  /// Adds the operations of a description: those on its own (AsyncAPI 3), or those of its channels (AsyncAPI 2).
  mutating func addChannels(of document: Int) {
    let root = HostValue(location: NodeLocation(document: document, entry: 0), pointer: JSONPointer())
    let mediaType = root.text("defaultContentType", of: self) ?? "application/json"
    for (id, written) in root.described("operations", of: self) {
      guard let operation = targetIfAny(of: written), let action = operation.text("action", of: self),
        let link = operation.member("channel", of: self), let channel = targetIfAny(of: link)
      else { continue }
      let address = channel.text("address", of: self) ?? link.text("$ref", of: self) ?? id
      let listed = operation.member("messages", of: self).map { _ in operation.elements("messages", of: self) }
      let messages = listed ?? channel.members("messages", of: self).map(\.value)
      add(operation, action, id, on: channel, address, messages, mediaType)
    }
    for (address, written) in root.described("channels", of: self) {
      guard let channel = targetIfAny(of: written) else { continue }
      for action in ["publish", "subscribe"] {
        guard let operation = channel.member(action, of: self) else { continue }
        let message = operation.member("message", of: self)
        let choice = message.map { $0.elements("oneOf", of: self) } ?? []
        add(
          operation, action, operation.text("operationId", of: self), on: channel, address,
          choice.isEmpty ? message.map { [$0] } ?? [] : choice, mediaType)
      }
    }
  }

  private mutating func add(
    _ value: HostValue, _ action: String, _ id: String?, on channel: HostValue, _ address: String,
    _ messages: [HostValue], _ mediaType: String
  ) {
    var operation = Operation(
      location: value.location(of: self), path: address, method: action, caller: "channel", id: id,
      tags: value.elements("tags", of: self).compactMap { $0.text("name", of: self) }, dialect: .asyncAPI)
    operation.words = words(of: value)
    let words = words(of: channel)
    operation.words.summary = operation.words.summary ?? words.summary
    operation.words.description = operation.words.description ?? words.description
    operation.api = descriptions.count - 1
    operation.parameters = channel.members("parameters", of: self).compactMap { name, written in
      guard let parameter = targetIfAny(of: written) else { return nil }
      var schema = parameter.member("schema", of: self)?.value(of: self).object ?? ["type": "string"]
      for keyword in ["enum", "default"] { schema[keyword] = parameter.member(keyword, of: self)?.value(of: self) }
      return Operation.Parameter(
        location: parameter.location(of: self), name: name, place: "path", isRequired: true, form: [:],
        value: .plain(schema), words: self.words(of: parameter))
    }
    let contents = messages.compactMap { content(of: $0, mediaType) }
    if !contents.isEmpty {
      operation.body = Operation.Body(location: operation.location, isRequired: true, contents: contents)
    }
    if let reply = value.member("reply", of: self).flatMap({ targetIfAny(of: $0) }) {
      let answers = reply.elements("messages", of: self).compactMap { content(of: $0, mediaType) }
      operation.responses = [
        Operation.Response(
          location: reply.location(of: self), status: "reply", contents: answers, headers: [],
          words: self.words(of: reply))
      ]
    }
    channels.append(operation)
  }

  /// Reads a message: the schema of its payload, if that is one, and what it says.
  private mutating func content(of written: HostValue, _ mediaType: String) -> Operation.Content? {
    guard let message = targetIfAny(of: written) else { return nil }
    var words = words(of: message)
    words.summary = message.text("title", of: self) ?? message.text("name", of: self) ?? words.summary
    var schema = message.member("payload", of: self)
    // AsyncAPI 3 has the format next to the schema.
    if let payload = schema, payload.text("schemaFormat", of: self) != nil {
      schema = payload.member("schema", of: self)
    }
    return Operation.Content(
      location: message.location(of: self), mediaType: message.text("contentType", of: self) ?? mediaType,
      schema: schema.flatMap { targetIfAny(of: $0) }?.location, words: words)
  }

  /// Follows references as far as they lead somewhere; nothing here is reported, because only readers need it.
  private mutating func targetIfAny(of value: HostValue) -> HostValue? {
    var value = value
    var seen: Set<NodeLocation> = []
    while let text = value.text("$ref", of: self) {
      guard seen.insert(value.location).inserted, let next = try? self.value(of: text, from: value) else { return nil }
      value = next
    }
    return value
  }
}
