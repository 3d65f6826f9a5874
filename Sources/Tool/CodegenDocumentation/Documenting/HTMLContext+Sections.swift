import CodegenCore
import Mustache

extension HTMLContext {
  /// Builds the context of a schema's section. The page's own section has its title and description at the top of the
  /// page.
  func section(
    _ section: DocumentationPage.Section, _ usage: DocumentationPage.Usage, _ links: SiteLinks, isOwn: Bool
  ) -> TemplateValue {
    let anchor = section.anchor?.text ?? ""
    var keys: TemplateObject = [
      "isOwn": .flag(isOwn), "sectionID": .text(section.anchor?.text ?? ""),
      "sectionTitle": .text(VisibleText.line(section.title)), "hasSectionBadges": .flag(!section.badges.isEmpty),
      "sectionBadges": .list(section.badges.map(badge)),
      "sectionDescription": description(section.description, links),
      "swiftName": .text(section.swiftName ?? ""), "swiftKind": .text(section.swiftKind),
      "hasType": .flag(section.type != nil), "sectionType": phrase(section.type ?? Phrase(), links),
      "hasRules": .flag(!section.rules.isEmpty),
      "rules": .list(section.rules.map { phrase($0.sentence, links) }),
      "membersID": .text("members" + anchor), "rulesID": .text("rules" + anchor),
      "hasConstraints": .flag(!section.constraints.isEmpty), "constraintsID": .text("constraints" + anchor),
      "constraints": .list(section.constraints.map(constraint)),
      "isLongConstraints": .flag(section.constraints.count > Self.shownConstraints),
      "constraintCount": .text("\(section.constraints.count)"),
      "hasExamples": .flag(!section.examples.isEmpty), "examplesID": .text("examples" + anchor),
      "isSampled": .flag(section.examples.first?.isSampled == true),
      "firstExample": .list(section.examples.prefix(1).map { example($0, section, usage) }),
      "hasMoreExamples": .flag(section.examples.count > 1),
      "moreExamplesCount": .text(
        section.examples.count == 2 ? "1 more example" : "\(section.examples.count - 1) more examples"),
      "moreExamples": .list(section.examples.dropFirst().map { example($0, section, usage) }),
      "hasErrors": .flag(!section.violations.isEmpty), "errorsID": .text("errors" + anchor),
      "errors": .list(section.violations.map { violation($0, links) }),
      "hasOutline": .flag(!section.outline.isEmpty), "outline": .list(section.outline.map { outline($0, links) }),
      "hasMembers": false, "members": [], "hasItems": false, "items": [], "hasValues": false, "values": [],
      "hasNames": false, "areCases": false,
      "isOpen": false, "hasAlternatives": false, "alternatives": [], "hasCases": false,
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
      keys["hasNames"] = .flag(values.contains { !$0.name.isEmpty })
      keys["areCases"] = .flag(names.areCases)
      keys["isOpen"] = .flag(names.isOpen)
      keys["values"] = .list(
        values.map { ["value": .text($0.json), "valueName": .text($0.name)] })
    case .alternatives(let alternatives):
      keys["hasAlternatives"] = .flag(!alternatives.isEmpty)
      keys["hasCases"] = .flag(alternatives.contains { !$0.caseName.isEmpty })
      keys["alternatives"] = .list(alternatives.map { alternative($0, links) })
    case .none: break
    }
    return .object(keys)
  }

  private func outline(_ entry: DocumentationPage.OutlineEntry, _ links: SiteLinks) -> TemplateValue {
    .object([
      "outlineName": .text(VisibleText.line(entry.name)), "outlineType": .text(entry.type),
      "outlineLink": .text(entry.address.map { links.link(to: $0) } ?? ""),
      "hasOutline": .flag(!entry.children.isEmpty), "outline": .list(entry.children.map { outline($0, links) }),
    ])
  }

  /// The number of constraints shown without unfolding.
  private static let shownConstraints = 12

