import Foundation

/// The tables that `bench` prints, in Markdown.
struct Tables {
  let rounds: Int
  /// The least time of a path in a round.
  let seconds: Double

  /// Every path of the main workloads, a row each.
  func main(_ workloads: [Workload]) {
    let all = workloads.map { workload in
      // The results of one document are kept anyway.
      let paths = ReadingPath.reading.filter { workload.count > 1 || ($0 != .decoderKeeping && $0 != .modelKeeping) }
      return Speeds(of: workload, paths, rounds: rounds, seconds: seconds)
    }
    print("| path | \(workloads.map(\.name).joined(separator: " | ")) |")
    print("|---|\(String(repeating: "---:|", count: workloads.count))")
    for path in ReadingPath.reading {
      let cells = all.map { speeds in
        guard speeds[path].isFinite else { return "" }
        return path.peers.first.map { speeds.ratio(path, $0) } ?? String(format: "%.1f MB/s", speeds[path] / 1e6)
      }
      print("| \(path.rawValue) | \(cells.joined(separator: " | ")) |")
    }
  }

  /// Other documents, a row a workload.
  func shapes(_ workloads: [Workload]) {
    let paths: [ReadingPath] = [.value, .verdict, .evaluator, .model]
    print("| documents | bytes each | \(paths.map(\.rawValue).joined(separator: " | ")) | json() |")
    print("|---|---:|\(String(repeating: "---:|", count: paths.count + 1))")
    for workload in workloads {
      let speeds = Speeds(of: workload, [.decoder, .encoder, .json] + paths, rounds: rounds, seconds: seconds)
      var cells = [workload.name, "\(workload.averageSize)"]
      cells += paths.map { speeds.ratio($0, .decoder) } + [speeds.ratio(.json, .encoder)]
      print("| \(cells.joined(separator: " | ")) |")
    }
  }

  /// Documents that are refused: microseconds a document, and how many each path let through.
  func refusals(_ workloads: [Workload]) {
    let paths = ReadingPath.refusing
    print("| documents | count | \(paths.map(\.rawValue).joined(separator: " | ")) | JSONDecoder accepts |")
    print("|---|---:|\(String(repeating: "---:|", count: paths.count + 1))")
    for workload in workloads {
      let speeds = Speeds(of: workload, paths, rounds: rounds, seconds: seconds)
      var cells = [workload.name, "\(workload.count)"]
      cells += paths.map { String(format: "%.2f", Double(workload.averageSize) / speeds[$0] * 1e6) }
      cells.append("\(workload.accepted(by: .decoder))")
      print("| \(cells.joined(separator: " | ")) |")
    }
  }
}
