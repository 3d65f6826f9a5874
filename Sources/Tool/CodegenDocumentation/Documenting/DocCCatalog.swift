import CodegenCore

/// The differences of DocC: articles are in one folder and linked by name, and Swift types are links if the catalog
/// belongs to their module.
struct DocCCatalog {
  /// The module that the catalog documents; nil for a catalog that stands alone.
  var module: String?

  /// The scheme of DocC links.
  static let ending = ".docc"
  static let index = "Schemas.md"

  /// Returns a unique name for a file's article: its path, with characters that DocC interprets spelled out. DocC
  /// collapses consecutive hyphens.
  static func name(of path: String) -> String {
    var name = "schema_"
    for scalar in path.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": name.unicodeScalars.append(scalar)
      case "/": name += "_"
      case "-" where !name.hasSuffix("-") && !name.hasSuffix("_"): name += "-"
      default: name += "_" + String(scalar.value, radix: 16) + "_"
      }
    }
    return name
  }

  static func link(toFile path: String) -> String { "doc:" + name(of: path) }

  /// Returns a Swift type as a link to its symbol, or as code.
  func symbol(_ type: String) -> MarkdownSource {
    module == nil ? MarkdownText.code(type, in: .line, isDocC: true) : MarkdownText.symbol(type)
  }
}
