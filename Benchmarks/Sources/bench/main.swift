import BenchmarkModels
import Foundation
import SchemaRuntime

// bench FOLDER [ROUNDS] [PATH]: our paths and Foundation's on FOLDER/w1.ndjson, w2.ndjson and w3.ndjson, interleaved
// round by round; prints one Markdown table of medians and of ratios to Foundation in the same run. With PATH, which is
// part of a path's name, only those paths, for a profile.

let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
  FileHandle.standardError.write(Data("usage: bench FOLDER [ROUNDS] [PATH]\n".utf8))
  exit(2)
}
let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 5 : 5
let only = arguments.count > 3 ? arguments[3] : nil
let folder = URL(fileURLWithPath: arguments[1])

do {
  print("| workload | path | MB/s | ratio | against |")
  print("|---|---|---:|---:|---|")
  try Workload<User, BenchmarkModels.User>("W1 users", folder.appending(path: "w1.ndjson")).run(rounds, only: only)
  try Workload<RoomState, BenchmarkModels.RoomState>("W2 room state", folder.appending(path: "w2.ndjson")).run(
    rounds, only: only)
  try Workload<Message, BenchmarkModels.Message>("W3 message", folder.appending(path: "w3.ndjson")).run(
    rounds, only: only)
} catch {
  FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
  exit(2)
}
