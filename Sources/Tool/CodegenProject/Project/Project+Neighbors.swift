import Foundation
import SchemaAnalysis
import SchemaLoading
import SchemaRuntime

// Other configurations that write to the same places.
extension Project {
  /// The number of files and folders of the project to look at.
  private static let neighborLimit = 20_000

  /// Checks that no other configuration of the project writes to an output folder of this one, or inside of it: each
  /// would delete the files of the other.
  package func checkNeighbors() throws {
    if models != nil { return }
    let own = outputPaths(of: document.value, in: folder)
    var findings: [(pointer: [String], message: String)] = []
    for file in otherConfigurations() {
      guard let other = try? JSONFile.document(file, name: paths.name(of: file)) else { continue }
      for (tokens, path) in outputPaths(of: other.value, in: paths.folder(of: file)) {
        guard let mine = own.first(where: { OwnFiles.overlap($0.path, path) }),
          !findings.contains(where: { $0.pointer == mine.tokens })
        else { continue }
        findings.append(
          (
            mine.tokens,
            "'\(mine.tokens.joined(separator: "."))' overlaps with '\(tokens.joined(separator: "."))' of "
              + "\(paths.name(of: file).quoted); choose another path"
          ))
      }
    }
    try refuse(findings)
  }

  /// Returns the command that generates again: the plugin's in a package that depends on ours, `swift run codegen` in
  /// ours, and the tool itself elsewhere.
  static func command(for folder: String, _ paths: Paths) -> String {
    var next = folder
    while next != "/" {
      if let manifest = FileManager.default.contents(atPath: next + "/Package.swift") {
        let text = String(decoding: manifest, as: UTF8.self)
        if text.contains(".executable(name: \"codegen\"") { return "swift run codegen" }
        return text.contains("schemata\"") || text.contains("schemata.git\"")
          ? "swift package generate-models" : "codegen generate"
      }
      next = paths.folder(of: next)
    }
    return "codegen generate"
  }

  /// Returns the outputs and the name lock that a configuration names, as absolute paths.
  private func outputPaths(of configuration: JSONValue, in folder: String) -> [(tokens: [String], path: String)] {
    let outputs = ["models", "documentation", "docc", "openapi", "testSupport"].map { ["outputs", $0] } + [["lock"]]
    return outputs.compactMap { tokens in
      let usual = tokens == ["lock"] ? OwnFiles.lockName : nil
      guard let path = configuration[JSONPointer(tokens)]?.string ?? usual else { return nil }
      return (tokens, paths.absolute(path, in: folder))
    }
  }

  /// Returns the other files of the project with the usual name of a configuration.
  private func otherConfigurations() -> [String] {
    var pending = [OutputBoundary.project(around: folder)]
    var found: [String] = []
    var count = 0
    // Foundation's enumerator takes many times longer.
    while let folder = pending.popLast(), count < Self.neighborLimit {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      count += names.count
      for name in names where !name.hasPrefix(".") && name != "node_modules" {
        let path = paths.absolute(name, in: folder)
        var status = stat()
        if OwnFiles.configurationNames.contains(name) {
          if !own.isWritten(path) { found.append(path) }
        } else if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
          pending.append(path)
        }
      }
    }
    return found.sorted()
  }
}
