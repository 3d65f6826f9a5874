public import CollaborationModels

/// A selection of user attributes.
public struct UserAttributeSelection: OptionSet, Hashable, Sendable {
  /// One bit per attribute, in the order of ``UserAttributeType/allCases``, then ``undeclared``.
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Selects one attribute.
  public init(_ type: UserAttributeType) { rawValue = 1 << UInt16(Self.index(of: type)) }

  /// Selects several attributes.
  public init(_ types: some Sequence<UserAttributeType>) {
    self = types.reduce(into: []) { $0.formUnion(UserAttributeSelection($1)) }
  }

  /// The attributes that the schema does not name. They are only part of ``all``: they cannot be requested
  /// individually.
  public static var undeclared: UserAttributeSelection { UserAttributeSelection(rawValue: 1 << 8) }

  /// Every attribute.
  public static var all: UserAttributeSelection { UserAttributeSelection(rawValue: (1 << 9) - 1) }

  /// The selected declared attributes, in the order of their numbers.
  public var types: [UserAttributeType] {
    UserAttributeType.allCases.filter { contains(UserAttributeSelection($0)) }
  }

  /// The number of bits.
  static var bitCount: Int { 9 }

  /// Whether the bit at an index is set.
  func hasBit(_ index: Int) -> Bool { rawValue & (1 << UInt16(index)) != 0 }

  private static func index(of type: UserAttributeType) -> Int {
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
