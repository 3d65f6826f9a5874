import CollaborationModels

// MARK: - By one property

extension ParticipantOrder {
  /// The dominant speaker first.
  public static let dominantSpeaker = first { $0.isDominantSpeaker }
  /// Speaking participants first.
  public static let speaking = first { $0.participant.isSpeaking }
  /// Participants who share a screen first.
  public static let screenSharing = first { $0.tracks.isScreensharing }
  /// Participants who send video first.
  public static let publishingVideo = first { $0.participant.hasVideo }
  /// Participants who send audio first.
  public static let publishingAudio = first { $0.participant.hasAudio }
  /// Participants pinned for everyone first, then those pinned on this device; among either, the newest pin first.
  public static let pinned = first { $0.pin != nil }
    .then(first { $0.pin?.isLocal == false })
    .then(
      ParticipantOrder { a, b in
        guard let a = a.pin?.pinnedAt, let b = b.pin?.pinnedAt else { return .same }
        return b < a ? .before : a < b ? .after : .same
      })
  /// Participants with any of the standard roles first.
  public static let roles = roles("admin", "host", "speaker")
  /// By name, in the same order on all devices and in all languages.
  public static let name = ascending { $0.participant.name }
  /// By the participation id.
  public static let id = ascending { $0.participant.id }
  /// By user id.
  public static let userID = ascending { $0.participant.userID }
  /// By join time, earliest first.
  public static let joinedAt = ascending { $0.participant.joinedAt }
  /// Participants whose media come from a broadcasting encoder first: by RTMP, SRT, WHIP or RTSP, in this order.
  public static let source = ascending { ingressOrder.firstIndex(of: $0.tracks.source) ?? ingressOrder.count }

  private static let ingressOrder: [ParticipantSource] = [.rtmp, .srt, .whip, .rtsp]

  /// Participants with any of these roles first.
  public static func roles(_ roles: String...) -> ParticipantOrder {
    first { state in state.participant.roles.contains { roles.contains($0) } }
  }
}

// MARK: - Presets

extension ParticipantOrder {
  private static let activity = combined([dominantSpeaker, speaking, publishingVideo, publishingAudio])

  /// For calls that show all participants.
  public static let standard = combined([pinned, screenSharing, activity.ifInvisible, userID.ifInvisible])

  /// For layouts with one large speaker, who comes first even when everyone is visible.
  public static let speakerLayout = combined([
    pinned, screenSharing, dominantSpeaker, combined([speaking, publishingVideo, publishingAudio]).ifInvisible,
    userID.ifInvisible,
  ])

  /// For paginated layouts.
  public static let paginatedLayout = combined([pinned, activity.ifInvisible, userID.ifInvisible])

  /// For livestreams and audio rooms.
  public static let livestreamOrAudioRoom = combined([activity.ifInvisible, roles])
}
