public import CollaborationModels

/// Finds the voice recording to play after another. An application may replace it.
public protocol AudioQueuePlayerNextItemProvider: Sendable {
  /// - Parameter messages: the messages of a channel or thread, newest first.
  /// - Parameter currentVoiceRecordingURL: the recording that was just played.
  /// - Parameter lookupScope: where to look; see ``VoiceRecordingLookup`` for an application's own scopes.
  /// - Parameter currentUserID: the user who listens. Nothing follows a user's own recordings.
  /// - Returns: the absolute URI of the next recording, or nil if there is none.
  func findNextItem(
    in messages: [Message], currentVoiceRecordingURL: String?, lookupScope: AudioLookupScope, currentUserID: String?
  ) -> String?
}

/// The location of a voice recording among messages: the input to an application's own scopes.
public struct VoiceRecordingLookup: Sendable {
  /// The messages, newest first.
  public let messages: [Message]
  /// The index of the message with the recording; of the oldest, if there are several.
  public let messageIndex: Int
  /// The absolute URI of the recording.
  public let location: String

  init?(of location: String, in messages: [Message]) {
    guard let index = messages.lastIndex(where: { $0.voiceRecordingURLs.contains(location) }) else { return nil }
    self.messages = messages
    messageIndex = index
    self.location = location
  }

  /// The message with the recording.
  public var message: Message { messages[messageIndex] }

  /// The next recording among the attachments of the same message.
  public var nextInSameMessage: String? {
    let locations = message.voiceRecordingURLs
    // The last index, so that a recording that is attached twice does not follow itself forever.
    guard let index = locations.lastIndex(of: location), index + 1 < locations.count else { return nil }
    return locations[index + 1]
  }

  /// The later messages, oldest first.
  public var subsequentMessages: some Sequence<Message> { messages[..<messageIndex].reversed() }
}

/// The document's provider: the two scopes that it lists, and those that an application adds.
///
///     DefaultNextItemProvider(ownScopes: ["today": { lookup in … }])
///
/// The document promises that the second scope covers *all* subsequent messages of the same author. The service's own
/// code considers only the next message. This provider keeps the promise and skips messages of other authors.
public struct DefaultNextItemProvider: AudioQueuePlayerNextItemProvider {
  /// Finds the next recording within an application's own scope.
  public typealias Rule = @Sendable (VoiceRecordingLookup) -> String?

  private let ownScopes: [String: Rule]

  /// - Parameter ownScopes: rules by the raw values of their scopes.
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
