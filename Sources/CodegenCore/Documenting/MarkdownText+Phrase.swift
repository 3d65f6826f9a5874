extension MarkdownText {
  /// A phrase with its links, as they stand in one file.
  static func of(_ phrase: Phrase, in place: Place, _ links: SiteLinks) -> MarkdownSource {
    var text: MarkdownSource = ""
    for run in phrase.runs {
      switch run {
      case .text(let words): text += escaped(words, startsLine: text.isEmpty && place == .line)
      case .code(let words): text += code(words, in: place, isDocC: links.isDocC)
      case .link(let words, let address): text += link(escaped(words), to: links.link(to: address))
      }
    }
    return text
  }
}
