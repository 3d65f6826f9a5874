package import SchemaLoading

extension GeneratedHeader {
  /// Returns the text with the header, which custom templates may omit; a DocC article begins with its title.
  package static func adding(to text: String, path: String, isArticle: Bool) -> String {
    if isFound(in: Array(text.utf8.prefix(256))) { return text }
    switch path.split(separator: ".").last {
    case "swift", "js": return "// \(words).\n" + text
    case "css": return "/* \(words). */\n" + text
    case "html", "md":
      // The title or the document type comes first.
      let last: Character? = isArticle ? "\n" : text.hasPrefix("<!DOCTYPE") ? ">" : nil
      let end = last.flatMap(text.firstIndex)
      let start = end.map { text.index(after: $0) } ?? text.startIndex
      return text[..<start] + "<!-- \(words). -->\n" + text[start...]
    default: return text
    }
  }
}
