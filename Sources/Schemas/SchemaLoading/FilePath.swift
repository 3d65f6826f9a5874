internal import JSONSchema
internal import SchemaRuntime

/// Absolute paths without `.` and `..`, and `file:` URIs.
package enum FilePath {
  /// Returns `path`, made absolute relative to `folder`.
  package static func absolute(_ path: String, in folder: String) -> String {
    var segments: [Substring] = []
    for segment in Self.segments(path.hasPrefix("/") ? path : folder + "/" + path) {
      if segment == ".." {
        _ = segments.popLast()
      } else if segment != "." {
        segments.append(segment)
      }
    }
    return "/" + segments.joined(separator: "/")
  }

  /// Splits a path at its slashes, which are bytes: a mark that follows one is not part of it.
  private static func segments(_ path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
  }

  /// An absolute path, made relative to a folder: `../other/a.json`.
  package static func relative(_ path: String, to folder: String) -> String {
    let segments = segments(path)
    let base = self.segments(folder)
    let shared = zip(segments, base).prefix { $0 == $1 }.count
    let way = Array(repeating: "..", count: base.count - shared) + segments.dropFirst(shared).map(String.init)
    return way.isEmpty ? "." : way.joined(separator: "/")
  }

  /// The rest of a path below a folder; nil if the path is not in it.
  static func remainder(of path: String, below folder: String) -> String? {
    let prefix = folder == "/" ? "/" : folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
  }

  /// The `file:` URI of an absolute path.
  package static func uri(of path: String) -> String {
    "file://"
      + path.percentEncoded { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "-._~/".utf8.contains(byte)
        }
      }
  }

  /// The absolute path of a `file:` URI; nil for other URIs, and for one with an encoded slash or dot segments.
  package static func path(ofURI uri: String) -> String? {
    guard let uri = URIReference(uri), uri.scheme == "file", uri.authority == "" || uri.authority == "localhost",
      uri.path.hasPrefix("/")
    else { return nil }
    var path = ""
    for segment in uri.path.split(separator: "/") {
      guard let name = URIReference.percentDecoded(String(segment)), name != "..", name != ".",
        !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
      else { return nil }
      path += "/" + name
    }
    return path
  }
}
