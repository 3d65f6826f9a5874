public import CollaborationModels

/// Finds the voice recording that is played after another. An application may replace it.
public protocol AudioQueuePlayerNextItemProvider: Sendable {
  /// - Parameter messages: those of a channel or thread, newest first.
  /// - Parameter currentVoiceRecordingURL: what has just been played.
  /// - Parameter lookupScope: where to look; see ``VoiceRecordingLookup`` for scopes of an application's own.
  /// - Parameter currentUserID: the user who listens. Of what one has sent oneself, nothing follows.
  /// - Returns: the absolute URI of the next recording; nil when there is none.
  func findNextItem(
    in messages: [Message], currentVoiceRecordingURL: String?, lookupScope: AudioLookupScope, currentUserID: String?
  ) -> String?
}

/// Where a voice recording stands among messages: what a scope of an application's own starts from.
public struct VoiceRecordingLookup: Sendable {
  /// Newest first.
  public let messages: [Message]
  /// The place of the message that holds the recording; when several do, of the oldest.
  public let messageIndex: Int
  /// The absolute URI of the recording.
  public let location: String

  init?(of location: String, in messages: [Message]) {
    guard let index = messages.lastIndex(where: { $0.voiceRecordingURLs.contains(location) }) else { return nil }
    self.messages = messages
    messageIndex = index
    self.location = location
  }

  /// The message that holds the recording.
  public var message: Message { messages[messageIndex] }

  /// The next recording among the attachments of the same message.
  public var nextInSameMessage: String? {
    let locations = message.voiceRecordingURLs
    // The last place, so that a recording that is attached twice does not follow itself for ever.
    guard let place = locations.lastIndex(of: location), place + 1 < locations.count else { return nil }
    return locations[place + 1]
  }

  /// The messages that came after, oldest first.
  public var subsequentMessages: some Sequence<Message> { messages[..<messageIndex].reversed() }
}

/// The document's provider: the two scopes that it lists, and those that an application adds.
///
///     DefaultNextItemProvider(ownScopes: ["today": { lookup in … }])
///
/// The document promises that the second scope looks through *all* subsequent messages of the same author. The
/// service's own code looks at the very next message only; here the promise is kept, and messages of others in between
/// are passed over.
public struct DefaultNextItemProvider: AudioQueuePlayerNextItemProvider {
  /// Finds the next recording within a scope of an application's own.
  public typealias Rule = @Sendable (VoiceRecordingLookup) -> String?

  private let ownScopes: [String: Rule]

  /// - Parameter ownScopes: rules by the raw values of the scopes they are for.
  public init(ownScopes: [String: Rule] = [:]) { self.ownScopes = ownScopes }

  public func findNextItem(
    in messages: [Message], currentVoiceRecordingURL: String?, lookupScope: AudioLookupScope, currentUserID: String?
  ) -> String? {
    guard
      let currentVoiceRecordingURL, let lookup = VoiceRecordingLookup(of: currentVoiceRecordingURL, in: messages),
      lookup.message.user.id != currentUserID
    else { return nil }
    switch lookupScope {
    case .sameMessage: return lookup.nextInSameMessage
    case .subsequentMessagesFromUser: return lookup.nextInSameMessage ?? nextFromAuthor(lookup)
    case .unknown(let scope): return ownScopes[scope]?(lookup)
    }
  }

  private func nextFromAuthor(_ lookup: VoiceRecordingLookup) -> String? {
    for message in lookup.subsequentMessages where message.user.id == lookup.message.user.id {
      // A recording that was sent again does not follow itself.
      if let next = message.voiceRecordingURLs.first(where: { $0 != lookup.location }) { return next }
    }
    return nil
  }
}

extension Message {
  /// The absolute URIs of the voice recordings among the attachments, in order.
  public var voiceRecordingURLs: [String] {
    attachments.compactMap { if case .voiceRecording(let recording) = $0 { recording.assetURL } else { nil } }
  }
}
