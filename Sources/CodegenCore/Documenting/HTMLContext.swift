import Mustache

/// Builds the contexts of the HTML templates: text that the engine escapes, and Booleans. Templates/README.md lists
/// every key.
struct HTMLContext {
  let site: SiteMap
  let siteTitle: String
  static let ending = ".html"
  static let index = "index.html"
  static let stylesheet = "style.css"
  static let script = "site.js"

  /// Returns the context of `HTML/page.html.mustache`.
  func page(_ page: DocumentationPage) -> TemplateValue {
    let own = site.pages[page.index]
    let links = SiteLinks(site: site, file: own.path + Self.ending, ending: Self.ending)
    var keys = frame(page.title + " · " + siteTitle, summary: page.summary.plain, links, page: page.index)
    let first = page.sections.first
    keys["pageTitle"] = .text(page.title)
    keys["name"] = .text(page.name)
    keys["folder"] = .text(own.folder)
    keys["folderLink"] = .text(links.link(toFile: Self.index) + "#" + FolderName.anchor(own.folder))
    keys["hasPageBadges"] = .flag(first?.badges.isEmpty == false)
    keys["pageBadges"] = .list((first?.badges ?? []).map(badge))
    keys["pageDescription"] = .list((first?.description ?? []).map { phrase($0, links) })
    keys["pageSwiftName"] = .text(first?.swiftName ?? "")
    keys["pageSwiftKind"] = .text(first?.swiftKind ?? "")
    keys["source"] = .text(VisibleText.line(page.source))
    keys["identifier"] = .text(VisibleText.line(page.identifier ?? ""))
    keys["contents"] = .list(contents(of: page).map { entry($0.text, "#" + $0.id) })
    keys["hasTypes"] = .flag(page.sections.count > 1)
    keys["ownTypes"] = .list(page.sections.dropFirst().map { entry($0.title, "#" + ($0.anchor?.text ?? "")) })
    keys["sections"] = .list(page.sections.map { section($0, page.usage, links) })
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
    let (previous, next) = site.neighbours(of: page.index)
    keys["previous"] = .list(previous.map { [link(toPage: $0, links)] } ?? [])
    keys["next"] = .list(next.map { [link(toPage: $0, links)] } ?? [])
    keys["hasChanges"] = .flag(!page.changes.isEmpty)
    keys["changes"] = .list(page.changes.map { change($0, page) })
    return .object(keys)
  }

  /// Returns the context of `HTML/index.html.mustache`.
  func index(_ index: DocumentationIndex, _ pages: [DocumentationPage]) -> TemplateValue {
    let links = SiteLinks(site: site, file: Self.index, ending: Self.ending)
    var keys = frame(siteTitle, summary: index.counts, links, page: nil)
    let whole = OverviewDiagram.diagram(of: Array(site.pages.indices), uses: { pages[$0].uses }, in: site)
    keys["hasDiagram"] = .flag(whole != nil)
    keys["diagram"] = diagram(whole, "References between all schemas", "relations", links)
    keys["counts"] = .text(index.counts)
    keys["typeCount"] = .text(index.typeCount)
    keys["folders"] = .list(
      zip(index.folders, site.folders).map { folder, folderPages in
        let id = FolderName.anchor(folder.name)
        let drawing =
          whole == nil ? OverviewDiagram.diagram(of: folderPages, uses: { pages[$0].uses }, in: site) : nil
        return .object([
          "hasFolderDiagram": .flag(drawing != nil),
          "folderDiagram": diagram(
            drawing, "References between the schemas of \(folder.title)", "relations-" + id, links),
          "folderTitle": .text(folder.title), "folderID": .text(id),
          "folderCount": .text(folder.count),
          "schemas": .list(
            folder.schemas.map { schema in
              .object([
                "schemaTitle": .text(schema.title), "schemaLink": .text(links.link(to: schema.address)),
                "schemaName": .text(schema.name), "schemaBadges": .list(schema.badges.map(badge)),
                "schemaSummary": phrase(schema.summary, links),
              ])
            }),
        ])
      })
    keys["letters"] = .list(
      index.letters.map { letter in
        .object([
          "letter": .text(letter.letter), "letterID": .text("types-" + letter.id),
          "types": .list(letter.types.map { entry($0.name, links.link(to: $0.address)) }),
        ])
      })
    return .object(keys)
  }

  // MARK: - Common parts

  private func frame(
    _ title: String, summary: String, _ links: SiteLinks, page: Int?
  ) -> [String: TemplateValue] {
    [
      "root": .text(String(repeating: "../", count: links.file.count { $0 == "/" })),
      "pageNumber": .text(page.map(String.init) ?? ""), "script": .text(links.link(toFile: Self.script)),
      "pagesScript": .text(links.link(toFile: SearchIndex.pagesFile)),
      "documentTitle": .text(VisibleText.line(title)), "siteTitle": .text(VisibleText.line(siteTitle)),
      "summary": .text(summary), "home": .text(links.link(toFile: Self.index)),
      "stylesheet": .text(links.link(toFile: Self.stylesheet)),
    ]
  }

  private func entry(_ text: String, _ link: String) -> TemplateValue {
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
      case .link(let text, let address): Self.run(text, link: links.link(to: address))
      }
    }
    return .object(["runs": .list(runs)])
  }

  private static func run(_ text: String, isCode: Bool = false, link: String? = nil) -> TemplateValue {
    .object([
      "runText": .text(text), "isCode": .flag(isCode), "isLink": .flag(link != nil),
      "isText": .flag(!isCode && link == nil), "runLink": .text(link ?? ""),
    ])
  }

  func code(_ tokens: [CodeToken]) -> TemplateValue {
    let tokens = tokens.map { token in
      TemplateValue.object([
        "tokenText": .text(token.text), "tokenClass": .text(token.kind.rawValue),
        "isPlain": .flag(token.kind == .plain),
      ])
    }
    return .object(["tokens": .list(tokens)])
  }

  private func use(_ use: DocumentationPage.Use, _ links: SiteLinks) -> TemplateValue {
    .object([
      "usePage": phrase(use.page, links), "hasUseMembers": .flag(!use.members.isEmpty),
      "useMembers": phrase(use.members.map { "\(code: $0)" }.joined(by: ", "), links),
    ])
  }

  private func link(toPage page: Int, _ links: SiteLinks) -> TemplateValue {
    entry(VisibleText.line(site.pages[page].title), links.link(to: SiteAddress(page: page)))
  }

  private func change(_ change: PageChange, _ page: DocumentationPage) -> TemplateValue {
    let anchors = Set(page.sections.compactMap(\.anchor) + page.sections.flatMap(\.memberAnchors))
    // The nearest enclosing location that has an anchor on the page.
    let around = change.pointer.indices.reversed().map { Array(change.pointer[...$0]) }
    let anchor = around.lazy.compactMap { Anchor(pointer: $0, scope: nil) }.first { anchors.contains($0) }?.text
    return .object([
      "changeKind": .text(change.kind.rawValue), "changeText": .text(VisibleText.line(change.message)),
      "changeLink": .text(anchor.map { "#" + $0 } ?? ""),
    ])
  }
}
