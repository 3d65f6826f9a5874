import Foundation
import JSONSchema
import SchemaRuntime
import SchemaValidation

// bench tables FOLDER [ROUNDS] [SECONDS]: our paths and Foundation's on the files of FOLDER, interleaved round by round;
// prints tables of medians and of ratios to Foundation in the same run.
//
// bench run WORKLOAD PATH FILE [LIMIT]: one path over the first LIMIT documents of one file, for at least $MIN_TIME
// seconds (0.25); prints a line as the programs in Peers do. For comparisons with them, for profiles, and, with
// Costs/allocations.c loaded before it, for what a path allocates.
//
// bench schema FILE LOOPS [PAYLOAD...]: nanoseconds of processor time to compile a schema, the first time and at best, and
// to validate each parsed payload with the evaluator.

private let usage = """
  usage: bench tables FOLDER [ROUNDS] [SECONDS]
         bench run WORKLOAD PATH FILE [LIMIT]
         bench schema FILE LOOPS [PAYLOAD...]
  WORKLOAD: \(WorkloadFolder.main.map(\.0).joined(separator: ", "))
  PATH: \(ReadingPath.allCases.map(\.word).joined(separator: ", "))

  """

private func printTables(_ folder: WorkloadFolder, rounds: Int, seconds: Double) throws {
  func workloads(_ rows: [(String, String, String)], limit: Int = .max) throws -> [Workload] {
    try rows.compactMap { key, file, name in
      try folder.workload(key, name, folder.data.appending(path: file), limit: limit)
    }
  }
  let tables = Tables(rounds: rounds, seconds: seconds)
  print("## The three workloads\n")
  tables.main(try workloads(WorkloadFolder.main))
  print("\n## Other shapes of documents, other schemas\n")
  let shortened = Tables(rounds: rounds, seconds: seconds / 2)
  shortened.shapes(try workloads(WorkloadFolder.shapes) + folder.repository())
  print("\n## Documents that are refused: microseconds a document\n")
  shortened.refusals(try workloads(WorkloadFolder.refused))
}

/// One line, `RESULT` and a JSON object.
private func printResult(_ workload: Workload, _ path: ReadingPath) {
  let seconds = ProcessInfo.processInfo.environment["MIN_TIME"].flatMap(Double.init) ?? 0.25
  let accepted = workload.accepted(by: path)
  let allocations = AllocationCounter()
  allocations?.start()
  let start = ContinuousClock.now
  let run = workload.passes(path, seconds: seconds) { (ContinuousClock.now - start) / .seconds(1) }
  var result = "\"docs\":\(run.documents),\"bytes\":\(run.bytes),\"secs\":\(run.elapsed),\"ok\":\(accepted)"
  if let figures = allocations?.figures {
    // The pass that warms up is counted too.
    let documents = run.documents + workload.count
    result += ",\"allocations\":\(Double(figures.count) / Double(documents)),\"peak\":\(figures.peakBytes)"
  }
  print("RESULT {\(result)}")
}

/// Calls `body` several times and returns the processor time of the first call and the least, in nanoseconds.
private func time(_ count: Int, _ body: () throws -> Void) rethrows -> (first: Int, least: Int) {
  var times: [Int] = []
  for _ in 0..<max(count, 1) {
    let start = clock()
    try body()
    times.append(Int(clock() - start) * 1_000_000_000 / Int(CLOCKS_PER_SEC))
  }
  return (times[0], times.min() ?? 0)
}

private func printSchema(_ file: String, loops: Int, payloads: ArraySlice<String>) throws {
  let text = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
  var validator: SchemaValidator?
  let compiling = try time(5) {
    let document = SchemaDocument(uri: "schema:///schema", name: "schema", source: try JSONDocument(parsing: text))
    let graph = try SchemaResolver.resolve([document]).graph
    validator = try SchemaValidator(graph: graph, schema: graph.roots[0])
  }
  guard let validator else { return }
  let validating = try payloads.map { path in
    let payload = try JSONDocument(parsing: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    let least = time(5) { for _ in 0..<loops { _ = validator.isValid(payload) } }.least
    return #"{"valid":\#(validator.isValid(payload)),"nanoseconds":\#(Double(least) / Double(loops))}"#
  }
  print(
    #"RESULT {"first":\#(compiling.first),"least":\#(compiling.least),"payloads":[\#(validating.joined(separator: ","))]}"#
  )
}

let arguments = CommandLine.arguments
do {
  switch (arguments.dropFirst().first, arguments.count) {
  case ("tables", 3...):
    let folder = try WorkloadFolder(URL(fileURLWithPath: arguments[2]))
    let rounds = arguments.count > 3 ? Int(arguments[3]) ?? 5 : 5
    try printTables(folder, rounds: rounds, seconds: arguments.count > 4 ? Double(arguments[4]) ?? 0.25 : 0.25)
  case ("run", 5...):
    let file = URL(fileURLWithPath: arguments[4])
    let folder = try WorkloadFolder(file.deletingLastPathComponent())
    let limit = arguments.count > 5 ? Int(arguments[5]) ?? .max : .max
    guard let path = ReadingPath(word: arguments[3]),
      let workload = try folder.workload(arguments[2], arguments[2], file, limit: limit)
    else { fallthrough }
    printResult(workload, path)
  case ("schema", 4...):
    guard let loops = Int(arguments[3]) else { fallthrough }
    try printSchema(arguments[2], loops: loops, payloads: arguments[4...])
  default:
    FileHandle.standardError.write(Data(usage.utf8))
    exit(2)
  }
} catch {
  FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
  exit(2)
}
