import CodegenCore

/// The content of the index: schemas by folder, and types by name.
struct DocumentationIndex {
  struct Folder {
    /// The path; empty for schemas outside all folders.
    var name: String
    var title: String
    /// `17 schemas`.
    var count: String
    var schemas: [Schema]
  }

  struct Schema {
    var title: String
    /// The name within its folder: `user-info`.
    var name: String
    var address: SiteAddress
    var badges: [DocumentationPage.Badge]
    var summary: Phrase
  }

  struct Letter {
    /// The first letter of the types' names, uppercase.
    var letter: String
    /// The same, restricted to ASCII letters and digits.
    var id: String
    var types: [TypeEntry]
  }

  struct TypeEntry {
    /// `UserInfoUpdate.AllAttributes`.
    var name: String
    var address: SiteAddress
  }

  /// `132 schemas in 5 folders, 148 Swift types`.
  var counts: String
  /// `148 types`.
  var typeCount: String
  var folders: [Folder]
  var letters: [Letter]

  init(site: SiteMap, pages: [DocumentationPage]) {
    folders = Self.folders(site: site, pages: pages)
    let types = Self.types(site: site)
    letters = Self.letters(types)
    let schemas = Self.count(pages.count, "schema", "schemas")
    let parts = folders.count > 1 ? schemas + " in \(folders.count) folders" : schemas
    typeCount = Self.count(types.count, "type", "types")
    counts = parts + ", " + Self.count(types.count, "Swift type", "Swift types")
  }

  private static func folders(site: SiteMap, pages: [DocumentationPage]) -> [Folder] {
    site.folders.map { pageIndexes in
      let name = pageIndexes.first.map { site.pages[$0].folder } ?? ""
      let schemas = pageIndexes.map { index in
        let page = pages[index]
        return Schema(
          title: VisibleText.line(page.title), name: Self.stem(of: page.name), address: SiteAddress(page: index),
          badges: page.badges,
          summary: page.summary)
      }
      return Folder(
        name: name, title: FolderName.title(name), count: count(schemas.count, "schema", "schemas"), schemas: schemas)
    }
  }

  private static func stem(of name: String) -> String {
    VisibleText.line(name.split(separator: "/").last.map(String.init) ?? name)
  }

  private static func types(site: SiteMap) -> [TypeEntry] {
    let types = site.pages.flatMap(\.sections).flatMap { schema -> [TypeEntry] in
      guard let address = site.address(of: schema) else { return [] }
      return site.types(of: schema).map { TypeEntry(name: $0.name.qualified, address: address) }
    }
    return types.sorted { AlphabeticalOrder.isBefore($0.name, $1.name) }
  }

  private static func letters(_ types: [TypeEntry]) -> [Letter] {
    var letters: [Letter] = []
    for type in types {
      let first = type.name.prefix(1).uppercased()
      if letters.last?.letter != first {
        let id = first.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "-")
        let isPlain = first.utf8.allSatisfy { 0x41...0x5A ~= $0 }
        letters.append(Letter(letter: first, id: isPlain ? first.lowercased() : "u" + id, types: []))
      }
      letters[letters.count - 1].types.append(type)
    }
    return letters
  }

  private static func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}

/// The order of titles and names: by lowercase form, independent of the locale; ties are broken by the original text.
enum AlphabeticalOrder {
  static func isBefore(_ a: String, _ b: String) -> Bool { (a.lowercased(), a) < (b.lowercased(), b) }
}
