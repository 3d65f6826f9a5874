/// Converts descriptions, which authors write in CommonMark, to the lines of doc comments.
///
/// Lists, headings (as bold lines), quotations, tables, code, emphasis and links to the web are kept, of links within the
/// author's own site the words; all else that Markdown, HTML or DocC would interpret is escaped. Lines are at most 110 characters long, except those of tables and
/// code blocks, and the author's own line breaks are kept.
struct CommentText {
  private(set) var lines: [MarkdownSource] = []
  private var fence: Substring?
  private var isInList = false
  private static let width = 110
  /// A link that leads nowhere from a comment: to a heading, a path or an address that is none on the web.
  private nonisolated(unsafe) static let siteLink =
    /(^|[^`])\[([^\[\]]+)\]\((?:[#\/]|\.{1,2}\/|mailto:|tel:|ref:)[^\s()]*\)(?!`)/

  init(_ text: String) {
    var text = SwiftText.visible(text)
    // Compiling a regular expression takes longer than all else.
    if text.utf8.contains(UInt8(ascii: "<")) {
      text = text.replacing(/<br *\/?>/, with: "\n").replacing(/<(https?:\/\/[^ <>]+)>/) { $0.1 }
    }
    if text.contains("](") { text = text.replacing(Self.siteLink) { $0.1 + $0.2 } }
    let source = text.split(separator: "\n", omittingEmptySubsequences: false)
    let rows = Self.rows(of: source)
    for (index, line) in source.enumerated() { add(line, isRow: rows.contains(index)) }
    if fence != nil { lines.append("```") }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
  }

  private mutating func add(_ line: Substring, isRow: Bool) {
    let words = line.drop(while: \.isWhitespace)
    if let open = fence {
      let isEnd = words.hasPrefix(open) && words.dropFirst(open.count).allSatisfy(\.isWhitespace)
      lines.append(isEnd ? "```" : MarkdownText.block(String(line.replacing("```", with: "` ` `"))))
      if isEnd { fence = nil }
      return
    }
    if let mark = ["```", "~~~"].first(where: words.hasPrefix), !words.dropFirst(3).contains("`") {
      fence = words.prefix { $0 == mark.first }
      let language = words.dropFirst(fence?.count ?? 0).prefix { $0.isASCII && $0.isLetter }
      lines.append("```" + MarkdownText.block(String(language)))
      return
    }
    if words.isEmpty {
      if !(lines.last?.isEmpty ?? true) { lines.append("") }
      return
    }
    if isRow { return lines.append(row(words)) }
    let block = Block(words)
    let isItem = block.kind == .item
    let indent = isInList || isItem ? min(line.count - words.count, isInList ? 12 : 0) : 0
    isInList = isItem || isInList && line.first?.isWhitespace ?? false
    wrap(block, indent: indent)
  }

  private mutating func wrap(_ block: Block, indent: Int) {
    let margin = MarkdownText.spaces(indent)
    let rest = margin + (block.kind == .item ? MarkdownText.spaces(block.mark.count) : block.mark)
    var line = margin + block.mark
    var isStart = true
    for word in Self.words(of: Prose.phrase(Emphasis.marked(block.text)).linked) {
      var text = MarkdownText.comment(word, startsLine: isStart)
      if !isStart, line.count + text.count + 1 > Self.width {
        lines.append(line)
        line = rest
        isStart = true
        text = MarkdownText.comment(word, startsLine: true)
      }
      line += (isStart ? "" : " ") + text
      isStart = false
    }
    lines.append(block.kind == .heading ? margin + "**\(line)**" : line)
  }

  private func row(_ words: Substring) -> MarkdownSource {
    if Self.isDelimiter(words) { return MarkdownText.block(String(words)) }
    return Self.words(of: Prose.phrase(Emphasis.marked(words)).linked)
      .map { MarkdownText.comment($0, startsLine: false) }.joined(separator: " ")
  }

  /// Returns the indices of the lines that are rows of tables: those from one before a delimiter row on.
  private static func rows(of lines: [Substring]) -> Set<Int> {
    var rows: Set<Int> = []
    for index in lines.indices.dropFirst() where isDelimiter(lines[index].drop(while: \.isWhitespace)) {
      guard isRow(lines[index - 1]) else { continue }
      rows.formUnion(index - 1...index)
      rows.formUnion((index + 1..<lines.count).prefix { isRow(lines[$0]) })
    }
    return rows
  }

  private static func isRow(_ line: Substring) -> Bool { line.drop(while: \.isWhitespace).first == "|" }

  private static func isDelimiter(_ line: Substring) -> Bool {
    line.first == "|" && line.contains("-") && line.allSatisfy { " |:-\t".contains($0) }
  }

  /// Splits text at spaces; code and links are never split.
  private static func words(of phrase: Phrase) -> [Phrase] {
    var words: [Phrase] = []
    var word = Phrase()
    func close() {
      if !word.isEmpty { words.append(word) }
      word = Phrase()
    }
    for run in phrase.runs {
      guard case .text(let text) = run else {
        word.append(run)
        continue
      }
      for (index, part) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { close() }
        word.append(.text(String(part)))
      }
    }
    close()
    return words
  }
}

