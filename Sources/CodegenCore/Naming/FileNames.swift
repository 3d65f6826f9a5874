/// The names of generated files, computed from a schema's path alone, so that a build plugin can declare them without
/// reading schemas.
public enum FileNames {
  /// The file of the program.
  public static let program = "Schemas.Program.swift"
  /// The file of the catalogue.
  public static let catalog = "Schemas.Catalog.swift"
  /// The file that a build expects for the models of all schemas without a file, such as those found only through
  /// references.
  public static let others = "Schemas.Others.swift"

  /// `users/user-info.schema.json` gives `Users+UserInfo`: folders and file name in upper camel case, joined by `+`.
  /// Letters and digits are kept, a separator capitalizes the next letter, and any other character is spelled out.
  /// Only paths that differ just in `.schema.json` and `.json` collide, which is an error.
  public static func base(of path: String) -> String {
    var path = path
    for suffix in [".schema.json", ".json"] where path.hasSuffix(suffix) {
      path.removeLast(suffix.count)
      break
    }
    return path.split(separator: "/", omittingEmptySubsequences: true).map { component(String($0)) }
      .joined(separator: "+")
  }

  /// The schema `OrderLine` of `shop.json` gives `Shop+OrderLine`. Definitions usually have type names already, so
  /// letters and digits are kept. The caller disambiguates names that would collide, such as `Pet` and `pet`.
  static func base(ofPart name: String, of path: String) -> String {
    let isPlain = name.utf8.allSatisfy { 0x61...0x7a ~= $0 | 0x20 || 0x30...0x39 ~= $0 }
    let part = isPlain ? name.prefix(1).uppercased() + name.dropFirst() : component(name)
    return base(of: path + ".schema.json") + "+" + part
  }

  /// Converts one folder or file name. It is injective except for separators: `-` joins words, and all else that
  /// upper camel case would lose (an underscore, a capital after a separator) is spelled out.
  private static func component(_ text: String) -> String {
    var name = ""
    var startsWord = true
    for scalar in text.unicodeScalars {
      switch scalar {
      case "-" where !startsWord:
        startsWord = true
      case "a"..."z" where startsWord:
        name += String(scalar).uppercased()
        startsWord = false
      case "a"..."z", "0"..."9":
        name.unicodeScalars.append(scalar)
        startsWord = false
      case "A"..."Z" where !startsWord:
        // Distinguished from the capital that a separator produces.
        name += "_" + String(scalar)
        startsWord = false
      default:
        name += "_" + String(scalar.value, radix: 16) + "_"
        startsWord = false
      }
    }
    return startsWord && !name.isEmpty ? name + "_2d_" : name
  }
}
