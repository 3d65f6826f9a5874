public import CollaborationModels

/// The words that the library puts in place of missing ones. They are values, so that apps may translate them.
public struct CallTexts: Hashable, Sendable {
  /// Stands for a participant without a name.
  public var unnamedParticipant = "Unnamed Participant"
  /// Follows the name of the local participant.
  public var localSuffix = " (me)"
  /// Stands for a participant whose device is being called.
  public var calling = "Calling..."
  /// The title of the screen before the call.
  public var setupTitle = "Setup"

  public init() {}
}

/// Which name a participant is shown with.
///
/// A name of blanks only counts as none, wherever a name is asked for: a participant has one name in all places
/// (0b, display-name fallback).
public enum DisplayName {
  /// The name of a participant: the one set on this device, or else the one the service knows, or else a neutral one.
  public static func resolve(
    viewData: ParticipantViewData?, serviceName: String?, texts: CallTexts = CallTexts()
  ) -> String {
    viewData?.displayName.unlessBlank ?? serviceName.unlessBlank ?? texts.unnamedParticipant
  }

  /// The title of a remote participant's cell in the grid.
  public static func gridTitle(
    of participant: RemoteParticipant, viewData: ParticipantViewData?, texts: CallTexts = CallTexts()
  ) -> String {
    if participant.isDialed { return texts.calling }
    return resolve(viewData: viewData, serviceName: participant.displayName, texts: texts)
  }

  /// The title of the local participant's cell.
  public static func localTitle(
    viewData: ParticipantViewData?, remoteOptions: RemoteOptions?, texts: CallTexts = CallTexts()
  ) -> String {
    resolve(viewData: viewData, serviceName: remoteOptions?.displayName, texts: texts) + texts.localSuffix
  }
}
