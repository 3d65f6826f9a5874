/// The names of generated files, computed from the paths of the schemas alone, so that a build plugin can declare them
/// without reading schemas.
public enum FileNames {
  /// The file of the program.
  public static let program = "Schemas.Program.swift"
  /// The file of the catalog.
  public static let catalog = "Schemas.Catalog.swift"
  /// The file that a build expects for the models of all schemas without their own file, such as those found only
  /// through references.
  public static let others = "Schemas.Others.swift"

  /// Returns the names of schemas' files, without their ending: `users/line_item.schema.json` gives `Users+LineItem`.
  ///
  /// If paths would have the same name, ignoring case, the names of all of them spell out the characters that were
  /// lost. Only paths that differ just in an ending such as `.schema.json` or `.yaml` have the same name, which is an
  /// error.
  public static func bases(of paths: [String]) -> [String] {
    let names = paths.map { base(of: $0) }
    var counts: [String: Int] = [:]
    for name in names { counts[name.lowercased(), default: 0] += 1 }
    return zip(paths, names).map { path, name in counts[name.lowercased(), default: 0] > 1 ? exact(path) : name }
  }

  /// Folders and file name in upper camel case, joined by `+`.
  private static func base(of path: String) -> String {
    let folders = path.split(separator: "/").dropLast().map { NameWords.upperCamelCase(NameWords.of(String($0))) }
    let name = NameWords.upperCamelCase(NameWords.ofFile(path))
    let parts = (folders + [name]).filter { !$0.isEmpty }
    return name.isEmpty ? exact(path) : parts.joined(separator: "+")
  }

  /// Letters and digits are kept, `-` capitalizes the next letter, and any other character is spelled out.
  private static func exact(_ path: String) -> String {
    var path = path
    for suffix in [".schema.json", ".schema.yaml", ".schema.yml", ".json", ".yaml", ".yml"] where path.hasSuffix(suffix)
    {
      path.removeLast(suffix.count)
      break
    }
    return path.split(separator: "/", omittingEmptySubsequences: true).map { component(String($0)) }
      .joined(separator: "+")
  }

  /// Converts one folder or file name. It is injective except for separators: `-` joins words, and everything else that
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
        // Distinguishes it from a capital produced by a separator.
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
