public import CollaborationModels

/// Which attributes of a user are read.
public struct UserAttributeSelection: OptionSet, Hashable, Sendable {
  /// One bit an attribute, in the order of ``UserAttributeType/allCases``, then ``undeclared``.
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// One attribute.
  public init(_ type: UserAttributeType) { rawValue = 1 << UInt16(Self.place(of: type)) }

  /// Several attributes.
  public init(_ types: some Sequence<UserAttributeType>) {
    self = types.reduce(into: []) { $0.formUnion(UserAttributeSelection($1)) }
  }

  /// The attributes that the schema does not name. They come with ``all`` alone: nobody can ask for one.
  public static var undeclared: UserAttributeSelection { UserAttributeSelection(rawValue: 1 << 8) }

  /// Every attribute.
  public static var all: UserAttributeSelection { UserAttributeSelection(rawValue: (1 << 9) - 1) }

  /// The declared attributes among them, in the order of their numbers.
  public var types: [UserAttributeType] {
    UserAttributeType.allCases.filter { contains(UserAttributeSelection($0)) }
  }

  /// How many bits there are.
  static var bitCount: Int { 9 }

  /// Whether the bit of a place is set.
  func hasBit(_ place: Int) -> Bool { rawValue & (1 << UInt16(place)) != 0 }

  private static func place(of type: UserAttributeType) -> Int {
    switch type {
    case .nickName: 0
    case .avatarURL: 1
    case .phone: 2
    case .mail: 3
    case .gender: 4
    case .sign: 5
    case .birth: 6
    case .ext: 7
    }
  }
}
