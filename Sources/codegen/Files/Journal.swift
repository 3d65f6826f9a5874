import Foundation
import SchemaRuntime

/// What a run is about to do to files, so that another run can complete it.
struct Journal {
  /// What happens to one file.
  struct Entry {
    /// Absolute.
    var path: String
    /// The file that is replaced or deleted; nil where there is none.
    var old: FileStamp?
    /// Whether the file gets new contents; false where it is deleted.
    var isWritten: Bool
  }

  var entries: [Entry]
  /// Folders below which a deletion takes the folders along that it leaves empty; absolute.
  var folders: [String]
}

extension Journal {
  /// The text of a journal in a staging folder. It counts in that very folder alone, not in a copy of it.
  func text(in staging: FileStamp, home: String) -> [UInt8] {
    let paths = Paths(workingDirectory: home)
    let rows = entries.map { entry -> JSONValue in
      [
        "path": .string(paths.name(of: entry.path)), "isWritten": .bool(entry.isWritten),
        "old": entry.old.map { .string($0.text) } ?? .null,
      ]
    }
    let value: JSONValue = [
      "staging": .string("\(staging.number)"), "folders": .array(folders.map { .string(paths.name(of: $0)) }),
      "files": .array(rows),
    ]
    return value.json()
  }

  /// Reads a journal; nil when it is none of the staging folder that it is in.
  init?(_ text: [UInt8], in staging: FileStamp, home: String) {
    guard let value = try? JSONValue(parsing: text), value["staging"]?.string == "\(staging.number)",
      let rows = value["files"]?.array, let names = value["folders"]?.array
    else { return nil }
    let paths = Paths(workingDirectory: home)
    entries = []
    folders = names.compactMap(\.string).map { paths.absolute($0) }
    for row in rows {
      guard let path = row["path"]?.string, let isWritten = row["isWritten"]?.bool, let old = row["old"] else {
        return nil
      }
      let stamp = old.string.flatMap { FileStamp($0) }
      if stamp == nil, old != .null { return nil }
      entries.append(Entry(path: paths.absolute(path), old: stamp, isWritten: isWritten))
    }
  }
}

/// What tells one state of a file from another: its number, size and time.
struct FileStamp: Equatable {
  var number: UInt64
  var size: Int
  var seconds: Int
  var nanoseconds: Int

  /// The stamp of what is at a path, which may be a link; nil when there is nothing.
  init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (number, size) = (UInt64(status.st_ino), Int(status.st_size))
    (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
  }

  var text: String { "\(number) \(size) \(seconds) \(nanoseconds)" }

  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 4, let number = UInt64(words[0]), let size = Int(words[1]), let seconds = Int(words[2]),
      let nanoseconds = Int(words[3])
    else { return nil }
    (self.number, self.size, self.seconds, self.nanoseconds) = (number, size, seconds, nanoseconds)
  }
}
