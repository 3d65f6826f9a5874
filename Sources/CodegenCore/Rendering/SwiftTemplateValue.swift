import Mustache

/// The data of a Swift template: Swift and Booleans, and no text that nobody has made Swift of.
indirect enum SwiftTemplateValue {
  case text(SwiftSource)
  case flag(Bool)
  case list([SwiftTemplateValue])
  case object([String: SwiftTemplateValue])

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
