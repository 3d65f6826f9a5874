import Foundation
import SwiftCompilation
import TestSupport
import Testing

/// Schemas and payloads of other people, which `SCHEMATA_CORPORA` names; `make world` measures all of them.
@Suite struct WorldTests {
  @Test("a sample of the corpora compiles, both engines agree on its payloads, and they come back equal")
  func sample() async throws {
    guard let corpora = ProcessInfo.processInfo.environment["SCHEMATA_CORPORA"] else {
      print("skipped: set SCHEMATA_CORPORA to a folder of corpora (CONTRIBUTING.md)")
      return
    }
    let compiler = try #require(SwiftCompiler())
    let scratch = try TemporaryFolder()
    let report = scratch.url.appending(path: "report.md")
    let script = CodegenProcess.root.appending(path: "Benchmarks/World/world.py")
    let result = try await compiler.run(
      "/usr/bin/env",
      [
        "python3", "-B", script.path, "--codegen", try CodegenProcess.executable().path, "--corpora", corpora,
        "--work", scratch.url.path, "--output", report.path, "--families", "schemastore,mcp,box",
        "--sample", Effort.isThorough ? "20" : "4", "--jobs", "1", "--check",
      ])
    #expect(result.status == 0, "\(result.output)")
    // The sample has payloads and an API description.
    let text = try String(contentsOf: report, encoding: .utf8)
    #expect(text.contains("| box | 1 | ") && text.contains("## Refused schemas\n\nNone."))
    #expect(text.contains("| payloads that are equal after reading and writing | all | "))
    #expect(!text.contains("| all | 0 of 0 |"))
  }
}
