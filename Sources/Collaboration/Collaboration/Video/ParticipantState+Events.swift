import CollaborationModels
import SchemaRuntime

/// Changes to a participant's record. Data that it contains twice is changed twice.
extension ParticipantState {
  /// Converts an external record to a form that its schema accepts: at most ten levels within their range, each paused
  /// track once, a picture only at an absolute address, and tracks consistent with the participant.
  mutating func normalize() {
    audioLevel = audioLevel.flatMap(Self.measurement)
    participant.audioLevels = Array(
      participant.audioLevels.compactMap(Self.measurement).suffix(ParticipantsReducer.audioLevelLimit))
    if participant.audioLevels.isEmpty, let audioLevel { participant.audioLevels = [audioLevel] }
    participant.hasVideo = tracks.hasVideo
    participant.hasAudio = tracks.hasAudio
    participant.profileImageURL = participant.pictureURL
    if let size = tracks.trackSize, !Self.isPossible(size) { tracks.trackSize = nil }
    setPaused(TrackType.allCases.filter { isPaused($0) })
    setShowTrack(tracks.showTrack)
  }

  /// Records a loudness measurement, but only during speech or when it starts or ends.
  mutating func hear(_ change: ParticipantEvent.AudioLevelChange) {
    guard change.isSpeaking || participant.isSpeaking else { return }
    participant.isSpeaking = change.isSpeaking
    guard let level = Self.measurement(change.level) else { return }
    audioLevel = level
    participant.audioLevels.append(level)
    let excess = participant.audioLevels.count - ParticipantsReducer.audioLevelLimit
    if excess > 0 { participant.audioLevels.removeFirst(excess) }
  }

  mutating func publish(_ track: TrackType) { setPublished(track, true) }

  /// Marks a track as no longer sent, and so as not paused either.
  mutating func unpublish(_ track: TrackType) {
    setPublished(track, false)
    setPaused(track, false)
  }

  mutating func setPaused(_ track: TrackType, _ isPaused: Bool) {
    guard self.isPaused(track) != isPaused else { return }
    setPaused(TrackType.allCases.filter { $0 == track ? isPaused : self.isPaused($0) })
  }

  mutating func setShowTrack(_ showTrack: Bool) {
    participant.showTrack = showTrack
    if tracks.showTrack != showTrack { tracks.showTrack = showTrack }
  }

  /// Sets the size of a track. Impossible sizes are ignored.
  mutating func setTrackSize(_ size: TrackSize) {
    if Self.isPossible(size) { tracks.trackSize = size }
  }

  /// Merges a later record of the participant.
  ///
  /// Keeps the properties that only this device decides: whether the video is shown and its size, the pin, and the
  /// tracks that the server has paused for this device. Also keeps properties that the record omits, which the
  /// service's own library loses: the media source, roles, and custom data. Empty roles or custom data count as
  /// omitted.
  mutating func merge(_ news: ParticipantState) {
    let former = self
    self = news
    pin = former.pin
    tracks.trackSize = former.tracks.trackSize
    tracks.trackLookupPrefix = news.tracks.trackLookupPrefix ?? former.tracks.trackLookupPrefix
    if !news.tracks.hasSource, former.tracks.hasSource { tracks.source = former.tracks.source }
    tracks.additionalMembers = former.tracks.additionalMembers.updated(by: news.tracks.additionalMembers)
    audioLevel = news.audioLevel ?? former.audioLevel
    if !news.hasIsDominantSpeaker, former.hasIsDominantSpeaker { isDominantSpeaker = former.isDominantSpeaker }
    additionalMembers = former.additionalMembers.updated(by: news.additionalMembers)
    let others = former.participant
    if news.participant.roles.isEmpty { participant.roles = others.roles }
    if news.participant.customData.isEmpty { participant.customData = others.customData }
    if news.participant.audioLevels.isEmpty { participant.audioLevels = others.audioLevels }
    participant.profileImageURL = news.participant.profileImageURL ?? others.profileImageURL
    participant.additionalMembers = others.additionalMembers.updated(by: news.participant.additionalMembers)
    setShowTrack(others.showTrack)
    setPaused(others.pausedTracks)
    normalize()
  }

  /// Returns a level clamped to 0 (silence) to 1 (loudest); nil for NaN.
  private static func measurement(_ level: Double) -> Double? {
    level.isNaN ? nil : min(max(level, 0), 1)
  }

  private static func isPossible(_ size: TrackSize) -> Bool {
    size.width.isFinite && size.height.isFinite && size.width >= 0 && size.height >= 0
  }

  private func isPaused(_ track: TrackType) -> Bool {
    participant.pausedTracks.contains(track) || tracks.pausedTracks?.contains(track) == true
  }

  private mutating func setPaused(_ paused: [TrackType]) {
    participant.pausedTracks = paused
    tracks.pausedTracks = paused.isEmpty ? nil : paused
  }

  private mutating func setPublished(_ track: TrackType, _ isPublished: Bool) {
    switch track {
    case .audio:
      participant.hasAudio = isPublished
      tracks.hasAudio = isPublished
    case .video:
      participant.hasVideo = isPublished
      tracks.hasVideo = isPublished
    case .screenshare: tracks.isScreensharing = isPublished
    }
  }
}

extension JSONObject {
  /// Returns the object with members added or replaced by those of another one.
  fileprivate func updated(by news: JSONObject) -> JSONObject {
    merging(news) { $1 }
  }
}
