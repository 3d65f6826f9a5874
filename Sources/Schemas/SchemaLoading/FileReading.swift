internal import Foundation
internal import SchemaRuntime

/// Reads files. Errors have our own wording, because the system's depends on the locale.
enum FileReading {
  static func bytes(
    at path: String, name: String, limit: Int = JSONLimits().maximumByteCount
  ) throws(LoadError) -> [UInt8] {
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: realPath(path))
      let type = attributes[.type] as? FileAttributeType
      // A pipe or a device would block, or never end.
      guard type == .typeRegular else {
        let reason =
          switch type {
          case .typeSymbolicLink?: "it is a broken symbolic link"
          case .typeDirectory?: "it is a folder"
          default: "it is a pipe, socket or device, not a file"
          }
        throw LoadError(name: name, kind: .unreadable(reason: reason))
      }
      if let size = attributes[.size] as? NSNumber, size.intValue > limit {
        throw LoadError(
          name: name, kind: .unreadable(reason: "it has \(size.intValue) bytes, and the limit is \(limit)"))
      }
      return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch let error as LoadError {
      throw error
    } catch {
      throw LoadError(name: name, kind: .unreadable(reason: reason(error)))
    }
  }

  /// The path with all symbolic links resolved.
  static func realPath(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

  static func reason(_ error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile?, .fileNoSuchFile?: "no such file"
    case .fileReadNoPermission?, .fileWriteNoPermission?: "permission denied"
    case .fileWriteOutOfSpace?: "no space left on the volume"
    case .fileWriteVolumeReadOnly?: "the volume is read-only"
    case let code?: "file error \(code.rawValue)"
    case nil: "unknown error"
    }
  }
}
