// What somebody would write by hand for four schemas of this repository, to decode them with JSONDecoder.

enum PlainRepository {
  struct UserInfo: Codable {
    let userId, nickName, avatarUrl, mail, phone: String?
    let gender: Int?
    let sign, birth, ext: String?
  }

  struct User: Codable {
    let id, role, createdAt, updatedAt: String
    let online: Bool
    let name, image, lastActive: String?

    enum CodingKeys: String, CodingKey {
      case id, role
      case createdAt = "created_at"
      case updatedAt = "updated_at"
      case online, name, image
      case lastActive = "last_active"
    }
  }

  struct Reaction: Codable {
    let type: String
    let score: Int
    let messageID: String
    let user: User
    let userID: String?
    let createdAt, updatedAt: String

    enum CodingKeys: String, CodingKey {
      case type, score
      case messageID = "message_id"
      case user
      case userID = "user_id"
      case createdAt = "created_at"
      case updatedAt = "updated_at"
    }
  }

  final class Message: Codable {
    let id, type: String
    let user: User
    let text, createdAt, updatedAt: String
    let replyCount: Int
    let attachments: [JSONAny]
    let mentionedUsers: [User]
    let latestReactions, ownReactions: [Reaction]
    let parentID: String?
    let quotedMessage: Message?
    let showInChannel, silent, shadowed, pinned: Bool?
    let threadParticipants: [User]?
    let reactionCounts, reactionScores: [String: Int]?

    enum CodingKeys: String, CodingKey {
      case id, type, user, text
      case createdAt = "created_at"
      case updatedAt = "updated_at"
      case replyCount = "reply_count"
      case attachments
      case mentionedUsers = "mentioned_users"
      case latestReactions = "latest_reactions"
      case ownReactions = "own_reactions"
      case parentID = "parent_id"
      case quotedMessage = "quoted_message"
      case showInChannel = "show_in_channel"
      case silent, shadowed, pinned
      case threadParticipants = "thread_participants"
      case reactionCounts = "reaction_counts"
      case reactionScores = "reaction_scores"
    }
  }

  struct CallParticipant: Codable {
    let id, userId, name: String
    let roles: [String]
    let sessionId: String
    let hasVideo, hasAudio, showTrack, isSpeaking: Bool
    let pausedTracks: [String]
    let connectionQuality: String
    let customData: [String: JSONAny]
    let joinedAt: String
    let audioLevels: [Double]
    let profileImageURL: String?
  }

  struct SceneState: Codable {
    let scenes: [Scene]
    let scenePath, sceneName, contextPath: String
    let index: Int
  }

  struct Scene: Codable {
    let name: String
    let componentsCount: Int?
    let ppt: Ppt?
  }

  struct Ppt: Codable {
    let src: String
    let width, height: Double?
    let previewURL: String?
  }
}
