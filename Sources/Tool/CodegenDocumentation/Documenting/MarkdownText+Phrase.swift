import CodegenCore

extension MarkdownText {
  /// Returns a phrase with its links as they appear in one file.
  static func of(_ phrase: Phrase, in container: Container, _ links: SiteLinks) -> MarkdownSource {
    var text: MarkdownSource = ""
    for (index, run) in phrase.runs.enumerated() {
      switch run {
      // With an exclamation mark before it, a link would be an image.
      case .text(let words) where words.hasSuffix("!") && phrase.isLink(index + 1):
        text += escaped(String(words.dropLast()), startsLine: text.isEmpty && container == .line) + "\\!"
      case .text(let words): text += escaped(words, startsLine: text.isEmpty && container == .line)
      case .code(let words): text += code(words, in: container, isDocC: links.isDocC)
      case .url(let words, let address): text += link(escaped(words), to: address)
      case .link(let words, let address): text += link(escaped(words), to: links.link(to: address))
      }
    }
    return text
  }
}

extension Phrase {
  fileprivate func isLink(_ index: Int) -> Bool {
    guard runs.indices.contains(index) else { return false }
    return switch runs[index] {
    case .link, .url: true
    case .text, .code: false
    }
  }
}