extension CommentText {
  /// A line without the mark of its block.
  private struct Block {
    enum Kind {
      case paragraph, heading, item, quotation
    }

    var kind = Kind.paragraph
    var mark: MarkdownSource = ""
    var text: Substring

    init(_ words: Substring) {
      let marker = words.prefix { !$0.isWhitespace }
      let rest = words.dropFirst(marker.count).drop(while: \.isWhitespace)
      text = words
      guard !rest.isEmpty else { return }
      switch marker {
      case "-", "*", "+", "•", "–": (kind, mark, text) = (.item, "- ", Self.escaped(rest))
      case "#", "##", "###", "####", "#####", "######": (kind, text) = (.heading, rest)
      case ">" where rest.first?.isLetter ?? false: (kind, mark, text) = (.quotation, "> ", rest)
      default:
        guard let number = Int(marker.dropLast()), 0...999 ~= number, marker.last == "." || marker.last == ")" else {
          return
        }
        (kind, mark, text) = (.item, "\(number). ", rest)
      }
    }

    /// Returns an item in which a word that has a meaning to DocC has none.
    private static func escaped(_ item: Substring) -> Substring {
      let first = item.prefix { $0.isLetter }.lowercased()
      guard ["parameter", "parameters", "returns", "throws"].contains(first) else { return item }
      return item.replacing(":", with: String(MarkdownText.escapedColon), maxReplacements: 1)
    }
  }

  /// Finds emphasis: pairs of equal runs of `*` or `_` around words, on one line.
  private enum Emphasis {
    /// Returns a line in which the marks of emphasis are ``MarkdownText/strongMarks``.
    static func marked(_ line: Substring) -> Substring {
      guard line.contains("*") || line.contains("_") else { return line }
      var characters = Array(line)
      var open: [(mark: Character, count: Int, index: Int)] = []
      var isCode = false
      var index = 0
      while index < characters.count {
        let mark = characters[index]
        if mark == "`" { isCode.toggle() }
        guard !isCode, mark == "*" || mark == "_" else {
          index += 1
          continue
        }
        let count = characters[index...].prefix { $0 == mark }.count
        let before = index > 0 ? characters[index - 1] : " "
        let after = index + count < characters.count ? characters[index + count] : " "
        let isOpening = !after.isWhitespace && (before.isWhitespace || "([{\"'".contains(before))
        let isClosing = !before.isWhitespace && (after.isWhitespace || ".,;:!?)]}\"'".contains(after))
        if isClosing, let start = open.lastIndex(where: { $0.mark == mark && $0.count == count }), count < 4 {
          let inside = characters[open[start].index + count..<index]
          // `__init__` is a name.
          let isName = mark == "_" && inside.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && count == 2
          let isComment = inside.first == "/" || inside.last == "/"
          if !inside.isEmpty, !isName, !isComment {
            for place in [open[start].index, index] {
              for offset in 0..<count { characters[place + offset] = MarkdownText.emphasisMark(mark) }
            }
          }
          open.removeSubrange(start...)
        } else if isOpening {
          open.append((mark, count, index))
        }
        index += count
      }
      return Substring(String(characters))
    }
  }
}
