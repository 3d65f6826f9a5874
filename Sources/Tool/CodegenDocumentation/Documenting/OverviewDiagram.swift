import CodegenCore

/// The drawing on the index: all schemas of a folder that reference each other, or of the complete set if it is
/// small.
enum OverviewDiagram {
  private static let boxLimit = 60
  private static let lineLimit = 120
  private static let columnLimit = 26

  /// Returns the drawing of the references between some pages; nil without references, or if there are too many to
  /// read.
  ///
  /// - Parameter uses: returns the pages that a page references.
  static func diagram(of pages: [Int], uses: (Int) -> [Int], in site: SiteMap) -> Diagram? {
    let indexes = Dictionary(pages.enumerated().map { ($1, $0) }) { first, _ in first }
    var edges: [(from: Int, to: Int)] = []
    for page in pages {
      for target in uses(page) where indexes[target] != nil && target != page { edges.append((page, target)) }
      if edges.count > lineLimit { return nil }
    }
    let linked = Set(edges.flatMap { [$0.from, $0.to] })
    let shown = pages.filter { linked.contains($0) }
    if shown.isEmpty || shown.count > boxLimit { return nil }
    let numbers = Dictionary(shown.enumerated().map { ($1, $0) }) { first, _ in first }
    let layout = LayeredLayout(
      nodeCount: shown.count,
      edges: edges.compactMap { edge in
        guard let from = numbers[edge.from], let to = numbers[edge.to] else { return nil }
        return LayeredLayout.Edge(from: from, to: to)
      })
    if layout.columns.contains(where: { $0.count { $0 < shown.count } > columnLimit }) { return nil }
    return drawn(layout, shown, in: site)
  }

  private static func drawn(_ layout: LayeredLayout, _ pages: [Int], in site: SiteMap) -> Diagram {
    let titles = pages.map { VisibleText.line(site.pages[$0].title) }
    let texts = titles.map(DiagramText.short)
    let dummyHeight = 8
    let tops = layout.tops(boxHeight: Diagram.boxHeight, dummyHeight: dummyHeight, gap: Diagram.gap)
    var lefts: [Int] = []
    var widths: [Int] = []
    var x = Diagram.margin
    for column in layout.columns {
      let width = column.filter { $0 < pages.count }.map { DiagramText.boxWidth(texts[$0]) }.max() ?? 0
      lefts.append(x)
      widths.append(width)
      x += width + Diagram.passage
    }
    var diagram = Diagram()
    diagram.width = x - Diagram.passage + Diagram.margin
    for node in pages.indices {
      let column = layout.layers[node]
      diagram.boxes.append(
        Diagram.Box(
          text: texts[node], title: titles[node], target: .page(SiteAddress(page: pages[node])), x: lefts[column],
          y: tops[node] + Diagram.margin, width: widths[column]))
    }
    for path in layout.paths {
      var points: [(x: Int, y: Int)] = []
      for (index, node) in path.nodes.enumerated() {
        let column = layout.layers[node]
        let isBox = node < pages.count
        let y = tops[node] + Diagram.margin + (isBox ? Diagram.boxHeight : dummyHeight) / 2
        if index > 0 { points.append((lefts[column], y)) }
        if index + 1 < path.nodes.count { points.append((lefts[column] + widths[column], y)) }
      }
      diagram.lines += [Diagram.line(through: points, isReversed: path.isReversed)].compactMap { $0 }
    }
    let bottoms = tops.enumerated().map { $1 + ($0 < pages.count ? Diagram.boxHeight : dummyHeight) }
    diagram.height = (bottoms.max() ?? 0) + 2 * Diagram.margin
    return diagram
  }
}
