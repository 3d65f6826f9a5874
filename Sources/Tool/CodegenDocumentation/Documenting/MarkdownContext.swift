import CodegenCore
import Mustache

/// Builds the contexts of the Markdown templates: Markdown text and Booleans. Templates/README.md lists every key.
struct MarkdownContext {
  let files: SiteFiles
  let indexFiles: IndexFiles
  let siteTitle: String
  let apis: APISite
  /// DocC settings if the text is for DocC, which supports no HTML and links to articles by name: the module to whose
  /// symbols it may link.
  let catalog: DocCCatalog?
  static let ending = ".md"
  static let index = "README"

  init(
    files: SiteFiles, index: DocumentationIndex, siteTitle: String, apis: APISite = APISite(),
    catalog: DocCCatalog? = nil
  ) {
    self.files = files
    self.apis = apis
    self.siteTitle = siteTitle
    self.catalog = catalog
    // A catalog has one index: DocC arranges its articles.
    indexFiles = IndexFiles(index, files: files, path: Self.index, limit: catalog == nil ? PageWeight.limit : .max)
  }

  /// Returns the context of `Markdown/page.md.mustache`.
  func page(_ page: DocumentationPage) -> MarkdownTemplateValue {
    let own = files.site.pages[page.index]
    let ending = catalog == nil ? Self.ending : DocCCatalog.ending
    let links = SiteLinks(files: files, file: files.path(of: page) + ending, ending: ending)
    let isInner = page.excerpt?.isFirst == false
    let parent = isInner ? [entry(page.excerpt?.title ?? "", links.link(to: SiteAddress(page: page.index)))] : []
    var keys: MarkdownTemplateObject = [
      "siteTitle": .text(line(siteTitle)),
      "home": .text(MarkdownText.address(links.link(toFile: Self.index + Self.ending))),
      "folder": .text(line(own.folder)), "pageTitle": .text(line(page.title)),
      "pageID": .text(MarkdownText.attribute(page.sections.first?.anchor?.text ?? "")),
      "parent": .list(parent), "previousPart": part(page.excerpt?.previous, links),
      "nextPart": part(page.excerpt?.next, links),
      "hasDefinitions": .flag(page.excerpt?.definitions.isEmpty == false),
      "definitions": .list((page.excerpt?.definitions ?? []).map { definition($0, links) }),
      "hasUsage": .flag(!page.usage.typeName.isEmpty),
      "source": .text(code(VisibleText.line(page.source))),
      "schemaFile": .text(
        page.schemaText == nil || catalog != nil
          ? "" : MarkdownText.address(links.link(toFile: own.path + DocumentationPage.schemaEnding))),
      "identifier": .text(page.identifier.map { code(VisibleText.line($0)) } ?? ""),
      "sections": .list(page.sections.enumerated().map { section($1, links, isOwn: $0 == 0) }),
      "usage": .text(MarkdownText.block(SwiftUsage.tokens(page.usage).map(\.text).joined())),
      "isLocalOnly": .flag(!page.usage.isWritten),
      "hasChanges": .flag(!page.changes.isEmpty), "changes": .list(page.changes.map { change($0) }),
      "hasUses": .flag(!page.usedBy.isEmpty),
      "uses": .list(
        page.usedBy.map { use in
          let members = use.members.map { code($0) }.joined(separator: ", ")
          return .object([
            "usePage": .text(MarkdownText.of(use.page, in: .line, links)), "useMembers": .text(members),
          ])
        }),
    ]
    keys.merge(callKeys(ofPage: page, links))
    return .object(keys)
  }

  private func entry(_ title: String, _ link: String) -> MarkdownTemplateValue {
    .object(["entryText": .text(line(title)), "entryLink": .text(MarkdownText.address(link))])
  }

  private func part(_ part: DocumentationPage.Excerpt.Part?, _ links: SiteLinks) -> MarkdownTemplateValue {
    .list(part.map { [entry($0.title, links.link(to: $0.file))] } ?? [])
  }

  private func definition(
    _ definition: DocumentationPage.Excerpt.Definition, _ links: SiteLinks
  ) -> MarkdownTemplateValue {
    let inner = definition.inner.map { title, address in
      MarkdownText.anchor(catalog == nil ? address.anchor?.text ?? "" : "")
        + MarkdownText.link(MarkdownText.escaped(VisibleText.line(title)), to: links.link(to: address))
    }
    return .object([
      "definitionTitle": .text(line(definition.title)),
      "definitionLink": .text(MarkdownText.address(links.link(to: definition.file))),
      "definitionID": .text(MarkdownText.attribute(definition.address?.anchor?.text ?? "")),
      "definitionSummary": .text(MarkdownText.of(definition.summary, in: .line, links)),
      "inner": .text(inner.joined(separator: ", ")),
    ])
  }

