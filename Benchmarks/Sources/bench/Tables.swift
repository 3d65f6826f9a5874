import Foundation

/// The tables that `bench` prints, in Markdown.
struct Tables {
  let rounds: Int
  /// The least time of a path in a round.
  let seconds: Double

  /// Every path of the main workloads, a row each.
  func main(_ workloads: [Workload]) {
    print("| workload | path | MB/s | × JSONDecoder | × JSONSerialization | × JSONEncoder |")
    print("|---|---|---:|---:|---:|---:|")
    for workload in workloads {
      // The results of one document are kept anyway.
      let paths = ReadingPath.reading.filter { workload.count > 1 || ($0 != .decoderKeeping && $0 != .modelKeeping) }
      let speeds = Speeds(of: workload, paths, rounds: rounds, seconds: seconds)
      for path in paths {
        func ratio(_ peers: ReadingPath...) -> String {
          peers.filter(path.peers.contains).map { speeds.ratio(path, $0) }.first ?? ""
        }
        let cells = [
          workload.name, path.rawValue, String(format: "%.1f", speeds[path] / 1e6), ratio(.decoder, .decoderKeeping),
          ratio(.serialization), ratio(.encoder),
        ]
        print("| \(cells.joined(separator: " | ")) |")
      }
    }
  }

  /// Other documents, a row a workload.
  func shapes(_ workloads: [Workload]) {
    let paths: [ReadingPath] = [.structure, .value, .verdict, .evaluator, .model, .decoderOfModel]
    print("| documents | bytes each | JSONDecoder MB/s | \(paths.map(\.rawValue).joined(separator: " | ")) | json() |")
    print("|---|---:|---:|\(String(repeating: "---:|", count: paths.count + 1))")
    for workload in workloads {
      let speeds = Speeds(of: workload, [.decoder, .encoder, .json] + paths, rounds: rounds, seconds: seconds)
      var cells = [workload.name, "\(workload.averageSize)", String(format: "%.1f", speeds[.decoder] / 1e6)]
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
