import CodegenCore
import SchemaRuntime

/// The search data as scripts, because a page opened from disk may load only scripts.
///
/// `pages.js` has the pages by folder, which every page shows in its sidebar. `search.js` lists the other scripts, which
/// are loaded as a query needs them: those with words, by the beginning of the words, and those with the entries that
/// have these words. No script is large, however many schemas there are.
struct SearchScripts {
  static let pagesFile = "pages.js"
  static let file = "search.js"
  static let folder = "search/"
  /// The size of a script above which its content is split.
  private static let limit = 60_000

  let index: SearchIndex
  private var files: SiteFiles { index.files }

  init(_ index: SearchIndex) { self.index = index }

  /// Returns all scripts with their paths.
  func scripts() -> [(path: String, contents: String)] {
    let words = wordScripts()
    let entries = entryScripts()
    let kinds = SearchIndex.Kind.allCases.map { JSONValue.string($0.words) }
    let manifest: JSONValue = [
      "kinds": .array(kinds), "words": .array(words.map { [.string($0.prefix), .string($0.path)] }),
      "entries": .array(entries.map { [.number(JSONNumber($0.first)), .string($0.path)] }),
    ]
    return [(Self.pagesFile, pagesScript), (Self.file, Self.script("search = " + ScriptText.of(manifest)))]
      + words.map { ($0.path, $0.contents) } + entries.map { ($0.path, $0.contents) }
  }

  /// The pages by folder: `[title, anchor in the index, [[path, title, index], …]]`.
  private var pagesScript: String {
    let site = files.site
    let folders = site.folders.map { pageIndexes -> JSONValue in
      let name = pageIndexes.first.map { site.pages[$0].folder } ?? ""
      let rows = pageIndexes.map { index -> JSONValue in
        let page = site.pages[index]
        let path = URIText.encoded(page.path + HTMLContext.ending, for: .path)
        return [.string(path), .string(VisibleText.line(page.title)), .number(JSONNumber(index))]
      }
      return [.string(FolderName.title(name)), .string(FolderName.anchor(name)), .array(rows)]
    }
    return Self.script("pages = " + Self.lines(folders.map { ScriptText.of($0) }))
  }

  // MARK: - Words

  /// The entries that have a word, by their number.
  private struct Posting {
    /// As their name, without anything but letters and digits.
    var names: [Int] = []
    /// As part of their name.
    var parts: [Int] = []
    /// In their description.
    var texts: [Int] = []

    /// `["word",[…],[…],[…]]`, each number as the difference to the one before.
    func line(_ word: String) -> String {
      let lists = [names, parts, texts].map { list in
        "[" + zip(list, [0] + list).map { "\($0 - $1)" }.joined(separator: ",") + "]"
      }
      return "[\(ScriptText.of(.string(word))),\(lists.joined(separator: ","))]"
    }
  }

  private func wordScripts() -> [(prefix: String, path: String, contents: String)] {
    var postings: [String: Posting] = [:]
    for (number, entry) in index.entries.enumerated() {
      let parts = NameWords.withHumps(entry.name).map { $0.lowercased() }
      let whole = parts.joined()
      if !whole.isEmpty { postings[whole, default: Posting()].names.append(number) }
      if parts.count > 1 { for part in Set(parts).sorted() { postings[part, default: Posting()].parts.append(number) } }
      for word in entry.words where word != whole && !parts.contains(word) {
        postings[word, default: Posting()].texts.append(number)
      }
    }
    let rows = postings.map { (word: Array($0.key.unicodeScalars), line: $0.value.line($0.key)) }
      .sorted { $0.word.lexicographicallyPrecedes($1.word) }
    var scripts: [(prefix: String, path: String, contents: String)] = []
    Self.split(rows[...], prefix: []) { prefix, lines in
      let path = Self.folder + "words" + (prefix.isEmpty ? "" : "-" + Self.name(of: prefix)) + ".js"
      var text = String.UnicodeScalarView()
      text.append(contentsOf: prefix)
      let contents = Self.script("words[\(ScriptText.of(.string(String(text))))] = " + Self.lines(lines))
      scripts.append((String(text), path, contents))
    }
    return scripts
  }

