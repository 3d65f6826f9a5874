/// Which parts of a call's screens an app shows: options of the composite, or of one launch.
public struct CallScreens: Hashable, Sendable {
  /// Nil where nothing is said, so that the composite's options or the defaults hold.
  public var setup: SetupScreenOptions?
  /// The screen of the call; nil as above.
  public var call: CallScreenOptions?

  public init(setup: SetupScreenOptions? = nil, call: CallScreenOptions? = nil) {
    self.setup = setup
    self.call = call
  }

  /// These options, with those of a launch in their place where the launch has some.
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
  /// Whether leaving the call asks first.
  public enum LeaveConfirmation: String, Hashable, Sendable {
    case alwaysEnabled = "always_enabled"
    case alwaysDisabled = "always_disabled"
  }

  /// Whether leaving the call asks first.
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
  /// Whether the button is there at all.
  public var isVisible: Bool
  /// Whether the button can be pressed.
  public var isEnabled: Bool

  public init(isVisible: Bool = true, isEnabled: Bool = true) {
    self.isVisible = isVisible
    self.isEnabled = isEnabled
  }
}
