import CodegenCore

/// Builds relative links from one file to others of the same format, so that pages work at any location.
struct SiteLinks {
  let files: SiteFiles
  /// The path of the file that contains the links: `users/user-info.html`.
  let file: String
  /// `.html` or `.md`.
  let ending: String
  /// The folders that contain the file.
  private let folders: [Substring]

  init(files: SiteFiles, file: String, ending: String) {
    self.files = files
    self.file = file
    self.ending = ending
    folders = file.split(separator: "/").dropLast()
  }

  /// Whether the links are for DocC.
  var isDocC: Bool { ending == DocCCatalog.ending }

  func link(to address: SiteAddress) -> String {
    let found = files.files[files.file(of: address)].path
    if isDocC { return DocCCatalog.link(toFile: found) }
    let fragment = address.anchor.map { "#" + $0.text } ?? ""
    let target = found + ending
    return target == file && !fragment.isEmpty ? fragment : link(toFile: target) + fragment
  }

  /// Returns the link to a file of the site.
  func link(to file: Int) -> String {
    let path = files.files[file].path
    return isDocC ? DocCCatalog.link(toFile: path) : link(toFile: path + ending)
  }

  func link(toFile target: String) -> String {
    var here = folders[...]
    var there = target.split(separator: "/")[...]
    while let folder = here.first, there.count > 1, folder == there.first {
      here = here.dropFirst()
      there = there.dropFirst()
    }
    let path = String(repeating: "../", count: here.count) + there.joined(separator: "/")
    return URIText.encoded(path, for: .path)
  }
}
