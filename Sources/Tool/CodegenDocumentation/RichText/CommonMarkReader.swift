import CCMark
import CodegenCore
import SchemaRuntime

/// Reads descriptions in CommonMark with GitHub's tables, by cmark-gfm.
///
/// HTML in a description becomes what it means if that is a paragraph, list, emphasis, code or link; the text of all other
/// tags is shown. Lines that were broken only because they were long are joined, but a short line that ends a sentence
/// stands alone, as in text that is no Markdown.
struct CommonMarkReader {
  private typealias Node = OpaquePointer
  private typealias Block = RichText.Block
  private typealias Inline = RichText.Inline

  /// The bytes of a description that a page shows.
  static let limit = 16_000
  private static let depthLimit = 24
  private static let registration: Void = cmark_gfm_core_extensions_ensure_registered()
  /// Held while a text is parsed: the parser keeps the characters of its extensions for the whole process meanwhile.
  private static let parsing = Mutex(())

  /// Whether HTML that is found is shown as text.
  private let isInsideHTML: Bool

  /// - Parameter limit: the bytes that are read.
  static func text(_ source: String, limit: Int = limit) -> RichText {
    var source = VisibleText.of(source)
    if source.utf8.count > limit { source = String(source.prefix(limit / 2)) + "…" }
    if isPlain(source) { return RichText(blocks: [.paragraph([.text(source)])]) }
    return RichText(blocks: CommonMarkReader(isInsideHTML: false).blocks(source))
  }

