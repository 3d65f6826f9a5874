package import Foundation

/// Compiles and runs programs against the runtime that SwiftPM has just built for this test run.
package struct SwiftCompiler: Sendable {
  /// How a program ended, and what it and the compiler had to say.
  package struct Result: Sendable {
    package var status: Int32
    package var output: String
  }

  /// `.build/debug` of this run.
  let products: URL

  /// Nil when the folder of the running test bundle holds no modules, as with another build system.
  package init?() {
    let bundle = ([Bundle.main.bundlePath, Bundle.main.executablePath ?? ""] + CommandLine.arguments)
      .first { $0.contains(".xctest") }
    guard let bundle, let end = bundle.range(of: ".xctest")?.upperBound else { return nil }
    products = URL(fileURLWithPath: String(bundle[..<end])).deletingLastPathComponent()
    guard FileManager.default.fileExists(atPath: products.appending(path: "Modules").path) else { return nil }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// What makes the runtime's C code a module, for a compiler that SwiftPM does not call.
  private static let moduleMap = root.appending(path: "Sources/CJSONScan/include/module.modulemap")

  /// The sanitizers of this process, which programs made of the same object files need too. They take their memory.
  package static let sanitizers = [("__asan_init", "address"), ("__tsan_init", "thread")]
    .filter { dlsym(dlopen(nil, RTLD_NOW), $0.0) != nil }.map { "-sanitize=" + $0.1 }

  /// What every use of the runtime needs.
  private var flags: [String] {
    var flags = [
      "-I", products.appending(path: "Modules").path, "-warnings-as-errors", "-wmo", "-Onone", "-package-name", "cases",
    ]
    flags += Self.sanitizers
    flags += ["-Xcc", "-fmodule-map-file=" + Self.moduleMap.path]
    for feature in ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"] {
      flags += ["-enable-upcoming-feature", feature]
    }
    return flags
  }

  /// Whether the test run has built a module.
  package func hasModule(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: products.appending(path: "Modules/\(name).swiftmodule").path)
  }

  /// Checks the sources as a module of a language mode, a library where none is `main.swift`, and makes nothing.
  package func typecheck(_ sources: [URL], languageMode: String) async throws -> Result {
    let kind = sources.contains { $0.lastPathComponent == "main.swift" } ? [] : ["-parse-as-library"]
    return try await run(
      "/usr/bin/env", ["swiftc", "-typecheck", "-swift-version", languageMode] + kind + flags + sources.map(\.path))
  }

  /// Parses sources, each for itself and without anything else: as fast as a compiler reads.
  package func parse(_ sources: [URL]) async throws -> Result {
    try await run("/usr/bin/env", ["swiftc", "-frontend", "-parse"] + sources.map(\.path))
  }

  /// Writes the symbol graph of a module, as documentation tools read it.
  package func emitSymbols(of sources: [URL], module: String, to folder: URL) async throws -> Result {
    let options = ["swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", module]
    let symbols = [
      "-emit-module", "-emit-module-path", folder.path + "/\(module).swiftmodule", "-emit-symbol-graph",
      "-emit-symbol-graph-dir", folder.path, "-symbol-graph-minimum-access-level", "public",
    ]
    return try await run("/usr/bin/env", options + symbols + flags + sources.map(\.path))
  }

  /// Makes a program; one of the sources is `main.swift`.
  package func compile(_ sources: [URL], to program: URL, languageMode: String) async throws -> Result {
    let objects = [
      "SchemaRuntime", "SchemaRuntimeFoundation", "SchemaDemands", "SchemaSampling", "SchemaStrings", "CJSONScan",
    ]
    .flatMap { self.objects(of: $0) }
    let options = ["swiftc", "-swift-version", languageMode, "-module-name", "Case", "-o", program.path]
    return try await run("/usr/bin/env", options + flags + sources.map(\.path) + objects)
  }

  /// The object files of a target. Those of source files that are gone stay in the folder, and are left out.
  private func objects(of target: String) -> [String] {
    let sources = FileManager.default.enumerator(
      atPath: Self.root.appending(path: "Sources/\(target)").resolvingSymlinksInPath().path)
    let paths = sources?.compactMap { $0 as? String } ?? []
    let names = Set(paths.map { URL(fileURLWithPath: $0).lastPathComponent + ".o" })
    let folder = products.appending(path: target + ".build")
    let objects = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return objects.filter { names.contains($0) }.sorted().map { folder.appending(path: $0).path }
  }

  /// The most memory that one process started by this test run has taken so far, in bytes: that of a compiler.
  package static var peakMemory: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_CHILDREN, &usage)
      return usage.ru_maxrss
    #else
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #endif
  }

  /// Runs a program to its end, as soon as a processor is free. The waiting is done on threads of the pool's own: tests
  /// share few threads, and none of them may wait for a compiler.
  package func run(_ program: String, _ arguments: [String] = []) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Self.pool.addOperation {
        continuation.resume(with: Swift.Result { try Self.wait(for: program, arguments) })
      }
    }
  }

  /// As many processes at a time as there are processors; a compiler may take a gigabyte.
  private static let pool: OperationQueue = {
    let pool = OperationQueue()
    pool.maxConcurrentOperationCount = min(ProcessInfo.processInfo.activeProcessorCount, 8)
    return pool
  }()

  private static func wait(for program: String, _ arguments: [String]) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Result(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
  }

  /// Whether a tool is on the path.
  package static func hasTool(_ name: String) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
}
