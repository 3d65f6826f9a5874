import CollaborationModels

// MARK: - By one property

extension ParticipantOrder {
  /// The dominant speaker first.
  public static let dominantSpeaker = first { $0.isDominantSpeaker }
  /// Those first who speak.
  public static let speaking = first { $0.participant.isSpeaking }
  /// Those first who share a screen.
  public static let screenSharing = first { $0.tracks.isScreensharing }
  /// Those first who send video.
  public static let publishingVideo = first { $0.participant.hasVideo }
  /// Those first who send audio.
  public static let publishingAudio = first { $0.participant.hasAudio }
  /// Those first who are pinned for all, then those pinned on this device; of either, the newer pin first.
  public static let pinned = first { $0.pin != nil }
    .then(first { $0.pin?.isLocal == false })
    .then(
      ParticipantOrder { a, b in
        guard let a = a.pin?.pinnedAt, let b = b.pin?.pinnedAt else { return .same }
        return b < a ? .before : a < b ? .after : .same
      })
  /// Those first who have any of the standard roles.
  public static let roles = roles("admin", "host", "speaker")
  /// By name, in an order that is the same on all devices and in all languages.
  public static let name = ascending { $0.participant.name }
  /// By the id of the participation.
  public static let id = ascending { $0.participant.id }
  /// By the user's id.
  public static let userID = ascending { $0.participant.userId }
  /// Those first who joined earlier.
  public static let joinedAt = ascending { $0.participant.joinedAt }
  /// Those first whose media come from a broadcasting encoder: by RTMP, SRT, WHIP or RTSP, in this order.
  public static let source = ascending { ingressOrder.firstIndex(of: $0.tracks.source) ?? ingressOrder.count }

  private static let ingressOrder: [ParticipantSource] = [.rtmp, .srt, .whip, .rtsp]

  /// Those first who have any of these roles.
  public static func roles(_ roles: String...) -> ParticipantOrder {
    first { state in state.participant.roles.contains { roles.contains($0) } }
  }
}

// MARK: - Presets

extension ParticipantOrder {
  private static let activity = combined([dominantSpeaker, speaking, publishingVideo, publishingAudio])

  /// For calls whose participants are all shown.
  public static let standard = combined([pinned, screenSharing, activity.ifInvisible, userID.ifInvisible])

  /// For layouts with one large speaker, who comes first even when everybody is in sight.
  public static let speakerLayout = combined([
    pinned, screenSharing, dominantSpeaker, combined([speaking, publishingVideo, publishingAudio]).ifInvisible,
    userID.ifInvisible,
  ])

  /// For layouts with pages.
  public static let paginatedLayout = combined([pinned, activity.ifInvisible, userID.ifInvisible])

  /// For livestreams and audio rooms.
  public static let livestreamOrAudioRoom = combined([activity.ifInvisible, roles])
}