  private func constraint(_ constraint: DocumentationPage.Constraint) -> TemplateValue {
    .object([
      "constraintLocation": .text(constraint.location), "constraintKeyword": .text(constraint.keyword),
      "constraintValue": .text(constraint.value),
      "constraintLink": .text(constraint.violation.map { "#" + $0.text } ?? ""),
    ])
  }

  private func example(
    _ example: DocumentationPage.Example, _ section: DocumentationPage.Section, _ usage: DocumentationPage.Usage
  ) -> TemplateValue {
    var usage = usage
    usage.typeName = section.swiftName ?? usage.typeName
    return .object([
      "exampleJSON": code(example.json.tokens), "hasSwift": .flag(section.swiftName != nil),
      "exampleSwift": code(SwiftUsage.tokens(building: example.swift, usage)),
      "hasCurl": .flag(example.curl != nil), "exampleCurl": code(example.curl ?? []),
      "hasCode": .flag(section.swiftName != nil || example.curl != nil),
    ])
  }

  private func violation(_ violation: DocumentationPage.Violation, _ links: SiteLinks) -> TemplateValue {
    let lines = violation.payload.lines.enumerated().flatMap { index, tokens -> [TemplateValue] in
      [Self.list(of: tokens), .flag(index + 1 == violation.line)]
    }
    return .object([
      "errorReason": phrase(violation.reason.isEmpty ? "\(violation.message)" : violation.reason, links),
      "errorID": .text(violation.anchor.text), "errorKeyword": .text(violation.keyword),
      "errorLocation": .text(violation.location), "errorPayload": .table(TemplateTable(Self.lineNames, lines)),
      "errorLines": .list(violation.errors.map { .object(["errorLine": .text(VisibleText.line($0))]) }),
    ])
  }

  private static let lineNames: [TemplateName] = ["tokens", "isMarked"]

  func member(_ member: DocumentationPage.Member, _ links: SiteLinks) -> TemplateValue {
    .object([
      "memberID": .text(member.anchor?.text ?? ""),
      "memberLink": .text(member.section.map { links.link(to: $0) } ?? ""),
      "memberName": .text(VisibleText.line(member.name)),
      "memberSwiftName": .text(member.swiftName ?? ""), "presence": .text(member.presence.words),
      "presenceClass": .text(member.presence.name), "memberBadges": .list(member.badges.map(badge)),
      "memberType": phrase(member.type, links),
      "memberDescription": description(member.description, links),
      "hasLimits": .flag(!member.limits.isEmpty), "limits": .list(member.limits.map { phrase($0, links) }),
      "hasOrigin": .flag(member.origin != nil), "origin": phrase(member.origin ?? Phrase(), links),
      "hasCondition": .flag(member.condition != nil),
      "condition": phrase(member.condition?.sentence ?? Phrase(), links),
    ])
  }

  private func item(_ item: DocumentationPage.Item, _ links: SiteLinks) -> TemplateValue {
    let presence: DocumentationPage.Member.Presence = item.isRequired ? .required : .optional
    return .object([
      "itemID": .text(item.anchor?.text ?? ""), "itemIndex": .text(item.index), "itemName": .text(item.name),
      "presence": .text(presence.words), "presenceClass": .text(presence.name),
      "itemBadges": .list(item.badges.map(badge)), "itemType": phrase(item.type, links),
      "itemDescription": description(item.description, links),
      "hasLimits": .flag(!item.limits.isEmpty), "limits": .list(item.limits.map { phrase($0, links) }),
    ])
  }

  private func alternative(_ alternative: DocumentationPage.Alternative, _ links: SiteLinks) -> TemplateValue {
    .object([
      "alternativeType": phrase(alternative.type, links), "tag": phrase(alternative.tag, links),
      "caseName": .text(alternative.caseName), "alternativeDescription": phrase(alternative.description, links),
      "hasLimits": .flag(!alternative.limits.isEmpty),
      "limits": .list(alternative.limits.map { phrase($0, links) }),
    ])
  }
}