  /// Returns the contexts of `Markdown/index.md.mustache`, one for each file of the index.
  func index(_ index: DocumentationIndex) -> [MarkdownTemplateValue] {
    indexFiles.files.indices.map { self.index($0, of: index) }
  }

  private func index(_ number: Int, of index: DocumentationIndex) -> MarkdownTemplateValue {
    let file = indexFiles.files[number]
    let ending = catalog == nil ? Self.ending : DocCCatalog.ending
    let links = SiteLinks(files: files, file: file.path + ending, ending: ending)
    func part(_ number: Int, _ title: String) -> MarkdownTemplateValue {
      guard indexFiles.files.indices.contains(number) else { return .list([]) }
      return .list([entry(title, links.link(toFile: indexFiles.files[number].path + Self.ending))])
    }
    var keys: MarkdownTemplateObject = [
      "previousPart": part(number - 1, "Previous page"), "nextPart": part(number + 1, "Next page"),
      "hasLetters": .flag(!file.letters.isEmpty),
      "module": .text(catalog?.module.map { MarkdownText.escaped($0) } ?? ""),
      "siteTitle": .text(line(siteTitle)), "counts": .text(MarkdownText.escaped(index.counts)),
      "folders": .list(
        file.folders.map { folder in
          .object([
            "folderTitle": .text(line(folder.title)),
            "schemas": .list(
              folder.schemas.map { schema in
                .object([
                  "schemaTitle": .text(line(schema.title)),
                  "schemaLink": .text(MarkdownText.address(links.link(to: schema.address))),
                  "schemaBadges": .text(badges(schema.badges)),
                  "schemaSummary": .text(MarkdownText.of(schema.summary, in: .cell, links)),
                ])
              }),
          ])
        }),
      "letters": .list(
        file.letters.map { letter in
          let types = letter.types.map { type in
            MarkdownText.link(MarkdownText.code(type.name, in: .cell), to: links.link(to: type.address))
          }
          return .object(["letter": .text(line(letter.letter)), "types": .text(types.joined(separator: ", "))])
        }),
    ]
    keys.merge(apiKeys(isFirst: number == 0, links))
    return .object(keys)
  }

  // MARK: - Sections

  private func section(
    _ section: DocumentationPage.Section, _ links: SiteLinks, isOwn: Bool
  ) -> MarkdownTemplateValue {
    var keys: MarkdownTemplateObject = [
      "isOwn": .flag(isOwn),
      "sectionID": .text(MarkdownText.attribute(section.anchor?.text ?? "")),
      "sectionTitle": .text(line(section.title)), "sectionBadges": .text(badges(section.badges)),
      "sectionDescription": .list(
        MarkdownText.blocks(of: section.description, links).map { .object(["paragraph": .text($0)]) }),
      "swiftName": .text(section.swiftName.map { catalog?.symbol($0) ?? code($0) } ?? ""),
      "swiftKind": .text(MarkdownText.escaped(section.swiftKind)),
      "sectionType": .text(section.type.map { MarkdownText.of($0, in: .line, links) } ?? ""),
      "hasRules": .flag(!section.rules.isEmpty),
      "rules": .list(section.rules.map { .object(["rule": .text(MarkdownText.of($0.sentence, in: .line, links))]) }),
      "hasExamples": .flag(!section.examples.isEmpty),
      "examples": .list(
        section.examples.map { example in
          let text = example.json.text
          return .object(["json": .text(MarkdownText.block(text)), "fence": .text(MarkdownText.blockFence(for: text))])
        }),
      "isSampled": .flag(section.examples.first?.isSampled == true),
      "hasConstraints": .flag(!section.constraints.isEmpty),
      "constraints": .list(section.constraints.map(constraint)),
      "hasErrors": .flag(!section.violations.isEmpty), "errors": .list(section.violations.map { violation($0, links) }),
      "hasMembers": .flag(false), "members": .list([]), "hasItems": .flag(false), "items": .list([]),
      "hasValues": .flag(false), "values": .list([]),
      "areCases": .flag(false), "isOpen": .flag(false),
      "hasAlternatives": .flag(false), "alternatives": .list([]),
    ]
    switch section.content {
    case .members(let members):
      keys["hasMembers"] = .flag(!members.isEmpty)
      keys["members"] = .list(members.map { member($0, links) })
    case .items(let items):
      keys["hasItems"] = .flag(!items.isEmpty)
      keys["items"] = .list(items.map { item($0, links) })
    case .values(let values, let names):
      keys["hasValues"] = .flag(!values.isEmpty)
      keys["areCases"] = .flag(names.areCases)
      keys["isOpen"] = .flag(names.isOpen)
      keys["values"] = .list(
        values.map {
          .object(["value": .text(cell($0.json)), "valueName": .text($0.name.isEmpty ? "" : cell($0.name))])
        })
    case .alternatives(let alternatives):
      keys["hasAlternatives"] = .flag(!alternatives.isEmpty)
      keys["alternatives"] = .list(alternatives.map { alternative($0, links) })
    case .none: break
    }
    return .object(keys)
  }

