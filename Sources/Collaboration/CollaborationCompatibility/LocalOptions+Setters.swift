public import Collaboration
public import CollaborationModels

// On Android, data are set with functions that return the changed object:
//
//     let data = ParticipantViewData().setDisplayName("Amal").setScaleType(.fitCenter)

extension ParticipantViewData {
  /// Returns the data with another name.
  public func setDisplayName(_ displayName: String?) -> ParticipantViewData {
    var data = self
    data.displayName = displayName
    return data
  }

  /// Returns the data with another picture; its scale type is set separately.
  public func setAvatarBitmap(_ avatarBitmap: Avatar?) -> ParticipantViewData {
    var data = self
    data.avatar = avatarBitmap?.dataURI
    return data
  }

  /// Returns the data with another scale type.
  public func setScaleType(_ scaleType: AvatarScaleType) -> ParticipantViewData {
    var data = self
    data.scaleType = scaleType
    return data
  }
}

extension SetupScreenViewData {
  /// Creates data without a title: the default title is shown, and no subtitle.
  public init() { self.init(title: "") }

  /// Returns the data with another title.
  public func setTitle(_ title: String) -> SetupScreenViewData {
    var data = self
    data.title = title
    return data
  }

  /// Returns the data with another subtitle, which is only shown below a title.
  public func setSubtitle(_ subtitle: String?) -> SetupScreenViewData {
    var data = self
    data.subtitle = subtitle
    return data
  }
}

extension LocalOptions {
  /// Returns the options with other data for the local participant.
  public func setParticipantViewData(_ participantViewData: ParticipantViewData?) -> LocalOptions {
    var options = self
    options.participantViewData = participantViewData
    return options
  }

  /// Returns the options with other texts for the setup screen.
  public func setSetupScreenViewData(_ setupScreenViewData: SetupScreenViewData?) -> LocalOptions {
    var options = self
    options.setupScreenViewData = setupScreenViewData
    return options
  }
}
