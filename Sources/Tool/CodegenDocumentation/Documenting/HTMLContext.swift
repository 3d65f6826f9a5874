import CodegenCore
import Mustache

/// Builds the contexts of the HTML templates: text that the engine escapes, and Booleans. Templates/README.md lists
/// every key.
struct HTMLContext {
  let files: SiteFiles
  let indexFiles: IndexFiles
  let siteTitle: String
  let apis: APISite
  var site: SiteMap { files.site }
  static let ending = ".html"
  static let index = "index"
  static let stylesheet = "style.css"
  static let script = "site.js"
  static let themeScript = "theme.js"

  init(files: SiteFiles, index: DocumentationIndex, siteTitle: String, apis: APISite = APISite()) {
    self.files = files
    self.apis = apis
    self.siteTitle = siteTitle
    indexFiles = IndexFiles(index, files: files, path: Self.index)
  }

  /// Returns the context of `HTML/page.html.mustache`.
  func page(_ page: DocumentationPage) -> TemplateValue {
    let own = site.pages[page.index]
    let links = SiteLinks(files: files, file: files.path(of: page) + Self.ending, ending: Self.ending)
    var keys = frame(page.title + " · " + siteTitle, summary: page.summary.plain, links, page: page.index)
    let first = page.sections.first
    keys["pageTitle"] = .text(VisibleText.line(page.title))
    keys["pageID"] = .text(first?.anchor?.text ?? "")
    keys["name"] = .text(page.name)
    keys["folder"] = .text(own.folder)
    keys["folderLink"] = .text(folderLink(site.folder(of: page.index), own.folder, links))
    keys["hasPageBadges"] = .flag(first?.badges.isEmpty == false)
    keys["pageBadges"] = .list((first?.badges ?? []).map(badge))
    keys["pageDescription"] = description(first?.description ?? RichText(), links)
    keys["pageSwiftName"] = .text(first?.swiftName ?? "")
    keys["pageSwiftKind"] = .text(first?.swiftKind ?? "")
    keys["source"] = .text(VisibleText.line(page.source))
    keys["schemaFile"] = .text(
      page.schemaText == nil ? "" : links.link(toFile: own.path + DocumentationPage.schemaEnding))
    keys["identifier"] = .text(VisibleText.line(page.identifier ?? ""))
    keys["contents"] = .list(contents(of: page).map { entry($0.text, "#" + $0.id) })
    addExcerpt(page, links, to: &keys)
    keys["hasTypes"] = .flag(page.sections.count > 1)
    keys["ownTypes"] = .list(page.sections.dropFirst().map { entry($0.title, "#" + ($0.anchor?.text ?? "")) })
    keys["sections"] = .list(
      page.sections.enumerated().map { section($1, page.usage, links, isOwn: $0 == 0) })
    keys["hasUsage"] = .flag(!page.usage.typeName.isEmpty)
    keys["usage"] = code(SwiftUsage.tokens(page.usage))
    keys["isLocalOnly"] = .flag(!page.usage.isWritten)
    keys["hasUses"] = .flag(!page.usedBy.isEmpty)
    keys["uses"] = .list(page.usedBy.map { use($0, links) })
    keys["hasUsedSchemas"] = .flag(!page.uses.isEmpty)
    keys["usedSchemas"] = .list(page.uses.map { link(toPage: $0, links) })
    let drawing = RelationDiagram.diagram(
      of: page.index, usedBy: page.usedBy.map(\.index), uses: page.uses, in: site)
    keys["hasDiagram"] = .flag(drawing != nil)
    keys["diagram"] = diagram(drawing, "References to and from \(VisibleText.line(page.title))", "relations", links)
    let (previous, next) = site.neighbors(of: page.index)
    keys["previous"] = .list(previous.map { [link(toPage: $0, links)] } ?? [])
    keys["next"] = .list(next.map { [link(toPage: $0, links)] } ?? [])
    keys.merge(callKeys(ofPage: page.excerpt?.isFirst == false ? -1 : page.index, links))
    keys["hasChanges"] = .flag(!page.changes.isEmpty)
    keys["changes"] = .list(page.changes.map { change($0, page, links) })
    return .object(keys)
  }

  /// Returns the contexts of `HTML/index.html.mustache`, one for each file of the index.
  func index(_ index: DocumentationIndex, _ pages: [DocumentationPage]) -> [TemplateValue] {
    let whole = OverviewDiagram.diagram(of: Array(site.pages.indices), uses: { pages[$0].uses }, in: site)
    return indexFiles.files.indices.map { .object(self.index($0, of: index, pages, whole)) }
  }

