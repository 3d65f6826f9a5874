import CodegenCore

/// A description, which authors write in CommonMark, before it is rendered as HTML or Markdown.
///
/// Created by ``CommonMarkReader`` from text, and from phrases. It has no raw HTML, and links lead only to the web and to
/// this site.
struct RichText: Hashable {
  indirect enum Block: Hashable {
    case paragraph([Inline])
    case heading(level: Int, [Inline])
    /// - Parameter start: the number of the first item; nil for a list without numbers.
    case list(start: Int?, items: [[Block]])
    case quotation([Block])
    case code(String)
    /// Rows of cells, the first one the header.
    case table([[[Inline]]])
    case rule
  }

  indirect enum Inline: Hashable {
    case text(String)
    case code(String)
    case lineBreak
    case emphasis([Inline])
    case strong([Inline])
    case deleted([Inline])
    case url([Inline], WebAddress)
    case link(String, SiteAddress)
  }

  var blocks: [Block] = []

  var isEmpty: Bool { blocks.isEmpty }

  static func + (a: RichText, b: RichText) -> RichText { RichText(blocks: a.blocks + b.blocks) }
}

extension RichText {
  init(_ phrase: Phrase) { blocks = phrase.isEmpty ? [] : [.paragraph(Self.inlines(phrase))] }

  /// Returns the text with words before those of its first paragraph.
  func prefixed(by words: Phrase) -> RichText {
    var text = self
    if case .paragraph(let inlines)? = blocks.first {
      text.blocks[0] = .paragraph(Self.inlines(words) + inlines)
    } else {
      text.blocks.insert(.paragraph(Self.inlines(words)), at: 0)
    }
    return text
  }

  private static func inlines(_ phrase: Phrase) -> [Inline] {
    phrase.runs.map { run in
      switch run {
      case .text(let text): .text(text)
      case .code(let text): .code(text)
      case .link(let text, let address): .link(text, address)
      case .url(let text, let address): .url([.text(text)], address)
      }
    }
  }

  /// The first sentence, without emphasis: of the first paragraph, heading, item or cell.
  var summary: Phrase { Self.firstLine(blocks).firstSentence }

  private static func firstLine(_ blocks: [Block]) -> Phrase {
    for block in blocks {
      let line: Phrase =
        switch block {
        case .paragraph(let inlines), .heading(_, let inlines): phrase(inlines)
        case .list(_, let items): items.first.map(firstLine) ?? Phrase()
        case .quotation(let blocks): firstLine(blocks)
        case .table(let rows): rows.first?.first.map(phrase) ?? Phrase()
        case .code, .rule: Phrase()
        }
      if !line.isEmpty { return line }
    }
    return Phrase()
  }

  private static func phrase(_ inlines: [Inline]) -> Phrase {
    var phrase = Phrase()
    for inline in inlines {
      switch inline {
      case .text(let text): phrase.append(.text(text))
      case .code(let text): phrase.append(.code(text))
      case .lineBreak: phrase.append(.text(" "))
      case .emphasis(let inner), .strong(let inner), .deleted(let inner): phrase.append(Self.phrase(inner))
      case .url(let inner, let address): phrase.append(.url(plain(inner), address))
      case .link(let text, let address): phrase.append(.link(text, address))
      }
    }
    return phrase
  }

  /// The words, for search and comparison.
  var plain: String { blocks.map(Self.plain).joined(separator: "\n") }

  private static func plain(_ block: Block) -> String {
    switch block {
    case .paragraph(let inlines), .heading(_, let inlines): plain(inlines)
    case .list(_, let items): items.map { $0.map(plain).joined(separator: "\n") }.joined(separator: "\n")
    case .quotation(let blocks): blocks.map(plain).joined(separator: "\n")
    case .code(let text): text
    case .table(let rows): rows.map { $0.map(plain).joined(separator: " ") }.joined(separator: "\n")
    case .rule: ""
    }
  }

  static func plain(_ inlines: [Inline]) -> String {
    inlines.map { inline in
      switch inline {
      case .text(let text), .link(let text, _): text
      case .code(let text): "`" + text + "`"
      case .lineBreak: "\n"
      case .emphasis(let inner), .strong(let inner), .deleted(let inner), .url(let inner, _): plain(inner)
      }
    }.joined()
  }
}

extension Phrase {
  /// The phrase up to the first full stop, question mark or exclamation mark that is followed by white space and the
  /// likely start of a sentence.
  fileprivate var firstSentence: Phrase {
    var sentence = Phrase()
    for (index, run) in runs.enumerated() {
      guard case .text(let text) = run else {
        sentence.append(run)
        continue
      }
      let kept = Prose.sentence(of: text[...])
      // A stop at the end of a run, before code or a link.
      let trimmed = text.reversed().drop(while: \.isWhitespace)
      let endsHere = index + 1 < runs.count && trimmed.count < text.count && trimmed.first.map(".!?".contains) ?? false
      sentence.append(.text(endsHere && kept.count == text.count ? String(trimmed.reversed()) : String(kept)))
      if kept.count < text.count || endsHere { break }
    }
    return sentence
  }
}
