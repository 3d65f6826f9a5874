public import CollaborationModels
import SchemaRuntime

extension UserCardMessage {
  /// The maximum number of bytes of a message's body and extension.
  public static var maximumBytes: Int { 5 * 1024 }

  /// Creates the message with a user's card.
  /// - Throws: ``UserCardError/noUser`` if the attributes have no id.
  public init(_ info: UserInfo) throws(UserCardError) { self.init(ext: try UserCard(info)) }

  /// Reads a card from a custom message in any published shape: the client's (`event`, `ext`), the service's request
  /// (`body` with `customEvent` and `customExts`), its history (those two at the root), and its callback (`payload`
  /// with `bodies`, where the fields are in `v2:customExts`).
  /// - Parameter sender: the user if neither the card nor the message identifies one.
  /// - Throws: a ``UserCardError``; nothing of an invalid message is used.
  public init(reading text: [UInt8], sender: String? = nil) throws(UserCardError) {
    guard text.count <= Self.maximumMessageBytes else {
      throw .tooLarge(limit: Self.maximumMessageBytes, actual: text.count)
    }
    let value: JSONValue
    let repeated: [ValidationIssue]
    do {
      value = try JSONValue(parsing: text)
      // The value keeps the last of equal names. Such a payload is refused, as everywhere. No generated model describes
      // all of these shapes, but each reports equal names.
      repeated = try Self.issues(in: text).filter { if case .uniqueNames = $0.kind { true } else { false } }
    } catch { throw .invalid(.syntax(error)) }
    guard repeated.isEmpty else { throw .invalid(.invalid(repeated)) }
    guard let message = value.object else { throw .noCard }
    let from = message["from"]?.string ?? sender
    if message["event"] != nil {
      try self.init(client: message, text, sender: from)
    } else if message["body"] != nil {
      let message: CustomMessage
      do { message = try CustomMessage(json: text) } catch { throw .invalid(error) }
      try self.init(message.body, sender: message.from ?? sender)
    } else if let payload = message["payload"]?.object {
      guard let body = payload["bodies"]?.array?.first else { throw .noCard }
      try self.init(body: body, sender: from)
    } else if message["customEvent"] != nil {
      try self.init(body: value, sender: from)
    } else {
      throw .noCard
    }
  }

  /// Reads a card from the body of a custom message.
  /// - Parameter sender: the user if the body does not identify one.
  public init(_ body: CustomMessageBody, sender: String? = nil) throws(UserCardError) {
    guard body.customEvent == UserCard.event else { throw .otherEvent(body.customEvent) }
    guard let fields = body.customExts else { throw .noCard }
    self.init(ext: try UserCard(fields: fields, sender: sender))
  }

  /// Returns the body of the custom message in one of the published shapes.
  /// - Throws: ``UserCardError/invalid(_:)`` for more than 16 fields, ``UserCardError/tooLarge(limit:actual:)`` for more
  ///   than 5 KB.
  public func body(_ shape: UserCardShape = .uid) throws(UserCardError) -> CustomMessageBody {
    let body = CustomMessageBody(customEvent: event, customExts: ext.fields(shape))
    let bytes: [UInt8]
    do {
      try body.validate()
      bytes = try body.json()
    } catch { throw .invalid(error) }
    guard bytes.count <= Self.maximumBytes else { throw .tooLarge(limit: Self.maximumBytes, actual: bytes.count) }
    return body
  }

  /// Returns the request that sends the card.
  /// - Throws: the errors of ``body(_:)``, and ``UserCardError/invalid(_:)`` for more than 600 receivers.
  public func message(
    from sender: UserID, to receivers: [UserID], shape: UserCardShape = .uid
  ) throws(UserCardError) -> CustomMessage {
    let message = CustomMessage(from: sender.text, to: receivers.map(\.text), body: try body(shape))
    do { try message.validate() } catch { throw .invalid(error) }
    return message
  }

  /// The maximum number of bytes of a message to read: the limit of body and extension, 600 ids, and room for the
  /// additions of a callback.
  private static var maximumMessageBytes: Int { 64 * 1024 }

  /// Reads the client's form. Its fields may have any shape, so they are read by the names of all shapes, and the
  /// result is checked by the schema. Without a card object, the schema's own error is thrown.
  private init(client message: JSONObject, _ text: [UInt8], sender: String?) throws(UserCardError) {
    guard let event = message["event"]?.string else { throw Self.refusal(of: text) }
    guard event == UserCard.event else { throw .otherEvent(event) }
    guard let ext = message["ext"]?.object, let fields = Self.texts(ext) else { throw Self.refusal(of: text) }
    var others = message
    others["event"] = nil
    others["ext"] = nil
    let card = UserCardMessage(ext: try UserCard(fields: fields, sender: sender), additionalMembers: others)
    do { try card.validate() } catch { throw .invalid(error) }
    self = card
  }

  /// Reads a body in one of the service's forms. In a callback the fields occur twice: in `v2:customExts`, and in an
  /// older list whose values need not be text, which is ignored.
  private init(body value: JSONValue, sender: String?) throws(UserCardError) {
    guard var body = value.object else { throw .noCard }
    if let fields = body["v2:customExts"] {
      body["v2:customExts"] = nil
      body["customExts"] = fields
    }
    let model: CustomMessageBody
    do { model = try CustomMessageBody(json: JSONValue.object(body).json()) } catch { throw .invalid(error) }
    try self.init(model, sender: sender)
  }

  private static func texts(_ object: JSONObject) -> JSONMap<String>? {
    var texts = JSONMap<String>()
    for (name, value) in object {
      guard let text = value.string else { return nil }
      texts[name] = text
    }
    return texts
  }

  private static func refusal(of text: [UInt8]) -> UserCardError {
    do { _ = try UserCardMessage(json: text) } catch { return .invalid(error) }
    return .noCard
  }
}
