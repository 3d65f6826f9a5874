import CodegenCore

/// A drawing of schemas as boxes and of their references as lines, in integer units.
///
/// Created by ``RelationDiagram`` and ``OverviewDiagram``, read by ``HTMLContext``. The layout is computed here, so
/// that a page needs no script to show it and equal schemas produce equal bytes.
struct Diagram: Hashable {
  struct Box: Hashable {
    /// The label, truncated if long.
    var text: String
    /// The full label.
    var title: String
    /// The link target of the box; nil for the page itself.
    var target: Target?
    var x: Int
    var y: Int
    var width: Int
  }

  enum Target: Hashable {
    case page(SiteAddress)
    /// An element of the page that shows the drawing.
    case fragment(String)
  }

  /// A line from a box to the one that it references, and its arrowhead.
  struct Line: Hashable {
    var path: String
    var head: String
  }

  var boxes: [Box] = []
  var lines: [Line] = []
  var width = 0
  var height = 0

  static let boxHeight = 30
  /// The gap between boxes of a column.
  static let gap = 10
  /// The gap between columns, with room for lines.
  static let passage = 64
  static let margin = 2

  /// Returns a smooth line through points from left to right, with the arrowhead at its end, or at its start if the
  /// edge points back.
  static func line(through points: [(x: Int, y: Int)], isReversed: Bool = false) -> Line? {
    guard let first = points.first, let last = points.last, points.count > 1 else { return nil }
    var path = "M\(first.x) \(first.y)"
    for (from, to) in zip(points, points.dropFirst()) {
      if from.y == to.y {
        path += "H\(to.x)"
      } else {
        let middle = (from.x + to.x) / 2
        path += "C\(middle) \(from.y) \(middle) \(to.y) \(to.x) \(to.y)"
      }
    }
    let head = isReversed ? "M\(first.x) \(first.y)l7 -4v8z" : "M\(last.x) \(last.y)l-7 -4v8z"
    return Line(path: path, head: head)
  }
}

/// Estimates the width of text without a font: the widths of a common sans-serif face, rounded up.
enum DiagramText {
  private static let longest = 26

  static func short(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > longest else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(longest - 1))) + "…"
  }

  /// Returns the width of a box with a label.
  static func boxWidth(_ text: String) -> Int {
    let width = text.unicodeScalars.reduce(0) { $0 + tenths($1) }
    return (width + 9) / 10 + 24
  }

  private static func tenths(_ scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "i", "j", "l", "I", "f", "t", "r", ".", ",", "'", "(", ")", " ", "/", "-": 50
    case "m", "w", "M", "W", "…": 128
    case "A"..."Z": 96
    case _ where scalar.value >= 0x2E80: 140
    default: 83
    }
  }
}
