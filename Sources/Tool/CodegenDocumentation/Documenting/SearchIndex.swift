import CodegenCore
import SchemaRuntime

/// The entries that search finds: operations, schemas, types, definitions, members and values.
struct SearchIndex {
  /// The kind of an entry, in the order in which equal matches are shown.
  enum Kind: Int, CaseIterable {
    case operation, schema, type, definition, member, value

    /// The label for readers.
    var words: String {
      switch self {
      case .operation: "operation"
      case .schema: "schema"
      case .type: "Swift type"
      case .definition: "definition"
      case .member: "member"
      case .value: "value"
      }
    }
  }

  struct Entry: Hashable {
    var kind: Kind
    /// The searchable name: `nickName`.
    var name: String
    /// The address of everything but an operation.
    var address = SiteAddress(page: 0)
    /// The index in ``APISite/operations``.
    var operation: Int?
    /// Further search terms, without duplicates.
    var words: [String]
  }

  /// The number of characters of a name.
  private static let longestName = 100

  let files: SiteFiles
  let apis: APISite
  private var site: SiteMap { files.site }
  /// The entries page by page.
  private(set) var entries: [Entry] = []

  init(files: SiteFiles, pages: [DocumentationPage], apis: APISite = APISite()) {
    self.files = files
    self.apis = apis
    for (index, operation) in apis.operations.enumerated() {
      let names = operation.parameters.flatMap(\.rows).map(\.name)
      let words = [operation.title, operation.id, operation.description.plain] + names
      let name = (operation.method + " " + operation.path).shortened(to: Self.longestName)
      entries.append(Entry(kind: .operation, name: name, operation: index, words: SearchWords.distinct(words)))
    }
    for page in pages {
      if let former = page.former { entries += former.entries } else { add(page) }
    }
  }

  private mutating func add(_ page: DocumentationPage) {
    for section in page.sections {
      let address = SiteAddress(page: page.index, anchor: section.anchor)
      add(
        section.anchor == nil ? .schema : .definition, section.title, address,
        (section.anchor == nil ? [page.name] : []) + [section.description.plain])
      if let type = section.swiftName, type != section.title { add(.type, type, address, []) }
      switch section.content {
      case .members(let members):
        for member in members {
          let memberAddress = SiteAddress(page: page.index, anchor: member.anchor ?? section.anchor)
          add(
            .member, member.name, memberAddress, (member.swiftName.map { [$0] } ?? []) + [member.description.plain]
          )
        }
      case .items(let items):
        for item in items {
          let itemAddress = SiteAddress(page: page.index, anchor: item.anchor ?? section.anchor)
          add(.member, item.name, itemAddress, [item.description.plain])
        }
      case .values(let values, _):
        for value in values { add(.value, value.json, address, value.name.isEmpty ? [] : [value.name]) }
      case .alternatives(let alternatives):
        for alternative in alternatives where !alternative.caseName.isEmpty {
          add(.value, alternative.caseName, address, [])
        }
      case .none: break
      }
    }
  }

  private mutating func add(_ kind: Kind, _ name: String, _ address: SiteAddress, _ texts: [String]) {
    let entry = Entry(
      kind: kind, name: VisibleText.line(name).shortened(to: Self.longestName), address: address,
      words: SearchWords.distinct(texts))
    entries.append(entry)
  }
}

/// Search terms from descriptions.
enum SearchWords {
  /// Words too common to search for.
  private static let common: Set<String> = [
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "can", "for", "from", "has", "have", "if", "in", "is", "it",
    "its", "may", "no", "not", "of", "on", "one", "only", "or", "other", "that", "the", "their", "them", "then",
    "there",
    "these", "they", "this", "to", "was", "when", "where", "which", "who", "with",
  ]

  /// Returns the words of texts in lowercase, without duplicates, in the order of the text.
  static func distinct(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    var words: [String] = []
    for text in texts {
      for part in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) where part.count > 1 {
        let word = String(part)
        if !common.contains(word), seen.insert(word).inserted { words.append(word) }
      }
    }
    return words
  }
}
