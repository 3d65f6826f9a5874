import Foundation
import Testing

extension DocumentingSite {
  /// Checks that every relative link leads to an existing file and element, and that no `id` is duplicated.
  static func checkLinks(_ files: [(path: String, contents: String)]) throws {
    let ids = Dictionary(
      uniqueKeysWithValues: files.map { ($0.path, $0.contents.matches(of: /\ id="([^"]*)"/).map { String($0.1) }) })
    for (path, found) in ids { #expect(Set(found).count == found.count, "ids of \(path)") }
    for (path, contents) in files {
      let links =
        path.hasSuffix(".md")
        ? contents.matches(of: /\]\(([^)\s]*)\)/).map { String($0.1) }
        : contents.matches(of: /href="([^"]*)"/).map { String($0.1) }
      for link in links where !link.hasPrefix("https://") && !link.hasPrefix("http://") {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let target = parts[0].isEmpty ? path : resolved(parts[0].removingPercentEncoding ?? "", from: path)
        guard let anchors = ids[target] else {
          Issue.record("\(path): no file \(target) for \(link)")
          continue
        }
        if parts.count > 1 { #expect(anchors.contains(parts[1]), "\(path): no anchor for \(link)") }
      }
    }
  }

  private static func resolved(_ link: String, from path: String) -> String {
    var folders = path.split(separator: "/").dropLast().map(String.init)
    for part in link.split(separator: "/") {
      if part == ".." { folders.removeLast() } else { folders.append(String(part)) }
    }
    return folders.joined(separator: "/")
  }
}
