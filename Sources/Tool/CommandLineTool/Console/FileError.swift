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
    case read = "cannot be read"
    case write = "cannot be written"
    case list = "cannot be listed"
    /// A folder that cannot be created, or in which nothing can be created.
    case fill = "cannot be written to"
    case watch = "cannot be watched"
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
  package var description: String { "\(name): error: \(use.rawValue): \(reason.clause(for: use))" }
  package var report: [Message] { [Message(description)] }
}

extension FileError.Reason {
  fileprivate func clause(for use: FileError.Use) -> String {
    switch self {
    case .missing: use == .read || use == .write ? "no such file" : "no such folder"
    case .noPermission: "permission denied"
    case .isFolder: "it is a folder"
    case .notAFolder: "there is a file where a folder is needed"
    case .isReadOnly: "the volume is read-only"
    case .noSpace: "no space left on the volume"
    case .noFile: "it is a pipe, socket or device, not a file"
    case .tooLarge(let count, let limit): "it has \(count) bytes, and the limit is \(limit)"
    case .other(let code): "system error \(code)"
    }
  }
}
