public import CollaborationModels
import SchemaRuntime

/// The source of a participant's picture.
public enum AvatarSource: Hashable, Sendable {
  /// No picture: initials are shown.
  case none
  /// The picture itself.
  case data(Avatar)
  /// An absolute URI; loading it is up to the app.
  case reference(uri: String, scaleType: AvatarScaleType)
}

extension ParticipantViewData {
  /// Creates view data with a picture in memory.
  public init(displayName: String? = nil, avatar: Avatar) {
    self.init(displayName: displayName, avatar: avatar.dataURI, scaleType: avatar.scaleType)
  }

  /// Creates view data with a picture in memory: the document's form.
  public init(avatar: Avatar?, displayName: String? = nil) {
    self.init(displayName: displayName, avatar: avatar?.dataURI, scaleType: avatar?.scaleType ?? .fitXY)
  }

  /// The source of the picture. A text that is not an absolute URI counts as no picture, and so does a `data:` URI
  /// without data.
  public var avatarSource: AvatarSource {
    guard let avatar, Format.uri.isValid(avatar) else { return .none }
    if let picture = Avatar(dataURI: avatar, scaleType: scaleType) { return .data(picture) }
    return Avatar.isDataURI(avatar) ? .none : .reference(uri: avatar, scaleType: scaleType)
  }
}
