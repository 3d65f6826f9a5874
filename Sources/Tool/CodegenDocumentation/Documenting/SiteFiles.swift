import CodegenCore
import JSONSchema
import SchemaRuntime

/// The files of a site: a page is one file or, if that would be large, a file for the schema itself and one for each
/// definition. Tables that are large by themselves continue in further files.
///
/// Links name schemas and elements (``SiteAddress``); only this type knows in which file they are.
struct SiteFiles {
  /// A section of a page, or some rows of its table.
  struct Piece {
    /// The index of the section in its page.
    var section: Int
    /// The rows of its table; nil for all of them.
    var rows: Range<Int>?
    /// Whether an earlier file has the section's heading, description, and everything but these rows.
    var isContinued = false
  }

  struct File {
    /// The index in ``SiteMap/pages``.
    let page: Int
    /// The path without the format's extension.
    let path: String
    let pieces: [Piece]
  }

  let site: SiteMap
  /// The files page by page, that of the schema itself first.
  private(set) var files: [File] = []
  /// The files of each page.
  private(set) var filesOfPages: [Range<Int>] = []
  /// The files of the anchors of split pages.
  private var anchors: [SiteAddress: Int] = [:]

  /// - Parameter limit: the estimated size above which a page is split.
  init(site: SiteMap, pages: [DocumentationPage], limit: Int = PageWeight.limit) {
    self.site = site
    var paths = SitePaths(reserving: site.pages.map(\.path))
    for page in pages {
      let first = files.count
      if page.sections.isEmpty || PageWeight.of(page) <= limit {
        let pieces = page.sections.indices.map { Piece(section: $0) }
        files.append(File(page: page.index, path: site.pages[page.index].path, pieces: pieces))
      } else {
        split(page, &paths, limit: limit)
      }
      filesOfPages.append(first..<files.count)
    }
  }

  // MARK: - Splitting

  private mutating func split(_ page: DocumentationPage, _ paths: inout SitePaths, limit: Int) {
    let path = site.pages[page.index].path
    // What a page has once is in its first file, next to the list of the others.
    let others = page.sections.dropFirst().reduce(0) { $0 + SiteFiles.listed($1) }
    let extra = PageWeight.of(page) - page.sections.reduce(0) { $0 + PageWeight.of($1) } + others
    add(chunks(of: 0, page, limit: limit, startingWith: extra), page, path, &paths)
    for group in groups(of: page) {
      let name = paths.path(for: path + "/" + Self.name(of: group.key))
      add(packed(group.sections, page, limit: limit), page, name, &paths)
    }
  }

  /// The weight of a section's entry in the list of definitions.
  private static func listed(_ section: DocumentationPage.Section) -> Int {
    200 + PageWeight.of(section.title) + 3 * (section.anchor?.text.utf8.count ?? 0)
      + PageWeight.of(section.summary)
  }

  /// Adds a file, and others that continue it.
  private mutating func add(_ chunks: [[Piece]], _ page: DocumentationPage, _ path: String, _ paths: inout SitePaths) {
    for (index, pieces) in chunks.enumerated() {
      let path = index == 0 ? path : paths.path(for: "\(path)-\(index + 1)")
      for piece in pieces {
        for anchor in page.sections[piece.section].anchors(in: piece) {
          let address = SiteAddress(page: page.index, anchor: anchor)
          if anchors[address] == nil { anchors[address] = files.count }
        }
      }
      files.append(File(page: page.index, path: path, pieces: pieces))
    }
  }

  /// Returns the pieces of the sections of a large group: as many in a file as fit, and large ones in several.
  private func packed(_ sections: [Int], _ page: DocumentationPage, limit: Int) -> [[Piece]] {
    var chunks: [[Piece]] = []
    var weight = limit
    for section in sections {
      let own = PageWeight.of(page.sections[section])
      if PageWeight.frame + own > limit {
        chunks += self.chunks(of: section, page, limit: limit, startingWith: PageWeight.frame)
        weight = limit
      } else if weight + own > limit {
        chunks.append([Piece(section: section)])
        weight = PageWeight.frame + own
      } else {
        chunks[chunks.count - 1].append(Piece(section: section))
        weight += own
      }
    }
    return chunks
  }

  /// Returns the pieces of one section: the whole, or the first rows of its table with everything else, and then the
  /// rows that follow.
  private func chunks(
    of section: Int, _ page: DocumentationPage, limit: Int, startingWith weight: Int
  ) -> [[Piece]] {
    let content = page.sections[section]
    var chunks: [Range<Int>] = []
    var start = 0
    var weight = weight + PageWeight.withoutTable(content)
    for index in 0..<content.rowCount {
      let row = PageWeight.row(index, of: content)
      if weight + row > limit, index > start || chunks.isEmpty {
        chunks.append(start..<index)
        start = index
        weight = PageWeight.frame
      }
      weight += row
    }
    if chunks.isEmpty { return [[Piece(section: section)]] }
    chunks.append(start..<content.rowCount)
    return chunks.enumerated().map { [Piece(section: section, rows: $1, isContinued: $0 > 0)] }
  }

  /// Returns the sections other than the page's own, by definition, in the order of the page. Sections of a definition
  /// stay together if they fit into one file.
  private func groups(of page: DocumentationPage) -> [(key: [String], sections: [Int])] {
    var groups: [(key: [String], sections: [Int])] = []
    var indexes: [[String]: Int] = [:]
    for index in page.sections.indices.dropFirst() {
      let key = Array(pointer(of: index, page).prefix(2))
      if let known = indexes[key] {
        groups[known].sections.append(index)
      } else {
        indexes[key] = groups.count
        groups.append((key, [index]))
      }
    }
    return groups
  }

