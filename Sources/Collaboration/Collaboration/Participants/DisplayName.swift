public import CollaborationModels

/// The texts that replace missing names and titles. They are values, so that apps can translate them.
public struct CallTexts: Hashable, Sendable {
  /// The name of a participant without one.
  public var unnamedParticipant = "Unnamed Participant"
  /// The suffix of the local participant's name.
  public var localSuffix = " (me)"
  /// The title for a participant whose device is being called.
  public var calling = "Calling..."
  /// The title of the screen before the call.
  public var setupTitle = "Setup"

  public init() {}
}

/// Chooses the name with which a participant is shown.
///
/// A blank name counts as missing. A participant has the same name everywhere (0b, display-name fallback).
public enum DisplayName {
  /// Returns the name set on this device, or else the service's, or else a neutral one.
  public static func resolve(
    viewData: ParticipantViewData?, serviceName: String?, texts: CallTexts = CallTexts()
  ) -> String {
    viewData?.displayName.unlessBlank ?? serviceName.unlessBlank ?? texts.unnamedParticipant
  }

  /// Returns the title of a remote participant's cell in the grid.
  public static func gridTitle(
    of participant: RemoteParticipant, viewData: ParticipantViewData?, texts: CallTexts = CallTexts()
  ) -> String {
    if participant.isDialed { return texts.calling }
    return resolve(viewData: viewData, serviceName: participant.displayName, texts: texts)
  }

  /// Returns the title of the local participant's cell.
  public static func localTitle(
    viewData: ParticipantViewData?, remoteOptions: RemoteOptions?, texts: CallTexts = CallTexts()
  ) -> String {
    resolve(viewData: viewData, serviceName: remoteOptions?.displayName, texts: texts) + texts.localSuffix
  }
}
