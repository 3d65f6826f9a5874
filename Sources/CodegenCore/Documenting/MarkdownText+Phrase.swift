extension MarkdownText {
  /// Returns a phrase with its links as they appear in one file.
  static func of(_ phrase: Phrase, in container: Container, _ links: SiteLinks) -> MarkdownSource {
    var text: MarkdownSource = ""
    for run in phrase.runs {
      switch run {
      case .text(let words): text += escaped(words, startsLine: text.isEmpty && container == .line)
      case .code(let words): text += code(words, in: container, isDocC: links.isDocC)
      case .url(let words, let address): text += link(escaped(words), to: address)
      case .link(let words, let address): text += link(escaped(words), to: links.link(to: address))
      }
    }
    return text
  }
}
