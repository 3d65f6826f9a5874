/// Which parts of a call's screens an app shows: options of the composite, or of one launch.
public struct CallScreens: Hashable, Sendable {
  /// Nil where nothing is said, so that the composite's options or the defaults hold.
  public var setup: SetupScreenOptions?
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
  public var camera: ButtonViewData
  public var microphone: ButtonViewData
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
  public var isVisible: Bool
  public var isEnabled: Bool

  public init(isVisible: Bool = true, isEnabled: Bool = true) {
    self.isVisible = isVisible
    self.isEnabled = isEnabled
  }
}
