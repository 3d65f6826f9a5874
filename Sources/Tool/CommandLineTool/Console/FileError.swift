import Foundation

/// An unusable file or folder.
package struct FileError: Error, Hashable {
  /// The system's error code, because its message depends on the locale.
  package enum Reason: Hashable {
    case missing, noPermission, isFolder, notAFolder, isReadOnly, noSpace
    /// A pipe or a device.
    case noFile
    case tooLarge(Int, limit: Int)
    case other(Int32)

    package init(_ code: Int32) {
      self =
        switch code {
        case ENOENT: .missing
        case EACCES, EPERM: .noPermission
        case EISDIR: .isFolder
        case ENOTDIR, EEXIST: .notAFolder
        case EROFS: .isReadOnly
        case ENOSPC, EDQUOT: .noSpace
        default: .other(code)
        }
    }
  }

  /// The purpose of the access.
  package enum Use: String, Hashable {
    case read = "a readable file"
    case write = "a writable file"
    case list = "a readable folder"
    case fill = "a writable folder"
    case watch = "a folder to watch"
  }

  package let name: String
  package let use: Use
  package let reason: Reason

  package init(name: String, use: Use, reason: Reason) {
    self.name = name
    self.use = use
    self.reason = reason
  }
}

extension FileError: ReportedError, CustomStringConvertible {
  /// `name: error: message`.
  package var description: String { "\(name): error: expected \(use.rawValue), found \(reason.phrase)" }
  package var report: [Message] { [Message(description)] }
}

extension FileError.Reason {
  var phrase: String {
    switch self {
    case .missing: "none"
    case .noPermission: "one without access permission"
    case .isFolder: "a folder"
    case .notAFolder: "a file where a folder is needed"
    case .isReadOnly: "a read-only volume"
    case .noSpace: "no space left on the volume"
    case .noFile: "something that is not a file"
    case .tooLarge(let count, let limit): "\(count) bytes, more than \(limit)"
    case .other(let code): "system error \(code)"
    }
  }
}
