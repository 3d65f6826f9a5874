/// The names of generated files, computed from a schema's path alone, so that a build plugin can declare
/// them without reading a schema.
public enum FileNames {
  /// `users/user-info.schema.json` gives `Users+UserInfo`: folders and file name in upper camel case with
  /// `+` between them. Letters and digits stay, a separator makes the next letter a capital, and any other
  /// character is spelled out. Two paths that would still meet get their spelling in full.
  public static func base(of path: String) -> String {
    var path = path
    for suffix in [".schema.json", ".json"] where path.hasSuffix(suffix) {
      path.removeLast(suffix.count)
      break
    }
    return path.split(separator: "/", omittingEmptySubsequences: true).map { component(String($0)) }
      .joined(separator: "+")
  }

  /// One folder or file name. Injective up to what a separator says: `-` joins words and everything
  /// else that upper camel case would lose (an underscore, a capital after a separator) is spelled out.
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
        // Told apart from the capital that a separator makes.
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