  private func pointer(of section: Int, _ page: DocumentationPage) -> [String] {
    let schema = site.pages[page.index].sections[section]
    let outer = site.graph.document(of: schema).pointer.tokens.count
    return site.graph[schema].pointer.tokens.dropFirst(outer) + (site.graph.copyWords(of: schema).map { [$0] } ?? [])
  }

  /// Returns the name of a definition's file.
  private static func name(of pointer: [String]) -> String {
    let isDefinition = pointer.count > 1 && ["$defs", "definitions"].contains(pointer[0])
    let words = (isDefinition ? pointer.dropFirst() : pointer[...]).joined(separator: "-")
    let plain = words.unicodeScalars.prefix(80).map { scalar -> Character in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_": Character(scalar)
      default: "_"
      }
    }
    return plain.isEmpty ? "_" : String(plain)
  }
}

// MARK: - Queries

extension SiteFiles {
  /// Returns the file in which an address leads somewhere: the first of the page if no other has the anchor.
  func file(of address: SiteAddress) -> Int {
    anchors[address] ?? filesOfPages[address.page].lowerBound
  }

  /// Whether a page has an element with this anchor.
  func hasAnchor(_ address: SiteAddress) -> Bool { anchors[address] != nil }

  /// Returns what a file shows of its page.
  func content(of file: Int, in pages: [DocumentationPage]) -> DocumentationPage {
    let found = files[file]
    let range = filesOfPages[found.page]
    var page = pages[found.page]
    if range.count == 1 { return page }
    let whole = page
    page.sections = found.pieces.map { whole.sections[$0.section].piece($0) }
    var excerpt = DocumentationPage.Excerpt(file: file, isFirst: file == range.lowerBound, title: whole.title)
    if excerpt.isFirst {
      excerpt.definitions = range.dropFirst().compactMap { entry(for: $0, in: whole) }
    } else {
      page.title = title(of: file, in: whole)
      page.summary = whole.sections[found.pieces[0].section].summary
      page.usage.typeName = page.sections.first?.swiftName ?? ""
      (page.usedBy, page.uses, page.changes) = ([], [], [])
    }
    func part(_ file: Int) -> DocumentationPage.Excerpt.Part? {
      range.contains(file) ? DocumentationPage.Excerpt.Part(title: title(of: file, in: whole), file: file) : nil
    }
    (excerpt.previous, excerpt.next) = (part(file - 1), part(file + 1))
    page.excerpt = excerpt
    return page
  }

  /// Returns the path of the file with the content of a page.
  func path(of page: DocumentationPage) -> String {
    files[page.excerpt?.file ?? filesOfPages[page.index].lowerBound].path
  }

  /// Returns the title of a file: that of its first section, and the number of the part if it is not the first.
  private func title(of file: Int, in page: DocumentationPage) -> String {
    let piece = files[file].pieces[0]
    let title = page.sections[piece.section].title
    guard piece.isContinued else { return title }
    let first = files[..<file].lastIndex { $0.pieces[0].section == piece.section && !$0.pieces[0].isContinued }
    return "\(title), part \(file - (first ?? file) + 1)"
  }

  /// Returns the entry of a file in the list of definitions; nil for a file that continues a definition.
  private func entry(for file: Int, in page: DocumentationPage) -> DocumentationPage.Excerpt.Definition? {
    let sections = files[file].pieces.filter { !$0.isContinued }.map { page.sections[$0.section] }
    guard let first = sections.first else {
      return DocumentationPage.Excerpt.Definition(
        title: title(of: file, in: page), address: nil, file: file, summary: Phrase(), inner: [])
    }
    return DocumentationPage.Excerpt.Definition(
      title: first.title, address: first.anchor.map { SiteAddress(page: page.index, anchor: $0) }, file: file,
      summary: first.summary,
      inner: sections.dropFirst().compactMap { section in
        section.anchor.map { (section.title, SiteAddress(page: page.index, anchor: $0)) }
      })
  }
}

extension DocumentationPage.Section {
  /// The anchors of a piece: those of its rows, and of everything else unless it is continued.
  fileprivate func anchors(in piece: SiteFiles.Piece) -> [Anchor] {
    let rows = self.piece(piece).memberAnchors
    return piece.isContinued ? rows : (anchor.map { [$0] } ?? []) + rows + violations.map(\.anchor)
  }

  /// Returns what a piece shows of the section.
  fileprivate func piece(_ piece: SiteFiles.Piece) -> Self {
    guard let rows = piece.rows else { return self }
    var section = self
    switch content {
    case .members(let members): section.content = .members(Array(members[rows]))
    case .items(let items): section.content = .items(Array(items[rows]))
    case .values(let values, let names): section.content = .values(Array(values[rows]), names: names)
    case .alternatives(let alternatives): section.content = .alternatives(Array(alternatives[rows]))
    case .none: break
    }
    if piece.isContinued {
      (section.description, section.rules, section.type) = (RichText(), [], nil)
      (section.constraints, section.examples, section.violations) = ([], [], [])
    }
    return section
  }
}

/// Unique paths: some file systems are case-insensitive.
struct SitePaths {
  private var taken: Set<String> = ["index", "readme"]

  init() {}

  init(reserving paths: [String]) {
    for path in paths { taken.insert(path.lowercased()) }
  }

  /// Returns the path, or one with underscores at its end if another file has it.
  mutating func path(for path: String) -> String {
    var path = path
    while !taken.insert(path.lowercased()).inserted { path += "_" }
    return path
  }
}
