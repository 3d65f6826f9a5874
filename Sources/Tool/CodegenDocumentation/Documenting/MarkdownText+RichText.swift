import CodegenCore

extension MarkdownText {
  /// Returns the paragraphs and other blocks of a description.
  static func blocks(of text: RichText, _ links: SiteLinks) -> [MarkdownSource] {
    text.blocks.map { lines(of: $0, links).joined(separator: "\n") }
  }

  /// Returns a description as lines of a table's cell.
  static func cellLines(of text: RichText, _ links: SiteLinks) -> [MarkdownSource] {
    text.blocks.flatMap { cell($0, links) }.filter { !$0.isEmpty }
  }

  private static func lines(of block: RichText.Block, _ links: SiteLinks) -> [MarkdownSource] {
    switch block {
    case .paragraph(let inlines): return [inline(inlines, .line, links)]
    case .heading(_, let inlines): return ["**\(inline(inlines, .line, links))**"]
    case .list(let start, let items):
      return items.enumerated().flatMap { number, item -> [MarkdownSource] in
        let mark: MarkdownSource = start.map { "\($0 + number). " } ?? "- "
        let margin: MarkdownSource = start == nil ? "  " : "   "
        let inner = joined(item, links, isList: true)
        return inner.enumerated().map { (index: Int, line: MarkdownSource) -> MarkdownSource in
          if index == 0 { return mark + line }
          return line.isEmpty ? line : margin + line
        }
      }
    case .quotation(let blocks):
      return joined(blocks, links).map { "> \($0)" }
    case .code(let text):
      let fence = blockFence(for: text)
      return [fence] + text.split(separator: "\n", omittingEmptySubsequences: false).map { self.block(String($0)) } + [
        fence
      ]
    case .table(let rows):
      let count = rows.first?.count ?? 0
      let lines = rows.map { row -> MarkdownSource in
        "| \(row.map { inline($0, .cell, links) }.joined(separator: " | ")) |"
      }
      let rule: MarkdownSource = "|\(Array(repeating: " --- |" as MarkdownSource, count: count).joined(separator: ""))"
      return lines.prefix(1) + [rule] + lines.dropFirst()
    case .rule: return ["---"]
    }
  }

  /// Returns the lines of blocks with empty lines between them, except before a list in a list.
  private static func joined(_ blocks: [RichText.Block], _ links: SiteLinks, isList: Bool = false) -> [MarkdownSource] {
    var all: [MarkdownSource] = []
    for (index, block) in blocks.enumerated() {
      if index > 0, !(isList && block.isList) { all.append("") }
      all += lines(of: block, links)
    }
    return all
  }

  private static func cell(_ block: RichText.Block, _ links: SiteLinks) -> [MarkdownSource] {
    switch block {
    case .paragraph(let inlines): [inline(inlines, .cell, links)]
    case .heading(_, let inlines): ["**\(inline(inlines, .cell, links))**"]
    case .list(_, let items):
      items.flatMap { item -> [MarkdownSource] in
        item.flatMap { cell($0, links) }.enumerated().map { $0 == 0 ? "• \($1)" : $1 }
      }
    case .quotation(let blocks): blocks.flatMap { cell($0, links) }
    case .code(let text):
      text.split(separator: "\n").map { code(String($0), in: .cell, isDocC: links.isDocC) }
    case .table(let rows): rows.map { row in row.map { inline($0, .cell, links) }.joined(separator: ", ") }
    case .rule: []
    }
  }

  private static func inline(
    _ inlines: [RichText.Inline], _ container: Container, _ links: SiteLinks
  ) -> MarkdownSource {
    var text: MarkdownSource = ""
    for (index, inline) in inlines.enumerated() {
      let startsLine = text.isEmpty && container == .line
      switch inline {
      case .text(let words):
        let next = inlines.indices.contains(index + 1) ? inlines[index + 1] : nil
        // With an exclamation mark before it, a link would be an image.
        let isBeforeLink = next?.isLink ?? false
        if isBeforeLink, words.hasSuffix("!") {
          text += escaped(String(words.dropLast()), startsLine: startsLine) + "\\!"
        } else {
          text += escaped(words, startsLine: startsLine)
        }
      case .code(let words): text += code(words, in: container, isDocC: links.isDocC)
      case .lineBreak: text += container == .cell ? (links.isDocC ? " " : "<br>") : "\\\n"
      case .emphasis(let inner): text += marked(inner, "*", container, links)
      case .strong(let inner): text += marked(inner, "**", container, links)
      case .deleted(let inner): text += marked(inner, "~~", container, links)
      case .url(let inner, let address): text += link(self.inline(inner, container, links), to: address)
      case .link(let words, let address): text += link(escaped(words), to: links.link(to: address))
      }
    }
    return text
  }

  /// Returns text with marks around it, or without them where Markdown would not see them.
  private static func marked(
    _ inner: [RichText.Inline], _ mark: MarkdownSource, _ container: Container, _ links: SiteLinks
  ) -> MarkdownSource {
    let words = RichText.plain(inner)
    let text = inline(inner, container, links)
    guard let first = words.first, let last = words.last, !first.isWhitespace, !last.isWhitespace else { return text }
    return mark + text + mark
  }
}

extension RichText.Block {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}

extension RichText.Inline {
  fileprivate var isLink: Bool {
    switch self {
    case .url, .link: true
    case .text, .code, .lineBreak, .emphasis, .strong, .deleted: false
    }
  }
}
