import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration

private typealias Attachment = CollaborationModels.Attachment

private let file = Attachment.file(FileAttachment(assetURL: "file:///tmp/minutes.pdf"))
private let voice = Attachment.voiceRecording(VoiceRecording(assetURL: "file:///tmp/1.aac"))
private let enabled = VoiceRecordingConfiguration(isVoiceRecordingEnabled: true)

@Suite struct AttachmentUploadTests {
  private static let uploading = [AttachmentUploadEvent.start, .progress(0.4)]

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let events: [AttachmentUploadEvent]
    let state: UploadState
    var error: AttachmentUploadError?
  }

  static let rows: [Row] = [
    Row(testDescription: "4a: at first it waits", events: [], state: UploadState(state: .pendingUpload)),
    Row(testDescription: "4a: it begins at 0", events: [.start], state: UploadState(state: .uploading, progress: 0)),
    Row(testDescription: "4a: progress", events: uploading, state: UploadState(state: .uploading, progress: 0.4)),
    Row(
      testDescription: "progress never goes back", events: uploading + [.progress(0.1)],
      state: UploadState(state: .uploading, progress: 0.4)),
    Row(testDescription: "4a: uploaded", events: uploading + [.succeed], state: UploadState(state: .uploaded)),
    Row(testDescription: "4a: failed", events: uploading + [.fail], state: UploadState(state: .uploadingFailed)),
    Row(
      testDescription: "a failed one waits again", events: [.start, .fail, .retry],
      state: UploadState(state: .pendingUpload)),
    Row(
      testDescription: "a failed one begins again at 0", events: uploading + [.fail, .start],
      state: UploadState(state: .uploading, progress: 0)),
    Row(
      testDescription: "progress before the beginning", events: [.progress(0.1)],
      state: UploadState(state: .pendingUpload), error: .outOfOrder(.progress(0.1), phase: .pendingUpload)),
    Row(
      testDescription: "success before the beginning", events: [.succeed], state: UploadState(state: .pendingUpload),
      error: .outOfOrder(.succeed, phase: .pendingUpload)),
    Row(
      testDescription: "a second beginning", events: [.start, .start],
      state: UploadState(state: .uploading, progress: 0),
      error: .outOfOrder(.start, phase: .uploading)),
    Row(
      testDescription: "what is uploaded stays so", events: [.start, .succeed, .fail],
      state: UploadState(state: .uploaded),
      error: .outOfOrder(.fail, phase: .uploaded)),
    Row(
      testDescription: "there is nothing to try again", events: [.start, .retry],
      state: UploadState(state: .uploading, progress: 0), error: .outOfOrder(.retry, phase: .uploading)),
    Row(
      testDescription: "4a: more than 1", events: [.start, .progress(1.5)],
      state: UploadState(state: .uploading, progress: 0), error: .invalidProgress(1.5)),
    Row(
      testDescription: "4a: less than 0", events: [.start, .progress(-0.5)],
      state: UploadState(state: .uploading, progress: 0), error: .invalidProgress(-0.5)),
  ]

  @Test("an upload passes through its phases, and refuses events out of order without a change", arguments: rows)
  func goes(_ row: Row) throws {
    var upload = AttachmentUpload()
    var thrown: AttachmentUploadError?
    for event in row.events {
      do throws(AttachmentUploadError) { try upload.receive(event) } catch { thrown = error }
    }
    #expect(upload.state == row.state)
    #expect(thrown == row.error)
    try upload.state.validate()
  }

  @Test("a progress of NaN is refused")
  func refusesNoNumber() {
    var upload = AttachmentUpload()
    #expect(throws: Never.self) { try upload.receive(.start) }
    let before = upload
    #expect(throws: AttachmentUploadError.self) { try upload.receive(.progress(.nan)) }
    #expect(upload == before)
  }

  @Test("an interrupted upload restarts", arguments: UploadPhase.allCases)
  func restores(_ phase: UploadPhase) {
    let upload = AttachmentUpload(restoring: UploadState(state: phase, progress: 0.4))
    let isKept = phase == .uploaded || phase == .uploadingFailed
    #expect(upload.state == UploadState(state: isKept ? phase : .pendingUpload))
  }
}

