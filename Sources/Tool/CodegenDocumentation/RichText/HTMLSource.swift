import CodegenCore
import Mustache

/// HTML that only this file makes: from literals in the tool's source, and from text, which it escapes.
struct HTMLSource {
  private var bytes: [UInt8] = []
  var text: String { String(decoding: bytes, as: UTF8.self) }

  private mutating func add(_ markup: StaticString) { markup.withUTF8Buffer { bytes += $0 } }

  private mutating func add(text words: String) { TextEscape.html.append(words, to: &bytes) }

  /// Renders a description.
  /// - Parameters:
  ///   - headings: the level of headings above those of the text; nil if they are only bold.
  ///   - link: returns the link to an address of the site.
  init(_ rich: RichText, below heading: Int? = nil, link: (SiteAddress) -> String) {
    var level = heading
    let first = rich.blocks.compactMap { if case .heading(let level, _) = $0 { level } else { nil } }.min() ?? 1
    for (index, block) in rich.blocks.enumerated() {
      if index > 0 { add("\n") }
      if case .heading(let own, let inlines) = block, let above = heading, let last = level {
        // No level is skipped.
        let next = min(max(own - first + above + 1, above + 1), last + 1, 6)
        level = next
        bytes += "<h\(next)>".utf8
        add(inlines, link)
        bytes += "</h\(next)>".utf8
      } else {
        add(block, link)
      }
    }
  }

  private mutating func add(_ block: RichText.Block, _ link: (SiteAddress) -> String) {
    switch block {
    case .paragraph(let inlines):
      add("<p>")
      add(inlines, link)
      add("</p>")
    case .heading(_, let inlines):
      add("<p><strong>")
      add(inlines, link)
      add("</strong></p>")
    case .list(let start, let items):
      if let start, start != 1 {
        bytes += "<ol start=\"\(start)\">".utf8
      } else if start != nil {
        add("<ol>")
      } else {
        add("<ul>")
      }
      for item in items {
        add("<li>")
        // A short item is a line and no paragraph.
        if case .paragraph(let inlines)? = item.first {
          add(inlines, link)
          for block in item.dropFirst() { add(block, link) }
        } else {
          for block in item { add(block, link) }
        }
        add("</li>")
      }
      if start != nil { add("</ol>") } else { add("</ul>") }
    case .quotation(let blocks):
      add("<blockquote>")
      for block in blocks { add(block, link) }
      add("</blockquote>")
    case .code(let words):
      add("<pre class=\"code\" tabindex=\"0\"><code>")
      add(text: words)
      add("</code></pre>")
    case .table(let rows): add(rows, link)
    case .rule: add("<hr>")
    }
  }

  private mutating func add(_ rows: [[[RichText.Inline]]], _ link: (SiteAddress) -> String) {
    add("<div class=\"wide\" tabindex=\"0\"><table class=\"plain\">")
    for (index, row) in rows.enumerated() {
      if index == 0 { add("<thead>") } else if index == 1 { add("<tbody>") }
      add("<tr>")
      for cell in row {
        // A header without text is none.
        let isHeader = index == 0 && !cell.isEmpty
        if isHeader { add("<th scope=\"col\">") } else { add("<td>") }
        add(cell, link)
        if isHeader { add("</th>") } else { add("</td>") }
      }
      add("</tr>")
      if index == 0 { add("</thead>") }
    }
    if rows.count > 1 { add("</tbody>") }
    add("</table></div>")
  }

  private mutating func add(_ inlines: [RichText.Inline], _ link: (SiteAddress) -> String) {
    for inline in inlines {
      switch inline {
      case .text(let words): add(text: words)
      case .code(let words):
        add("<code>")
        add(text: words)
        add("</code>")
      case .lineBreak: add("<br>")
      case .emphasis(let inner):
        add("<em>")
        add(inner, link)
        add("</em>")
      case .strong(let inner):
        add("<strong>")
        add(inner, link)
        add("</strong>")
      case .deleted(let inner):
        add("<del>")
        add(inner, link)
        add("</del>")
      case .url(let inner, let address): add(inner, target: address.text, link)
      case .link(let words, let address): add([.text(words)], target: link(address), link)
      }
    }
  }

  private mutating func add(_ words: [RichText.Inline], target: String, _ link: (SiteAddress) -> String) {
    add("<a href=\"")
    add(text: target)
    add("\">")
    add(words, link)
    add("</a>")
  }
}
