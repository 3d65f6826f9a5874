public import CollaborationModels

/// The initial state of a call on this device after applying all rules, for the setup screen and the call screen.
public struct LaunchConfiguration: Hashable, Sendable {
  /// Whether the camera is on when the call starts.
  public var isCameraOn: Bool
  /// Whether the microphone is on when the call starts.
  public var isMicrophoneOn: Bool
  /// Whether the call starts without a setup screen.
  public var skipsSetupScreen: Bool
  /// Whether the call has video.
  public var audioVideoMode: AudioVideoMode
  /// Settings for captions.
  public var captions: CaptionsOptions
  /// The navigation bar of the setup screen.
  public var setupScreenText: SetupScreenText
  /// The screen options: the launch's, or else the composite's.
  public var screens: CallScreens

  /// The origin of a call.
  public enum Origin: Hashable, Sendable {
    /// By the app.
    case app
    /// On the system's call screen. The call has already started, so there is no setup screen, and camera and
    /// microphone start off regardless of the options (0b).
    case acceptedFromCallKit
  }

  /// Creates the configuration from the options of a launch; its screen options override the composite's.
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
