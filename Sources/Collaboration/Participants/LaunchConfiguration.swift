public import CollaborationModels

/// What a call starts with on this device, after all rules: what a setup screen shows, and a call screen begins with.
public struct LaunchConfiguration: Hashable, Sendable {
  /// Whether the camera is on when the call starts.
  public var isCameraOn: Bool
  /// Whether the microphone is on when the call starts.
  public var isMicrophoneOn: Bool
  /// Whether the call starts at once.
  public var skipsSetupScreen: Bool
  /// Whether the call has pictures.
  public var audioVideoMode: AudioVideoMode
  /// Settings for captions.
  public var captions: CaptionsOptions
  /// The navigation bar of the setup screen.
  public var setupScreenText: SetupScreenText
  /// What the screens show: the launch's options, or else the composite's.
  public var screens: CallScreens

  /// How a call was asked for.
  public enum Origin: Hashable, Sendable {
    /// By the app.
    case app
    /// On the system's call screen. The call is under way, so there is no setup screen, and camera and microphone start
    /// off whatever the options say (0b).
    case acceptedFromCallKit
  }

  /// The options of a launch; those of its screens take the place of the composite's.
  public init(
    _ localOptions: LocalOptions?, origin: Origin = .app, compositeScreens: CallScreens = CallScreens(),
    screens: CallScreens = CallScreens(), texts: CallTexts = CallTexts()
  ) {
    let options = localOptions ?? LocalOptions()
    let isAccepted = origin == .acceptedFromCallKit
    audioVideoMode = options.audioVideoMode
    isCameraOn = options.cameraOn && options.audioVideoMode != .audioOnly && !isAccepted
    isMicrophoneOn = options.microphoneOn && !isAccepted
    skipsSetupScreen = options.skipSetupScreen || isAccepted
    captions = options.captionsOptions ?? CaptionsOptions()
    setupScreenText = SetupScreenText(options.setupScreenViewData, texts: texts)
    self.screens = compositeScreens.overridden(by: screens)
  }
}