  private func constraint(_ constraint: DocumentationPage.Constraint) -> MarkdownTemplateValue {
    .object([
      "constraintLocation": .text(constraint.location.isEmpty ? "" : cell(constraint.location)),
      "constraintKeyword": .text(cell(constraint.keyword)), "constraintValue": .text(cell(constraint.value)),
    ])
  }

  private func violation(
    _ violation: DocumentationPage.Violation, _ links: SiteLinks
  ) -> MarkdownTemplateValue {
    .object([
      "errorLocation": .text(violation.location.isEmpty ? "" : cell(violation.location)),
      "errorKeyword": .text(cell(violation.keyword)),
      "errorReason": .text(MarkdownText.of(violation.reason, in: .cell, links)),
      "errorLines": .text(violation.errors.map { cell(VisibleText.line($0)) }.joined(separator: lineBreak)),
    ])
  }

  private func change(_ change: PageChange) -> MarkdownTemplateValue {
    .object([
      "changeKind": .text(MarkdownText.escaped(change.kind.rawValue)), "changeText": .text(line(change.message)),
    ])
  }

  func member(_ member: DocumentationPage.Member, _ links: SiteLinks) -> MarkdownTemplateValue {
    var lines = MarkdownText.cellLines(of: member.description, links)
    if !member.limits.isEmpty {
      lines.append(MarkdownText.of(member.limits.joined(by: "; ").sentence, in: .cell, links))
    }
    if let condition = member.condition { lines.append(MarkdownText.of(condition.sentence, in: .cell, links)) }
    if let origin = member.origin { lines.append("From \(MarkdownText.of(origin, in: .cell, links)).") }
    if let name = member.swiftName { lines.append("In Swift \(cell(name)).") }
    let badges = member.badges.map { ", " + $0.words }.joined()
    return .object([
      "memberID": .text(MarkdownText.attribute(member.anchor?.text ?? "")),
      "memberName": .text(cell(VisibleText.line(member.name))),
      "memberType": .text(MarkdownText.of(member.type, in: .cell, links)),
      "presence": .text(MarkdownText.escaped(member.presence.words + badges)),
      "memberDescription": .text(lines.joined(separator: lineBreak)),
    ])
  }

  private func item(_ item: DocumentationPage.Item, _ links: SiteLinks) -> MarkdownTemplateValue {
    var lines = MarkdownText.cellLines(of: item.description, links)
    if !item.limits.isEmpty { lines.append(MarkdownText.of(item.limits.joined(by: "; ").sentence, in: .cell, links)) }
    let presence: DocumentationPage.Member.Presence = item.isRequired ? .required : .optional
    return .object([
      "itemID": .text(MarkdownText.attribute(item.anchor?.text ?? "")),
      "itemIndex": .text(MarkdownText.escaped(item.index)),
      "itemName": .text(cell(item.name)), "itemType": .text(MarkdownText.of(item.type, in: .cell, links)),
      "presence": .text(MarkdownText.escaped(presence.words + item.badges.map { ", " + $0.words }.joined())),
      "itemDescription": .text(lines.joined(separator: lineBreak)),
    ])
  }

  private func alternative(_ alternative: DocumentationPage.Alternative, _ links: SiteLinks) -> MarkdownTemplateValue {
    var lines = [MarkdownText.of(alternative.description, in: .cell, links)]
    if !alternative.limits.isEmpty {
      lines.append(MarkdownText.of(alternative.limits.joined(by: "; ").sentence, in: .cell, links))
    }
    return .object([
      "alternativeType": .text(MarkdownText.of(alternative.type, in: .cell, links)),
      "tag": .text(MarkdownText.of(alternative.tag, in: .cell, links)),
      "caseName": .text(alternative.caseName.isEmpty ? "" : cell(alternative.caseName)),
      "alternativeDescription": .text(lines.filter { !$0.isEmpty }.joined(separator: lineBreak)),
    ])
  }

  private func badges(_ badges: [DocumentationPage.Badge]) -> MarkdownSource {
    badges.map { "**\(MarkdownText.escaped($0.words))**" }.joined(separator: " · ")
  }

  /// Separates lines within a table cell.
  private var lineBreak: StaticString { catalog == nil ? "<br>" : " " }

  /// Returns a title as one line of Markdown.
  func line(_ text: String) -> MarkdownSource {
    MarkdownText.escaped(VisibleText.line(text), startsLine: true)
  }

  func code(_ text: String) -> MarkdownSource { MarkdownText.code(text, in: .line, isDocC: catalog != nil) }

  func cell(_ text: String) -> MarkdownSource { MarkdownText.code(text, in: .cell, isDocC: catalog != nil) }
}
