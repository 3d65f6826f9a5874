/// What is special about documentation for DocC: articles lie in one folder and are linked to by name, and Swift types
/// are links where the catalogue belongs to their module.
struct DocCCatalog {
  /// The module that the catalogue documents; nil for a catalogue that stands alone.
  var module: String?

  /// What tells links for DocC from others.
  static let ending = ".docc"
  static let index = "Schemas.md"

  /// The name of a page's article: its path, with what DocC would read otherwise spelled out, so that no two pages
  /// have one name. DocC takes hyphens in a row for one.
  static func name(of page: SiteMap.Page) -> String {
    var name = "schema_"
    for scalar in page.path.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": name.unicodeScalars.append(scalar)
      case "/": name += "_"
      case "-" where !name.hasSuffix("-") && !name.hasSuffix("_"): name += "-"
      default: name += "_" + String(scalar.value, radix: 16) + "_"
      }
    }
    return name
  }

  static func link(to page: SiteMap.Page) -> String { "doc:" + name(of: page) }

  /// A Swift type as a link to its symbol, or as code.
  func symbol(_ type: String) -> MarkdownSource {
    module == nil ? MarkdownText.code(type, in: .line, isDocC: true) : MarkdownText.symbol(type)
  }
}
