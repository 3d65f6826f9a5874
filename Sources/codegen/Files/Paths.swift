/// Paths as texts: absolute and without `.` and `..`, or as seen from the working directory.
struct Paths {
  /// Absolute.
  let workingDirectory: String

  /// `path`, which may be relative to `folder`, or else to the working directory.
  func absolute(_ path: String, in folder: String? = nil) -> String {
    var segments: [Substring] = []
    for segment in (path.hasPrefix("/") ? path : (folder ?? workingDirectory) + "/" + path).split(separator: "/") {
      switch segment {
      case ".": break
      case "..": _ = segments.popLast()
      default: segments.append(segment)
      }
    }
    return "/" + segments.joined(separator: "/")
  }

  /// What people call an absolute path: the way to it from the working directory; empty for that itself.
  func name(of path: String) -> String {
    let segments = path.split(separator: "/")
    let base = workingDirectory.split(separator: "/")
    let shared = zip(segments, base).prefix { $0 == $1 }.count
    let way = Array(repeating: "..", count: base.count - shared) + segments.dropFirst(shared).map(String.init)
    return way.joined(separator: "/")
  }

  /// The folder around an absolute path.
  func folder(of path: String) -> String { absolute("..", in: path) }
}
