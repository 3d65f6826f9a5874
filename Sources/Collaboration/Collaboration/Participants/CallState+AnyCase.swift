public import CollaborationModels

extension CallState {
  /// The known states.
  static let named: [CallState] = [
    .noneValue, .earlyMedia, .connecting, .ringing, .connected, .localHold, .disconnecting, .disconnected, .inLobby,
    .remoteHold,
  ]

  /// Creates the state with this name, ignoring case, because platforms capitalize it differently; an unknown name is
  /// kept unchanged.
  public init(ignoringCaseOf name: String) {
    self = Self.named.first { $0.rawValue.isEqualIgnoringCase(to: name) } ?? .unknown(name)
  }
}

/// The kind of a push notification.
public enum PushNotificationEventType: Hashable, Sendable {
  case incomingCall
  case incomingGroupCall
  case incomingPstnCall
  case stopRinging
  /// An unknown kind.
  case unknown(String)

  /// Creates the kind with this name, ignoring case.
  public init(ignoringCaseOf name: String) {
    let named: [Self] = [.incomingCall, .incomingGroupCall, .incomingPstnCall, .stopRinging]
    self = named.first { $0.name.isEqualIgnoringCase(to: name) } ?? .unknown(name)
  }

  /// The name of the kind.
  public var name: String {
    switch self {
    case .incomingCall: "incomingCall"
    case .incomingGroupCall: "incomingGroupCall"
    case .incomingPstnCall: "incomingPstnCall"
    case .stopRinging: "stopRinging"
    case .unknown(let name): name
    }
  }
}

extension String {
  /// Whether both texts are equal, ignoring the case of ASCII letters.
  fileprivate func isEqualIgnoringCase(to other: String) -> Bool {
    utf8.elementsEqual(other.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }
}