@Suite struct MessageDraftTests {
  @Test("4b: the count is limited")
  func limitsCount() throws {
    var draft = MessageDraft(limits: AttachmentLimits(maximumCount: 2))
    try draft.add(file, fileSize: 1)
    try draft.add(file, fileSize: 1)
    let before = draft
    #expect(throws: MessageCompositionError.maxAttachmentsCountPerMessageExceeded(limit: 2)) {
      try draft.add(file, fileSize: 1)
    }
    #expect(draft == before)
  }

  @Test(
    "4b: the size is limited by the setting, or to 100 MiB",
    arguments: [
      (nil, 104_857_600, nil), (nil, 104_857_601, .maxFileSizeExceeded(limit: 104_857_600, actual: 104_857_601)),
      (10, 10, nil), (10, 11, .maxFileSizeExceeded(limit: 10, actual: 11)),
      (0, .max, .maxFileSizeExceeded(limit: 104_857_600, actual: .max)), (nil, -1, .invalidFileSize(-1)),
      (nil, 0, nil),
    ] as [(Int?, Int, MessageCompositionError?)])
  func limitsSize(_ setting: Int?, _ size: Int, _ error: MessageCompositionError?) {
    var draft = MessageDraft(limits: AttachmentLimits(maximumFileSize: setting))
    var thrown: MessageCompositionError?
    do throws(MessageCompositionError) { try draft.add(file, fileSize: size) } catch { thrown = error }
    #expect(thrown == error)
    #expect(draft.items.count == (error == nil ? 1 : 0))
  }

  @Test("voice recordings are accepted only if they are enabled, and attachments only if they are valid")
  func refuses() throws {
    var draft = MessageDraft()
    #expect(throws: MessageCompositionError.voiceRecordingDisabled) { try draft.add(voice, fileSize: 1) }
    #expect(throws: MessageCompositionError.self) {
      try draft.add(.file(FileAttachment(assetURL: "no URI")), fileSize: 1)
    }
    #expect(draft == MessageDraft())
    draft = MessageDraft(configuration: enabled)
    try draft.add(voice, fileSize: 1)
  }

  @Test("a message is built from the uploaded attachments, and is valid")
  func makes() throws {
    var draft = MessageDraft(configuration: enabled)
    let time = try #require(Timestamp("2026-04-17T06:31:00Z"))
    let user = try MessageUser.sample("temur")
    draft.text = " \n"
    #expect(throws: MessageCompositionError.emptyMessage) { try draft.message(id: "1", user: user, at: time) }
    let id = try draft.add(voice, fileSize: 5)
    #expect(throws: MessageCompositionError.notUploaded(id: id)) { try draft.message(id: "1", user: user, at: time) }
    try draft.items[0].upload?.receive(.start)
    try draft.items[0].upload?.receive(.succeed)
    #expect(throws: MessageCompositionError.unknownAttachment(id: 9)) {
      try draft.replaceAddress(of: 9, with: "https://voice.example/1.aac")
    }
    let before = draft
    #expect(throws: MessageCompositionError.self) { try draft.replaceAddress(of: id, with: "no URI") }
    #expect(draft == before)
    try draft.replaceAddress(of: id, with: "https://voice.example/1.aac")
    let message = try draft.message(id: "1", user: user, at: time, parentID: "0", additionalMembers: ["mood": "good"])
    #expect(message.voiceRecordingURLs == ["https://voice.example/1.aac"])
    #expect(message.type == "reply")
    #expect(try Message(json: message.json()) == message)
    // The schema decides.
    #expect(throws: MessageCompositionError.self) {
      try draft.message(id: "1", user: user, at: time, additionalMembers: ["id": "2"])
    }
    draft.remove(id)
    #expect(draft.items.isEmpty)
  }
}

