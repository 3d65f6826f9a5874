package import Foundation

/// The changes of files that a run is about to make, so that another run can complete them.
struct Journal: Codable {
  /// The change of one file.
  struct Entry: Codable {
    /// Absolute; in the journal's text relative to the folder of the staging folder.
    var path: String
    /// The replaced or deleted file; nil if there is none.
    var old: FileStamp?
    /// Whether the file gets new contents; false if it is deleted.
    var isWritten: Bool
  }

  var entries: [Entry]
  /// Folders in which empty folders are deleted together with their last file; absolute.
  var folders: [String]
  /// The inode of the staging folder: a journal in a copy of the folder is ignored.
  private var staging: UInt64 = 0

  init(entries: [Entry] = [], folders: [String]) {
    (self.entries, self.folders) = (entries, folders)
  }

  /// Reads a journal; nil if it does not belong to the staging folder.
  init?(_ text: [UInt8], in staging: FileStamp, home: String) {
    guard let journal = try? JSONDecoder().decode(Journal.self, from: Data(text)), journal.staging == staging.number
    else { return nil }
    self = journal.mappingPaths { Paths(workingDirectory: home).absolute($0) }
  }

  /// Returns the text of the journal for a staging folder.
  func text(in staging: FileStamp, home: String) -> [UInt8] {
    var journal = mappingPaths(Paths(workingDirectory: home).name)
    journal.staging = staging.number
    return (try? JSONEncoder().encode(journal)).map(Array.init) ?? []
  }

  private func mappingPaths(_ map: (String) -> String) -> Journal {
    let entries = entries.map { Entry(path: map($0.path), old: $0.old, isWritten: $0.isWritten) }
    return Journal(entries: entries, folders: folders.map(map))
  }
}

/// What distinguishes the states of a file: inode, size and time.
package struct FileStamp: Equatable, Codable {
  let number: UInt64
  let size: Int
  private let seconds, nanoseconds: Int

  /// Returns the stamp of a file or link; nil if it does not exist.
  init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  package init(_ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (number, size) = (UInt64(status.st_ino), Int(status.st_size))
    (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
  }
}
