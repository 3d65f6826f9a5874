public import CollaborationModels

extension CallState {
  /// The states that have a name of their own.
  static let named: [CallState] = [
    .none, .earlyMedia, .connecting, .ringing, .connected, .localHold, .disconnecting, .disconnected, .inLobby,
    .remoteHold,
  ]

  /// The state of this name in capital or small letters, as platforms write it differently; another name is kept as it
  /// is, as an unknown state.
  public init(ignoringCaseOf name: String) {
    self = Self.named.first { $0.rawValue.isEqualIgnoringCase(to: name) } ?? .unknown(name)
  }
}

/// What a push notification is about.
public enum PushNotificationEventType: Hashable, Sendable {
  case incomingCall
  case incomingGroupCall
  case incomingPstnCall
  case stopRinging
  /// A kind that is not known here.
  case unknown(String)

  /// The kind of this name in capital or small letters.
  public init(ignoringCaseOf name: String) {
    let named: [Self] = [.incomingCall, .incomingGroupCall, .incomingPstnCall, .stopRinging]
    self = named.first { $0.name.isEqualIgnoringCase(to: name) } ?? .unknown(name)
  }

  /// The kind as a text.
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
  /// Whether both texts are the same but for the case of ASCII letters.
  fileprivate func isEqualIgnoringCase(to other: String) -> Bool {
    utf8.elementsEqual(other.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }
}