  private func index(
    _ number: Int, of index: DocumentationIndex, _ pages: [DocumentationPage], _ whole: Diagram?
  ) -> TemplateObject {
    let file = indexFiles.files[number]
    let links = SiteLinks(files: files, file: file.path + Self.ending, ending: Self.ending)
    var keys = frame(siteTitle, summary: index.counts, links, page: nil)
    keys["hasDiagram"] = .flag(whole != nil && number == 0)
    keys["diagram"] = diagram(number == 0 ? whole : nil, "References between all schemas", "relations", links)
    keys["counts"] = .text(index.counts)
    keys.merge(apiKeys(isFirst: number == 0, links))
    keys["typeCount"] = .text(index.typeCount)
    keys["folderLinks"] = .list(
      index.folders.enumerated().map { position, folder in
        .object([
          "folderLink": .text(folderLink(position, folder.name, links)), "folderTitle": .text(folder.title),
          "folderCount": .text(folder.count),
        ])
      })
    keys["typesLink"] = .text(indexLink(indexFiles.typesFile, "types", links))
    keys["folders"] = .list(
      zip(file.folders, file.folderIndexes).map { self.folder($0, $1, in: number, pages, whole, links) })
    keys["hasLetters"] = .flag(!file.letters.isEmpty)
    keys["letterLinks"] = .list(
      index.letters.map { entry($0.letter, indexLink(indexFiles.filesOfLetters[$0.id] ?? 0, "types-" + $0.id, links)) })
    keys["letters"] = .list(
      file.letters.map { letter in
        .object([
          "letter": .text(letter.letter), "letterID": .text("types-" + letter.id),
          "types": .list(letter.types.map { entry($0.name, links.link(to: $0.address)) }),
        ])
      })
    let paths = indexFiles.files.map { links.link(toFile: $0.path + Self.ending) }
    keys["previousPart"] = .list(number > 0 ? [entry(indexTitle(number - 1), paths[number - 1])] : [])
    keys["nextPart"] = .list(number + 1 < paths.count ? [entry(indexTitle(number + 1), paths[number + 1])] : [])
    return keys
  }

  /// Returns what readers see of a file of the index.
  private func indexTitle(_ number: Int) -> String {
    let file = indexFiles.files[number]
    guard let first = file.folders.first else { return "Types " + (file.letters.first?.letter ?? "A") + " …" }
    return "Schemas, " + (first.schemas.first.map { $0.title + " …" } ?? first.title)
  }

  private func folder(
    _ folder: DocumentationIndex.Folder, _ position: Int, in file: Int, _ pages: [DocumentationPage],
    _ whole: Diagram?, _ links: SiteLinks
  ) -> TemplateValue {
    let id = FolderName.anchor(folder.name)
    let drawing =
      whole == nil && indexFiles.filesOfFolders[position] == file
      ? OverviewDiagram.diagram(of: site.folders[position], uses: { pages[$0].uses }, in: site) : nil
    return .object([
      "hasFolderDiagram": .flag(drawing != nil),
      "folderDiagram": diagram(drawing, "References between the schemas of \(folder.title)", "relations-" + id, links),
      "folderTitle": .text(folder.title), "folderID": .text(id), "folderCount": .text(folder.count),
      "schemas": .list(
        folder.schemas.map { schema in
          .object([
            "schemaTitle": .text(schema.title), "schemaLink": .text(links.link(to: schema.address)),
            "schemaName": .text(schema.name), "schemaBadges": .list(schema.badges.map(badge)),
            "schemaSummary": phrase(schema.summary, links),
          ])
        }),
    ])
  }

  /// Returns the link to a folder on the index.
  private func folderLink(_ position: Int, _ folder: String, _ links: SiteLinks) -> String {
    indexLink(indexFiles.filesOfFolders[position], FolderName.anchor(folder), links)
  }

  private func indexLink(_ file: Int, _ anchor: String, _ links: SiteLinks) -> String {
    let path = indexFiles.files[file].path + Self.ending
    return (path == links.file ? "" : links.link(toFile: path)) + "#" + anchor
  }

  /// Adds the keys of a split page.
  private func addExcerpt(_ page: DocumentationPage, _ links: SiteLinks, to keys: inout TemplateObject) {
    let excerpt = page.excerpt
    let definitions = excerpt?.definitions ?? []
    keys["hasDefinitions"] = .flag(!definitions.isEmpty)
    keys["definitions"] = .list(
      definitions.map { definition in
        .object([
          "definitionTitle": .text(VisibleText.line(definition.title)),
          "definitionLink": .text(links.link(to: definition.file)),
          "definitionID": .text(definition.address?.anchor?.text ?? ""),
          "definitionSummary": phrase(definition.summary, links),
          "hasInner": .flag(!definition.inner.isEmpty),
          "inner": .list(
            definition.inner.map { title, address in
              .object([
                "entryText": .text(VisibleText.line(title)), "entryLink": .text(links.link(to: address)),
                "entryID": .text(address.anchor?.text ?? ""),
              ])
            }),
        ])
      })
    func part(_ part: DocumentationPage.Excerpt.Part?) -> TemplateValue {
      .list(part.map { [entry(VisibleText.line($0.title), links.link(to: $0.file))] } ?? [])
    }
    let isInner = excerpt?.isFirst == false
    keys["parent"] = .list(
      isInner ? [entry(VisibleText.line(excerpt?.title ?? ""), links.link(to: SiteAddress(page: page.index)))] : [])
    keys["previousPart"] = part(excerpt?.previous)
    keys["nextPart"] = part(excerpt?.next)
  }

