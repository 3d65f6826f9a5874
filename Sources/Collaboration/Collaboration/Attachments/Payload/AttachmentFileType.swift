/// A file type, determined by the extension of a name or by the media type of a payload.
public enum AttachmentFileType: String, Hashable, Sendable, CaseIterable {
  case generic, doc, docx, pdf, ppt, pptx, tar, xls, zip, x7z, xz, ods, odt, xlsx, csv, rtf, txt
  case mp3, wav, ogg, m4a, aac
  case mp4, mov, avi, wmv, webm
  case jpeg, png, gif, bmp, webp, heic, heif, svg
  /// Unknown, because there is neither an extension nor a media type.
  case unknown

  /// Creates the type for a file extension, ignoring case; generic if it is not listed.
  public init(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "jpg": self = .jpeg
    case "7z": self = .x7z
    case "unknown": self = .generic
    case let name: self = Self(rawValue: name) ?? .generic
    }
  }

  /// Creates the type for a media type, ignoring case and parameters; generic if it is not listed.
  public init(mimeType: String) {
    let name = mimeType.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
    self = Self.types[name] ?? Self.allCases.first { $0.mimeType == name } ?? .generic
  }

  /// Whether it is an audio type.
  public var isAudio: Bool {
    switch self {
    case .mp3, .wav, .ogg, .m4a, .aac: true
    case .generic, .doc, .docx, .pdf, .ppt, .pptx, .tar, .xls, .zip, .x7z, .xz, .ods, .odt, .xlsx, .csv, .rtf, .txt,
      .mp4,
      .mov, .avi, .wmv, .webm, .jpeg, .png, .gif, .bmp, .webp, .heic, .heif, .svg, .unknown:
      false
    }
  }

  /// The media type to send; `application/octet-stream` for an unknown type.
  public var mimeType: String {
    switch self {
    case .generic, .unknown: "application/octet-stream"
    case .doc: "application/msword"
    case .docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    case .pdf: "application/pdf"
    case .ppt: "application/vnd.ms-powerpoint"
    case .pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation"
    case .tar: "application/x-tar"
    case .xls: "application/vnd.ms-excel"
    case .zip: "application/zip"
    case .x7z: "application/x-7z-compressed"
    case .xz: "application/x-xz"
    case .ods: "application/vnd.oasis.opendocument.spreadsheet"
    case .odt: "application/vnd.oasis.opendocument.text"
    case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    case .csv: "text/csv"
    case .rtf: "application/rtf"
    case .txt: "text/plain"
    case .mp3: "audio/mpeg"
    case .wav: "audio/wav"
    case .ogg: "audio/ogg"
    case .m4a: "audio/mp4"
    case .aac: "audio/aac"
    case .mp4: "video/mp4"
    case .mov: "video/quicktime"
    case .avi: "video/x-msvideo"
    case .wmv: "video/x-ms-wmv"
    case .webm: "video/webm"
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .gif: "image/gif"
    case .bmp: "image/bmp"
    case .webp: "image/webp"
    case .heic: "image/heic"
    case .heif: "image/heif"
    case .svg: "image/svg+xml"
    }
  }

  /// Aliases of the same types.
  private static let types: [String: AttachmentFileType] = [
    "text/rtf": .rtf, "audio/mp3": .mp3, "audio/x-wav": .wav, "audio/wave": .wav,
    "audio/vnd.wave": .wav, "audio/m4a": .m4a, "audio/x-m4a": .m4a, "audio/x-aac": .aac, "image/jpg": .jpeg,
    "application/csv": .csv, "video/avi": .avi,
  ]
}
