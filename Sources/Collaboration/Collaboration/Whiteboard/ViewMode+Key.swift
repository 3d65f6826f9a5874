public import CollaborationModels

extension ViewModeKey {
  /// The mode in the form of a state, which is lower case; requests are capitalized.
  public var mode: ViewMode {
    switch self {
    case .freedom: .freedom
    case .follower: .follower
    case .broadcaster: .broadcaster
    }
  }
}

extension ViewMode {
  /// The mode in the form of a request.
  public var key: ViewModeKey {
    switch self {
    case .freedom: .freedom
    case .follower: .follower
    case .broadcaster: .broadcaster
    }
  }
}
