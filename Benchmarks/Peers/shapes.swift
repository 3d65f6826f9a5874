import Foundation
import SchemaRuntime

// shapes SHAPE FILE MODE, like rust/src/bin/shapes.rs, for one document per line. MODE "array" and "data" say what
// the documents are in; they print nanoseconds of processor time per document to decode and to encode. "write" prints
// the documents that were decoded and encoded.

func processorTime() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Repeats a pass over all documents for 20 ms, after as long to warm up.
func nanoseconds(_ documents: Int, _ pass: () throws -> Void) rethrows -> Int {
  var last = 0
  for _ in 0..<2 {
    var passes = 0
    let start = processorTime()
    repeat {
      try pass()
      passes += 1
    } while processorTime() - start < 20_000_000
    last = (processorTime() - start) / (passes * documents)
  }
  return last
}

func run<Model: WritableModel>(_: Model.Type, _ lines: [Data], _ mode: String) throws {
  let texts = lines.map { [UInt8]($0) }
  let models = try texts.map { try Model(json: $0) }
  if mode == "write" {
    for model in models { print(String(decoding: try model.json(), as: UTF8.self)) }
    return
  }
  var model = models[0]
  var size = 0
  let decoding =
    if mode == "data" {
      try nanoseconds(lines.count) { for line in lines { model = try Model(json: line) } }
    } else {
      try nanoseconds(lines.count) { for text in texts { model = try Model(json: text) } }
    }
  let encoding = try nanoseconds(lines.count) { for model in models { size += try model.json().count } }
  withExtendedLifetime((model, size)) { print(decoding, encoding) }
}

let arguments = CommandLine.arguments
// Copies, because a slice of Data is slower to read than the Data that programs receive.
let lines = try Data(contentsOf: URL(fileURLWithPath: arguments[2])).split(separator: 10).map { Data([UInt8]($0)) }
switch arguments[1] {
case "event": try run(Event.self, lines, arguments[3])
case "geo": try run(Geo.self, lines, arguments[3])
case "telemetry": try run(Telemetry.self, lines, arguments[3])
case "tree": try run(Tree.self, lines, arguments[3])
case "article": try run(Article.self, lines, arguments[3])
case "drawing": try run(Drawing.self, lines, arguments[3])
case "catalogue": try run(Catalogue.self, lines, arguments[3])
case "timeline": try run(Timeline.self, lines, arguments[3])
case "session": try run(Session.self, lines, arguments[3])
case "order": try run(Order.self, lines, arguments[3])
default:
  FileHandle.standardError.write(Data("shapes: error: there is no shape '\(arguments[1])'\n".utf8))
  exit(2)
}
