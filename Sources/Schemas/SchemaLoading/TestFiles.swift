/// Where the tests of schemas are: in suites, files such as `user.test.json`, and as payloads in the folders `valid` and
/// `invalid` of `user.tests`, beside `user.schema.json`.
package enum TestFiles {
  /// The ending of folders with payloads.
  package static let folderEnding = ".tests"
  /// The endings of suites.
  package static let suiteEndings = [".test.json", ".test.jsonc", ".test.yaml", ".test.yml"]
  /// The ending of files with the errors expected of the payload beside them.
  package static let errorsEnding = ".errors.json"
  package static let payloadEndings = [".json", ".jsonc", ".yaml", ".yml"] + SourceText.endingsOfLines

  /// What a file is for a test.
  package enum Role: Hashable, Sendable {
    case suite
    /// A payload, and the path of the folder that ends in `.tests`.
    case payload(folder: String, isValid: Bool)
    /// The errors expected of a payload.
    case errors(folder: String, isValid: Bool)
    /// In a folder for payloads, but in neither `valid` nor `invalid`.
    case misplaced
  }

  /// What a file is for a test, by its path; nil if it is none of these, such as a page beside payloads.
  package static func role(of path: String) -> Role? {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = String(segments.last ?? "").lowercased()
    let folders = segments.dropLast()
    let isData = payloadEndings.contains(where: name.hasSuffix)
    if isData, let last = folders.lastIndex(where: { $0.hasSuffix(folderEnding) && $0.count > folderEnding.count }) {
      let inner = last + 1 < folders.endIndex ? folders[last + 1] : ""
      if inner == "valid" || inner == "invalid" {
        let folder = folders[...last].joined(separator: "/")
        return name.hasSuffix(errorsEnding)
          ? .errors(folder: folder, isValid: inner == "valid") : .payload(folder: folder, isValid: inner == "valid")
      }
      return isSuite(name) ? .suite : .misplaced
    }
    return isSuite(name) ? .suite : nil
  }

  /// Whether a file is a suite, by its name.
  private static func isSuite(_ name: String) -> Bool {
    suiteEndings.contains { name.hasSuffix($0) && name.count > $0.count }
  }

  /// The possible paths of the schema of a folder for payloads.
  package static func schemas(of folder: String) -> [String] {
    let stem = folder.dropLast(folderEnding.count)
    return [".schema.json", ".schema.yaml", ".schema.yml", ".json", ".yaml", ".yml"].map { stem + $0 }
  }

  /// The path of a file, without its last ending or that of expected errors.
  package static func stem(of path: String) -> String {
    if path.hasSuffix(errorsEnding) { return String(path.dropLast(errorsEnding.count)) }
    let ending = payloadEndings.first { path.lowercased().hasSuffix($0) }
    return String(path.dropLast(ending?.count ?? 0))
  }
}