  // MARK: - Common parts

  func frame(
    _ title: String, summary: String, _ links: SiteLinks, page: Int?
  ) -> TemplateObject {
    [
      "root": .text(String(repeating: "../", count: links.file.count { $0 == "/" })),
      "pageNumber": .text(page.map(String.init) ?? ""), "script": .text(links.link(toFile: Self.script)),
      "themeScript": .text(links.link(toFile: Self.themeScript)),
      "pagesScript": .text(links.link(toFile: SearchScripts.pagesFile)),
      "documentTitle": .text(VisibleText.line(title)), "siteTitle": .text(VisibleText.line(siteTitle)),
      "summary": .text(summary), "home": .text(links.link(toFile: Self.index + Self.ending)),
      "stylesheet": .text(links.link(toFile: Self.stylesheet)),
    ]
  }

  func entry(_ text: String, _ link: String) -> TemplateValue {
    .object(["entryText": .text(text), "entryLink": .text(link)])
  }

  func badge(_ badge: DocumentationPage.Badge) -> TemplateValue {
    .object(["badgeText": .text(badge.words), "badgeClass": .text(badge.name)])
  }

  func phrase(_ phrase: Phrase, _ links: SiteLinks) -> TemplateValue {
    let runs = phrase.runs.map { run -> TemplateValue in
      switch run {
      case .text(let text): Self.run(text)
      case .code(let text): Self.run(text, isCode: true)
      case .url(let text, let address): Self.run(text, link: address.text)
      case .link(let text, let address): Self.run(text, link: links.link(to: address))
      }
    }
    return .object(["runs": .list(runs)])
  }

  /// Renders a description, which templates insert without escaping it.
  func description(_ text: RichText, _ links: SiteLinks) -> TemplateValue {
    .text(HTMLSource(text) { links.link(to: $0) }.text)
  }

  private static func run(_ text: String, isCode: Bool = false, link: String? = nil) -> TemplateValue {
    .object([
      "runText": .text(text), "isCode": .flag(isCode), "isLink": .flag(link != nil),
      "isText": .flag(!isCode && link == nil), "runLink": .text(link ?? ""),
    ])
  }

  func code(_ tokens: [CodeToken]) -> TemplateValue { .object(["tokens": Self.list(of: tokens)]) }

  /// Returns the contexts of tokens, of which a page has thousands.
  static func list(of tokens: [CodeToken]) -> TemplateValue {
    var values: [TemplateValue] = []
    values.reserveCapacity(3 * tokens.count)
    for token in tokens {
      values.append(.flag(token.kind == .plain))
      values.append(.text(token.text))
      values.append(.text(token.kind.rawValue))
    }
    return .table(TemplateTable(tokenNames, values))
  }

  private static let tokenNames: [TemplateName] = ["isPlain", "tokenText", "tokenClass"]

  private func use(_ use: DocumentationPage.Use, _ links: SiteLinks) -> TemplateValue {
    .object([
      "usePage": phrase(use.page, links), "hasUseMembers": .flag(!use.members.isEmpty),
      "useMembers": phrase(use.members.map { "\(code: $0)" }.joined(by: ", "), links),
    ])
  }

  private func link(toPage page: Int, _ links: SiteLinks) -> TemplateValue {
    entry(VisibleText.line(site.pages[page].title), links.link(to: SiteAddress(page: page)))
  }

  private func change(
    _ change: PageChange, _ page: DocumentationPage, _ links: SiteLinks
  ) -> TemplateValue {
    let anchors = Set(page.sections.compactMap(\.anchor) + page.sections.flatMap(\.memberAnchors))
    // The nearest enclosing location that has an anchor on the page.
    let around = change.pointer.indices.reversed().map { Array(change.pointer[...$0]) }
    let address = around.lazy.compactMap { Anchor(pointer: $0, scope: nil) }
      .map { SiteAddress(page: page.index, anchor: $0) }
      .first { address in address.anchor.map(anchors.contains) ?? false || files.hasAnchor(address) }
    return .object([
      "changeKind": .text(change.kind.rawValue), "changeText": .text(VisibleText.line(change.message)),
      "changeLink": .text(address.map { links.link(to: $0) } ?? ""),
    ])
  }
}
