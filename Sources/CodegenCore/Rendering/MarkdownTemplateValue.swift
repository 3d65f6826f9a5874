import Mustache

/// The data of a Markdown template: Markdown and Booleans, and no text that nobody has made Markdown of.
indirect enum MarkdownTemplateValue {
  case text(MarkdownSource)
  case flag(Bool)
  case list([MarkdownTemplateValue])
  case object([String: MarkdownTemplateValue])

  /// The same for the engine, which does not escape it.
  var value: TemplateValue {
    switch self {
    case .text(let source): .text(source.text)
    case .flag(let flag): .flag(flag)
    case .list(let list): .list(list.map(\.value))
    case .object(let members): .object(members.mapValues(\.value))
    }
  }
}