@Suite struct AttachmentViewChoiceTests {
  private static let samples: [Character: Attachment] = [
    "i": .image(ImageAttachment(imageURL: "https://a.example/1.jpg")),
    "v": .video(VideoAttachment(assetURL: "https://a.example/1.mp4")),
    "f": file, "r": voice,
    "g": .giphy(GiphyAttachment(thumbURL: "https://a.example/1.gif")),
    "l": .linkPreview(LinkPreview(ogScrapeURL: "https://a.example/")),
    "a": .audio(AudioAttachment(assetURL: "https://a.example/1.mp3")),
    "u": .unknown(UnknownAttachment(type: "poster")),
  ]

  @Test(
    "4b: the attachments determine their view, which is that of audio for recordings while they are disabled",
    arguments: [
      // attachments, while enabled, while not
      ("", nil, nil), ("i", .gallery, .gallery), ("iv", .gallery, .gallery), ("if", .mixed, .mixed),
      ("vr", .mixed, .mixed), ("iu", .mixed, .mixed), ("il", .gallery, .gallery), ("ig", .gallery, .gallery),
      ("rf", .mixed, .file), ("rl", .mixed, .link), ("ru", .mixed, .audio), ("g", .giphy, .giphy),
      ("gf", .giphy, .giphy), ("f", .file, .file), ("ff", .file, .file), ("fl", .file, .file), ("l", .link, .link),
      ("r", .voiceRecording, .audio), ("rrr", .voiceRecording, .audio), ("u", .unsupported, .unsupported),
      ("a", .audio, .audio), ("ia", .mixed, .mixed),
    ] as [(String, AttachmentViewChoice?, AttachmentViewChoice?)])
  func chooses(_ kinds: String, _ on: AttachmentViewChoice?, _ off: AttachmentViewChoice?) {
    let attachments = kinds.compactMap { Self.samples[$0] }
    #expect(AttachmentViewChoice.choice(for: attachments, isVoiceRecordingEnabled: true) == on)
    #expect(AttachmentViewChoice.choice(for: attachments, isVoiceRecordingEnabled: false) == off)
    #expect(AttachmentViewChoice.choice(for: attachments, hasPoll: true, isVoiceRecordingEnabled: true) == .poll)
  }

  @Test("4b: while the feature is disabled a recording becomes an audio file without losses")
  func showsAudio() throws {
    let recording = VoiceRecording(
      assetURL: "https://voice.example/1.aac", title: "t", fileSize: 5, mimeType: "audio/aac", duration: 1.5,
      waveformData: [0.5], additionalMembers: ["name": "n"])
    let shown = Attachment.voiceRecording(recording).shown(isVoiceRecordingEnabled: false)
    #expect(
      shown
        == .audio(
          AudioAttachment(
            assetURL: "https://voice.example/1.aac", title: "t", fileSize: 5, mimeType: "audio/aac",
            additionalMembers: ["name": "n", "duration": 1.5, "waveform_data": [0.5]])))
    try shown.validate()
    #expect(Attachment.voiceRecording(recording).shown(isVoiceRecordingEnabled: true).type == .voiceRecording)
    #expect(file.shown(isVoiceRecordingEnabled: false) == file)
  }
}

@Suite struct VoiceRecordingConfigurationTests {
  @Test("the defaults are those of the document")
  func defaults() throws {
    let configuration = try VoiceRecordingConfiguration(json: "{}")
    #expect(!configuration.isVoiceRecordingEnabled)
    #expect(configuration.isVoiceRecordingConfirmationRequiredEnabled)
    #expect(configuration.slideToCancelDistance == 75)
    #expect(configuration.lockDistance == 50)
    #expect(configuration.waveformTargetSamples == 100)
    #expect(configuration.minimumPressDuration == 0.5)
    #expect(throws: SchemaError.self) { try VoiceRecordingConfiguration(json: #"{"minimumPressDuration":-1}"#) }
  }
}
