import Foundation
import PackagePlugin

/// `swift package generate-models`: runs the tool for the configurations of the package, and writes their outputs.
///
/// Options except `--target` are passed to the tool: with `--check`, nothing is written, and the command fails with a
/// diff if a file is outdated.
@main
struct CodegenCommand: CommandPlugin {
  private static let usage = """
    Usage: swift package --allow-writing-to-package-directory generate-models [--target NAME]… [OPTIONS]

    Runs 'codegen generate' for Schemas/codegen.json of the package, and for codegen.json or Schemas/codegen.json
    of every target or, with --target, of these targets only. The options are those of 'codegen generate':

      --check          write nothing; print a diff of outdated files, and fail if there are any
      --strict         treat misspelled keywords, and keywords without a type or check, as errors
      --templates DIR  a folder of templates that replace built-in ones with the same path
      --quiet          print no summary and no diff
    """

  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var arguments = ArgumentExtractor(arguments)
    if arguments.extractFlag(named: "help") > 0 { return print(Self.usage) }
    let targets = arguments.extractOption(named: "target")
    let tool = try context.tool(named: "codegen").url
    let package = context.package.directoryURL
    for configuration in try Self.configurations(of: context.package, targets) {
      let process = Process()
      process.executableURL = tool
      process.arguments = ["generate", "--config", configuration] + arguments.remainingArguments
      // Not `print`, whose output would come after the tool's.
      let isQuiet = arguments.remainingArguments.contains("--quiet")
      if !isQuiet { try FileHandle.standardOutput.write(contentsOf: Data("\(configuration):\n".utf8)) }
      // Paths in messages and options are relative to the package.
      process.currentDirectoryURL = package
      try process.run()
      process.waitUntilExit()
      if process.terminationReason != .exit || process.terminationStatus != 0 {
        // The tool has printed the errors.
        let isStale = process.terminationReason == .exit && process.terminationStatus == 1
        Diagnostics.error("\(configuration): \(isStale ? "generated files are out of date" : "nothing was generated")")
      }
    }
  }

  /// The configurations of a run, as paths relative to the package.
  private static func configurations(of package: Package, _ names: [String]) throws -> [String] {
    var found: [String] = []
    var missing: [String] = []
    let root = package.directoryURL.path + "/"
    func add(_ folders: [(name: String, places: [URL])]) {
      for folder in folders {
        let files = folder.places.map(\.path)
        guard let file = files.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
          missing.append(folder.name)
          continue
        }
        let path = file.hasPrefix(root) ? String(file.dropFirst(root.count)) : file
        if !found.contains(path) { found.append(path) }
      }
    }
    func places(in folder: URL) -> [URL] {
      ["codegen.json", "Schemas/codegen.json"].map { folder.appending(path: $0, directoryHint: .notDirectory) }
    }
    if names.isEmpty {
      add([("the package", [package.directoryURL.appending(path: "Schemas/codegen.json")])])
      add(package.targets.map { ($0.name, places(in: $0.directoryURL)) })
    } else {
      add(try package.targets(named: names).map { ("the target '\($0.name)'", places(in: $0.directoryURL)) })
      if let first = missing.first { throw CommandError.noConfiguration(of: first) }
    }
    if found.isEmpty { throw CommandError.noConfiguration(of: "the package '\(package.displayName)'") }
    return found
  }
}

/// Why the tool cannot run.
enum CommandError: Error, CustomStringConvertible {
  case noConfiguration(of: String)

  var description: String {
    switch self {
    case .noConfiguration(let owner):
      "expected 'codegen.json' or 'Schemas/codegen.json' in the folder of \(owner), found neither"
    }
  }
}
