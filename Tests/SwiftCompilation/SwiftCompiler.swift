package import Foundation

/// Compiles and runs programs against the runtime that SwiftPM has just built for this test run.
package struct SwiftCompiler: Sendable {
  /// The result of a program, and its and the compiler's output.
  package struct Result: Sendable {
    package var status: Int32
    package var output: String
  }

  /// `.build/debug` of this run.
  let products: URL

  /// Nil if the folder of the running test bundle contains no modules, as with another build system.
  package init?() {
    let bundle = ([Bundle.main.bundlePath, Bundle.main.executablePath ?? ""] + CommandLine.arguments)
      .first { $0.contains(".xctest") }
    guard let bundle, let end = bundle.range(of: ".xctest")?.upperBound else { return nil }
    products = URL(fileURLWithPath: String(bundle[..<end])).deletingLastPathComponent()
    guard FileManager.default.fileExists(atPath: products.appending(path: "Modules").path) else { return nil }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Makes the runtime's C code a module, for a compiler that SwiftPM does not call.
  private static let moduleMap = root.appending(path: "Sources/Runtime/CJSONScan/include/module.modulemap")

  /// The sanitizers of this process, which programs made from the same object files need too. They use much memory.
  package static let sanitizers = [("__asan_init", "address"), ("__tsan_init", "thread")]
    .filter { dlsym(dlopen(nil, RTLD_NOW), $0.0) != nil }.map { "-sanitize=" + $0.1 }

  /// The arguments that every use of the runtime needs.
  private var flags: [String] {
    var flags = modules + ["-wmo", "-Onone"]
    // Hashes of new object files, and LLVM's check of the compiler, are a tenth of the time.
    for option in ["-disable-incremental-llvm-codegen", "-disable-llvm-verify"] { flags += ["-Xfrontend", option] }
    flags += Self.sanitizers
    for feature in ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"] {
      flags += ["-enable-upcoming-feature", feature]
    }
    return flags
  }

  /// The arguments with which a compiler finds the runtime's modules.
  private var modules: [String] {
    [
      "-I", products.appending(path: "Modules").path, "-Xcc", "-fmodule-map-file=" + Self.moduleMap.path,
      "-warnings-as-errors", "-package-name", "cases",
    ]
  }

  /// Whether the test run has built a module.
  package func hasModule(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: products.appending(path: "Modules/\(name).swiftmodule").path)
  }

  /// Type-checks the sources as a module in a language mode, a library if none is `main.swift`, without output.
  /// - Parameter libraries: the targets of system libraries that imported modules need.
  package func typecheck(
    _ sources: [URL], languageMode: String, libraries: [String] = []
  ) async throws -> Result {
    let kind = sources.contains { $0.lastPathComponent == "main.swift" } ? [] : ["-parse-as-library"]
    let maps = libraries.flatMap { name in
      ["-Xcc", "-fmodule-map-file=" + Self.root.appending(path: "Sources/System/\(name)/module.modulemap").path]
    }
    return try await run(
      "/usr/bin/env",
      ["swiftc", "-typecheck", "-swift-version", languageMode] + kind + flags + maps + sources.map(\.path))
  }

  /// Checks the sources of a library module with other settings than this repository's, without output: types, and what
  /// the compiler finds only afterwards.
  package func check(_ sources: [URL], _ settings: [String]) async throws -> Result {
    let arguments = ["swiftc", "-emit-sil", "-o", "/dev/null", "-wmo", "-parse-as-library", "-module-name", "Models"]
    return try await run("/usr/bin/env", arguments + settings + modules + sources.map(\.path))
  }

  /// Parses sources individually, which is fast.
  package func parse(_ sources: [URL]) async throws -> Result {
    try await run("/usr/bin/env", ["swiftc", "-frontend", "-parse"] + sources.map(\.path))
  }

  /// Writes the symbol graph of a module for documentation tools.
  package func emitSymbols(of sources: [URL], module: String, to folder: URL) async throws -> Result {
    let options = ["swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", module]
    let symbols = [
      "-emit-module", "-emit-module-path", folder.path + "/\(module).swiftmodule", "-emit-symbol-graph",
      "-emit-symbol-graph-dir", folder.path, "-symbol-graph-minimum-access-level", "public",
    ]
    return try await run("/usr/bin/env", options + symbols + flags + sources.map(\.path))
  }

  /// Builds a program; one of the sources is `main.swift`.
  package func compile(_ sources: [URL], to program: URL, languageMode: String) async throws -> Result {
    let objects = [
      "SchemaRuntime", "SchemaRuntimeFoundation", "SchemaAnalysis", "SchemaSampling", "SchemaStreaming", "CJSONScan",
    ]
    .flatMap { self.objects(of: $0) }
    // The test run may lack Foundation, which links the C library's mathematics otherwise.
    let options = ["swiftc", "-swift-version", languageMode, "-module-name", "Case", "-lm", "-o", program.path]
    return try await run("/usr/bin/env", options + flags + sources.map(\.path) + objects)
  }

  /// The object files of a target, except those whose source files were removed.
  private func objects(of target: String) -> [String] {
    let sources = FileManager.default.enumerator(
      atPath: Self.root.appending(path: "Sources").resolvingSymlinksInPath().path)
    let paths = sources?.compactMap { $0 as? String }.filter { $0.contains("/\(target)/") } ?? []
    let names = Set(paths.map { URL(fileURLWithPath: $0).lastPathComponent + ".o" })
    let folder = products.appending(path: target + ".build")
    let objects = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return objects.filter { names.contains($0) }.sorted().map { folder.appending(path: $0).path }
  }

  /// The maximum memory, in bytes, that any process started by this test run has used; that is a compiler.
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

  /// Runs a program to its end, as soon as a processor is free. Waiting uses separate threads, because tests share few
  /// threads, none of which may wait for a compiler.
  package func run(_ program: String, _ arguments: [String] = []) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Self.pool.addOperation {
        continuation.resume(with: Swift.Result { try Self.wait(for: program, arguments) })
      }
    }
  }

  /// As many processes at a time as there are processors, because a compiler may use a gigabyte.
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