  /// Whether a text is one paragraph without any marks.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, 0x41...0x5A ~= first || 0x61...0x7A ~= first else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"): false
      case UInt8(ascii: "["), UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "~"), UInt8(ascii: "!"): false
      case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "/"): false
      default: true
      }
    } && !text.contains("www.") && text.last != " "
  }

  private func blocks(_ source: String) -> [Block] {
    _ = Self.registration
    guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE) else { return [] }
    defer { cmark_parser_free(parser) }
    for name in ["table", "strikethrough", "autolink"] {
      if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
    }
    var source = source
    var document: Node?
    Self.parsing.withLock { _ in
      source.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
      }
      document = cmark_parser_finish(parser)
    }
    guard let document else { return [] }
    defer { cmark_node_free(document) }
    return children(of: document).flatMap { blocks(of: $0, depth: 0) }
  }

  // MARK: - Blocks

  private func children(of node: Node) -> [Node] {
    var children: [Node] = []
    var next = cmark_node_first_child(node)
    while let child = next {
      children.append(child)
      next = cmark_node_next(child)
    }
    return children
  }

  private static func literal(_ node: Node) -> String { cmark_node_get_literal(node).map { String(cString: $0) } ?? "" }

  private func blocks(of node: Node, depth: Int) -> [Block] {
    guard depth < Self.depthLimit else { return [.paragraph([.text("…")])] }
    let inner = { children(of: node).flatMap { blocks(of: $0, depth: depth + 1) } }
    switch cmark_node_get_type(node) {
    case CMARK_NODE_PARAGRAPH:
      let inlines = inlines(of: node, depth: 0)
      return inlines.isEmpty ? [] : [.paragraph(inlines)]
    case CMARK_NODE_HEADING:
      return [.heading(level: Int(cmark_node_get_heading_level(node)), inlines(of: node, depth: 0))]
    case CMARK_NODE_BLOCK_QUOTE: return [.quotation(inner())]
    case CMARK_NODE_LIST:
      let isNumbered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      return [
        .list(
          start: isNumbered ? Int(cmark_node_get_list_start(node)) : nil,
          items: children(of: node).map { children(of: $0).flatMap { blocks(of: $0, depth: depth + 1) } })
      ]
    case CMARK_NODE_CODE_BLOCK:
      let text = Self.literal(node)
      return [.code(text.hasSuffix("\n") ? String(text.dropLast()) : text)]
    case CMARK_NODE_HTML_BLOCK: return html(Self.literal(node))
    case CMARK_NODE_THEMATIC_BREAK: return [.rule]
    default:
      guard String(cString: cmark_node_get_type_string(node)) == "table" else { return inner() }
      return [.table(children(of: node).map { row in children(of: row).map { inlines(of: $0, depth: 0) } })]
    }
  }

  /// Returns what HTML means: its blocks as CommonMark, which is read once more.
  private func html(_ source: String) -> [Block] {
    if isInsideHTML { return [.paragraph([.text(source.hasSuffix("\n") ? String(source.dropLast()) : source)])] }
    return CommonMarkReader(isInsideHTML: true).blocks(HTMLTag.commonMark(source))
  }

  // MARK: - Inlines

  /// An element of HTML, or the whole, whose end has not been found yet.
  private struct Open {
    var tag: HTMLTag?
    var inlines: [Inline] = []

    mutating func add(_ inline: Inline) {
      if case .text(let next) = inline, case .text(let before)? = inlines.last {
        inlines[inlines.count - 1] = .text(before + next)
      } else {
        inlines.append(inline)
      }
    }

    var lastCharacter: Character? {
      if case .text(let text)? = inlines.last { text.last } else { nil }
    }
  }

  private func inlines(of node: Node, depth: Int) -> [Inline] {
    guard depth < Self.depthLimit else { return [.text("…")] }
    var open = [Open()]
    var lineLength = 0
    func add(_ inline: Inline) { open[open.count - 1].add(inline) }
    for child in children(of: node) {
      let inner = { inlines(of: child, depth: depth + 1) }
      switch cmark_node_get_type(child) {
      case CMARK_NODE_TEXT:
        add(.text(Self.literal(child)))
        lineLength += Self.literal(child).utf8.count
      case CMARK_NODE_SOFTBREAK:
        let isEnd = open[open.count - 1].lastCharacter.map { ".:!?".contains($0) } ?? false
        add(isEnd && lineLength < 60 ? .lineBreak : .text(" "))
        lineLength = 0
      case CMARK_NODE_LINEBREAK:
        add(.lineBreak)
        lineLength = 0
      case CMARK_NODE_CODE:
        add(.code(Self.literal(child)))
        lineLength += Self.literal(child).utf8.count
      case CMARK_NODE_HTML_INLINE: Self.add(Self.literal(child), to: &open)
      case CMARK_NODE_EMPH: add(.emphasis(inner()))
      case CMARK_NODE_STRONG: add(.strong(inner()))
      case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
        let words = inner()
        // A picture is a link: pages load nothing from elsewhere.
        let url = cmark_node_get_url(child).map { String(cString: $0) } ?? ""
        if let address = WebAddress(url) {
          add(.url(words.isEmpty ? [.text(address.text)] : words, address))
        } else {
          words.forEach(add)
        }
        lineLength += RichText.plain(words).utf8.count
      default:
        if String(cString: cmark_node_get_type_string(child)) == "strikethrough" {
          add(.deleted(inner()))
        } else {
          inner().forEach(add)
        }
      }
    }
    while open.count > 1 { Self.close(&open) }
    return open[0].inlines
  }

  /// Adds a tag: the beginning or end of an element.
  private static func add(_ source: String, to open: inout [Open]) {
    guard let tag = HTMLTag(source) else { return open[open.count - 1].add(.text(source)) }
    switch tag.kind {
    case .lineBreak: open[open.count - 1].add(.lineBreak)
    case .none: break
    case .emphasis, .strong, .deleted, .code, .link:
      if !tag.isEnd {
        open.append(Open(tag: tag))
      } else if let start = open.lastIndex(where: { $0.tag?.kind == tag.kind }) {
        while open.count > start { close(&open) }
      }
    }
  }

  private static func close(_ open: inout [Open]) {
    let last = open.removeLast()
    let inlines = last.inlines
    guard let tag = last.tag, !inlines.isEmpty else { return }
    switch tag.kind {
    case .emphasis: open[open.count - 1].add(.emphasis(inlines))
    case .strong: open[open.count - 1].add(.strong(inlines))
    case .deleted: open[open.count - 1].add(.deleted(inlines))
    case .code: open[open.count - 1].add(.code(RichText.plain(inlines)))
    case .link:
      if let address = tag.address {
        open[open.count - 1].add(.url(inlines, address))
      } else {
        for inline in inlines { open[open.count - 1].add(inline) }
      }
    case .lineBreak, .none: break
    }
  }
}
