/// The parts of a call's screens that an app shows: options of the composite or of one launch.
public struct CallScreens: Hashable, Sendable {
  /// The options of the setup screen; nil to use the composite's options or the defaults.
  public var setup: SetupScreenOptions?
  /// The options of the call screen; nil as above.
  public var call: CallScreenOptions?

  public init(setup: SetupScreenOptions? = nil, call: CallScreenOptions? = nil) {
    self.setup = setup
    self.call = call
  }

  /// Returns these options, overridden by those of a launch where it has any.
  public func overridden(by launch: CallScreens) -> CallScreens {
    CallScreens(setup: launch.setup ?? setup, call: launch.call ?? call)
  }
}

/// The screen before the call.
public struct SetupScreenOptions: Hashable, Sendable {
  /// Turns the camera on and off.
  public var camera: ButtonViewData
  /// Turns the microphone on and off.
  public var microphone: ButtonViewData
  /// Chooses where the sound comes from.
  public var audioDevice: ButtonViewData

  public init(
    camera: ButtonViewData = ButtonViewData(), microphone: ButtonViewData = ButtonViewData(),
    audioDevice: ButtonViewData = ButtonViewData()
  ) {
    self.camera = camera
    self.microphone = microphone
    self.audioDevice = audioDevice
  }
}

/// The screen of the call.
public struct CallScreenOptions: Hashable, Sendable {
  /// Whether to ask for confirmation before leaving the call.
  public enum LeaveConfirmation: String, Hashable, Sendable {
    case alwaysEnabled = "always_enabled"
    case alwaysDisabled = "always_disabled"
  }

  /// Whether to ask for confirmation before leaving the call.
  public var leaveConfirmation: LeaveConfirmation
  /// The title of the header; nil for the standard one.
  public var headerTitle: String?
  /// The line below the title; nil for none.
  public var headerSubtitle: String?

  public init(
    leaveConfirmation: LeaveConfirmation = .alwaysEnabled, headerTitle: String? = nil, headerSubtitle: String? = nil
  ) {
    self.leaveConfirmation = leaveConfirmation
    self.headerTitle = headerTitle
    self.headerSubtitle = headerSubtitle
  }
}

/// A button of a screen.
public struct ButtonViewData: Hashable, Sendable {
  /// Whether the button is visible.
  public var isVisible: Bool
  /// Whether the button is enabled.
  public var isEnabled: Bool

  public init(isVisible: Bool = true, isEnabled: Bool = true) {
    self.isVisible = isVisible
    self.isEnabled = isEnabled
  }
}
