public import CollaborationModels
import SchemaRuntime

extension UserInfo {
  /// The name to show: the nickname, or the id if the nickname is absent or empty.
  public var displayName: String {
    if let nickName, !nickName.isEmpty { nickName } else { userID ?? "" }
  }

  /// The attributes that are present, without the id.
  public var attributes: UserAttributeSelection {
    var present: UserAttributeSelection = additionalMembers.isEmpty ? [] : .undeclared
    for type in UserAttributeType.allCases where text(of: type) != nil {
      present.insert(UserAttributeSelection(type))
    }
    return present
  }

  /// Returns an attribute as text for sending, the gender as a digit; nil if absent.
  public func text(of type: UserAttributeType) -> String? {
    switch type {
    case .nickName: nickName
    case .avatarURL: avatarURL
    case .phone: phone
    case .mail: mail
    case .gender: hasGender ? String(gender.rawValue) : nil
    case .sign: sign
    case .birth: birth
    case .ext: ext
    }
  }

  /// Sets an attribute from its text form without checking limits. An invalid gender becomes absent.
  mutating func set(_ type: UserAttributeType, to text: String?) {
    switch type {
    case .nickName: nickName = text
    case .avatarURL: avatarURL = text
    case .phone: phone = text
    case .mail: mail = text
    case .gender:
      if let text, let gender = Gender(digit: text) { self.gender = gender } else { clearGender() }
    case .sign: sign = text
    case .birth: birth = text
    case .ext: ext = text
    }
  }

  /// The size of all attributes, which is limited to 2048 bytes per user: the UTF-8 bytes of the values in the REST
  /// form. For attributes that the schema does not name, the name counts as well, so that the size of a record with
  /// many empty values is limited. The id does not count.
  public var attributeBytes: Int {
    let declared = UserAttributeType.allCases.reduce(0) { $0 + (text(of: $1)?.utf8.count ?? 0) }
    return additionalMembers.reduce(declared) { $0 + $1.key.utf8.count + ($1.value.string?.utf8.count ?? 0) }
  }

  /// Returns the id with the chosen attributes only.
  public func filtered(_ selection: UserAttributeSelection) -> UserInfo {
    if selection == .all { return self }
    var result = UserInfo(userID: userID)
    result.replace(selection, with: self)
    return result
  }

  /// Replaces the chosen attributes with those of another record; attributes absent there become absent here.
  mutating func replace(_ selection: UserAttributeSelection, with other: UserInfo) {
    for type in UserAttributeType.allCases where selection.contains(UserAttributeSelection(type)) {
      set(type, to: other.text(of: type))
    }
    if selection.contains(.undeclared) { additionalMembers = other.additionalMembers }
  }

  /// Merges the attributes that are present in a change; the others stay.
  mutating func merge(_ change: UserInfo) {
    for type in UserAttributeType.allCases {
      if let text = change.text(of: type) { set(type, to: text) }
    }
    additionalMembers.merge(change.additionalMembers) { $1 }
  }
}

extension Gender {
  /// Creates the gender for a digit of the REST form; nil for any other text, such as "female", "3" or "01".
  init?(digit: String) {
    switch Array(digit.utf8) {
    case [UInt8(ascii: "0")]: self = .unknown
    case [UInt8(ascii: "1")]: self = .male
    case [UInt8(ascii: "2")]: self = .female
    default: return nil
    }
  }
}