  /// Splits rows by the beginnings of their words until no script is large.
  private static func split(
    _ rows: ArraySlice<(word: [Unicode.Scalar], line: String)>, prefix: [Unicode.Scalar],
    _ add: ([Unicode.Scalar], [String]) -> Void
  ) {
    let size = rows.reduce(0) { $0 + $1.line.utf8.count + 2 }
    guard size > limit, prefix.count < 32 else { return add(prefix, rows.map(\.line)) }
    let short = rows.prefix { $0.word.count == prefix.count }
    if !short.isEmpty { add(prefix, short.map(\.line)) }
    var rest = rows.dropFirst(short.count)
    while let first = rest.first {
      let next = first.word[prefix.count]
      let group = rest.prefix { $0.word[prefix.count] == next }
      split(group, prefix: prefix + [next], add)
      rest = rest.dropFirst(group.count)
    }
  }

  /// Returns a prefix as part of a file name.
  private static func name(of prefix: [Unicode.Scalar]) -> String {
    prefix.map { scalar in
      switch scalar {
      case "a"..."z", "0"..."9": String(scalar)
      default: "_" + String(scalar.value, radix: 16)
      }
    }.joined()
  }

  // MARK: - Entries

  /// Scripts with consecutive entries, `[kind, name, file, fragment]`, and the files in which they are,
  /// `[path, title, folder]`.
  private func entryScripts() -> [(first: Int, path: String, contents: String)] {
    var scripts: [(first: Int, path: String, contents: String)] = []
    var (first, size) = (0, 0)
    var (rows, places): ([String], [String]) = ([], [])
    var numbers: [Int: Int] = [:]

    func end() {
      let contents = Self.script(
        "entries[\(first)] = {\"files\": \(Self.lines(places)),\n\"entries\": \(Self.lines(rows))}")
      scripts.append((first, Self.folder + "entries-\(scripts.count + 1).js", contents))
      (first, size, rows, places, numbers) = (first + rows.count, 0, [], [], [:])
    }

    for entry in index.entries {
      if size > Self.limit { end() }
      let file = entry.operation.map { files.files.count + $0 } ?? files.file(of: entry.address)
      if numbers[file] == nil {
        numbers[file] = places.count
        places.append(place(file))
        size += places[places.count - 1].utf8.count
      }
      let row = ScriptText.of([
        .number(JSONNumber(entry.kind.rawValue)), .string(entry.name), .number(JSONNumber(numbers[file] ?? 0)),
        .string(entry.address.anchor?.text ?? ""),
      ])
      size += row.utf8.count + 2
      rows.append(row)
    }
    end()
    return scripts
  }

  private func place(_ file: Int) -> String {
    if file >= files.files.count {
      let operation = index.apis.operations[file - files.files.count]
      return ScriptText.of([
        .string(URIText.encoded(operation.file + HTMLContext.ending, for: .path)), .string(operation.title),
        .string(index.apis.groups[operation.group].title),
      ])
    }
    let found = files.files[file]
    let page = files.site.pages[found.page]
    return ScriptText.of([
      .string(URIText.encoded(found.path + HTMLContext.ending, for: .path)), .string(VisibleText.line(page.title)),
      .string(FolderName.title(page.folder)),
    ])
  }

  // MARK: - Text

  /// Returns a script that assigns to a member of the object for all scripts of a site.
  private static func script(_ assignment: String) -> String {
    "// Generated by codegen: search data of this folder. Do not edit.\n"
      + "window.schemata = window.schemata || { words: {}, entries: {} };\nwindow.schemata.\(assignment);\n"
  }

  /// Returns an array with one row per line, so that a changed schema changes few lines.
  private static func lines(_ rows: [String]) -> String { "[\n" + rows.joined(separator: ",\n") + "\n]" }
}

/// JSON as a script: two line separators were not allowed in strings before ES2019, and `<` could end the script
/// element.
enum ScriptText {
  static func of(_ value: JSONValue) -> String {
    value.text().replacing(scalar: "\u{2028}", with: "\\u2028").replacing(scalar: "\u{2029}", with: "\\u2029")
      .replacing(scalar: "<", with: "\\u003c")
  }
}
