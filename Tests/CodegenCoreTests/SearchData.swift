import Foundation
import SchemaRuntime
import Testing

/// The data of the generated search scripts, as the script of the pages reads it.
struct SearchData {
  struct Entry {
    var kind: Int
    var name: String
    /// The file in which it is.
    var path: String
    var fragment: String
  }

  var kinds: [String] = []
  /// The entries that have a word as their name, in their name, and in their description.
  var words: [String: [[Int]]] = [:]
  var entries: [Entry] = []
  /// The sizes of all scripts.
  var sizes: [String: Int] = [:]

  init(_ files: [(path: String, contents: String)]) throws {
    let scripts = Dictionary(
      uniqueKeysWithValues: files.filter { $0.path == "search.js" || $0.path.hasPrefix("search/") }.map {
        ($0.path, $0.contents)
      })
    sizes = scripts.mapValues(\.utf8.count)
    let manifest = try Self.value(in: try #require(scripts["search.js"]))
    kinds = manifest["kinds"]?.array?.compactMap(\.string) ?? []
    for shard in manifest["words"]?.array ?? [] {
      let prefix = try #require(shard.array?[0].string)
      let path = try #require(shard.array?[1].string)
      for row in try Self.value(in: try #require(scripts[path])).array ?? [] {
        let word = try #require(row.array?[0].string)
        #expect(word.hasPrefix(prefix), "\(word) in \(path)")
        words[word] = row.array?.dropFirst().map { list in
          var number = 0
          return (list.array ?? []).compactMap { step in
            number += step.int ?? 0
            return number
          }
        }
      }
    }
    for shard in manifest["entries"]?.array ?? [] {
      let path = try #require(shard.array?[1].string)
      #expect(shard.array?[0].int == entries.count)
      let data = try Self.value(in: try #require(scripts[path]))
      let places = data["files"]?.array ?? []
      for row in data["entries"]?.array ?? [] {
        let file = try #require(row.array?[2].int)
        entries.append(
          Entry(
            kind: row.array?[0].int ?? -1, name: row.array?[1].string ?? "",
            path: places[file].array?[0].string ?? "", fragment: row.array?[3].string ?? ""))
      }
    }
  }

  /// Returns the value that a script assigns in its last statement.
  private static func value(in script: String) throws -> JSONValue {
    let start = try #require(script.range(of: "window.schemata.", options: .backwards)).upperBound
    let value = try #require(script[start...].range(of: " = ")).upperBound
    return try JSONValue(parsing: String(script[value...].dropLast(2)))
  }
}
