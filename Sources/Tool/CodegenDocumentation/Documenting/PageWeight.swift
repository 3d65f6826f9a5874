import CodegenCore
import SchemaRuntime

/// Estimates the bytes of a page's parts as HTML, from above, so that pages can be split before they are rendered.
///
/// The templates determine the sizes of elements; a test compares the estimates with rendered pages.
enum PageWeight {
  /// The size above which a page is split, and the size that its files should have at most.
  static let limit = 200_000
  /// A page without sections: head, navigation, and what comes with a page once.
  static let frame = 4_500

  // MARK: - Sections

  /// The weight of a page that is one file.
  static func of(_ page: DocumentationPage) -> Int {
    let uses = page.usedBy.reduce(0) { $0 + 200 + of($1.page) + $1.members.reduce(0) { $0 + 20 + of($1) } }
    let changes = page.changes.reduce(0) { $0 + 200 + of($1.message) }
    return frame + uses + 150 * page.uses.count + changes + page.sections.reduce(0) { $0 + of($1) }
  }

  static func of(_ section: DocumentationPage.Section) -> Int {
    withoutTable(section) + (0..<section.rowCount).reduce(0) { $0 + row($1, of: section) }
  }

  /// The weight of a section without the rows of its table.
  static func withoutTable(_ section: DocumentationPage.Section) -> Int {
    let anchor = 8 * (section.anchor?.text.utf8.count ?? 0)
    let words = 700 + anchor + 4 * of(section.title) + of(section.description) + lines(section.rules)
    let constraints = section.constraints.reduce(0) { $0 + 220 + of($1.location) + of($1.value) + 40 }
    let outline = section.outline.reduce(0) { $0 + of($1) }
    let examples = section.examples.reduce(0) { $0 + of($1) }
    return words + outline + constraints + examples + section.violations.reduce(0) { $0 + of($1) }
  }

  /// The weight of a row of a section's table.
  static func row(_ index: Int, of section: DocumentationPage.Section) -> Int {
    switch section.content {
    case .members(let members):
      let member = members[index]
      let name = 4 * of(member.name) + 2 * (member.anchor?.text.utf8.count ?? 0)
      return 250 + name + of(member.type) + of(member.description) + lines(member.limits)
        + 60 * member.badges.count + (member.swiftName.map { 60 + of($0) } ?? 0)
        + (member.origin.map { 40 + of($0) } ?? 0) + (member.condition.map { 40 + of($0) } ?? 0)
    case .items(let items):
      let item = items[index]
      let name = 2 * of(item.name) + 2 * (item.anchor?.text.utf8.count ?? 0)
      return 250 + name + of(item.type) + of(item.description) + lines(item.limits) + 60 * item.badges.count
    case .values(let values, _): return 80 + of(values[index].json) + of(values[index].name)
    case .alternatives(let alternatives):
      let alternative = alternatives[index]
      return 260 + of(alternative.type) + of(alternative.tag) + of(alternative.caseName) + of(alternative.description)
        + lines(alternative.limits)
    case .none: return 0
    }
  }

  private static func of(_ entry: DocumentationPage.OutlineEntry) -> Int {
    150 + 2 * of(entry.name) + of(entry.type) + entry.children.reduce(0) { $0 + of($1) }
  }

  static func of(_ example: DocumentationPage.Example) -> Int {
    900 + of(example.json.tokens) + of(example.swift ?? []) + of(example.curl ?? [])
  }

  static func of(_ violation: DocumentationPage.Violation) -> Int {
    let lines = violation.errors.reduce(0) { $0 + 60 + of($1) }
    return 300 + violation.anchor.text.utf8.count + of(violation.reason) + of(violation.message)
      + of(violation.location)
      + of(violation.payload.tokens) + lines
  }

  // MARK: - Text

  private static func lines(_ phrases: [Phrase]) -> Int { phrases.reduce(0) { $0 + 12 + of($1) } }

  static func of(_ phrase: Phrase) -> Int {
    phrase.runs.reduce(0) { sum, run in
      switch run {
      case .text(let text): sum + of(text)
      case .code(let text): sum + 13 + of(text)
      case .url(let text, let address): sum + 20 + of(text) + of(address.text)
      case .link(let text, let address): sum + 60 + of(text) + (address.anchor?.text.utf8.count ?? 0)
      }
    }
  }

  static func of(_ text: RichText) -> Int { text.blocks.reduce(0) { $0 + of($1) } }

  private static func of(_ block: RichText.Block) -> Int {
    switch block {
    case .paragraph(let inlines), .heading(_, let inlines): 25 + of(inlines)
    case .list(_, let items): 20 + items.reduce(0) { $0 + 10 + $1.reduce(0) { $0 + of($1) } }
    case .quotation(let blocks): 26 + blocks.reduce(0) { $0 + of($1) }
    case .code(let text): 60 + of(text)
    case .table(let rows): 110 + rows.reduce(0) { $0 + 10 + $1.reduce(0) { $0 + 25 + of($1) } }
    case .rule: 5
    }
  }

  private static func of(_ inlines: [RichText.Inline]) -> Int {
    inlines.reduce(0) { sum, inline in
      switch inline {
      case .text(let text): sum + of(text)
      case .code(let text): sum + 13 + of(text)
      case .lineBreak: sum + 4
      case .emphasis(let inner), .strong(let inner), .deleted(let inner): sum + 17 + of(inner)
      case .url(let inner, let address): sum + 20 + of(inner) + of(address.text)
      case .link(let text, let address): sum + 60 + of(text) + (address.anchor?.text.utf8.count ?? 0)
      }
    }
  }

  private static func of(_ tokens: [CodeToken]) -> Int {
    tokens.reduce(0) { $0 + ($1.kind == .plain ? 0 : 27) + of($1.text) }
  }

  /// The bytes of a text with its escapes.
  static func of(_ text: String) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      bytes.reduce(bytes.count) { count, byte in
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): count + 5
        default: count
        }
      }
    }
  }
}

extension DocumentationPage.Section {
  /// The number of rows of the table.
  var rowCount: Int {
    switch content {
    case .members(let members): members.count
    case .items(let items): items.count
    case .values(let values, _): values.count
    case .alternatives(let alternatives): alternatives.count
    case .none: 0
    }
  }
}
