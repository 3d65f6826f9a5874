/// One HTML file as a test sees it: its tags in order, with attributes.
struct GeneratedPage {
  struct Tag {
    var name: String
    var attributes: [String: String]
    var isEnd: Bool
    /// The text before the next tag.
    var text: String
  }

  let path: String
  let tags: [Tag]

  init(path: String, contents: String) {
    self.path = path
    var tags: [Tag] = []
    // Making a regular expression takes longer than matching it.
    let attribute = /\s([a-z:-]+)(?:="([^"]*)")?/.ignoresCase()
    for part in contents.split(separator: "<", omittingEmptySubsequences: false).dropFirst() where !part.hasPrefix("!")
    {
      guard let end = part.firstIndex(of: ">") else { continue }
      let inside = part[..<end]
      let name = inside.prefix { !$0.isWhitespace && $0 != ">" }
      var attributes: [String: String] = [:]
      for match in inside.matches(of: attribute) {
        attributes[String(match.1)] = match.2.map(String.init) ?? ""
      }
      tags.append(
        Tag(
          name: String(name.hasPrefix("/") ? name.dropFirst() : name).replacing("/", with: ""), attributes: attributes,
          isEnd: name.hasPrefix("/"), text: String(part[part.index(after: end)...])))
    }
    self.tags = tags
  }

  var ids: [String] { tags.compactMap { $0.attributes["id"] } }

  func all(_ name: String) -> [Tag] { tags.filter { $0.name == name && !$0.isEnd } }

  /// Lists the obstacles to reading the page without a screen and a mouse.
  var faults: [String] {
    var faults: [String] = []
    func expect(_ holds: Bool, _ words: String) { if !holds { faults.append("\(path): \(words)") } }
    expect(all("html").first?.attributes["lang"]?.isEmpty == false, "no language")
    expect(all("h1").count == 1, "\(all("h1").count) headings of level 1")
    expect(all("main").count == 1, "no main part")
    expect(Set(ids).count == ids.count, "an id twice")
    var level = 0
    for heading in tags where !heading.isEnd && heading.name.count == 2 && heading.name.hasPrefix("h") {
      guard let next = Int(heading.name.dropFirst()) else { continue }
      expect(next <= level + 1, "level \(next) after \(level): \(heading.text)")
      level = next
    }
    for name in ["nav", "aside", "svg"] {
      for tag in all(name) {
        let label = tag.attributes["aria-label"] ?? tag.attributes["aria-labelledby"] ?? ""
        expect(!label.isEmpty, "\(name) without a label")
      }
    }
    for tag in tags {
      for name in ["aria-labelledby", "aria-controls", "for"] {
        if let target = tag.attributes[name] {
          expect(ids.contains(target), "\(name) names '\(target)', which is not there")
        }
      }
    }
    for cell in all("th") { expect(cell.attributes["scope"] != nil, "a heading of a table without scope") }
    expect(all("table").count == all("caption").count, "a table without caption")
    for field in all("input") {
      expect(all("label").contains { $0.attributes["for"] == field.attributes["id"] }, "a field without label")
    }
    for link in all("a") { expect(link.attributes["href"]?.isEmpty == false, "a link to nowhere") }
    expect(all("details").count == all("summary").count, "something folded without a summary")
    let skip = all("a").first?.attributes["href"] ?? ""
    expect(skip.hasPrefix("#") && ids.contains(String(skip.dropFirst())), "no way past the navigation")
    for (name, attribute) in [("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src")] {
      for tag in all(name) {
        let target = tag.attributes[attribute] ?? ""
        expect(!target.isEmpty && !target.contains("//") && !target.hasPrefix("/"), "\(name) from elsewhere: \(target)")
      }
    }
    return faults
  }
}
