import CodegenCore

/// The drawing on a schema's page: the schemas that use it on the left, those that it uses on the right.
enum RelationDiagram {
  /// The maximum number of boxes in a column; the last one stands for the rest.
  private static let limit = 12

  /// Returns the drawing; nil for a schema without relations.
  static func diagram(of page: Int, usedBy: [Int], uses: [Int], in site: SiteMap) -> Diagram? {
    if usedBy.isEmpty && uses.isEmpty { return nil }
    let left = column(usedBy, in: site, more: "used-by")
    let right = column(uses, in: site, more: "uses")
    let own = box(page, in: site, isOwn: true)
    var diagram = Diagram()
    let height = max(left.count, right.count, 1) * (Diagram.boxHeight + Diagram.gap) - Diagram.gap
    diagram.height = height + 2 * Diagram.margin
    var x = Diagram.margin
    let leftBoxes = placed(left, x: x, height: height)
    if let width = leftBoxes.map(\.width).max() { x += width + Diagram.passage }
    let ownBox = placed([own], x: x, height: height)[0]
    x += ownBox.width
    let rightBoxes = placed(right, x: x + Diagram.passage, height: height)
    if let width = rightBoxes.map(\.width).max() { x += Diagram.passage + width }
    diagram.width = x + Diagram.margin
    diagram.boxes = leftBoxes + [ownBox] + rightBoxes
    let middle = ownBox.y + Diagram.boxHeight / 2
    for box in leftBoxes {
      let start = (x: box.x + box.width, y: box.y + Diagram.boxHeight / 2)
      diagram.lines += [Diagram.line(through: [start, (x: ownBox.x, y: middle)])].compactMap { $0 }
    }
    for box in rightBoxes {
      let end = (x: box.x, y: box.y + Diagram.boxHeight / 2)
      let start = (x: ownBox.x + ownBox.width, y: middle)
      diagram.lines += [Diagram.line(through: [start, end])].compactMap { $0 }
    }
    return diagram
  }

  private static func column(_ pages: [Int], in site: SiteMap, more fragment: String) -> [Diagram.Box] {
    guard pages.count > limit else { return pages.map { box($0, in: site) } }
    let rest = "\(pages.count - limit + 1) more"
    return pages.prefix(limit - 1).map { box($0, in: site) } + [
      Diagram.Box(text: rest, title: rest, target: .fragment(fragment), x: 0, y: 0, width: DiagramText.boxWidth(rest))
    ]
  }

  private static func box(_ page: Int, in site: SiteMap, isOwn: Bool = false) -> Diagram.Box {
    let title = VisibleText.line(site.pages[page].title)
    let text = DiagramText.short(title)
    return Diagram.Box(
      text: text, title: title, target: isOwn ? nil : .page(SiteAddress(page: page)), x: 0, y: 0,
      width: DiagramText.boxWidth(text))
  }

  /// Positions the boxes of a column from top to bottom, with equal widths, centered vertically.
  private static func placed(_ boxes: [Diagram.Box], x: Int, height: Int) -> [Diagram.Box] {
    let width = boxes.map(\.width).max() ?? 0
    let own = boxes.count * (Diagram.boxHeight + Diagram.gap) - Diagram.gap
    let top = Diagram.margin + (height - own) / 2
    return boxes.enumerated().map { row, box in
      var box = box
      box.x = x
      box.y = top + row * (Diagram.boxHeight + Diagram.gap)
      box.width = width
      return box
    }
  }
}
