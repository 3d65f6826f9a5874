import CodegenCore
import Mustache

extension MarkdownContext {
  // MARK: - Pages

  /// Returns the context of `Markdown/operation.md.mustache`.
  func operation(_ operation: OperationPage) -> MarkdownTemplateValue {
    let group = apis.groups[operation.group]
    let links = links(of: operation.file)
    var keys = frame(links)
    keys.merge(call(operation))
    keys["pageTitle"] = .text(line(operation.title))
    keys["groupTitle"] = .text(line(group.title))
    keys["groupLink"] = .text(MarkdownText.address(links.link(toFile: group.file + Self.ending)))
    keys["pageDescription"] = paragraphs(operation.description, links)
    let facts = operation.facts
    keys["hasFacts"] = .flag(!facts.isEmpty)
    keys["facts"] = self.facts(facts, links)
    keys["exampleCurl"] = .text(MarkdownText.block(operation.curl.map(\.text).joined()))
    keys["exampleSwift"] = .text(MarkdownText.block(operation.swift.map(\.text).joined()))
    keys["parameters"] = .list(
      operation.parameters.map { title, rows in
        .object(["sectionTitle": .text(line(title)), "members": .list(rows.map { member($0, links) })])
      })
    keys["body"] = .list(
      operation.body.map { body in
        [
          .object([
            "bodyTitle": .text(line(operation.bodyTitle)),
            "presence": .text(operation.caller == "channel" ? "" : body.isRequired ? "Required." : "Optional."),
            "bodyDescription": paragraphs(body.description, links),
            "contents": .list(body.contents.map { content($0, links, hasMembers: true) }),
          ])
        ]
      } ?? [])
    keys["responses"] = .list(operation.responses.map { response($0, links) })
    return .object(keys)
  }

  /// Returns the context of `Markdown/operations.md.mustache`.
  func group(_ group: APISite.Group) -> MarkdownTemplateValue {
    let links = links(of: group.file)
    var keys = frame(links)
    keys["groupTitle"] = .text(line(group.title))
    keys["groupDescription"] = paragraphs(group.description, links)
    keys["docs"] = .text(group.externalDocs.map { MarkdownText.of($0, in: .line, links) } ?? "")
    keys["calls"] = calls(group.operations, links)
    return .object(keys)
  }

  /// The keys of the index about APIs, which is in its first file.
  func apiKeys(isFirst: Bool, _ links: SiteLinks) -> MarkdownTemplateObject {
    ["apis": .list(isFirst && catalog == nil ? apis.apis.map { api($0, links) } : [])]
  }

  /// The keys of a schema's page about the operations that use it.
  func callKeys(ofPage page: DocumentationPage, _ links: SiteLinks) -> MarkdownTemplateObject {
    let isShown = page.excerpt?.isFirst != false && catalog == nil
    let operations = isShown ? apis.uses[page.index] ?? [] : []
    return ["hasCalls": .flag(!operations.isEmpty), "calls": calls(operations, links)]
  }

  // MARK: - Parts

  private func links(of file: String) -> SiteLinks {
    SiteLinks(files: files, file: file + Self.ending, ending: Self.ending)
  }

  private func frame(_ links: SiteLinks) -> MarkdownTemplateObject {
    [
      "siteTitle": .text(line(siteTitle)),
      "home": .text(MarkdownText.address(links.link(toFile: Self.index + Self.ending))),
    ]
  }

  private func paragraphs(_ text: RichText, _ links: SiteLinks) -> MarkdownTemplateValue {
    .list(MarkdownText.blocks(of: text, links).map { .object(["paragraph": .text($0)]) })
  }

  private func api(_ api: APISite.API, _ links: SiteLinks) -> MarkdownTemplateValue {
    let isKnown = apis.apis.count == 1 && api.title == siteTitle
    return .object([
      "apiTitle": .text(isKnown ? "" : line(api.title)), "apiVersion": .text(MarkdownText.escaped(api.version)),
      "apiDescription": paragraphs(api.description, links),
      "hasFacts": .flag(!api.facts.isEmpty), "facts": facts(api.facts, links),
      "hasSchemes": .flag(!api.schemes.isEmpty),
      "schemes": .list(
        api.schemes.map { name, words, text in
          let description = MarkdownText.of(text.summary, in: .line, links)
          let words = MarkdownText.of(words.sentence, in: .line, links)
          return .object([
            "schemeName": .text(code(name)),
            "schemeWords": .text(description.isEmpty ? words : "\(words) \(description)"),
          ])
        }),
      "hasGroups": .flag(!api.groups.isEmpty),
      "groups": .list(
        api.groups.map { number in
          let group = apis.groups[number]
          return .object([
            "groupTitle": .text(MarkdownText.escaped(group.title)),
            "groupLink": .text(MarkdownText.address(links.link(toFile: group.file + Self.ending))),
            "groupCount": .text(MarkdownText.escaped(group.count)),
            "groupSummary": .text(MarkdownText.of(group.description.summary, in: .cell, links)),
          ])
        }),
    ])
  }

  private func facts(_ facts: [(name: String, values: [Phrase])], _ links: SiteLinks) -> MarkdownTemplateValue {
    .list(
      facts.map { name, values in
        let values = values.map { MarkdownText.of($0, in: .line, links) }.joined(separator: "; ")
        return .object(["factName": .text(line(name)), "factValues": .text(values)])
      })
  }

  private func calls(_ operations: [Int], _ links: SiteLinks) -> MarkdownTemplateValue {
    .list(
      operations.map { number in
        let operation = apis.operations[number]
        var keys = call(operation)
        keys["callPath"] = .text(cell(operation.path))
        keys["callLink"] = .text(MarkdownText.address(links.link(toFile: operation.file + Self.ending)))
        keys["callTitle"] = .text(MarkdownText.of(operation.summary, in: .cell, links))
        return .object(keys)
      })
  }

  private func call(_ operation: OperationPage) -> MarkdownTemplateObject {
    let badges = (operation.caller.isEmpty ? [] : [operation.caller]) + (operation.isDeprecated ? ["deprecated"] : [])
    return [
      "method": .text(MarkdownText.escaped(operation.method)), "callPath": .text(code(operation.path)),
      "callBadges": .text(badges.map { "**\(MarkdownText.escaped($0))**" }.joined(separator: " · ")),
    ]
  }

  private func response(_ response: OperationPage.Response, _ links: SiteLinks) -> MarkdownTemplateValue {
    .object([
      "status": .text(line(response.status)), "statusText": .text(MarkdownText.escaped(response.statusText)),
      "responseDescription": paragraphs(response.shownDescription, links),
      "contents": .list(response.contents.map { content($0, links, hasMembers: false) }),
      "hasMembers": .flag(!response.headers.isEmpty),
      "members": .list(response.headers.map { member($0, links) }),
    ])
  }

  private func content(
    _ content: OperationPage.Content, _ links: SiteLinks, hasMembers: Bool
  ) -> MarkdownTemplateValue {
    let limits = content.limits.isEmpty ? [] : [content.limits.joined(by: ", ")]
    let words = (content.type.map { [$0] } ?? []) + limits
    let json = content.example?.text ?? ""
    return .object([
      "mediaType": .text(code(content.mediaType)),
      "contentType": .text(MarkdownText.of(words.joined(by: ", "), in: .line, links)),
      "hasMembers": .flag(hasMembers && !content.members.isEmpty),
      "members": .list(hasMembers ? content.members.map { member($0, links) } : []),
      "json": .text(MarkdownText.block(json)), "fence": .text(MarkdownText.blockFence(for: json)),
    ])
  }
}
