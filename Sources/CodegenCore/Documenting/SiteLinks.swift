/// Builds relative links from one file to others of the same format, so that pages work at any location.
struct SiteLinks {
  let site: SiteMap
  /// The path of the file that contains the links: `users/user-info.html`.
  let file: String
  /// `.html` or `.md`.
  let ending: String

  init(site: SiteMap, file: String, ending: String) {
    self.site = site
    self.file = file
    self.ending = ending
  }

  /// Whether the links are for DocC.
  var isDocC: Bool { ending == DocCCatalog.ending }

  func link(to address: SiteAddress) -> String {
    if isDocC { return DocCCatalog.link(to: site.pages[address.page]) }
    let fragment = address.anchor.map { "#" + $0.text } ?? ""
    let target = site.pages[address.page].path + ending
    return target == file && !fragment.isEmpty ? fragment : link(toFile: target) + fragment
  }

  func link(toFile target: String) -> String {
    var here = file.split(separator: "/").dropLast()[...]
    var there = target.split(separator: "/")[...]
    while let folder = here.first, there.count > 1, folder == there.first {
      here = here.dropFirst()
      there = there.dropFirst()
    }
    let path = String(repeating: "../", count: here.count) + there.joined(separator: "/")
    return URIText.encoded(path, for: .path)
  }
}
