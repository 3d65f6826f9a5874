import CodegenCore
import Mustache

extension HTMLContext {
  /// Returns the entries of a page's table of contents, and their elements.
  func contents(of page: DocumentationPage) -> [(text: String, id: String)] {
    guard let own = page.sections.first else { return [] }
    let anchor = own.anchor?.text ?? ""
    var contents: [(text: String, id: String)] = []
    if !page.changes.isEmpty { contents.append(("Changes", "changes")) }
    if own.rowCount > 0 {
      switch own.content {
      case .members: contents.append(("Members", "members" + anchor))
      case .items: contents.append(("Items", "members" + anchor))
      case .values: contents.append(("Values", "members" + anchor))
      case .alternatives: contents.append(("Alternatives", "members" + anchor))
      case .none: break
      }
    }
    if !own.rules.isEmpty { contents.append(("Rules", "rules" + anchor)) }
    if !own.constraints.isEmpty { contents.append(("Constraints", "constraints" + anchor)) }
    if !own.examples.isEmpty { contents.append(("Examples", "examples" + anchor)) }
    if !own.violations.isEmpty { contents.append(("Errors", "errors" + anchor)) }
    if page.excerpt?.definitions.isEmpty == false { contents.append(("Definitions", "definitions")) }
    if !page.usage.typeName.isEmpty { contents.append(("In Swift", "swift")) }
    if apis.uses[page.index] != nil, page.excerpt?.isFirst != false { contents.append(("Operations", "operations")) }
    if !page.uses.isEmpty || !page.usedBy.isEmpty { contents.append(("Relations", "relations")) }
    return contents
  }

  /// Builds the keys of a drawing; without boxes if there is none, so that the keys are always the same.
  func diagram(_ diagram: Diagram?, _ title: String, _ id: String, _ links: SiteLinks) -> TemplateValue {
    let diagram = diagram ?? Diagram()
    return .object([
      "diagramTitle": .text(title), "diagramID": .text(id + "-drawing"), "width": .text("\(diagram.width)"),
      "height": .text("\(diagram.height)"),
      "boxes": .list(diagram.boxes.map { box($0, links) }),
      "lines": .list(diagram.lines.map { .object(["linePath": .text($0.path), "lineHead": .text($0.head)]) }),
    ])
  }

  private func box(_ box: Diagram.Box, _ links: SiteLinks) -> TemplateValue {
    let link: String =
      switch box.target {
      case .page(let address)?: links.link(to: address)
      case .fragment(let id)?: "#" + id
      case nil: ""
      }
    return .object([
      "boxText": .text(box.text), "boxTitle": .text(box.text == box.title ? "" : box.title), "boxLink": .text(link),
      "x": .text("\(box.x)"), "y": .text("\(box.y)"), "boxWidth": .text("\(box.width)"),
      "textX": .text("\(box.x + box.width / 2)"), "textY": .text("\(box.y + Diagram.boxHeight / 2 + 5)"),
    ])
  }
}

extension DocumentationPage.Section {
  /// The anchors of the members' rows.
  var memberAnchors: [Anchor] {
    switch content {
    case .members(let members): members.compactMap(\.anchor)
    case .items(let items): items.compactMap(\.anchor)
    case .values, .alternatives, .none: []
    }
  }
}
