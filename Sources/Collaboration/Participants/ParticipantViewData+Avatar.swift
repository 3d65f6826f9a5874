public import CollaborationModels
import SchemaRuntime

/// Where a participant's picture is.
public enum AvatarSource: Hashable, Sendable {
  /// There is none: show initials.
  case none
  /// Here.
  case data(Avatar)
  /// At an absolute URI; how it is loaded is the app's concern.
  case reference(uri: String, scaleType: AvatarScaleType)
}

extension ParticipantViewData {
  /// View data with a picture whose bytes are at hand.
  public init(displayName: String? = nil, avatar: Avatar) {
    self.init(displayName: displayName, avatar: avatar.dataURI, scaleType: avatar.scaleType)
  }

  /// Where the picture is. A text that is no absolute URI is no picture, and neither is a `data:` URI without data.
  public var avatarSource: AvatarSource {
    guard let avatar, Format.uri.isValid(avatar) else { return .none }
    if let picture = Avatar(dataURI: avatar, scaleType: scaleType) { return .data(picture) }
    return Avatar.isDataURI(avatar) ? .none : .reference(uri: avatar, scaleType: scaleType)
  }
}
