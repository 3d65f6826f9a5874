import Mustache

/// Text that is known to be source of one language, because only that language's functions make it.
protocol TemplateSource {
  var text: String { get }
}

extension SwiftSource: TemplateSource {}
extension MarkdownSource: TemplateSource {}

typealias SwiftTemplateValue = SourceTemplateValue<SwiftSource>
typealias MarkdownTemplateValue = SourceTemplateValue<MarkdownSource>

/// The data of a template of one language: its source and Booleans, and no text that nobody has made source of.
indirect enum SourceTemplateValue<Source: TemplateSource> {
  case text(Source)
  case flag(Bool)
  case list([SourceTemplateValue])
  case object([String: SourceTemplateValue])

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
