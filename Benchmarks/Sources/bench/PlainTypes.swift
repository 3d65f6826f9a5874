// Handwritten equivalents of what quicktype emits for the three schemas (let properties, CodingKeys
// where a name is recased, unions of objects merged into one struct with optionals, free-form JSON as a class).

struct User: Codable {
  let userID, nickName, avatarURL: String
  let mail, phone: String?
  let gender: Int
  let sign: String?
  let birth, ext: String

  enum CodingKeys: String, CodingKey {
    case userID = "userId"
    case nickName
    case avatarURL = "avatarUrl"
    case mail, phone, gender, sign, birth, ext
  }
}

struct RoomState: Codable {
  let globalState: [String: JSONAny]
  let memberState: MemberState
  let roomMembers: [RoomMember]
  let broadcastState: BroadcastState
  let sceneState: SceneState
  let cameraState: CameraState
  let zoomScale: Double
}

enum CurrentApplianceName: String, Codable {
  case pencil, selector, rectangle, ellipse, eraser, text, straight, arrow, hand, laserPointer, shape, clicker
}

struct MemberState: Codable {
  let currentApplianceName: CurrentApplianceName
  let strokeColor: [Int]
  let strokeWidth, textSize: Double
}

struct RoomMember: Codable {
  let memberID: Int
  let memberState: MemberState
  let session: String
  let payload: MemberPayload

  enum CodingKeys: String, CodingKey {
    case memberID = "memberId"
    case memberState, session, payload
  }
}

struct MemberPayload: Codable {
  let uid, nickName: String
  let avatar: String?
}

enum Mode: String, Codable {
  case freedom, follower, broadcaster
}

struct BroadcastState: Codable {
  let mode: Mode
  let broadcasterID: Int?

  enum CodingKeys: String, CodingKey {
    case mode
    case broadcasterID = "broadcasterId"
  }
}

struct SceneState: Codable {
  let scenePath: String
  let index: Int
  let scenes: [Scene]
}

struct Scene: Codable {
  let name: String
  let componentsCount: Int
  let ppt: Ppt?
}

struct Ppt: Codable {
  let src: String
  let width, height: Double
}

struct CameraState: Codable {
  let centerX, centerY, scale: Double
}

struct Message: Codable {
  let id, cid, text: String
  let user: ChatUser
  let createdAt: String
  let updatedAt, parentID: String?
  let silent: Bool?
  let replyCount: Int?
  let attachments: [Attachment]

  enum CodingKeys: String, CodingKey {
    case id, cid, text, user
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case parentID = "parent_id"
    case silent
    case replyCount = "reply_count"
    case attachments
  }
}

enum Role: String, Codable {
  case user, admin, moderator, guest
}

struct ChatUser: Codable {
  let id: String
  let name, image: String?
  let role: Role
  let online, banned: Bool?
  let createdAt: String?

  enum CodingKeys: String, CodingKey {
    case id, name, image, role, online, banned
    case createdAt = "created_at"
  }
}

enum AttachmentType: String, Codable {
  case voiceRecording, image
}

struct Attachment: Codable {
  let type: AttachmentType
  let assetURL, title, mimeType: String?
  let fileSize: Int?
  let duration: Double?
  let waveformData: [Double]?
  let imageURL, fallback: String?
  let originalWidth, originalHeight: Int?

  enum CodingKeys: String, CodingKey {
    case type
    case assetURL = "asset_url"
    case title
    case mimeType = "mime_type"
    case fileSize = "file_size"
    case duration
    case waveformData = "waveform_data"
    case imageURL = "image_url"
    case fallback
    case originalWidth = "original_width"
    case originalHeight = "original_height"
  }
}

// Free-form JSON, by trying one container after the other, as generated code does it.
final class JSONAny: Codable {
  enum Value {
    case null, bool(Bool), int(Int64), double(Double), string(String), array([JSONAny]), object([String: JSONAny])
  }
  let value: Value
  init(_ v: Value) { value = v }
  init(from decoder: Decoder) throws {
    if let c = try? decoder.container(keyedBy: Key.self) {
      var d = [String: JSONAny]()
      for k in c.allKeys { d[k.stringValue] = try c.decode(JSONAny.self, forKey: k) }
      value = .object(d)
    } else if var c = try? decoder.unkeyedContainer() {
      var a = [JSONAny]()
      while !c.isAtEnd { a.append(try c.decode(JSONAny.self)) }
      value = .array(a)
    } else {
      let c = try decoder.singleValueContainer()
      if let v = try? c.decode(Bool.self) {
        value = .bool(v)
      } else if let v = try? c.decode(Int64.self) {
        value = .int(v)
      } else if let v = try? c.decode(Double.self) {
        value = .double(v)
      } else if let v = try? c.decode(String.self) {
        value = .string(v)
      } else if c.decodeNil() {
        value = .null
      } else {
        throw DecodingError.typeMismatch(
          JSONAny.self, .init(codingPath: decoder.codingPath, debugDescription: "no JSON"))
      }
    }
  }
  func encode(to encoder: Encoder) throws {
    switch value {
    case .null: var c = encoder.singleValueContainer(); try c.encodeNil()
    case .bool(let v): var c = encoder.singleValueContainer(); try c.encode(v)
    case .int(let v): var c = encoder.singleValueContainer(); try c.encode(v)
    case .double(let v): var c = encoder.singleValueContainer(); try c.encode(v)
    case .string(let v): var c = encoder.singleValueContainer(); try c.encode(v)
    case .array(let v): var c = encoder.unkeyedContainer(); for x in v { try c.encode(x) }
    case .object(let v):
      var c = encoder.container(keyedBy: Key.self)
      for (k, x) in v {
        if let key = Key(stringValue: k) { try c.encode(x, forKey: key) }
      }
    }
  }
  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
