package import CodegenCore
import SchemaAnalysis
package import SchemaRuntime

/// The pages that the run before this one wrote, so that only those are built that have changed.
package struct FormerPages {
  /// What was noted of each page and of the index: ``notes(of:in:_:_:index:)``.
  private let notes: JSONValue
  /// Returns a file of the output as that run wrote it; nil if it has changed since.
  private let text: (GeneratedFile.Kind, String) -> String?

  package init(notes: JSONValue, text: @escaping (GeneratedFile.Kind, String) -> String?) {
    (self.notes, self.text) = (notes, text)
  }

  /// A page that is the same as before.
  struct Page {
    /// What search finds on it.
    let entries: [SearchIndex.Entry]
    /// Whether the schema has a file of its own.
    let hasSchema: Bool
    fileprivate let texts: [GeneratedFile.Kind: [String: String]]

    func text(_ kind: GeneratedFile.Kind, _ path: String) -> String? { texts[kind]?[path] }
  }

  /// Returns a page with all its files; nil if any has changed.
  func page(_ index: Int, of site: SiteMap, key: ContentHash, in outputs: Set<PageOutput>) -> Page? {
    guard let note = notes["pages"]?[site.pages[index].name], note["key"]?.string == key.text,
      let rows = note["entries"]?.array
    else { return nil }
    var texts: [GeneratedFile.Kind: [String: String]] = [:]
    let hasSchema = note["hasSchema"]?.bool == true
    for file in PageOutput.files(ofPageAt: site.pages[index].path, in: outputs, hasSchema: hasSchema) {
      guard let text = text(file.kind, file.path) else { return nil }
      texts[file.kind, default: [:]][file.path] = text
    }
    let entries = rows.compactMap { SearchIndex.Entry($0, page: index) }
    return entries.count == rows.count ? Page(entries: entries, hasSchema: hasSchema, texts: texts) : nil
  }

  /// Whether the index has the same folders in the same files, to which pages link.
  func hasIndex(_ files: [String]) -> Bool { notes["index"] == Self.note(files) }

  /// Returns the notes for the next run: of each page that is one file, and of the index.
  static func notes(
    of pages: [DocumentationPage], in files: SiteFiles, _ keys: PageKeys, _ search: SearchIndex, index: [String]
  ) -> JSONValue {
    let entries = Dictionary(grouping: search.entries) { $0.address.page }
    var object = JSONObject()
    for page in pages where files.filesOfPages[page.index].count == 1 {
      let hasSchema = page.former?.hasSchema ?? (page.schemaText != nil)
      let rows = (entries[page.index] ?? []).map(\.note)
      object[page.name] = [
        "key": .string(keys[page.index].text), "hasSchema": .bool(hasSchema), "entries": .array(rows),
      ]
    }
    return ["pages": .object(object), "index": note(index)]
  }

  private static func note(_ files: [String]) -> JSONValue { .array(files.map { .string($0) }) }
}

/// An output with a file for each page.
enum PageOutput: CaseIterable {
  case html, markdown, docc

  static func all(in configuration: Configuration) -> Set<PageOutput> {
    var all: Set<PageOutput> = configuration.outputs.docc == nil ? [] : [.docc]
    if configuration.outputs.documentation == nil { return all }
    for edition in configuration.documentation.editions {
      switch edition {
      case .html: all.insert(.html)
      case .markdown: all.insert(.markdown)
      }
    }
    return all
  }

  /// Returns the files of a page.
  static func files(
    ofPageAt path: String, in outputs: Set<PageOutput>, hasSchema: Bool
  ) -> [(kind: GeneratedFile.Kind, path: String)] {
    var files = outputs.map { output -> (kind: GeneratedFile.Kind, path: String) in
      switch output {
      case .html: (.documentation, path + HTMLContext.ending)
      case .markdown: (.documentation, path + MarkdownContext.ending)
      case .docc: (.docc, DocCCatalog.name(of: path) + MarkdownContext.ending)
      }
    }
    if hasSchema, outputs.contains(.html) || outputs.contains(.markdown) {
      files.append((.documentation, path + DocumentationPage.schemaEnding))
    }
    return files
  }
}

extension SearchIndex.Entry {
  fileprivate var note: JSONValue {
    [
      .number(JSONNumber(kind.rawValue)), .string(name), address.anchor.map { .string($0.text) } ?? .null,
      .array(words.map { .string($0) }),
    ]
  }

  fileprivate init?(_ note: JSONValue, page: Int) {
    guard let parts = note.array, parts.count == 4, let kind = parts[0].int.flatMap(SearchIndex.Kind.init),
      let name = parts[1].string, let words = parts[3].array?.compactMap(\.string)
    else { return nil }
    let anchor = parts[2].string.map { Anchor(text: $0) }
    self.init(kind: kind, name: name, address: SiteAddress(page: page, anchor: anchor), words: words)
  }
}
