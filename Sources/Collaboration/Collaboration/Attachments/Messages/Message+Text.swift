public import CollaborationModels
public import SchemaRuntime

extension Message {
  /// A new message with only a text.
  public init(id: String, user: MessageUser, text: String, createdAt: Timestamp = .now) {
    self.init(
      id: id, type: "regular", user: user, text: text, createdAt: createdAt, updatedAt: createdAt, replyCount: 0,
      attachments: [], mentionedUsers: [], latestReactions: [], ownReactions: [])
  }
}

extension MessageUser {
  /// An ordinary user who is online.
  public init(id: String, name: String? = nil, createdAt: Timestamp = .now) {
    self.init(id: id, role: "user", createdAt: createdAt, updatedAt: createdAt, online: true, name: name)
  }
}
