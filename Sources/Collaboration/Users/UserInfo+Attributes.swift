public import CollaborationModels
import SchemaRuntime

extension UserInfo {
  /// What to call the user: the nickname, or where that is absent or empty the id.
  public var displayName: String {
    if let nickName, !nickName.isEmpty { nickName } else { userId ?? "" }
  }

  /// The attributes that are present; the id is none.
  public var attributes: UserAttributeSelection {
    var present: UserAttributeSelection = additionalMembers.isEmpty ? [] : .undeclared
    for type in UserAttributeType.allCases where text(of: type) != nil {
      present.insert(UserAttributeSelection(type))
    }
    return present
  }

  /// One attribute as the text that is sent, the gender as a digit; nil when it is absent.
  public func text(of type: UserAttributeType) -> String? {
    switch type {
    case .nickName: nickName
    case .avatarURL: avatarUrl
    case .phone: phone
    case .mail: mail
    case .gender: hasGender ? String(gender.rawValue) : nil
    case .sign: sign
    case .birth: birth
    case .ext: ext
    }
  }

  /// Writes one attribute from the text that is sent; limits are not checked. A gender that is none becomes absent.
  mutating func set(_ type: UserAttributeType, to text: String?) {
    switch type {
    case .nickName: nickName = text
    case .avatarURL: avatarUrl = text
    case .phone: phone = text
    case .mail: mail = text
    case .gender:
      if let text, let gender = Gender(digit: text) { self.gender = gender } else { clearGender() }
    case .sign: sign = text
    case .birth: birth = text
    case .ext: ext = text
    }
  }

  /// What all attributes count towards the 2048 bytes of a user: the UTF-8 bytes of the values in the REST form, and
  /// for an attribute that the schema does not name those of its name as well, so that a record of many empty values
  /// has an end. The id counts nothing.
  public var attributeBytes: Int {
    let declared = UserAttributeType.allCases.reduce(0) { $0 + (text(of: $1)?.utf8.count ?? 0) }
    return additionalMembers.reduce(declared) { $0 + $1.name.utf8.count + ($1.value.string?.utf8.count ?? 0) }
  }

  /// The id with the chosen attributes alone.
  public func filtered(_ selection: UserAttributeSelection) -> UserInfo {
    if selection == .all { return self }
    var result = UserInfo(userId: userId)
    result.replace(selection, with: self)
    return result
  }

  /// Takes the chosen attributes from another record; what is absent there becomes absent here.
  mutating func replace(_ selection: UserAttributeSelection, with other: UserInfo) {
    for type in UserAttributeType.allCases where selection.contains(UserAttributeSelection(type)) {
      set(type, to: other.text(of: type))
    }
    if selection.contains(.undeclared) { additionalMembers = other.additionalMembers }
  }

  /// Takes every attribute that is present in a change; those that are absent stay as they are.
  mutating func merge(_ change: UserInfo) {
    for type in UserAttributeType.allCases {
      if let text = change.text(of: type) { set(type, to: text) }
    }
    for member in change.additionalMembers { additionalMembers[member.name] = member.value }
  }
}

extension Gender {
  /// The gender that the REST form's digit stands for; nil for all other text, as "female", "3" or "01".
  init?(digit: String) {
    switch Array(digit.utf8) {
    case [UInt8(ascii: "0")]: self = .unknown
    case [UInt8(ascii: "1")]: self = .male
    case [UInt8(ascii: "2")]: self = .female
    default: return nil
    }
  }
}
